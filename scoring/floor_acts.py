"""What a director does with a player on the floor, by name: one list for pages and programs.

Each act takes who runs the event, the event and what was asked, calls one service, and says what was done and
what would undo it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.selectors.people import person_numbered
from tournaments.addresses import GameConverter
from tournaments.models import Entry, Event, Game
from tournaments.selectors import game_at
from tournaments.services.calls import call_executor
from tournaments.services.check_in import check_in, undo_check_in
from tournaments.services.entries import restore_entry
from tournaments.services.floor import add_player, free_player, place_player, send_home
from tournaments.services.table import stop_waiting, wait_at_table


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOnFloor:
    """Players are named by member number, tables as in addresses ("3", "3B")."""

    player: str = ""
    game: str = ""
    left_of: str = ""
    late_for: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneOnFloor:
    """`undo` is the act that takes it back, empty where nothing does; `game` is where that one leads."""

    said: str
    player: str = ""
    undo: str = ""
    game: str = ""


FloorAct = Callable[[Person, Event, AskedOnFloor], DoneOnFloor]


def place(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """To a table, from wherever he is."""
    person, game = _person(asked), _game(event, asked.game)
    before = place_player(by=by, event=event, person=person, game=game, left_of=asked.left_of)
    said = _("%(who)s sits at %(game)s now.") % {"who": person.name, "game": game.label}
    return _back_to(before, said, person)


def free(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    before = free_player(by=by, event=event, person=person)
    return _back_to(before, _("%(who)s sits at no table now.") % {"who": person.name}, person)


def wait(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person, game = _person(asked), _game(event, asked.game)
    wait_at_table(by=by, game=game, person=person)
    said = _("%(who)s waits at %(game)s.") % {"who": person.name, "game": game.label}
    return DoneOnFloor(said=said, player=person.number, undo="stop-waiting", game=asked.game)


def waits_no_more(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person, game = _person(asked), _game(event, asked.game)
    stop_waiting(by=by, game=game, person=person)
    said = _("%(who)s waits no more.") % {"who": person.name}
    return DoneOnFloor(said=said, player=person.number, undo="wait", game=asked.game)


def withdraw(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    send_home(by=by, event=event, entry=_entry(event, person))
    said = _("%(who)s is withdrawn.") % {"who": person.name}
    return DoneOnFloor(said=said, player=person.number, undo="restore")


def restore(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    restore_entry(by=by, entry=_entry(event, person))
    said = _("%(who)s is entered again.") % {"who": person.name}
    return DoneOnFloor(said=said, player=person.number, undo="withdraw")


def come(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    check_in(by=by, entry=_entry(event, person))
    said = _("%(who)s is there.") % {"who": person.name}
    return DoneOnFloor(said=said, player=person.number, undo="away")


def away(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    undo_check_in(by=by, entry=_entry(event, person))
    said = _("%(who)s is not there.") % {"who": person.name}
    return DoneOnFloor(said=said, player=person.number, undo="check-in")


def add(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    entry = add_player(by=by, event=event, person=person, late_for=asked.late_for)
    words = {"who": person.name, "state": entry.get_state_display()}
    said = _("%(who)s is %(state)s.") % words
    return DoneOnFloor(said=said, player=person.number, undo="withdraw")


def ask_for_split(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """The Acting Executor decides on a split; the director asks him to the table."""
    game = _game(event, asked.game)
    about = _("Ten or more wish to play here: may the game be split?")
    call_executor(by=by, game=game, kind="seats", about=about)
    return DoneOnFloor(said=_("The Acting Executor is asked to split %(game)s.") % {"game": game.label})


FLOOR_ACTS: Final[Mapping[str, FloorAct]] = {
    "place": place,
    "free": free,
    "wait": wait,
    "stop-waiting": waits_no_more,
    "withdraw": withdraw,
    "restore": restore,
    "check-in": come,
    "away": away,
    "add": add,
    "ask-split": ask_for_split,
}


def _back_to(before: Game | None, said: str, person: Person) -> DoneOnFloor:
    where = f"{before.number}{before.group}" if before else ""
    return DoneOnFloor(said=said, player=person.number, undo="place" if before else "free", game=where)


def _person(asked: AskedOnFloor) -> Person:
    found = person_numbered(number=asked.player) if asked.player else None
    if found is None:
        raise Refusal(
            code="player-unknown",
            sentence=_("No player has the number “%(number)s”.") % {"number": asked.player[:40]},
            rule="Whoever plays is a registered person.",
            remedy=_("Give the member number as it stands on the player's page."),
            status=422,
        )
    return found


def _game(event: Event, label: str) -> Game:
    found = None
    if label and label.isascii() and label.isalnum() and label[0] in "123456789" and len(label) < 16:
        number, group = GameConverter().to_python(label)
        found = game_at(event_slug=event.slug, number=number, group=group) if number < 10_000 else None
    if found is None:
        raise Refusal(
            code="table-unknown",
            sentence=_("There is no table of that name."),
            rule="I/Players",
            remedy=_("Choose one of the tables of this event."),
            status=422,
        )
    return found


def _entry(event: Event, person: Person) -> Entry:
    found = event.entries.select_related("person", "event__club").filter(person=person).first()
    if found is None:
        raise Refusal(
            code="not-entered",
            sentence=_("%(who)s is not entered at %(event)s.") % {"who": person.name, "event": event.name},
            rule="I/Players",
            remedy=_("Add him first."),
        )
    return found
