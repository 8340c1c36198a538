"""A preview says what would have happened: held to the same season played under the draft itself."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Max, Sum

from sanctioning.kit.jobs.services.jobs import run_job
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import replace_certificate
from scoring.demo.sample_records import as_file
from scoring.ledger.models.ledger import LedgerEntry
from scoring.previews import games_by_draft, people_by_draft
from scoring.previews.models import Preview, PreviewGame, PreviewPerson
from scoring.previews.services.previews import ask_for_preview, job_of, years_before
from scoring.recordings.models import DegreeHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Award, Certification
from scoring.results.services.corrections import correct_result
from tests.cast import JANUARY, MARCH, Cast, certified, make_cast, record_of, sanctioned_event
from tests.scoring.previews.drafts import DAY, JUNE, changed, halved
from tests.support.kept import Kept

Books = dict[str, tuple[Decimal, Decimal, Decimal, Decimal, int]]
TABLES = (
    ("series-playoff-consolation", "tournament", (0, 1, 2, 3), "sample-4-players"),
    ("open", "club-game", (0, 1, 2, 3, 4, 5, 6), "sample-score-level"),
    ("series-playoff-consolation", "tournament", (0, 2, 1, 3), "sample-4-players"),
    ("restricted", "club-game", (7, 4, 5, 6), "sample-4-players"),
    ("special-event", "tournament", (2, 3, 4, 5, 6, 7, 8), "sample-score-level"),
    ("open", "tournament", (4, 5, 6), "sample-3-players"),
    ("special-event", "club-game", (0, 1, 2), "sample-3-players"),
)


def tiny() -> dict[str, Any]:
    """A playoff alone makes nobody a Junior Master."""
    body = halved()
    body["scales"]["series-playoff-consolation"]["tournament"]["points"]["3-4"] = ["0.9"]
    body["scales"]["series-playoff-consolation"]["tournament"]["blue"]["3-4"] = ["0.9"]
    return body


def generous() -> dict[str, Any]:
    """Much for two places at open club games, and blue points there; special events pay nothing."""
    body = changed(table_size="finals")
    body["scales"]["open"]["club-game"] = {
        "points": {"3-4": ["30.0"], "5-7": ["26.0", "24.9"], "8-10": ["30.0", "20.0", "10.0"]},
        "blue": {"5-7": ["2.0", "2.0"]},
    }
    nothing: dict[str, Any] = {"points": {"3-4": [], "5-7": [], "8-10": []}, "blue": {}}
    body["scales"]["special-event"] = {"club-game": nothing, "tournament": nothing}
    return body


DRAFTS: dict[str, Callable[[], dict[str, Any]]] = {
    "half": halved,
    "less": tiny,
    "more": generous,
    "hands": lambda: changed(least_player_hands=56),
    "ties": lambda: changed(tie_rule="whole", table_size="finals"),
    "same": changed,
}


def season(cast: Cast, seed: int) -> None:
    """Tables of three to seven, and certificates sent in by a plan of its own that knows only placings."""
    dice = random.Random(seed)
    played = []
    for index, (level, event_type, seats, name) in enumerate(TABLES):
        at = MARCH + index * 5 * DAY
        event = sanctioned_event(cast, name=f"Event {index}", level=level, event_type=event_type, at=at)
        players = [cast.players[seat] for seat in seats]
        played.append(certified(cast, event, players, name=name, at=at).game_id)
        for player in dice.sample(range(9), 8):
            games = [game for game in played if dice.random() < 0.7]
            lost, spoilt = dice.random() < 0.2, dice.random() < 0.1
            send_in(cast, player, games, at + DAY, lost=lost, spoilt=spoilt)


def send_in(cast: Cast, player: int, games: list[int], at: dt.datetime, *, lost: bool, spoilt: bool) -> None:
    """The newest certificate of each of these placings, where there is one."""
    person = cast.players[player]
    certificates = Certificate.objects.filter(
        person=person, kind="rating-points", award__standing__certification__game__in=games
    ).order_by("award", "number")
    papers = list({paper.award_id: paper for paper in certificates}.values())
    if lost and papers and papers[0].state in ("issued", "mutilated") and papers[0].replaces is None:
        papers[0] = replace_certificate(by=cast.registrar, certificate=papers[0], why="Lost.", at=at)
    if papers:
        record_certificates(
            by=cast.registrar,
            person=person,
            codes=[paper.code for paper in papers],
            mutilated=[papers[-1].code] if spoilt else [],
            at=at + dt.timedelta(hours=1),
        )


def books(cast: Cast) -> Books:
    """What everybody won, recorded and became."""
    figures = {}
    for person in cast.players:
        won = Award.objects.filter(standing__person=person).aggregate(p=Sum("points"), b=Sum("blue"))
        recorded = LedgerEntry.objects.filter(person=person, book="recorded").aggregate(
            p=Sum("points"), b=Sum("blue")
        )
        rank = DegreeHeld.objects.filter(person=person, until=None).aggregate(top=Max("rank"))["top"]
        zero = Decimal("0.0")
        figures[person.number] = (
            won["p"] or zero,
            won["b"] or zero,
            recorded["p"] or zero,
            recorded["b"] or zero,
            -1 if rank is None else rank,
        )
    return figures


def played_under(body: dict[str, Any], seed: int) -> Books:
    """The season as it goes when the body is in force from the start; then taken back."""
    with transaction.atomic():
        cast = make_cast()
        version = draft_law(by=cast.managing, law=Articles, title="Of the oracle", body=body, at=JANUARY)
        adopt_law(by=cast.managing, version=version, first_day=(JANUARY + DAY).date(), at=JANUARY)
        season(cast, seed)
        figures = books(cast)
        transaction.set_rollback(True)
    return figures


def preview_of(cast: Cast, body: dict[str, Any], at: dt.datetime = JUNE) -> Preview:
    draft = draft_law(by=cast.managing, law=Articles, title="A draft", body=body, at=at)
    preview = ask_for_preview(by=cast.managing, articles=draft, at=at)
    assert run_job(job_of(preview).pk)
    preview.refresh_from_db()
    assert preview.finished_at is not None, job_of(preview).error
    return preview


def as_books(preview: Preview, now: Books, *, draft: bool) -> Books:
    """What the preview says of everybody; who has no line has no difference."""
    figures = dict(now)
    for line in preview.lines.select_related("person"):
        side = "draft" if draft else "now"
        figures[line.person.number] = (
            getattr(line, f"won_{side}"),
            getattr(line, f"won_blue_{side}"),
            getattr(line, f"recorded_{side}"),
            getattr(line, f"recorded_blue_{side}"),
            getattr(line, f"rank_{side}"),
        )
    return figures


@cache
def kept_season(seed: int) -> Kept[Cast]:
    """The season under the Articles in force, which several drafts are held against."""

    def build() -> Cast:
        cast = make_cast()
        season(cast, seed)
        return cast

    return Kept(build, finished=True)


@pytest.mark.xdist_group("previews")
@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *(("less", 1), ("more", 1), ("hands", 1), ("same", 1)),
        *(("half", 2), ("less", 2), ("ties", 2), ("more", 3)),
    ],
)
def test_it_is_what_happens_when_the_draft_is_in_force(
    db: None, monkeypatch: pytest.MonkeyPatch, name: str, seed: int
) -> None:
    monkeypatch.setattr(games_by_draft, "BATCH", 2)
    monkeypatch.setattr(people_by_draft, "BATCH", 2)
    body = DRAFTS[name]()
    oracle = played_under(body, seed)
    cast = kept_season(seed)()
    now = books(cast)
    preview = preview_of(cast, body)
    assert as_books(preview, now, draft=False) == now
    assert as_books(preview, now, draft=True) == oracle
    assert books(cast) == now
    if name == "same":
        assert (PreviewGame.objects.count(), PreviewPerson.objects.count()) == (0, 0)
    elif name in ("less", "more"):
        won, recorded = (sum(oracle[number][at] != now[number][at] for number in now) for at in (0, 2))
        assert min(won, recorded) > 0, "the seasons must differ"


def test_it_says_which_games_which_points_and_which_degrees(playoffs: Cast) -> None:
    preview = preview_of(playoffs, halved())
    [line] = preview.lines.all()
    assert (line.person, line.won_now, line.won_draft) == (playoffs.players[0], Decimal(64), Decimal(32))
    assert (line.recorded_now, line.recorded_draft) == (Decimal(32), Decimal(16))
    assert (line.rank_now, line.rank_draft) == (2, 1)
    assert preview.totals is not None
    assert {
        name: preview.totals[name] for name in ("games", "games_differing", "people", "degrees_lower")
    } == {
        "games": 4,
        "games_differing": 4,
        "people": 1,
        "degrees_lower": 1,
    }
    assert (preview.totals["won_now"], preview.totals["won_draft"]) == ("64.0", "32.0")


def test_a_level_without_a_scale_brings_nothing_and_says_so(playoffs: Cast) -> None:
    body = changed()
    del body["scales"]["series-playoff-consolation"]
    preview = preview_of(playoffs, body)
    assert {game.trouble for game in preview.differing_games.all()} == {
        "These Articles have no award scale for level series-playoff-consolation, type tournament."
    }
    [line] = preview.lines.all()
    assert (line.won_draft, line.recorded_draft, line.rank_draft) == (Decimal(0), Decimal(0), 0)


def test_only_the_two_years_before_count(playoffs: Cast) -> None:
    later = MARCH.replace(year=MARCH.year + 2) + DAY
    preview = preview_of(playoffs, halved(), at=later)
    assert (preview.games, preview.lines.count()) == (0, 0)
    assert years_before(dt.date(2028, 2, 29)) == dt.date(2026, 2, 28)


def test_a_merged_record_counts_with_the_one_that_is_kept(playoffs: Cast) -> None:
    kept = register_person(by=playoffs.registrar, given_names="A.", family_name="Ash", at=MARCH)
    merge_people(
        by=playoffs.registrar,
        kept=kept,
        merged=playoffs.players[0],
        reason="The same hand.",
        at=MARCH + 2 * DAY,
    )
    [line] = preview_of(playoffs, halved()).lines.all()
    assert line.person == kept
    assert (line.won_now, line.won_draft, line.recorded_now, line.recorded_draft) == (64, 32, 32, 16)
    assert (line.rank_now, line.rank_draft) == (2, 1)


def correct_the_first(playoffs: Cast) -> None:
    """The first table is corrected so that the second player wins it."""
    game = Certification.objects.order_by("pk")[0].game
    record = record_of([playoffs.players[1], playoffs.players[0], *playoffs.players[2:4]])
    correct_result(
        by=playoffs.managing,
        game=game,
        data=as_file(record),
        ruling="Appeal 1",
        why="The names were exchanged.",
        idempotency_key="right",
        at=MARCH + 2 * DAY,
    )


def test_a_correction_in_the_two_years_brings_no_game_in_that_was_held_before(playoffs: Cast) -> None:
    correct_the_first(playoffs)
    later = MARCH.replace(year=MARCH.year + 2) + DAY
    assert preview_of(playoffs, halved(), at=later).games == 0


def test_a_corrected_result_counts_as_it_is_now(playoffs: Cast) -> None:
    correct_the_first(playoffs)
    now = {person: points for person, points, *_ in recorded_and_won(playoffs)}
    lines = {line.person: line for line in preview_of(playoffs, halved()).lines.all()}
    assert {person: line.won_now for person, line in lines.items()} == now
    assert {person: line.won_draft for person, line in lines.items()} == {
        playoffs.players[0]: Decimal(24),
        playoffs.players[1]: Decimal(8),
    }


def recorded_and_won(cast: Cast) -> list[tuple[Any, Decimal]]:
    """From the ledger, corrections included, who won what."""
    people = [(person, LedgerEntry.objects.filter(person=person, book="awarded")) for person in cast.players]
    sums = [(person, entries.aggregate(points=Sum("points"))["points"]) for person, entries in people]
    return [(person, points) for person, points in sums if points]
