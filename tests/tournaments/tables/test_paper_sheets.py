"""A sheet typed in: laid out by the law, checked as it is typed, taken in as a report or as stanzas."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules_engine.whoopie.check.game import check_bytes
from sanctioning.kit.refusals import Refusal
from scoring.demo.sample_records import players_of, sample
from tests.cast import Cast, open_table, record_of, reported, sanctioned_event
from tests.support.play import drawn_table, random_body, report, table
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.tables.forms.sheet import blank_sheet, sheet_of_record, view_of
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.paper_sheets import (
    SITS_DOWN,
    GridCell,
    GridRow,
    Ground,
    PaperSheet,
    SeatChange,
    lay_out,
    result_of,
)
from tournaments.tables.services.paper_sheets import check_sheet, ground_of, send_sheet

TABLE = ("Ash", "Birch", "Cedar", "Dogwood")
GROUND = Ground(seats=TABLE, known=frozenset(TABLE), first_dealer="Ash", start=None)


def row(number: int, bids: dict[str, int], made: str, **more: str) -> GridRow:
    """A row in which those named in `made` made their bids."""
    return GridRow(
        number,
        {player: GridCell(str(bid), "+" if player in made else "-") for player, bid in bids.items()},
        **more,
    )


def bids(*numbers: int, of: tuple[str, ...] = TABLE) -> dict[str, int]:
    return dict(zip(of, numbers, strict=True))


@pytest.mark.parametrize(
    ("text", "result"),
    [("+", True), ("m", True), ("Y", True), ("-", False), ("−", False), ("f", False), ("3", 3), ("0", 0)],
)
def test_made_failed_or_tricks_are_read(text: str, result: object) -> None:
    assert result_of(text) is result or result_of(text) == result


@pytest.mark.parametrize("text", ["", "maybe", "+1", "-1", "?"])
def test_anything_else_is_not(text: str) -> None:
    assert result_of(text) is None


def test_dealer_and_cards_are_worked_out_as_one_goes() -> None:
    layout = lay_out(GROUND, PaperSheet((row(1, bids(0, 0, 0, 0), "Ash"), GridRow(2, {}), GridRow(3, {}))))
    assert [(line.deal.cards, line.deal.dealer) for line in layout.rows] == [
        (1, "Ash"),
        (2, "Birch"),
        (3, "Cedar"),
    ]
    assert [player for player, _ in layout.whole[0]["bids"]] == ["Birch", "Cedar", "Dogwood", "Ash"]
    assert layout.gap is None


def test_the_dealers_forbidden_bid_shows_before_he_has_bid() -> None:
    begun = GridRow(
        1, {player: GridCell(bid) for player, bid in (("Birch", "1"), ("Cedar", "0"), ("Dogwood", "0"))}
    )
    assert lay_out(GROUND, PaperSheet((begun,))).rows[0].forbidden == 0


def test_a_row_left_out_is_a_gap_and_what_cannot_be_read_is_told_at_its_cell() -> None:
    unread = row(2, bids(0, 0, 0, 0), "")
    unread = replace(unread, cells={**unread.cells, "Ash": GridCell("two", "+")})
    layout = lay_out(GROUND, PaperSheet((row(1, bids(0, 0, 0, 0), ""), unread, row(3, bids(0, 0, 0, 1), ""))))
    assert len(layout.whole) == 1
    assert layout.gap is layout.rows[1]
    assert set(layout.rows[1].wrong) == {"bid-2-Ash"}


def test_who_leaves_and_comes_back_changes_the_table_from_that_stanza_on() -> None:
    changes = (SeatChange(0, "2", "Birch", "leaves", ""), SeatChange(1, "4", "Birch", SITS_DOWN, "Ash"))
    layout = lay_out(
        GROUND, PaperSheet(tuple(GridRow(number, {}) for number in range(1, 6)), changes=changes)
    )
    assert [len(line.table) for line in layout.rows] == [4, 3, 3, 4, 4]
    assert layout.rows[1].deal.dealer == "Cedar"
    assert not layout.wrong


@pytest.mark.parametrize(
    "change",
    [
        SeatChange(0, "1", "Birch", "leaves", ""),
        SeatChange(0, "x", "Birch", "leaves", ""),
        SeatChange(0, "2", "Stranger", SITS_DOWN, "Ash"),
        SeatChange(0, "2", "Birch", SITS_DOWN, "Nobody"),
    ],
)
def test_a_change_that_cannot_be_is_told_at_its_line(change: SeatChange) -> None:
    assert set(lay_out(GROUND, PaperSheet((GridRow(1, {}), GridRow(2, {})), changes=(change,))).wrong) == {
        "change-0"
    }


def typed_of(record: dict[str, Any]) -> PaperSheet:
    """The sheet on which this record was written by hand."""
    plain = json.loads(json.dumps(record))
    for stanza in plain["stanzas"]:
        for field in ("tricks", "hands", "defining"):
            stanza.pop(field, None)
    sheet = sheet_of_record(plain, "one-key")
    assert sheet is not None
    return sheet


@pytest.mark.parametrize("name", ["sample-4-players", "sample-score-level"])
def test_a_sheet_ends_as_the_report_that_its_record_makes(cast: Cast, name: str) -> None:
    record = record_of(cast.players[: len(players_of(sample(name)))], name)
    event = sanctioned_event(cast)
    people = {player.number: player for player in cast.players}
    game = open_table(
        cast, event, [people[name] for name in players_of(record)], stanzas=len(record["stanzas"])
    )
    sheet = typed_of(record)
    send_sheet(by=cast.director, game=game, sheet=sheet)
    send_sheet(by=cast.director, game=game, sheet=sheet)
    report_made = Report.objects.get()
    true = check_bytes(json.dumps(record).encode())
    assert report_made.check_document["final"] == dict(true.final)
    assert [finding["code"] for finding in report_made.check_document["findings"]] == [
        finding.code for finding in true.findings
    ]


def test_a_written_total_that_disagrees_is_kept_and_found(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4], stanzas=1)
    folder, ground = ground_of(game)
    cells = {player: GridCell("0", "+" if at else "-", "3") for at, player in enumerate(ground.seats)}
    sheet = PaperSheet((GridRow(1, cells),), key="k")
    check = check_sheet(folder, ground, sheet)
    mismatches = [finding for finding in check.document["findings"] if finding["code"] == "score-mismatch"]
    names = {seat: f"Name {seat}" for seat in ground.seats}
    view = view_of(check, ground, names, ground.seats)
    differs = [cell.player for cell in view.rows[0].cells if cell.wrong_total]
    assert differs == [finding["player"] for finding in mismatches]
    assert differs
    send_sheet(by=cast.director, game=game, sheet=sheet)
    assert Report.objects.get().findings.filter(code="score-mismatch").count() == len(mismatches)
    assert Report.objects.get().stanzas.get().body["scores"] == dict.fromkeys(ground.seats, 3)


def test_a_sheet_with_a_gap_is_refused_as_a_whole(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    _, ground = ground_of(game)
    sheet = blank_sheet(ground, game.planned, "k")
    with pytest.raises(Refusal, match="No stanza has been filled in yet"):
        send_sheet(by=cast.director, game=game, sheet=sheet)
    begun = replace(sheet, rows=(GridRow(1, {ground.seats[0]: GridCell("1")}), *sheet.rows[1:]))
    with pytest.raises(Refusal, match="Stanza 1 is not complete"):
        send_sheet(by=cast.director, game=game, sheet=begun)
    assert not Report.objects.exists()


@pytest.mark.both_databases
def test_what_was_reported_from_the_table_is_gone_on_with(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4], stanzas=3)
    report(cast, game, random_body(table(cast, game), Random(1)))
    _, ground = ground_of(game)
    sheet = blank_sheet(ground, game.planned, "rest")
    assert [line.number for line in sheet.rows] == [2, 3]
    cells = {player: GridCell("0", "+" if at else "-") for at, player in enumerate(ground.seats)}
    sheet = replace(sheet, rows=tuple(replace(line, cells=cells) for line in sheet.rows))
    send_sheet(by=cast.director, game=game, sheet=sheet)
    send_sheet(by=cast.director, game=game, sheet=sheet)
    assert StanzaVersion.objects.filter(game=game).count() == 3
    late = replace(sheet, key="another")
    with pytest.raises(Refusal, match="while you were typing the sheet"):
        send_sheet(by=cast.director, game=game, sheet=late)


def test_the_page_answers_without_scripts_keeps_what_was_typed_and_says_what_is_wrong(
    cast: Cast, client: Client
) -> None:
    game = drawn_table(cast, cast.players[:3], stanzas=2)
    address = f"/events/{game.event.slug}/games/{game.number}/sheet/"
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    page = client.get(address).content.decode()
    assert page.count("data-row=") == 2
    seats = [player.number for player in cast.players[:3]]
    typed = {f"bid-1-{seat}": "0" for seat in seats} | {f"made-1-{seat}": "+" for seat in seats[:2]}
    form = {"first": "1", "rows": "2", "key": "page", **typed, f"made-1-{seats[2]}": "perhaps"}
    refused = client.post(address, {**form, "step": "send"})
    assert refused.status_code == 422
    text = refused.content.decode()
    assert 'value="perhaps"' in text
    assert "Write + for made" in text
    form[f"made-1-{seats[2]}"] = "-"
    answer = client.post(address, {**form, "step": "answer"}).json()
    assert answer["said"].startswith("1 stanza is complete")
    assert client.post(address, {**form, "step": "more"}).content.decode().count("data-row=") == 7
    sent = client.post(address, {**form, "step": "send"}, follow=True)
    assert "received and checked" in sent.content.decode()
    assert Game.objects.get(pk=game.pk).state == "reported"
    assert 'data-sent="page"' in sent.content.decode()
    assert '<div class="notice good">' in sent.content.decode()
    assert "<summary>Change the sheet</summary>" in sent.content.decode()


def test_a_sheet_with_an_error_is_answered_as_a_warning_that_says_what_and_where(
    cast: Cast, client: Client
) -> None:
    game = drawn_table(cast, cast.players[:3], stanzas=1)
    address = f"/events/{game.event.slug}/games/{game.number}/sheet/"
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    form = {"first": "1", "rows": "1", "key": "page", "step": "send"}
    for seat in (player.number for player in cast.players[:3]):
        form |= {f"bid-1-{seat}": "0", f"made-1-{seat}": "+"}
    page = client.post(address, form, follow=True).content.decode()
    assert Game.objects.get(pk=game.pk).state == "reported"
    assert "The scoresheet is received, with 1&nbsp;error." in page
    notice = page[page.index('<div class="notice warn" role="status">') :].partition("</div>")[0]
    assert "Stanza 1: All are said to have made" in notice
    assert "before the final sheet can be confirmed" in notice
    assert "notice good" not in page
    assert "A second person now compares" not in page
    assert "<summary>Change the sheet</summary>" not in page


@pytest.mark.both_databases
def test_a_report_by_scores_stands_in_the_grid_to_be_corrected_one_by_cards_does_not(
    cast: Cast, client: Client
) -> None:
    event = sanctioned_event(cast)
    game = open_table(cast, event, cast.players[:4])
    record = record_of(cast.players[:4])
    send_sheet(by=cast.director, game=game, sheet=typed_of(record))
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    address = f"/events/{event.slug}/games/1/sheet/"
    assert client.get(address).content.decode().count("data-row=") == len(record["stanzas"])
    game.refresh_from_db()
    reported(cast, game, record, key="cards")
    assert "reported card by card" in client.get(address).content.decode()
