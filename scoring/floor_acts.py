"""What a director does with a player on the floor, by name: one list for pages and programs.

Each act takes who runs the event, the event and what was asked, calls one service, and says what was done and
what would undo it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
from tournaments.services.floor import add_player, free_player, place_player, send_home
from tournaments.services.putting_back import Sat, bring_back, put_back, sat_at
from tournaments.services.table import stop_waiting, wait_at_table


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOnFloor:
    """Players are named by member number, tables as in addresses ("3", "3B").

    To undo a step: `game` and `left_of`, or `seat`, say where he sat, `now` where the step put him, and
    `then` and `since` how far those two games had come (as an undo names them).
    """

    player: str = ""
    game: str = ""
    left_of: str = ""
    late_for: str = ""
    seat: int = 0
    now: str = ""
    then: str = ""
    since: str = ""
    present: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneOnFloor:
    """`undo` is the act that takes it back, empty where nothing does; `asked` is what comes with that one."""

    said: str
    player: str = ""
    undo: str = ""
    asked: Mapping[str, str | int] = field(default_factory=dict)


FloorAct = Callable[[Person, Event, AskedOnFloor], DoneOnFloor]


def place(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """To a table, from wherever he is."""
    person, game = _person(asked), _game(event, asked.game)
    was = sat_at(event, person)
    place_player(by=by, event=event, person=person, game=game, left_of=asked.left_of)
    said = _("%(who)s sits at %(game)s now.") % {"who": person.name, "game": game.label}
    return _taken_back(person, said, was, sat_at(event, person))


def free(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    was = sat_at(event, person)
    free_player(by=by, event=event, person=person)
    return _taken_back(person, _("%(who)s sits at no table now.") % {"who": person.name}, was, Sat())


def undo(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """Exactly where he sat before."""
    person, was = _person(asked), _was(event, asked)
    now = Sat(game=_game(event, asked.now) if asked.now else None, gone_on_to=asked.since)
    put_back(by=by, event=event, person=person, was=was, now=now)
    if was.game is None:
        return DoneOnFloor(said=_("%(who)s sits at no table, as before.") % {"who": person.name})
    words = {"who": person.name, "game": was.game.label}
    return DoneOnFloor(said=_("%(who)s sits at %(game)s as before.") % words)


def wait(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person, game = _person(asked), _game(event, asked.game)
    wait_at_table(by=by, game=game, person=person)
    said = _("%(who)s waits at %(game)s.") % {"who": person.name, "game": game.label}
    return DoneOnFloor(said=said, player=person.number, undo="stop-waiting", asked={"game": asked.game})


def waits_no_more(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person, game = _person(asked), _game(event, asked.game)
    stop_waiting(by=by, game=game, person=person)
    said = _("%(who)s waits no more.") % {"who": person.name}
    return DoneOnFloor(said=said, player=person.number, undo="wait", asked={"game": asked.game})


def withdraw(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    was, entry = sat_at(event, person), _entry(event, person)
    send_home(by=by, event=event, entry=entry)
    said = _("%(who)s is withdrawn.") % {"who": person.name}
    back = {**_asked_back(was), **({"present": "yes"} if entry.is_present else {})}
    return DoneOnFloor(said=said, player=person.number, undo="restore", asked=back)


def restore(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    _entry(event, person)
    bring_back(by=by, event=event, person=person, was=_was(event, asked), present=asked.present)
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
    "undo": undo,
    "wait": wait,
    "stop-waiting": waits_no_more,
    "withdraw": withdraw,
    "restore": restore,
    "check-in": come,
    "away": away,
    "add": add,
    "ask-split": ask_for_split,
}


def _taken_back(person: Person, said: str, was: Sat, now: Sat) -> DoneOnFloor:
    if (was.game and was.game.pk) == (now.game and now.game.pk):
        return DoneOnFloor(said=said)
    to = {"now": _label(now.game), "since": now.gone_on_to} if now.game else {}
    return DoneOnFloor(said=said, player=person.number, undo="undo", asked={**_asked_back(was), **to})


def _asked_back(was: Sat) -> dict[str, str | int]:
    """What an undo asks for, so that somebody sits again where he `was`."""
    if was.game is None:
        return {}
    seat: dict[str, str | int] = {"seat": was.seat} if was.seat else {"left_of": was.left_of}
    return {"game": _label(was.game), "then": was.gone_on_to, **seat}


def _was(event: Event, asked: AskedOnFloor) -> Sat:
    game = _game(event, asked.game) if asked.game else None
    return Sat(game=game, gone_on_to=asked.then, seat=asked.seat, left_of=asked.left_of)


def _label(game: Game | None) -> str:
    return f"{game.number}{game.group}" if game else ""


def _person(asked: AskedOnFloor) -> Person:
    found = person_numbered(number=asked.player) if asked.player else None
    if found is None:
        raise Refusal(
            code="player-unknown",
            sentence=_("No player has the number “%(number)s”.") % {"number": asked.player[:40]},
            rule=_("Whoever plays is a registered person."),
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
            remedy=_("Add them first."),
        )
    return found
