"""Putting people where they are to sit, from the director's floor: to a table, to another, off it.

Purpose: one verb for each thing that a director does with a player, whatever the game has come to; each is
carried out by the services of the table, with their rules.
Invariants: somebody who cannot sit at the new table stays at the old one; whoever moves people holds the
person, then the event, then the tables, so that two directors act one after the other.
Rule section: I (players), II (adding new players, re-entering players); reading 34.
Terms: place (to let somebody sit at a table, from wherever he is), free (to let him sit nowhere).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.people.models.person import Person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.entries.services.withdrawals import asks_before_leaving, require_place_stays
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.seats import seat_in
from tournaments.games.services.games import locked_game, require_before_first_deal, seat_players
from tournaments.tables.models.stay import Stay
from tournaments.tables.services.seating import get_up, sit_down

State = Game.State
RULE = "I/Players"


@looks_again
def place_player(
    *,
    by: Person,
    event: Event,
    person: Person,
    game: Game,
    left_of: str = "",
    at: dt.datetime | None = None,
) -> Game | None:
    """Let somebody sit at a table, next clockwise after `left_of` (a record id) or last; gives where he sat.

    Before the cards are drawn he is seated for the first deal; later he sits down to the next stanza. It
    checks in who was not.

    Raises:
        Refusal: `drawn-already`, `not-allowed`, `not-entered` and what `check_in`, `rise` and `sit_down`
            raise.
    """
    at = moment(at)
    person, event = _held(by, event, person, at, "seat players")
    entry = _entered(event, person)
    before = seat_in(event, person)
    if before is not None and before.pk == game.pk:
        return before
    if not entry.is_present:
        check_in(by=by, entry=entry, at=at)
    if before is not None:
        rise(by=by, game=before, person=person, at=at)
    if takes_seats(Game.objects.get(pk=game.pk)):
        seat_players(by=by, game=game, people=[person], at=at)
    else:
        sit_down(by=by, game=game, person=person, left_of=left_of, at=at)
    return before


@transaction.atomic
def free_player(*, by: Person, event: Event, person: Person, at: dt.datetime | None = None) -> Game | None:
    """Let somebody sit at no table; gives where he sat.

    Raises:
        Refusal: `not-allowed` and what `rise` raises.
    """
    at = moment(at)
    person, event = _held(by, event, person, at, "seat players")
    before = seat_in(event, person)
    if before is not None:
        rise(by=by, game=before, person=person, at=at)
    return before


@transaction.atomic
def send_home(
    *, by: Person, event: Event, entry: Entry, sure: bool = False, at: dt.datetime | None = None
) -> Game | None:
    """Let somebody leave his table, if he sits at one, and withdraw his entry; gives where he sat. That he
    leaves it, or that the place goes to the next on the waiting list, has to be meant (`sure`).

    Raises:
        Refusal: `place-goes-on`, `sits-at-a-table` and what `free_player` and `withdraw_entry` raise.
    """
    at = moment(at)
    before = free_player(by=by, event=event, person=entry.person, at=at)
    if not sure:
        require_place_stays(locked_event(event), entry)
        if before is not None:
            raise asks_before_leaving(by, entry.person, before)
    withdraw_entry(by=by, entry=entry, at=at)
    return before


@noting_who_sits_out
@looks_again
def add_player(
    *, by: Person, event: Event, person: Person, late_for: str = "", at: dt.datetime | None = None
) -> Entry:
    """Enter somebody who stands at the door, and check him in if there is a place for him.

    Raises:
        Refusal: `not-allowed`, `not-entered`, `requirements-open` and what `enter_event` raises.
    """
    at = moment(at)
    require_runs(by, at, event, "enter others")
    known = event.entries.filter(person__in=rows_of(person), state=Entry.State.ENTERED).first()
    entry = known or enter_event(by=by, event=event, person=person, late_for=late_for, at=at)
    if entry.state == Entry.State.ENTERED and not entry.is_present:
        entry = check_in(by=by, entry=entry, at=at)
    return entry


def _take_seat_away(by: Person, game: Game, person: Person, at: dt.datetime) -> None:
    game = locked_game(game.pk)
    require_before_first_deal(game)
    player = game.players.filter(person__in=rows_of(person), seat__isnull=False).first()
    if player is None or not takes_seats(game):
        raise Refusal(
            code="not-to-unseat",
            sentence=_("%(who)s has no seat at %(game)s to take back.")
            % {"who": person.name, "game": game.place},
            rule=_("I/Scorekeeper and First Dealer: all who are seated draw."),
            remedy=_("Once the cards are drawn, players get up instead."),
        )
    seat = player.seat or 0
    player.delete()
    for after in game.players.filter(seat__gt=seat).order_by("seat"):
        GamePlayer.objects.filter(pk=after.pk).update(seat=(after.seat or 0) - 1)
    before = {"player": player.record_id, "seat": seat}
    note(by=by, at=at, action="unseat player", thing=game, before=before)


def _held(by: Person, event: Event, person: Person, at: dt.datetime, what: str) -> tuple[Person, Event]:
    require_runs(by, at, event, what)
    event = locked_event(event)
    [person] = hold([person])
    return person, event


def rise(*, by: Person, game: Game, person: Person, at: dt.datetime) -> None:
    """Let somebody leave the table at which he sits; the caller may let him, and holds the event.

    Raises:
        Refusal: `dealt-already`, `not-to-unseat` and what `get_up` raises.
    """
    if takes_seats(game):
        _take_seat_away(by, game, person, at)
    else:
        get_up(by=by, game=game, person=person, at=at)


def takes_seats(game: Game) -> bool:
    """Whether the seats of the first deal are still the director's to change."""
    began = Stay.objects.filter(player__game=game).exists()
    return game.state == State.OPEN and not game.opening_draw and not began


def _entered(event: Event, person: Person) -> Entry:
    entry: Entry | None = event.entries.filter(person__in=rows_of(person), state=Entry.State.ENTERED).first()
    if entry is None:
        raise Refusal(
            code="not-entered",
            sentence=_("%(who)s is not entered at %(event)s.") % {"who": person.name, "event": event.name},
            rule=RULE,
            remedy=_("Add them first, then they can sit down."),
        )
    entry.event = event
    return entry
