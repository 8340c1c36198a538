"""What keeps an executor from a game: its hours, other games then, offices, days away and who is met."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest

from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.services.areas import cover, take_leave
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, certified, open_table, sanctioned_event
from tests.support.refusals import refusal_of
from tests.tournaments.executors.test_executors import bare_game, candidates, executor
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event
from tournaments.executors.selectors.obstacles import facts_about, game_to_come, may_rule, obstacles
from tournaments.executors.selectors.proposals import games_to_rule, nearness, troubled_games
from tournaments.executors.services.appointing import appoint_acting_executor, appoint_for_event
from tournaments.games.models import Game

pytestmark = pytest.mark.both_databases

HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)


def refused(cast: Cast, game: Game, who: Appointment) -> str:
    appoint_it = partial(appoint_acting_executor, by=cast.managing, game=game, appointment=who, at=MARCH)
    return refusal_of(appoint_it).code


def codes(game: Game, who: Appointment) -> list[str]:
    return [obstacle.code for obstacle in obstacles(facts_about([game], [who]), game, who)]


def between(cast: Cast, name: str, begins: dt.datetime, ends: dt.datetime) -> Event:
    event = sanctioned_event(cast, name=name)
    Event.objects.filter(pk=event.pk).update(starts_at=begins, ends_at=ends)
    return Event.objects.select_related("club", "sanction__articles").get(pk=event.pk)


def ruling(cast: Cast, event: Event) -> Game:
    game = bare_game(cast, event)
    Game.objects.filter(pk=game.pk).update(
        starts_at=event.starts_at, acting_executor=cast.executor_appointment
    )
    return game


def test_another_office_is_none_of_an_executor(cast: Cast) -> None:
    registrar = Appointment.objects.get(person=cast.registrar)
    assert refused(cast, bare_game(cast), registrar) == "no-executor"


@pytest.mark.parametrize(
    ("begins", "ends", "is_free"),
    [
        (MARCH - 3 * HOUR, MARCH, True),
        (MARCH - 3 * HOUR, MARCH + HOUR, False),
        (MARCH + 3 * HOUR, MARCH + 6 * HOUR, True),
        (MARCH + 2 * HOUR, MARCH + 6 * HOUR, False),
        (MARCH - 12 * HOUR, MARCH + 24 * HOUR, True),
        (MARCH - 11 * HOUR, MARCH + 24 * HOUR, False),
        (MARCH - 11 * HOUR, MARCH - 11 * HOUR, False),
    ],
)
def test_a_game_keeps_its_executor_to_the_end_of_its_event_and_half_a_day_at_most(
    cast: Cast, begins: dt.datetime, ends: dt.datetime, is_free: bool
) -> None:
    ruling(cast, between(cast, "Another hall", begins, ends))
    game = game_to_come(between(cast, "Here", MARCH, MARCH + 3 * HOUR))
    assert codes(game, cast.executor_appointment) == ([] if is_free else ["executor-busy"])


def test_what_is_over_void_or_called_off_keeps_nobody_busy(cast: Cast) -> None:
    here = bare_game(cast)
    certified(cast, sanctioned_event(cast, name="Over"), cast.players[:4])
    off = sanctioned_event(cast, name="Called off")
    appoint_for_event(by=cast.managing, event=off, appointment=cast.executor_appointment, at=MARCH)
    assert codes(here, cast.executor_appointment) == ["executor-busy"]
    cancel_event(by=cast.director, event=off, why="No hall.", at=MARCH)
    assert codes(here, cast.executor_appointment) == []
    assert may_rule(facts_about([here], [cast.executor_appointment]), here, cast.executor_appointment)


def test_all_records_of_an_executor_are_looked_at(cast: Cast) -> None:
    second = register_person(by=cast.registrar, given_names="Edgar", family_name="Hale", at=JANUARY)
    day = MARCH.date()
    term = appoint(
        by=cast.managing,
        person=second,
        office=Office.ASSOCIATE_EXECUTOR,
        first_day=FIRST_DAY,
        at=JANUARY,
    )
    take_leave(by=cast.managing, person=second, first_day=day, last_day=day, at=MARCH)
    declare_conflict(by=cast.players[0], with_person=second, reason="Cousins.", at=MARCH)
    cover(by=cast.managing, person=second, place="Arden", home=True, at=MARCH)
    beside = ruling(cast, sanctioned_event(cast, name="Another hall"))
    Game.objects.filter(pk=beside.pk).update(acting_executor=term)
    merge_people(by=cast.registrar, kept=cast.executor, merged=second, reason="The same.", at=MARCH)
    game = bare_game(cast)
    enter_event(by=cast.director, event=game.event, person=cast.players[0], at=MARCH)
    own = Appointment.objects.select_related("person").get(pk=cast.executor_appointment.pk)
    assert codes(game, own) == ["executor-busy", "executor-may-meet-a-conflict", "executor-away"]
    [ranked] = [candidate for name, candidate in candidates(game.event).items() if name == "Edgar Hale"]
    assert (ranked.may, ranked.free, ranked.near, ranked.office) == (False, False, True, "Acting Executor")


def test_a_conflict_with_somebody_entered_speaks_against_and_with_a_player_bars(cast: Cast) -> None:
    ash, birch = cast.players[:2]
    declare_conflict(by=cast.executor, with_person=ash, reason="Cousins.", at=MARCH)
    declare_conflict(
        by=cast.executor,
        with_person=birch,
        reason="Of that day.",
        first_day=MARCH.date(),
        last_day=MARCH.date(),
        at=MARCH,
    )
    game = bare_game(cast)
    assert codes(game, cast.executor_appointment) == []
    enter_event(by=cast.director, event=game.event, person=ash, at=MARCH)
    assert codes(game, cast.executor_appointment) == ["executor-may-meet-a-conflict"]
    facts = facts_about([game], [cast.executor_appointment])
    assert may_rule(facts, game, cast.executor_appointment)
    joining = obstacles(facts, game, cast.executor_appointment, [birch.pk])
    assert [(obstacle.code, obstacle.bars) for obstacle in joining] == [("executor-conflicted", True)]


def test_who_covers_the_club_or_the_place_is_near_and_who_lives_there_nearer(cast: Cast) -> None:
    event = sanctioned_event(cast)
    somebody = partial(cover, by=cast.executor, person=cast.executor, at=MARCH)
    elsewhere = somebody(place="Stow", home=True)
    hall, club, home = (
        somebody(place="arden  HALL"),
        somebody(club=cast.club),
        somebody(place="Arden", home=True),
    )
    assert nearness([], event) == (2, "does not cover Arden Hall")
    assert nearness([elsewhere], event) == (2, "does not cover Arden Hall")
    assert nearness([elsewhere, hall], event) == (1, "covers arden HALL")
    assert nearness([hall, club], event) == (1, "covers Arden Whoopie Club")
    assert nearness([hall, club, home], event) == (0, "lives in Arden")


def test_only_the_last_five_events_of_the_club_in_two_years_count_as_lately(cast: Cast) -> None:
    other = executor(cast, "Olga")
    for days in (800, 60, 50, 40, 30, 20, 10):
        event = sanctioned_event(cast, name=f"{days} days ago", at=MARCH)
        game = open_table(cast, event, cast.players[:3])
        Event.objects.filter(pk=event.pk).update(
            starts_at=MARCH - days * DAY, ends_at=MARCH - days * DAY + HOUR
        )
        ruled_by = cast.executor_appointment if days in (800, 60, 10) else other
        Game.objects.filter(pk=game.pk).update(
            starts_at=MARCH - days * DAY, acting_executor=ruled_by, state=Game.State.VOID
        )
    later = open_table(cast, sanctioned_event(cast, name="Later", at=MARCH + 30 * DAY), cast.players[:3])
    assert later.acting_executor == cast.executor_appointment
    game = bare_game(cast)
    ranked = candidates(game.event)
    assert (ranked["Edgar Hale"].ruled_lately, ranked["Olga Rule"].ruled_lately) == (1, 4)
    assert ranked["Morgan Vale"].reasons[-1] == "ruled none of the last 5 events there"
    assert list(ranked)[:2] == ["Edgar Hale", "Olga Rule"]


def test_games_to_rule_are_those_without_and_those_with_an_executor_and_what_is_over(cast: Cast) -> None:
    event, other = sanctioned_event(cast), sanctioned_event(cast, name="Tomorrow", at=MARCH + DAY)
    certified(cast, event, cast.players[:4])
    ruled = open_table(cast, event, cast.players[4:7])
    waiting, elsewhere = bare_game(cast, event), bare_game(cast, other)
    void = bare_game(cast, event)
    Game.objects.filter(pk=void.pk).update(state=Game.State.VOID)

    def numbers(games: tuple[Game, ...]) -> list[int]:
        return [game.pk for game in games]

    here, everywhere = games_to_rule(event), games_to_rule()
    assert (numbers(here.unruled), numbers(here.ruled)) == ([waiting.pk], [ruled.pk])
    assert [game.number for game in here.over] == [1]
    assert (numbers(everywhere.unruled), numbers(everywhere.ruled)) == (
        [waiting.pk, elsewhere.pk],
        [ruled.pk],
    )
    assert everywhere.over == ()


def test_a_confirmed_game_is_in_trouble_once_the_term_of_its_executor_is_over(cast: Cast) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:3])
    Game.objects.filter(pk=game.pk).update(state=Game.State.CONFIRMED)
    assert troubled_games() == ()
    terms: dict[str, Any] = {"last_day": MARCH.date()}
    Appointment.objects.filter(pk=cast.executor_appointment.pk).update(**terms)
    [trouble] = troubled_games()
    assert trouble.why == ("Edgar Hale has not been an executor since 8 March 2025.",)
    assert (trouble.bars, trouble.address) == (True, "1")
    Game.objects.filter(pk=game.pk).update(state=Game.State.CERTIFIED)
    assert troubled_games() == ()
