"""A ruling that a slip does not keep: found at once, proposed on the slip, in the report until settled."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.cast import MARCH, Cast
from tests.support.columbus import columbus_event, hand_in, seat
from tests.support.team_events import enter_teams, seat_in_order, signed_in, team_event
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import take_report
from tournaments.slips.event_folders import folder_of, is_signed
from tournaments.slips.selectors.slips import slip_line
from tournaments.slips.services.slips import close_event, report_slip, sign_slip

PLACE = "g1-t1"
WON: dict[str, Any] = {"hands": [{"bid": "5", "by": "1", "books": 11}], "first-club": "1"}
FOUND = "Ruling 1 awards the game to the opponents of team 1; the sheet does not."
EVENING = {"level": "open", "days": [[2]], "moves": "circle", "pattern": "sample"}


def renege(cast: Cast, game: Game, **more: Any) -> Ruling:
    return rule_on(
        by=cast.director,
        game=game,
        irregularity="columbus-whist-renege",
        facts={"place": PLACE, "team": "1", "found": "yes", "hand": "1"},
        what="A club under the spade.",
        reason="Turned over.",
        at=MARCH,
        **more,
    )


def findings(cast: Cast, game: Game) -> list[str]:
    line = slip_line(Game.objects.get(pk=game.pk), PLACE, cast.director)
    assert line is not None
    return [finding["message"] for finding in line.findings]


def test_a_sheet_that_gives_the_game_to_the_offender(cast: Cast) -> None:
    """C-9, C-27, C-33: found while it stands, and mended as it is proposed."""
    event, teams = columbus_event(cast, 2)
    game = seat(cast, event, teams, [[1, 2]])
    hand_in(game, PLACE, teams, WON)
    assert not findings(cast, game)
    renege(cast, game)
    assert findings(cast, game) == [FOUND]
    director = signed_in(cast.director)
    address = f"/events/{event.slug}/slips/{PLACE}/"
    page = director.get(address).content.decode()
    assert FOUND.replace("team 1", "team Team 1") in page
    assert f'href="/events/{event.slug}/games/1/rulings/1/"' in page
    assert 'href="?as-ruled=1"' in page
    form = director.get(f"{address}?as-ruled=1").context["form"]
    typed = {
        cell.name: cell.value for grid in form.grids for row in grid.rows for cell in row.cells if cell.value
    }
    assert typed["wrong-1-kind"] == "renege"
    assert "hands-1-books" not in typed
    assert form.initial["reason"] == "As ruled (ruling 1)."
    director.post(address, {**typed, "first-club": "1", "key": "k", "replaces": "1", "reason": "As ruled."})
    assert not findings(cast, game)
    assert game.slips.get(version=2).body["wrong"][0]["turned"] == "director"
    seen = signed_in(teams[0].members.get(letter="A").entry.person).get(address).content.decode()
    assert "awards the game" not in seen


def test_a_ruling_on_another_question_is_held_against_no_sheet(cast: Cast) -> None:
    event, teams = columbus_event(cast, 2)
    game = seat(cast, event, teams, [[1, 2]])
    hand_in(game, PLACE, teams, WON)
    rule_on(
        by=cast.director,
        game=game,
        section="C-33/CLOSING",
        facts={"place": PLACE, "team": "1"},
        what="They asked for another table.",
        reason="The tables are as they were drawn.",
        at=MARCH,
    )
    assert not findings(cast, game)


@pytest.mark.both_databases
def test_what_stands_otherwise_is_in_the_report_until_it_is_settled(cast: Cast) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    game = seat_in_order(cast, event, enter_teams(cast, event, 2), EVENING)
    for place, flags in (("before", 12), ("after", 12)):
        for table in (1, 2):
            report_slip(
                by=cast.players[4 * table - 4],
                game=game,
                place=f"d1-{place}-{table}",
                typed={"flags": flags},
                idempotency_key=f"{place}{table}",
                at=MARCH,
            )
    facts = {"visitors": 6}
    for at in (1, 2):
        report_slip(
            by=cast.director, game=game, place=f"h1-t{at}", typed=facts, idempotency_key=f"h{at}", at=MARCH
        )
    rule_on(
        by=cast.director,
        game=game,
        irregularity="military-whist-revoke",
        facts={"place": "h1-t1", "team": "2", "found": "late"},
        what="A revoke.",
        reason="Found late.",
        at=MARCH,
    )
    page = signed_in(cast.director).get(f"/events/{event.slug}/slips/?only=troubled").content.decode()
    assert "a revoke of team Team 2; the slip does not" in page
    desk = signed_in(cast.executor)

    def found_otherwise() -> list[Any]:
        findings = desk.get("/executor/").context["desk"].findings
        return [finding for finding in findings if finding.code == "not-as-ruled"]

    [waits] = found_otherwise()
    assert (waits.code, waits.stanza, waits.trick, waits.player) == ("not-as-ruled", None, None, "")
    with transaction.atomic():
        address = f"/executor/{event.slug}/{game.number}/settle/"
        desk.post(address, {"mark": waits.mark, "reason": "Both agree to the slip."})
        assert found_otherwise() == []
        close_all(cast, game)
        carried = Report.objects.get(game=game, current=True).findings.get(code="not-as-ruled")
        assert (carried.settled_by, carried.reason) == (cast.executor, "Both agree to the slip.")
        transaction.set_rollback(True)
    close_all(cast, game)
    finding = Report.objects.get(game=game, current=True).findings.get(code="not-as-ruled")
    assert (finding.severity, finding.rule, finding.settled_at) == ("error", "M-22/9g", None)
    whole = bytes(finding.report.record)
    by_hand = take_report(
        by=cast.director, game=game, data=whole + b"\n", idempotency_key="whole", reason="Retyped.", at=MARCH
    )
    assert by_hand != finding.report
    assert by_hand.findings.get(code="not-as-ruled").message == finding.message


def close_all(cast: Cast, game: Game) -> None:
    """Everything that is due stands and is signed; the tie for the first place is played off."""
    cuts = {"trump": "9C", "cut-1a": "AS", "cut-1b": "KS", "cut-2a": "QS", "cut-2b": "JS"}
    report_slip(
        by=cast.director,
        game=game,
        place="tie-1-2-hand-1",
        typed={**cuts, "dealer": "1A", "tricks": 8},
        idempotency_key="tie",
        at=MARCH,
    )
    folder = folder_of(Game.objects.get(pk=game.pk))
    for place, due in folder.due.items():
        if due.signed and place in folder.slips and not is_signed(folder.slips[place]):
            signer = cast.players[1] if folder.slips[place].reporter != cast.players[1] else cast.players[2]
            sign_slip(by=signer, slip=folder.slips[place], at=MARCH)
    close_event(by=cast.director, game=game, at=MARCH)
