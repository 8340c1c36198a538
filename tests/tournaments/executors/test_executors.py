"""Acting Executors: who is proposed and why, who is refused, alone, for a whole event, and two at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.clubs.services.clubs import close_club
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import noon
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.services.areas import cover, give_up_leave, take_leave, uncover
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint, end_term
from scoring.results.services.certification import confirm_result
from tests.cast import (
    FIRST_DAY,
    JANUARY,
    MARCH,
    Cast,
    certified,
    open_table,
    record_of,
    reported,
    sanctioned_event,
)
from tests.support.refusals import refusal_of
from tournaments.entries.services.entries import enter_event
from tournaments.events.localities import places_in
from tournaments.events.models.event import Event
from tournaments.executors.selectors.proposals import Candidate, propose, troubled_games, unruled_games
from tournaments.executors.services.appointing import appoint_acting_executor, appoint_for_event
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players

DAY = dt.timedelta(days=1)
TODAY = MARCH.date()


def executor(cast: Cast, name: str, office: str = Office.ACTING_EXECUTOR, **term: Any) -> Appointment:
    person = register_person(by=cast.managing, given_names=name, family_name="Rule", at=JANUARY)
    return appoint(
        by=cast.managing, person=person, office=office, **{"first_day": FIRST_DAY, "at": JANUARY, **term}
    )


def bare_game(cast: Cast, event: Event | None = None) -> Game:
    event = event or sanctioned_event(cast)
    return open_game(by=cast.director, event=event, planned={"stanzas": 14}, at=MARCH)


def candidates(event: Event) -> dict[str, Candidate]:
    [proposal] = propose(unruled_games(event))
    return {candidate.name: candidate for candidate in proposal.candidates}


def refused(cast: Cast, game: Game, who: Appointment | None = None) -> str:
    with pytest.raises(Refusal) as refusal:
        appoint_acting_executor(
            by=cast.managing, game=game, appointment=who or cast.executor_appointment, at=MARCH
        )
    game.refresh_from_db()
    assert game.acting_executor is None
    return refusal.value.code


def test_free_near_and_rested_come_first_with_their_reasons(cast: Cast) -> None:
    home, club, far = (executor(cast, name) for name in ("Hope", "Clive", "Faro"))
    executor(cast, "Ada", Office.ASSOCIATE_EXECUTOR)
    cover(by=home.person, person=home.person, place=" arden  ", home=True, at=MARCH)
    cover(by=club.person, person=club.person, club=cast.club, at=MARCH)
    cover(by=far.person, person=far.person, place="Stow", at=MARCH)
    for days in (30, 20):
        earlier = sanctioned_event(cast, name=f"Earlier {days}", at=MARCH - days * DAY)
        open_table(cast, earlier, cast.players[:3], at=MARCH - days * DAY)
    event = sanctioned_event(cast)
    bare_game(cast, event)
    ranked = candidates(event)
    assert list(ranked) == ["Hope Rule", "Clive Rule", "Faro Rule", "Edgar Hale", "Ada Rule", "Morgan Vale"]
    assert ranked["Hope Rule"].reasons == (
        "available",
        "lives in arden",
        "ruled none of the last 2 events there",
    )
    assert ranked["Clive Rule"].reasons[1] == "covers Arden Whoopie Club"
    assert ranked["Edgar Hale"].reasons[1:] == (
        "does not cover Arden Hall",
        "ruled 2 of the last 2 events there",
    )
    assert all(candidate.may and candidate.free for candidate in ranked.values())


@pytest.mark.parametrize(
    ("line", "place", "near"),
    [
        ("Assembly Rooms, Ludlow", "ludlow", True),
        ("Ludlow", "Ludlow", True),
        ("Ludlow Castle", "Ludlow", False),
        (" The  Mill , Stow ", "stow", True),
        ("", "", False),
    ],
)
def test_a_place_is_the_whole_line_or_a_part_of_it(line: str, place: str, near: bool) -> None:
    assert (place.casefold() in places_in(line)) is near


@pytest.mark.both_databases
def test_who_is_away_is_proposed_last_and_may_be_asked_all_the_same(cast: Cast) -> None:
    other = executor(cast, "Olga")
    leave = take_leave(
        by=cast.executor, person=cast.executor, first_day=TODAY - DAY, last_day=TODAY + DAY, at=MARCH
    )
    game = bare_game(cast)
    ranked = candidates(game.event)
    assert list(ranked)[-1] == "Edgar Hale"
    assert (ranked["Edgar Hale"].may, ranked["Edgar Hale"].free) == (True, False)
    assert ranked["Edgar Hale"].reasons[0] == "is away until 9 March 2025"
    give_up_leave(by=cast.executor, leave=leave, at=MARCH)
    assert candidates(game.event)["Edgar Hale"].free
    appoint_acting_executor(by=cast.managing, game=game, appointment=other, at=MARCH)


@pytest.mark.parametrize(("last", "free"), [(TODAY, False), (TODAY - DAY, True)])
def test_a_leave_goes_on_to_the_end_of_its_last_day(cast: Cast, last: dt.date, free: bool) -> None:
    take_leave(by=cast.executor, person=cast.executor, first_day=TODAY - DAY, last_day=last, at=MARCH - DAY)
    assert candidates(bare_game(cast).event)["Edgar Hale"].free is free


@pytest.mark.both_databases
def test_who_plays_is_refused(cast: Cast) -> None:
    game = bare_game(cast)
    seat_players(by=cast.director, game=game, people=[cast.executor, *cast.players[:3]], at=MARCH)
    assert not candidates(game.event)["Edgar Hale"].may
    assert refused(cast, game) == "executor-plays"


def test_who_is_entered_is_refused_until_he_withdraws(cast: Cast) -> None:
    game = bare_game(cast)
    enter_event(by=cast.executor, event=game.event, person=cast.executor, at=MARCH)
    assert refused(cast, game) == "executor-entered"
    assert candidates(game.event)["Edgar Hale"].reasons[0].startswith("is entered at")


def test_who_waits_for_a_place_is_refused_as_if_entered(cast: Cast) -> None:
    game = bare_game(cast)
    Event.objects.filter(pk=game.event_id).update(capacity=3)
    for person in (*cast.players[:3], cast.executor):
        entry = enter_event(by=person, event=game.event, person=person, at=MARCH)
    assert entry.state == "waiting"
    assert refused(cast, game) == "executor-entered"


@pytest.mark.both_databases
def test_who_rules_a_game_does_not_enter_its_event(cast: Cast) -> None:
    event = sanctioned_event(cast)
    game = open_table(cast, event, cast.players[:4])
    enter = partial(enter_event, by=cast.director, event=event, at=MARCH)
    entry = enter(person=cast.players[5])
    with pytest.raises(Refusal) as refusal:
        enter(person=cast.executor)
    assert refusal.value.code == "executor-rules-here"
    other = executor(cast, "Olive")
    appoint_acting_executor(by=cast.managing, game=game, appointment=other, at=MARCH)
    assert enter(person=cast.executor).state == entry.state


def test_whose_term_does_not_run_is_refused(cast: Cast) -> None:
    coming = executor(cast, "Cora", first_day=TODAY + DAY)
    game = bare_game(cast)
    assert refused(cast, game, coming) == "no-executor"
    assert "Cora Rule" not in candidates(game.event)


@pytest.mark.parametrize("side", ["executor", "player", "club"])
def test_who_has_a_declared_conflict_is_refused(cast: Cast, side: str) -> None:
    player = cast.players[0]
    if side == "club":
        declare_conflict(by=cast.executor, with_club=cast.club, reason="A founder.", at=MARCH)
    else:
        first, other = (cast.executor, player) if side == "executor" else (player, cast.executor)
        declare_conflict(by=first, with_person=other, reason="Cousins.", at=MARCH)
    game = bare_game(cast)
    seat_players(by=cast.director, game=game, people=cast.players[:3], at=MARCH)
    assert refused(cast, game) == "executor-conflicted"


def test_a_conflict_of_other_days_is_none(cast: Cast) -> None:
    declare_conflict(
        by=cast.executor,
        with_club=cast.club,
        reason="Past.",
        first_day=FIRST_DAY,
        last_day=TODAY - DAY,
        at=MARCH,
    )
    declare_conflict(
        by=cast.executor, with_club=cast.club, reason="To come.", first_day=TODAY + DAY, at=MARCH
    )
    game = bare_game(cast)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)


def test_who_rules_elsewhere_at_that_time_is_refused(cast: Cast) -> None:
    open_table(cast, sanctioned_event(cast, name="One hall"), cast.players[:3])
    beside = bare_game(cast, sanctioned_event(cast, name="Another hall"))
    assert refused(cast, beside) == "executor-busy"
    assert not candidates(beside.event)["Edgar Hale"].may
    later = open_game(
        by=cast.director,
        event=sanctioned_event(cast, name="In the evening", at=MARCH + dt.timedelta(hours=6)),
        planned={"stanzas": 3},
        at=MARCH,
    )
    appoint_acting_executor(by=cast.managing, game=later, appointment=cast.executor_appointment, at=MARCH)


def test_one_tap_appoints_to_all_games_of_an_event_or_to_none(cast: Cast) -> None:
    event = sanctioned_event(cast)
    games = [bare_game(cast, event) for _ in range(3)]
    seat_players(by=cast.director, game=games[2], people=cast.players[:3], at=MARCH)
    declare_conflict(by=cast.executor, with_person=cast.players[0], reason="Cousins.", at=MARCH)
    appoint_all = partial(
        appoint_for_event, by=cast.managing, event=event, at=MARCH, appointment=cast.executor_appointment
    )
    with pytest.raises(Refusal) as refusal:
        appoint_all()
    assert refusal.value.code == "executor-conflicted"
    assert not Game.objects.filter(acting_executor__isnull=False).exists()
    other = executor(cast, "Olga")
    assert len(appoint_all(appointment=other)) == 3
    assert Message.objects.filter(to=other.person, kind="event-given").count() == 1
    with pytest.raises(Refusal) as refusal:
        appoint_all(appointment=other)
    assert refusal.value.code == "no-game-waits"
    with pytest.raises(Refusal) as refusal:
        appoint_for_event(by=cast.director, event=event, appointment=other, at=MARCH)
    assert refusal.value.code == "no-game-waits"


def test_a_proposal_asks_as_often_for_many_as_for_few(cast: Cast) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert propose(unruled_games())
        return len(captured)

    def more(count: int) -> None:
        for number in range(count):
            appointment = executor(cast, f"E{number}x{count}")
            cover(by=appointment.person, person=appointment.person, place="Arden", at=MARCH)
            take_leave(
                by=appointment.person, person=appointment.person, first_day=TODAY, last_day=TODAY, at=MARCH
            )
            declare_conflict(by=appointment.person, with_person=cast.players[0], reason="-", at=MARCH)
            game = bare_game(cast, sanctioned_event(cast, name=f"Event {number} of {count}"))
            seat_players(by=cast.director, game=game, people=cast.players[:3], at=MARCH)

    more(2)
    few = asked()
    more(9)
    assert asked() == few
    assert few <= 11


def test_what_comes_to_light_later_is_told_and_listed(cast: Cast) -> None:
    event = sanctioned_event(cast)
    player = cast.players[0]
    declare_conflict(by=cast.executor, with_person=player, reason="Cousins.", at=MARCH)
    game = bare_game(cast, event)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    enter_event(by=player, event=event, person=player, at=MARCH)
    ids = Message.objects.filter(kind="executor-conflicted").values_list("to", flat=True)
    assert set(ids) == {cast.director.pk, cast.managing.pk}
    [trouble] = troubled_games()
    assert (trouble.executor, trouble.bars) == ("Edgar Hale", False)
    with pytest.raises(Refusal) as refusal:
        seat_players(by=cast.director, game=game, people=[player], at=MARCH)
    assert refusal.value.code == "executor-conflicted"


@pytest.mark.both_databases
def test_a_conflict_declared_after_the_appointment_is_told(cast: Cast) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:3])
    declare_conflict(by=cast.players[1], with_person=cast.executor, reason="A lawsuit.", at=MARCH)
    assert Message.objects.filter(kind="executor-conflicted", to=cast.managing).count() == 1
    [trouble] = troubled_games(game.event)
    assert (trouble.bars, trouble.why) == (True, ("Edgar Hale has a declared conflict with this game.",))
    declare_conflict(by=cast.executor, with_club=cast.club, reason="A founder.", at=MARCH)
    assert Message.objects.filter(kind="executor-conflicted", to=cast.managing).count() == 2


def test_a_conflict_of_other_days_declared_after_the_appointment_is_not_told(cast: Cast) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:3])
    declare = partial(declare_conflict, by=cast.executor, with_club=cast.club, reason="A founder.", at=MARCH)
    declare(first_day=FIRST_DAY, last_day=TODAY - DAY)
    declare(first_day=TODAY + DAY)
    assert not Message.objects.filter(kind="executor-conflicted").exists()


def test_a_term_that_ends_before_the_game_leaves_it_to_another(cast: Cast) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:3])
    assert troubled_games() == ()
    end_term(
        by=cast.managing,
        appointment=cast.executor_appointment,
        last_day=TODAY - DAY,
        why="Moves.",
        at=MARCH - 2 * DAY,
    )
    assert troubled_games()[0].why == ("Edgar Hale is not an executor on 8 March 2025.",)


def test_a_confirmed_game_gets_another_executor_only_when_the_term_of_its_own_is_over(cast: Cast) -> None:
    players = cast.players[:4]
    game = open_table(cast, sanctioned_event(cast), players)
    reported(cast, game, record_of(players))
    confirm_result(by=cast.director, game=game, at=MARCH)
    change = partial(appoint_acting_executor, by=cast.managing, game=game, appointment=executor(cast, "Ann"))
    with pytest.raises(Refusal) as refusal:
        change(at=MARCH)
    assert refusal.value.code == "game-state"
    end_term(by=cast.managing, appointment=cast.executor_appointment, last_day=TODAY, why="Moves.", at=MARCH)
    assert refusal_of(change, by=cast.director, at=MARCH + DAY).code == "not-allowed"
    assert change(at=MARCH + DAY).state == "confirmed"


def test_a_certified_game_keeps_who_ruled_it_after_their_term(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    end_term(by=cast.managing, appointment=cast.executor_appointment, last_day=TODAY, why="Moves.", at=MARCH)
    refusal = refusal_of(
        appoint_acting_executor,
        by=cast.managing,
        game=event.games.get(),
        appointment=executor(cast, "Ann"),
        at=MARCH + DAY,
    )
    assert refusal.code == "game-state"


def test_places_and_days_are_the_executors_own(cast: Cast) -> None:
    area = cover(by=cast.executor, person=cast.executor, place="Arden", at=MARCH)
    wrong: list[tuple[str, Callable[..., object], dict[str, Any]]] = [
        ("area-known", cover, {"by": cast.executor, "person": cast.executor, "place": "ARDEN"}),
        ("area-impossible", cover, {"by": cast.executor, "person": cast.executor}),
        ("not-allowed", cover, {"by": cast.director, "person": cast.executor, "place": "Stow"}),
        ("not-allowed", cover, {"by": cast.outsider, "person": cast.outsider, "place": "Stow"}),
        ("not-allowed", uncover, {"by": cast.director, "area": area}),
        (
            "leave-impossible",
            take_leave,
            {"by": cast.executor, "person": cast.executor, "first_day": TODAY, "last_day": TODAY - DAY},
        ),
    ]
    for code, act, arguments in wrong:
        with pytest.raises(Refusal) as refusal:
            act(at=MARCH, **arguments)
        assert refusal.value.code == code
    uncover(by=cast.managing, area=area, at=MARCH)
    assert not cast.executor.areas.exists()
    entry = AuditEntry.objects.get(action="uncover")
    assert (entry.by, entry.before) == (cast.managing, {"place": "Arden", "club": None, "home": False})


def test_a_club_with_a_sanctioned_event_to_come_does_not_close(cast: Cast) -> None:
    sanctioned_event(cast)
    with pytest.raises(Refusal) as refusal:
        close_club(by=cast.managing, club=cast.club, why="Enough.", at=MARCH)
    assert refusal.value.code == "events-to-come"
    cast.club.refresh_from_db()
    assert cast.club.state == "approved"
    close_club(by=cast.managing, club=cast.club, why="Enough.", at=noon(TODAY + 2 * DAY))
