"""Taking the last step on the floor back: somebody sits exactly where he sat before it.

Invariants: only while nothing has gone on since, at the table that he left and at the one where he was put:
no game closed, no stanza played, no cards drawn, and he himself moved no further; the order of both tables is
then as it was.
Rule section: I/Players; reading 34.
Terms: gone on to (how far a game has come: its state, whether its cards are drawn, its stanzas).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.directing.services.moving_players import place_player, rise, send_home, takes_seats
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import live_entry
from tournaments.entries.services.check_in import undo_check_in
from tournaments.entries.services.restoring import restore_entry
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.games.game_families import family_of
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.seats import seat_in, tables_sat_at
from tournaments.games.services.games import locked_game

RULE = "I/Players"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBefore:
    """Where somebody sits: no game where he sits at no table, a seat before the cards are drawn, and later on
    whose left."""

    game: Game | None = None
    gone_on_to: str = ""
    seat: int = 0
    left_of: str = ""


def sat_at(event: Event, person: Person) -> SeatBefore:
    """Where he sits now. Up to seven queries."""
    game = seat_in(event, person)
    if game is None:
        return SeatBefore()
    seated = game.players.filter(person__in=rows_of(person)).first()
    assert seated is not None
    if takes_seats(game):
        return SeatBefore(game=game, gone_on_to=gone_on_to(game), seat=seated.seat or 0)
    family = family_of(game)
    table = family.table_of(family.games[game.pk])
    before = table[table.index(seated.record_id) - 1]
    return SeatBefore(game=game, gone_on_to=gone_on_to(game), left_of=before)


def gone_on_to(game: Game | None) -> str:
    """How far a game has come; "" of none."""
    if game is None:
        return ""
    drawn = "seats" if takes_seats(game) else "drawn"
    over = "" if game.state in (*Game.RUNNING, Game.State.SPLITTING) else f"/{game.state}"
    return f"{drawn}/{game.stanzas_played}{over}"


@transaction.atomic
def put_back(
    *,
    by: Person,
    event: Event,
    person: Person,
    was: SeatBefore,
    now: SeatBefore,
    came: bool = False,
    at: dt.datetime | None = None,
) -> None:
    """Let somebody sit where he `was`, from where a move put him, `now`; who `came` with that move has not.

    Raises:
        Refusal: `not-allowed`, `too-late-to-undo` and what `place_player` and `undo_check_in` raise.
    """
    at = moment(at)
    require_runs(by, at, event, "seat players")
    event = locked_event(event)
    [person] = hold([person])
    for sat in (now, was):
        if sat.game is not None:
            _require_nothing_since(sat.game, sat.gone_on_to)
    sits = seat_in(event, person)
    if (sits.pk if sits else None) != (now.game.pk if now.game else None):
        raise _too_late(_("%(who)s has been moved again since.") % {"who": person.name})
    if was.game is None:
        if now.game is not None:
            rise(by=by, game=now.game, person=person, at=at)
        entry = live_entry(event, person) if came else None
        if entry is not None:
            undo_check_in(by=by, entry=entry, at=at)
        return
    place_player(by=by, event=event, person=person, game=was.game, left_of=was.left_of, at=at)
    if was.seat and takes_seats(was.game):
        _take_seat(by, was.game, person, was.seat, at)


@transaction.atomic
def take_entry_back(
    *,
    by: Person,
    event: Event,
    entry: Entry,
    sat: int,
    state: str = "",
    sure: bool = False,
    at: dt.datetime | None = None,
) -> Game | None:
    """Withdraw an entry again that a step on the floor made, while they have sat at no more tables than then,
    and are still in the `state` in which it left them, where one is named.

    Raises:
        Refusal: `not-allowed`, `too-late-to-undo` and what `send_home` raises.
    """
    at = moment(at)
    require_runs(by, at, event, "enter others")
    if tables_sat_at(locked_event(event), entry.person) != sat:
        raise _too_late(_("%(who)s has sat down at a table since.") % {"who": entry.person.name})
    entry.refresh_from_db(fields=["state"])
    if state == Entry.State.WAITING and entry.state == Entry.State.ENTERED:
        raise Refusal(
            code="too-late-to-undo",
            sentence=_("%(who)s has moved up from the waiting list since, and is entered.")
            % {"who": entry.person.name},
            rule=_("A step can be undone as long as it is the last thing that happened to it."),
            remedy=_("Withdraw them from the event if they are to give up their place."),
        )
    return send_home(by=by, event=event, entry=entry, sure=sure, at=at)


@transaction.atomic
def bring_back(
    *, by: Person, event: Event, person: Person, was: SeatBefore, at: dt.datetime | None = None
) -> Entry:
    """Take back that somebody was sent home: entered, there and seated as he was. Where the next in the queue
    has his place meanwhile, he waits there, and sits nowhere.

    Raises:
        Refusal: what `put_back` and `restore_entry` raise.
    """
    at = moment(at)
    of_them = event.entries.select_related("person", "event__club").filter(person__in=rows_of(person))
    entry = restore_entry(by=by, entry=of_them.latest("entered_at"), at=at)
    if entry.state == Entry.State.WAITING:
        return entry
    put_back(by=by, event=event, person=person, was=was, now=SeatBefore(), at=at)
    return entry


def _take_seat(by: Person, game: Game, person: Person, seat: int, at: dt.datetime) -> None:
    """From the last seat of a table to his own; those after him move down one."""
    game = locked_game(game.pk)
    own = game.players.get(person__in=rows_of(person))
    last = own.seat or seat
    seat = min(seat, last)
    GamePlayer.objects.filter(pk=own.pk).update(seat=None)
    for after in game.players.filter(seat__gte=seat).order_by("-seat"):
        GamePlayer.objects.filter(pk=after.pk).update(seat=(after.seat or 0) + 1)
    GamePlayer.objects.filter(pk=own.pk).update(seat=seat)
    moved = {"player": own.record_id, "seat": seat}
    note(by=by, at=at, action="take seat again", thing=game, before={**moved, "seat": last}, after=moved)


def _require_nothing_since(game: Game, then: str) -> None:
    game = locked_game(game.pk)
    if gone_on_to(game) != then:
        sentence = (
            _("%(game)s has continued since.")
            if game.state in (*Game.RUNNING, Game.State.SPLITTING)
            else _("%(game)s is over: it is %(state)s.")
        )
        raise _too_late(sentence % {"game": capfirst(game.place), "state": game.get_state_display()})


def _too_late(sentence: str) -> Refusal:
    return Refusal(
        code="too-late-to-undo",
        sentence=sentence,
        rule=_("A step can be undone as long as nothing has happened at its tables since."),
        remedy=_("Look at the floor as it is now, and move the player where they should sit."),
    )
