"""A director's ruling at an event of slips: computed, kept, in the record, final where the book says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from saas_high_card.game import HIGH_CARD
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.offices.models.office import Office
from sanctioning.terms.services import appoint
from scoring.results.services.certification import confirm_result
from tests.cast import JANUARY, MARCH, Cast
from tests.support.appeals import appealed, bench_of, decided
from tests.support.refusals import refusal_of, refused
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tournaments.calls.selectors import calls_of
from tournaments.calls.services.calls import call_executor
from tournaments.formats.registry import registered
from tournaments.games.models import Game
from tournaments.justice.appeals.services.appealing import appeal, waive_step
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.permissions import may_rule
from tournaments.justice.rulings.selectors.rulings import (
    RulingPage,
    ruling_at,
    ruling_page,
    rulings_at,
    rulings_of,
)
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.reports.models.report import Report
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.services.slips import close_event, report_slip, sign_slip
from tournaments.tables.models.sheet import Sheet

EVENING = {"level": "open", "days": [[2, 2]], "moves": "circle", "pattern": "sample"}
REVOKE = "military-whist-revoke"
HERE = "d1-before-1"
SAID: dict[str, Any] = {
    "irregularity": REVOKE,
    "facts": {"team": "1", "found": "late"},
    "what": "A club under the spade.",
    "reason": "It was found after the trick.",
}


@pytest.fixture
def game(cast: Cast) -> Game:
    """Three tables of Military Whist."""
    event = team_event(cast, "military-whist", "alberta-55-plus")
    return seat_in_order(cast, event, enter_teams(cast, event, 3), EVENING)


@pytest.fixture
def evening(cast: Cast) -> Iterator[Game]:
    """Two pairs at one table of a game whose book leaves the ladder of appeals open."""
    with registered(HIGH_CARD):
        event = team_event(cast, "high-card", "high-card-1")
        yield seat_in_order(cast, event, enter_teams(cast, event, 2), {"cards": 1})


def ruled(cast: Cast, game: Game, irregularity: str = REVOKE, **more: Any) -> Ruling:
    arguments: dict[str, Any] = {
        "what": "The second club was found under the spade.",
        "reason": "It was found after the trick.",
        "facts": {"place": HERE, "team": "1", "found": "late"},
        **more,
    }
    return rule_on(by=cast.executor, game=game, irregularity=irregularity, at=MARCH, **arguments)


def peeked(cast: Cast, game: Game, **more: Any) -> Ruling:
    facts = {"place": "r1-t1", "team": "1", "times": "3"}
    return ruled(cast, game, "high-card-peeked", **{"facts": facts, **more})


def count(cast: Cast, game: Game) -> None:
    """The first slip of the event is handed in."""
    place, due = next(iter(folder_of(game).due.items()))
    typed = dict.fromkeys((field.name for field in due.fields), 5 if game.event.format == "high-card" else 12)
    report_slip(by=cast.director, game=game, place=place, typed=typed, idempotency_key=place, at=MARCH)


def page_of(cast: Cast, game: Game) -> RulingPage:
    """Of the first ruling, as its page has it."""
    ruling = ruling_at(game=game, number=1)
    assert ruling is not None
    return ruling_page(ruling=ruling, asker=cast.executor)


def in_record(game: Game) -> list[str]:
    return list(record_so_far(folder_of(game)).get("rulings", ()))


@pytest.mark.both_databases
def test_the_engine_says_what_follows_and_the_site_keeps_it(cast: Cast, game: Game) -> None:
    ruling = ruled(cast, game)
    assert (ruling.kind, ruling.section, ruling.number) == ("irregularity", "M-22/9g", 1)
    assert ruling.facts == {"place": HERE, "team": "1", "found": "late"}
    assert ruling.outcome["kinds"] == {"awarded": True}
    page = page_of(cast, game)
    assert page.line.name == "A revoke"
    assert page.effect.said == ("The opponents are awarded 2 tricks at the end of the hand.",)
    assert AuditEntry.objects.get(action="rule").why == "It was found after the trick."


def test_those_of_the_table_are_told_and_nobody_else(cast: Cast, game: Game) -> None:
    ruling = ruled(cast, game)
    people = {player.person for player in ruling.concerned.select_related("person")}
    assert people == set(cast.players[:4])
    messages = Message.objects.filter(kind="ruling-given").values_list("to", flat=True)
    assert set(messages) <= {person.pk for person in people}
    nowhere = ruled(cast, game, "military-whist-misdeal", facts={"cause": "faced-card"})
    assert nowhere.concerned.count() == 0


@pytest.mark.both_databases
def test_a_ruling_stands_in_the_record_and_in_its_check_from_then_on(cast: Cast, game: Game) -> None:
    count(cast, game)
    before = Sheet.objects.get(game=game).check_document
    ruling = ruled(cast, game)
    [line] = in_record(game)
    assert line == (
        "Ruling 1 (M-22/9g, d1-before-1): The second club was found under the spade. "
        "It was found after the trick."
    )
    assert Sheet.objects.get(game=game).check_document["findings"] == before["findings"]
    ruled(cast, game, supersedes=ruling, facts={"place": HERE, "team": "1", "found": "in-time"})
    assert [line[:9] for line in in_record(game)] == ["Ruling 2 "]
    listed = rulings_of(game=game, asker=cast.players[0]) or ()
    assert [(line.number, line.superseded) for line in listed] == [(2, False), (1, True)]
    assert [ruling.number for ruling in rulings_at(game, HERE)] == [2]


def test_a_question_without_a_form_says_where_it_arose(cast: Cast, game: Game) -> None:
    ruling = ruled(cast, game, "", section="11", facts={"place": HERE})
    assert (ruling.kind, ruling.facts, ruling.outcome) == ("play", {"place": HERE}, {})
    assert ruling.concerned.count() == 4


@pytest.mark.parametrize(
    ("irregularity", "facts", "field"),
    [
        ("revoke", {}, "irregularity"),
        ("bid-whist-wrong-call", {}, "irregularity"),
        (REVOKE, {"found": "late"}, "team"),
        (REVOKE, {"team": "1"}, "found"),
        (REVOKE, {"team": "9", "found": "late"}, "team"),
        (REVOKE, {"team": "2", "place": HERE, "found": "late"}, "team"),
        (REVOKE, {"team": "1", "place": "d9-before-1", "found": "late"}, "place"),
        (REVOKE, {"team": "1", "found": "late", "card": "9C"}, "card"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    cast: Cast, game: Game, irregularity: str, facts: dict[str, str], field: str
) -> None:
    refusal = refusal_of(partial(ruled, cast, game, irregularity, facts=facts))
    assert (refusal.status, refusal.facts["field"]) == (422, field)
    assert not Ruling.objects.exists()


def test_where_his_ruling_is_final_whoever_runs_the_event_rules(cast: Cast, game: Game) -> None:
    """M-12, B-1, C-33: the leader of the evening is the final authority."""
    call = call_executor(by=cast.players[0], game=game, kind="irregularity", at=MARCH)
    assert may_rule(cast.director, game)
    ruling = rule_on(by=cast.director, game=game, call=call, at=MARCH, **SAID)
    assert (ruling.by.person, ruling.by.office) == (cast.director, Office.DIRECTOR)
    call.refresh_from_db()
    assert (call.ended, call.ended_by) == ("answered", cast.director)
    calls = calls_of(game=game, asker=cast.director)
    assert calls is not None
    assert calls.may_answer
    mended = rule_on(by=cast.executor, game=game, supersedes=ruling, at=MARCH, **SAID)
    assert mended.by.office == Office.ACTING_EXECUTOR


def test_nobody_else_rules(cast: Cast, game: Game) -> None:
    sentence = refused("not-allowed", rule_on, by=cast.players[0], game=game, **SAID)
    assert "10b" in sentence.rule


def test_a_director_who_plays_there_does_not_rule(cast: Cast, game: Game) -> None:
    player, club = cast.players[0], game.event.club
    since = JANUARY.date()
    appoint(by=cast.managing, person=player, office=Office.DIRECTOR, club=club, first_day=since, at=JANUARY)
    assert not may_rule(player, game)
    refused("not-allowed", rule_on, by=player, game=game, **SAID)


def test_where_the_book_leaves_the_ladder_open_its_executor_alone_rules(cast: Cast, evening: Game) -> None:
    assert not may_rule(cast.director, evening)
    refusal = refusal_of(
        partial(rule_on, by=cast.director, game=evening, section="1", what="So.", reason="So.")
    )
    assert (refusal.code, refusal.rule[:2]) == ("not-allowed", "IV")


def test_where_the_book_says_so_there_is_no_appeal(cast: Cast, game: Game) -> None:
    refusal = refused(
        "ruling-final", appeal, by=cast.players[0], ruling=ruled(cast, game), grounds="I had no club."
    )
    assert "Military Whist" in refusal.sentence
    assert "10b" in refusal.rule


@pytest.mark.parametrize(
    ("decision", "facts", "lines"),
    [
        ("upheld", {}, 1),
        ("overturned", {}, 0),
        ("varied", {"place": "r1-t1", "team": "1", "times": "1"}, 1),
    ],
)
def test_where_the_book_is_silent_the_ladder_is_open(
    cast: Cast, evening: Game, decision: str, facts: dict[str, str], lines: int
) -> None:
    """A ruling that falls leaves the record; one that is varied follows from the judges' facts."""
    bench_of(cast)
    count(cast, evening)
    this_appeal = appealed(cast, peeked(cast, evening))
    decided(this_appeal, decision, facts=facts)
    assert len(in_record(evening)) == 1
    for player in cast.players[:4]:
        waive_step(by=player, appeal=this_appeal, at=MARCH)
    assert len(in_record(evening)) == lines
    if decision == "varied":
        [line] = rulings_of(game=evening, asker=cast.executor) or ()
        page = page_of(cast, evening)
        assert line.on_appeal == "varied"
        assert page.effect.said == ("The other pair gets 2 points.",)
        assert page.stands is not None
        assert page.stands.said == ("The pair is warned.",)


def test_a_ruling_after_the_close_makes_a_new_version_that_is_confirmed_again(
    cast: Cast, evening: Game
) -> None:
    typed = {"team-1": 4, "team-2": 6}
    slip = report_slip(
        by=cast.players[0], game=evening, place="r1-t1", typed=typed, idempotency_key="k", at=MARCH
    )
    sign_slip(by=cast.players[2], slip=slip, at=MARCH)
    close_event(by=cast.director, game=evening, at=MARCH)
    confirm_result(by=cast.players[1], game=evening, at=MARCH)
    peeked(cast, evening)
    evening.refresh_from_db()
    assert evening.state == Game.State.REPORTED
    report = Report.objects.get(game=evening, current=True)
    assert report.version == 2
    assert json.loads(bytes(report.record))["rulings"] == in_record(evening)
