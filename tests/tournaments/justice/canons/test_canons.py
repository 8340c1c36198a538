"""Canons: the steps of a ladder that goes on from event to event, and who sits out the next one he enters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from rules_engine.bid_whist.canons import Violation, suspended_from
from saas_high_card.game import HIGH_CARD
from sanctioning.bars.models import Bar
from sanctioning.bars.origins import origins_of
from sanctioning.bars.services import lift_bar
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast, make_cast, sanctioned_event
from tests.support.kept_steps import kept_step
from tests.support.racing import all_at_once
from tests.support.refusals import code_of as code
from tests.support.refusals import refused
from tests.support.team_events import newcomers, rules_of
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.formats.bid_whist.canons import CANONS
from tournaments.formats.canons import Canons
from tournaments.formats.registry import registered
from tournaments.justice.canon_steps.selectors import sitting_out
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.canons.selectors import canon_book, own_canons
from tournaments.justice.canons.services import note_violation, take_back_violation

GAME = replace(HIGH_CARD, slug="canon-game", title="Canon Game", canons=CANONS)
DAY = dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def canon_game() -> Iterator[None]:
    with registered(GAME):
        yield


@pytest.fixture
@kept_step
def weekends(cast: Cast) -> list[Event]:
    """Four events of the game, a week apart."""
    return events(cast)


def events(cast: Cast) -> list[Event]:
    rules_of(cast, GAME.slug, "canon-game-1")
    return [
        sanctioned_event(cast, name=f"Weekend {number}", format_slug=GAME.slug, at=MARCH + 7 * number * DAY)
        for number in range(4)
    ]


def named_by(person: Person, cast: Cast) -> dict[str, Any]:
    """A pair that a player names for an event."""
    return {"by": person, "name": "Trees", "players": {"A": person, "B": cast.players[9]}}


def enter(cast: Cast, event: Event, person: Person) -> Entry:
    return enter_event(by=cast.director, event=event, person=person, at=MARCH)


def late(cast: Cast, event: Event, person: Person, **more: Any) -> CanonStep:
    arguments = {"round": 1, "what": "Not seated.", "kind": "late-to-seat", "at": MARCH, **more}
    return note_violation(by=cast.director, event=event, person=person, **arguments)


def suspended(cast: Cast, event: Event, person: Person) -> CanonStep:
    """Somebody whose second disruption suspends him."""
    enter(cast, event, person)
    late(cast, event, person, kind="disruption", what="Loud.")
    return late(cast, event, person, kind="disruption", what="Loud again.")


def test_steps_go_on_from_event_to_event(cast: Cast, weekends: list[Event]) -> None:
    ash = cast.players[0]
    for event in weekends[:3]:
        enter(cast, event, ash)
    steps = [late(cast, event, ash) for event in weekends[:3]]
    assert [step.step for step in steps] == ["written-warning", "forfeit", "forfeit-and-suspension"]
    assert [step.earlier for step in steps] == [0, 1, 2]
    assert {step.rule for step in steps} == {"B-47/Canon 2"}
    words = [late(cast, event, ash, kind="words", what="“I pass.”") for event in weekends[:2]]
    assert [step.step for step in words] == ["warning", "warning"]
    messages = Message.objects.filter(kind="canon-step", to=ash)
    assert messages.count() == 5
    assert "written warning" in messages.order_by("pk")[0].text
    book = canon_book(weekends[1])
    assert [line.counts for line in book.lines] == [1, 2]
    assert len(book.earlier) == 3
    [player] = book.players
    assert player.next["late-to-seat"].startswith("forfeit of the game, and")


@pytest.mark.parametrize("picks", [(0,), (1, 0), (2, 1, 0), (0, 2), (3, 1, 2)])
def test_who_is_let_in_is_what_the_law_says(
    cast: Cast, weekends: list[Event], picks: tuple[int, ...]
) -> None:
    """Whoever wishes to enter events, in any order: let in is he where the law lets him."""
    before = sanctioned_event(cast, name="Before", format_slug=GAME.slug, at=MARCH - 7 * DAY)
    ash = cast.players[0]
    suspended(cast, before, ash)
    late(cast, before, ash, kind="disruption", what="Once more.")
    violations = [Violation("ash", "disruption", before.slug)] * 3
    for pick in [*picks, *picks, *picks]:
        with suppress(Refusal):
            enter(cast, weekends[pick], ash)
    days = [before.slug, *(weekends[pick].slug for pick in sorted(picks))]
    served, owed = suspended_from("ash", violations, days)
    shown = own_canons(ash)
    assert shown is not None
    [sits] = shown.sits_out
    assert sits.owed == owed
    assert len(sits.events) == len(served)
    for event in weekends:
        if event.slug in days:
            assert (event.slug in served) == bool(sitting_out(event, [ash]))


def test_an_exclusion_is_a_bar_from_the_event(cast: Cast, weekends: list[Event]) -> None:
    event, ash = weekends[0], cast.players[0]
    entry = enter(cast, event, ash)
    refusal = refused("canon-choice", partial(late, cast, event, ash), kind="late-appearance")
    assert refusal.facts == {"field": "choice"}
    refused("canon-choice", partial(late, cast, event, ash), kind="disruption", choice="exclude")
    step = late(cast, event, ash, kind="late-appearance", choice="exclude", what="He came at four.")
    assert (step.step, step.rule) == ("director", "B-46/Canon 1")
    refused("barred", check_in, by=cast.director, entry=entry)
    assert step.bar is not None
    assert step.bar.why == "B-46/Canon 1: He came at four."
    assert origins_of([step.bar.pk])[step.bar.pk].path == f"/events/{event.slug}/canons/"
    enter(cast, weekends[1], ash)
    take_back_violation(by=cast.director, step=step, why="His train.", at=MARCH)
    assert check_in(by=cast.director, entry=entry, at=MARCH).is_present
    assert Bar.objects.get().lifted_for == "His train."


def test_an_exclusion_whose_bar_was_lifted_is_still_taken_back(cast: Cast, weekends: list[Event]) -> None:
    event, ash = weekends[0], cast.players[0]
    enter(cast, event, ash)
    step = late(cast, event, ash, kind="late-appearance", choice="exclude")
    assert step.bar is not None
    lift_bar(by=cast.managing, bar=step.bar, why="For this once.", at=MARCH)
    take_back_violation(by=cast.director, step=step, why="His train.", at=MARCH)
    assert Bar.objects.get().lifted_for == "For this once."


def test_an_exclusion_runs_to_the_last_day_of_the_event(cast: Cast, weekends: list[Event]) -> None:
    event, ash = weekends[2], cast.players[0]
    enter(cast, event, ash)
    bar = late(cast, event, ash, kind="late-appearance", choice="exclude").bar
    assert bar is not None
    assert (bar.first_day, bar.last_day) == (MARCH.date(), event.last_day)


@pytest.mark.both_databases
def test_what_is_noted_stays_and_is_taken_back_from_the_last(cast: Cast, weekends: list[Event]) -> None:
    ash = cast.players[0]
    second = suspended(cast, weekends[0], ash)
    first = CanonStep.objects.order_by("pk")[0]
    take = partial(take_back_violation, by=cast.director, at=MARCH)
    assert code(partial(take, step=first, why="Not he.")) == "counted-on"
    assert code(partial(take, step=second, why=" ")) == "reason-missing"
    assert code(partial(take, step=second, why="Not he.", by=cast.outsider)) == "not-allowed"
    take(step=second, why="Not he.")
    assert code(partial(take, step=second, why="Not he.")) == "canon-taken-back"
    assert enter(cast, weekends[1], ash).state == "entered"
    assert [line.taken_back_for for line in canon_book(weekends[0]).lines] == ["Not he.", ""]
    for spoil in (
        lambda: CanonStep.objects.filter(pk=first.pk).update(step="forfeit"),
        lambda: CanonStep.objects.filter(pk=second.pk).update(taken_back_for="Else."),
        lambda: CanonStep.objects.filter(pk=first.pk).delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            spoil()
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"note violation", "take back violation"} <= actions


def test_what_is_refused(cast: Cast, weekends: list[Event]) -> None:
    event, ash = weekends[0], cast.players[0]
    assert code(partial(late, cast, event, ash)) == "not-entered"
    enter(cast, event, ash)
    enter(cast, event, cast.director)
    assert code(partial(late, cast, event, cast.director)) == "own-cause"
    assert code(partial(late, cast, event, ash, kind="sloth")) == "canon-unknown"
    assert code(partial(late, cast, event, ash, what=" ")) == "what-missing"
    late(cast, event, ash, round=None)
    assert code(partial(late, cast, event, ash, round=None)) == "round-missing"
    assert code(partial(late, cast, event, ash, round=11)) == "round-unknown"
    arguments: dict[str, Any] = {"person": ash, "kind": "food", "what": "Soup.", "at": MARCH}
    assert code(partial(note_violation, by=ash, event=event, **arguments)) == "not-allowed"
    whoopie = sanctioned_event(cast)
    assert code(partial(note_violation, by=cast.director, event=whoopie, **arguments)) == "no-canons"
    once = late(cast, event, ash, kind="food", what="Soup.", key="k")
    assert late(cast, event, ash, kind="food", what="Soup.", key="k") == once


def test_questions_do_not_grow_with_players(cast: Cast, weekends: list[Event]) -> None:
    def asked(act: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as caught:
            act()
        return len(caught)

    people = [*cast.players, *newcomers(cast, 20)]
    for person in people[:3]:
        suspended(cast, weekends[0], person)
    few = [asked(lambda: canon_book(weekends[0])), asked(lambda: sitting_out(weekends[1], people[:3]))]
    for person in people[3:]:
        suspended(cast, weekends[0], person)
    many = [asked(lambda: canon_book(weekends[0])), asked(lambda: sitting_out(weekends[1], people))]
    assert few == many
    assert asked(lambda: sitting_out(weekends[1], [cast.outsider])) == 1


def test_every_canon_has_its_words() -> None:
    canons: Canons = CANONS
    for canon in canons.canons:
        assert str(canon.title)
        for earlier in range(4):
            assert str(canons.steps[canons.step(canon.kind, earlier)].title)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_violations_at_once_are_two_steps() -> None:
    cast = make_cast()
    event, ash = events(cast)[0], cast.players[0]
    enter(cast, event, ash)
    noted = all_at_once([lambda: late(cast, event, ash, kind="disruption") for _ in range(3)])
    assert not [answer for answer in noted if isinstance(answer, Exception)]
    assert sorted(CanonStep.objects.values_list("earlier", flat=True)) == [0, 1, 2]
