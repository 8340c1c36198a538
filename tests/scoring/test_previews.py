"""A preview says what would have happened: held to the same season played under the draft itself."""

from __future__ import annotations

import copy
import datetime as dt
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Max, Sum
from django.test.utils import CaptureQueriesContext

from sanctioning.articles import EXAMPLE_ARTICLES
from sanctioning.models import Articles, Job, Person
from sanctioning.refusal import Refusal
from sanctioning.services.jobs import JobLost, claim, run_job
from sanctioning.services.law import adopt_law, draft_law, edit_law
from sanctioning.services.merging import merge_people
from sanctioning.services.people import register_person
from scoring.demo.records import as_file
from scoring.models import (
    Award,
    Certificate,
    Certification,
    DegreeHeld,
    LedgerEntry,
    Preview,
    PreviewGame,
    PreviewPerson,
)
from scoring.previewing import games as game_part
from scoring.previewing import people as people_part
from scoring.services import previews
from scoring.services.certificates import replace_certificate
from scoring.services.corrections import correct_result
from scoring.services.previews import (
    ask_for_preview,
    cancel_preview,
    carry_out_preview,
    job_of,
    resume_preview,
    years_before,
)
from scoring.services.recordings import record_certificates
from tests.cast import JANUARY, MARCH, Cast, certified, record_of, sanctioned_event

DAY = dt.timedelta(days=1)
JUNE = MARCH + 90 * DAY
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


def changed(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(EXAMPLE_ARTICLES), **changes}


def halved() -> dict[str, Any]:
    """Half the points at playoffs, so that degrees come later, and more at restricted games."""
    body = changed()
    scales = body["scales"]
    scales["series-playoff-consolation"]["tournament"]["points"] = {
        "3-4": ["8.0"],
        "5-7": ["12.0", "7.0"],
        "8-10": ["16.0", "10.0", "6.0"],
    }
    scales["restricted"]["club-game"]["points"]["3-4"] = ["17.5"]
    return body


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
    found = Certificate.objects.filter(
        person=person, kind="rating-points", award__standing__certification__game__in=games
    ).order_by("award", "number")
    papers = list({paper.award_id: paper for paper in found}.values())
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
    said = {}
    for person in cast.players:
        won = Award.objects.filter(standing__person=person).aggregate(p=Sum("points"), b=Sum("blue"))
        recorded = LedgerEntry.objects.filter(person=person, book="recorded").aggregate(
            p=Sum("points"), b=Sum("blue")
        )
        rank = DegreeHeld.objects.filter(person=person, until=None).aggregate(top=Max("rank"))["top"]
        zero = Decimal("0.0")
        said[person.number] = (
            won["p"] or zero,
            won["b"] or zero,
            recorded["p"] or zero,
            recorded["b"] or zero,
            -1 if rank is None else rank,
        )
    return said


def played_under(cast: Cast, body: dict[str, Any], seed: int) -> Books:
    """The season as it goes when the body is in force from the start; then taken back."""
    with transaction.atomic():
        version = draft_law(by=cast.managing, law=Articles, title="Of the oracle", body=body, at=JANUARY)
        adopt_law(by=cast.managing, version=version, first_day=(JANUARY + DAY).date(), at=JANUARY)
        season(cast, seed)
        said = books(cast)
        transaction.set_rollback(True)
    return said


def preview_of(cast: Cast, body: dict[str, Any], at: dt.datetime = JUNE) -> Preview:
    draft = draft_law(by=cast.managing, law=Articles, title="A draft", body=body, at=at)
    preview = ask_for_preview(by=cast.managing, articles=draft, at=at)
    assert run_job(job_of(preview).pk)
    preview.refresh_from_db()
    assert preview.finished_at is not None, job_of(preview).error
    return preview


def as_books(preview: Preview, now: Books, *, draft: bool) -> Books:
    """What the preview says of everybody; who has no line has no difference."""
    said = dict(now)
    for line in preview.lines.select_related("person"):
        side = "draft" if draft else "now"
        said[line.person.number] = (
            getattr(line, f"won_{side}"),
            getattr(line, f"won_blue_{side}"),
            getattr(line, f"recorded_{side}"),
            getattr(line, f"recorded_blue_{side}"),
            getattr(line, f"rank_{side}"),
        )
    return said


@pytest.mark.parametrize(
    ("name", "seed"),
    [("half", 2), ("less", 1), ("less", 2), ("more", 1), ("more", 3), ("hands", 1), ("ties", 2), ("same", 1)],
)
def test_it_is_what_happens_when_the_draft_is_in_force(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, name: str, seed: int
) -> None:
    monkeypatch.setattr(game_part, "BATCH", 2)
    monkeypatch.setattr(people_part, "BATCH", 2)
    body = DRAFTS[name]()
    oracle = played_under(cast, body, seed)
    season(cast, seed)
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


@pytest.fixture
def playoffs(cast: Cast) -> Cast:
    """Four tables of a playoff; the winner recorded the first two, 32.0 points, and became Master."""
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    for _ in range(4):
        certified(cast, event, cast.players[:4])
    codes = list(Certificate.objects.order_by("number").values_list("code", flat=True)[:2])
    record_certificates(by=cast.registrar, person=cast.players[0], codes=codes, at=MARCH + DAY)
    return cast


def drafted(cast: Cast, body: dict[str, Any] | None = None, at: dt.datetime = JUNE) -> Articles:
    return draft_law(by=cast.managing, law=Articles, title="A draft", body=body or halved(), at=at)


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


def test_a_corrected_result_counts_as_it_is_now(playoffs: Cast) -> None:
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


class TestWork:
    """Cancelled, killed, overtaken: what was done stays, once."""

    @pytest.fixture(autouse=True)
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(game_part, "BATCH", 1)

    def stopping(self, monkeypatch: pytest.MonkeyPatch, after: int, act: Callable[[], object]) -> None:
        """Something happens before the work comes to a game."""
        seen: list[object] = []
        inner = game_part.differing

        def differing(*args: Any) -> Any:
            seen.append(args)
            if len(seen) == after:
                act()
            return inner(*args)

        monkeypatch.setattr(previews, "differing", differing)

    def complete(self, preview: Preview) -> None:
        preview.refresh_from_db()
        assert (preview.games, preview.people) == (4, 1)
        assert (preview.differing_games.count(), preview.placings.count(), preview.lines.count()) == (4, 4, 1)
        assert preview.totals is not None
        assert preview.totals["won_draft"] == "32.0"

    def test_cancelled_and_gone_on_with(self, playoffs: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        preview = ask_for_preview(by=playoffs.managing, articles=drafted(playoffs), at=JUNE)
        self.stopping(monkeypatch, 3, lambda: cancel_preview(by=playoffs.managing, preview=preview))
        run_job(job_of(preview).pk)
        preview.refresh_from_db()
        assert (job_of(preview).state, preview.games, preview.finished_at) == ("cancelled", 2, None)
        assert preview.placings.count() == 2
        resume_preview(by=playoffs.managing, preview=preview)
        assert run_job(job_of(preview).pk)
        self.complete(preview)

    def test_a_killed_worker_leaves_nothing_doubled(
        self, playoffs: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        preview = ask_for_preview(by=playoffs.managing, articles=drafted(playoffs), at=JUNE)
        dying = claim(job_of(preview).pk)
        assert dying is not None

        def die() -> None:
            raise KeyboardInterrupt

        self.stopping(monkeypatch, 3, die)
        with pytest.raises(KeyboardInterrupt):
            carry_out_preview(dying)
        Job.objects.filter(state="running").update(lease_until=JUNE)
        assert run_job(job_of(preview).pk)
        self.complete(preview)
        with pytest.raises(JobLost):
            carry_out_preview(dying)
        self.complete(preview)

    def test_the_same_text_is_not_previewed_twice_at_once(self, playoffs: Cast) -> None:
        draft = drafted(playoffs)
        preview = ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE)
        with pytest.raises(Refusal) as refusal:
            ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE)
        assert refusal.value.code == "preview-being-made"
        run_job(job_of(preview).pk)
        assert ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE) != preview

    def test_it_keeps_the_text_that_it_is_of(self, playoffs: Cast) -> None:
        draft = drafted(playoffs)
        preview = ask_for_preview(by=playoffs.managing, articles=draft, at=JUNE)
        edit_law(by=playoffs.managing, version=draft, edit=1, title="Other", body=changed(), at=JUNE)
        run_job(job_of(preview).pk)
        self.complete(preview)
        assert preview.edit == 1

    def test_only_drafts_and_only_the_managing_executor(self, playoffs: Cast) -> None:
        with pytest.raises(Refusal) as refusal:
            ask_for_preview(by=playoffs.managing, articles=playoffs.articles, at=JUNE)
        assert refusal.value.code == "not-a-draft"
        draft = drafted(playoffs)
        for stranger in (playoffs.registrar, playoffs.executor, playoffs.director):
            with pytest.raises(Refusal) as refusal:
                ask_for_preview(by=stranger, articles=draft, at=JUNE)
            assert refusal.value.code == "not-allowed"


def test_a_batch_asks_the_same_with_few_and_with_many(playoffs: Cast) -> None:
    def asked() -> int:
        preview = ask_for_preview(by=playoffs.managing, articles=drafted(playoffs), at=JUNE)
        with CaptureQueriesContext(connection) as captured:
            run_job(job_of(preview).pk)
        preview.refresh_from_db()
        assert preview.finished_at is not None
        return len(captured)

    few = asked()
    event = sanctioned_event(
        playoffs, name="More", level="series-playoff-consolation", event_type="tournament"
    )
    for shift in range(5):
        certified(playoffs, event, [*playoffs.players[shift:9], *playoffs.players[:shift]][:4])
    codes = Certificate.objects.filter(state="issued", kind="rating-points").values_list("code", "person")
    for code, person in list(codes):
        record_certificates(
            by=playoffs.registrar, person=Person.objects.get(pk=person), codes=[code], at=MARCH + DAY
        )
    assert asked() == few
