"""What a director does with a player on the floor.

Each command calls one service, and says what was done and what would undo it. What was done is kept as a deed
and its facts, and put into words for whoever reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from rest_framework import serializers

from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.names import telling_apart
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.commands import Command, Commands, or_none, sent_as, words
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.calls.services.calls import call_executor
from tournaments.directing.services.moving_players import add_player, free_player, place_player, send_home
from tournaments.directing.services.undoing_moves import (
    SeatBefore,
    bring_back,
    put_back,
    sat_at,
    take_entry_back,
)
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import live_entry
from tournaments.entries.services.check_in import check_in, undo_check_in
from tournaments.events.addresses import GameConverter
from tournaments.events.capacity import how_full
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import game_at
from tournaments.games.models import Game, place_in_round
from tournaments.games.selectors.seats import tables_sat_at
from tournaments.tables.services.seating import stop_waiting, wait_at_table


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOnFloor:
    """Players are named by member number, tables as in addresses ("3", "3B").

    To undo a step: `game` and `left_of`, or `seat`, say where he sat, `now` where the step put him, and
    `then` and `since` how far those two games had come (as an undo names them); `came` is "yes" where the
    step checked them in, `sat` at how many tables they had sat when it was done, `state` whether the step
    entered them or put them on the waiting list. `sure` is "yes" where it is meant that somebody leaves the
    table, or that a place goes to the next on the waiting list.
    """

    player: str = words(20)
    game: str = words(16)
    left_of: str = words(64)
    late_for: str = words(300)
    seat: int = sent_as(serializers.IntegerField(required=False, default=0, min_value=0, max_value=10), 0)
    now: str = words(16)
    then: str = words(40)
    since: str = words(40)
    came: str = words(3)
    sat: int | None = or_none(serializers.IntegerField, min_value=0)
    state: str = words(16)
    sure: str = words(3)


DEEDS: Final[Mapping[str, str | Promise]] = {
    "placed": _lazy("%(who)s now sits at %(game)s."),
    "freed": _lazy("%(who)s now has no table."),
    "free-as-before": _lazy("%(who)s has no table, as before."),
    "put-back": _lazy("%(who)s sits at %(game)s as before."),
    "waits": _lazy("%(who)s is waiting at %(game)s."),
    "waits-no-more": _lazy("%(who)s is no longer waiting."),
    "withdrawn": _lazy("%(who)s is withdrawn."),
    "restored": _lazy("%(who)s is entered again."),
    "restored-to-queue": _lazy(
        "The place of %(who)s went to the next person, so %(who)s is now on the waiting list."
    ),
    "come": _lazy("%(who)s is here."),
    "away": _lazy("%(who)s is not here."),
    "added": _lazy("%(who)s is %(state)s."),
    "added-to-queue": _lazy("%(who)s is waiting: the event is full, %(entered)s of %(places)s."),
    "split-asked": _lazy("The Acting Executor is asked to split %(game)s."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneOnFloor:
    """`deed` is one of `DEEDS`, `facts` what it names: a game as in addresses and with its table and
    round, the state of an entry by its value. `undo` is the act that takes it back, empty where nothing does;
    `asked` comes with that one."""

    deed: str
    facts: Mapping[str, str]
    undo: str = ""
    asked: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def said(self) -> str:
        return in_words(self.deed, self.facts)


def in_words(deed: str, facts: Mapping[str, str]) -> str:
    """What was done, in the language of whoever reads it."""
    words: dict[str, str | Promise] = {**facts}
    if "round" in facts:
        words["game"] = place_in_round(facts["table"], _("round %(number)s") % {"number": facts["round"]})
    elif "game" in facts:
        words["game"] = _("game %(number)s") % {"number": facts["game"]}
    if "state" in facts:
        words["state"] = Entry.State(facts["state"]).label
    return str(DEEDS[deed]) % words


def place(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """To a table, from wherever he is."""
    person, game = _person(asked), _game(event, asked.game)
    was, entry = sat_at(event, person), live_entry(event, person)
    place_player(by=by, event=event, person=person, game=game, left_of=asked.left_of)
    facts = {"who": _who(event, person), **_facts_of(game)}
    came = entry is not None and not entry.is_present
    return _taken_back(event, person, "placed", facts, was, sat_at(event, person), came=came)


def free(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    was = sat_at(event, person)
    free_player(by=by, event=event, person=person)
    return _taken_back(event, person, "freed", {"who": _who(event, person)}, was, SeatBefore())


def undo(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """Exactly where he sat before."""
    person, was = _person(asked), _was(event, asked)
    now = SeatBefore(game=_game(event, asked.now) if asked.now else None, gone_on_to=asked.since)
    put_back(by=by, event=event, person=person, was=was, now=now, came=asked.came == "yes")
    if was.game is None:
        return DoneOnFloor(deed="free-as-before", facts={"who": _who(event, person)})
    return DoneOnFloor(deed="put-back", facts={"who": _who(event, person), **_facts_of(was.game)})


def wait(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person, game = _person(asked), _game(event, asked.game)
    wait_at_table(by=by, game=game, person=person)
    facts = {"who": _who(event, person), **_facts_of(game)}
    return _done(event, person, "waits", facts=facts, undo="stop-waiting", asked={"game": asked.game})


def waits_no_more(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person, game = _person(asked), _game(event, asked.game)
    stop_waiting(by=by, game=game, person=person)
    return _done(event, person, "waits-no-more", undo="wait", asked={"game": asked.game})


def withdraw(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    was, entry, sure = sat_at(event, person), _entry(event, person), asked.sure == "yes"
    if asked.sat is None:
        send_home(by=by, event=event, entry=entry, sure=sure)
    else:
        take_entry_back(by=by, event=event, entry=entry, sat=asked.sat, state=asked.state, sure=sure)
    return _done(event, person, "withdrawn", undo="restore", asked=_asked_back(was))


def restore(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    _entry(event, person)
    entry = bring_back(by=by, event=event, person=person, was=_was(event, asked))
    waits = entry.state == Entry.State.WAITING
    deed = "restored-to-queue" if waits else "restored"
    left = _asked_of_entry(event, entry)
    now = {**_asked_now(sat_at(event, person)), **left}
    # Nobody is asked whether they mean to undo.
    return _done(event, person, deed, undo="withdraw", asked={**now, "sure": "yes"} if "now" in now else now)


def come(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    check_in(by=by, entry=_entry(event, person))
    return _done(event, person, "come", undo="away", asked=_asked_now(sat_at(event, person)))


def away(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    person = _person(asked)
    undo_check_in(by=by, entry=_entry(event, person))
    return _done(event, person, "away", undo="check-in", asked=_asked_now(sat_at(event, person)))


def add(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """Whoever was entered before is only checked in, and the undo takes only that back."""
    person = _person(asked)
    before = event.entries.filter(person__in=rows_of(person), state=Entry.State.ENTERED).first()
    entry = add_player(by=by, event=event, person=person, late_for=asked.late_for)
    if before is None:
        facts = {"who": _who(event, person), "state": entry.state}
        left = _asked_of_entry(event, entry)
        full = how_full(event) if entry.state == Entry.State.WAITING else None
        if full is not None:
            facts |= {"entered": str(full.entered), "places": str(full.places)}
            return _done(event, person, "added-to-queue", facts=facts, undo="withdraw", asked=left)
        return _done(event, person, "added", facts=facts, undo="withdraw", asked=left)
    if before.is_present:
        return DoneOnFloor(deed="come", facts={"who": _who(event, person)})
    return _done(event, entry.person, "come", undo="away", asked=_asked_now(sat_at(event, person)))


def ask_for_split(by: Person, event: Event, asked: AskedOnFloor) -> DoneOnFloor:
    """The Acting Executor decides on a split; the director asks him to the table."""
    game = _game(event, asked.game)
    about = _("Ten or more want to play here: may the game be split?")
    call_executor(by=by, game=game, kind="seats", about=about)
    return DoneOnFloor(deed="split-asked", facts=_facts_of(game))


def _done(
    event: Event,
    person: Person,
    deed: str,
    *,
    facts: Mapping[str, str] | None = None,
    undo: str,
    asked: Mapping[str, str | int] | None = None,
) -> DoneOnFloor:
    """Done with one player, whom the undo names too."""
    back = {"player": person.number, **(asked or {})}
    return DoneOnFloor(deed=deed, facts=facts or {"who": _who(event, person)}, undo=undo, asked=back)


def _taken_back(
    event: Event,
    person: Person,
    deed: str,
    facts: Mapping[str, str],
    was: SeatBefore,
    now: SeatBefore,
    *,
    came: bool = False,
) -> DoneOnFloor:
    if (was.game and was.game.pk) == (now.game and now.game.pk):
        return DoneOnFloor(deed=deed, facts=facts)
    asked = {**_asked_back(was), **_asked_now(now), **({"came": "yes"} if came else {})}
    return _done(event, person, deed, facts=facts, undo="undo", asked=asked)


def _asked_now(now: SeatBefore) -> dict[str, str | int]:
    """Where somebody sits who is still there when the undo comes."""
    return {"now": _label(now.game), "since": now.gone_on_to} if now.game else {}


def _asked_of_entry(event: Event, entry: Entry) -> dict[str, str | int]:
    """How a step left an entry that its undo would take back."""
    return {"sat": tables_sat_at(event, entry.person), "state": entry.state}


def _asked_back(was: SeatBefore) -> dict[str, str | int]:
    """What an undo asks for, so that somebody sits again where he `was`."""
    if was.game is None:
        return {}
    seat: dict[str, str | int] = {"seat": was.seat} if was.seat else {"left_of": was.left_of}
    return {"game": _label(was.game), "then": was.gone_on_to, **seat}


def _was(event: Event, asked: AskedOnFloor) -> SeatBefore:
    game = _game(event, asked.game) if asked.game else None
    return SeatBefore(game=game, gone_on_to=asked.then, seat=asked.seat, left_of=asked.left_of)


def _facts_of(game: Game) -> dict[str, str]:
    """What names a game: its address and, in a round, where it is played."""
    if game.round is None:
        return {"game": _label(game)}
    return {"game": _label(game), "table": str(game.table), "round": str(game.round.number)}


def _label(game: Game | None) -> str:
    return f"{game.number}{game.group}" if game else ""


def _person(asked: AskedOnFloor) -> Person:
    person = person_numbered(number=asked.player) if asked.player else None
    if person is None:
        raise Refusal(
            code="player-unknown",
            sentence=_("No player has the number “%(number)s”.") % {"number": asked.player[:40]},
            rule=_("Every player has a record."),
            remedy=_("Give the member number as shown on the player's page."),
            status=422,
        )
    return person


def _who(event: Event, person: Person) -> str:
    """The name, with the member number where another of the event has the same one."""
    others = event.entries.filter(
        person__given_names__iexact=person.given_names, person__family_name__iexact=person.family_name
    )
    namesakes = (entry.person for entry in others.select_related("person"))
    return telling_apart(lambda namesake: namesake.name, (person, *namesakes))(person)


def _game(event: Event, label: str) -> Game:
    game = None
    if label and label.isascii() and label.isalnum() and label[0] in "123456789" and len(label) < 16:
        number, group = GameConverter().to_python(label)
        game = game_at(event_slug=event.slug, number=number, group=group) if number < 10_000 else None
    if game is None:
        raise Refusal(
            code="table-unknown",
            sentence=_("There is no such table."),
            rule="I/Players",
            remedy=_("Choose one of the tables of this event."),
            status=422,
        )
    return game


def _entry(event: Event, person: Person) -> Entry:
    """Of several records of them the entry that counts, or the latest."""
    of_them = event.entries.select_related("person", "event__club").filter(person__in=rows_of(person))
    entry = of_them.exclude(state__in=Entry.GONE).first() or of_them.order_by("-entered_at").first()
    if entry is None:
        raise Refusal(
            code="not-entered",
            sentence=_("%(who)s is not entered at %(event)s.") % {"who": person.name, "event": event.name},
            rule="I/Players",
            remedy=_("Add them first."),
        )
    return entry


def _on_floor(
    run: Callable[[Person, Event, AskedOnFloor], DoneOnFloor],
) -> Command[Event, AskedOnFloor, DoneOnFloor]:
    return Command(run, lambda done: done.said)


FLOOR_COMMANDS: Final = Commands[Event, AskedOnFloor, DoneOnFloor](
    AskedOnFloor,
    {
        "place": _on_floor(place),
        "free": _on_floor(free),
        "undo": _on_floor(undo),
        "wait": _on_floor(wait),
        "stop-waiting": _on_floor(waits_no_more),
        "withdraw": _on_floor(withdraw),
        "restore": _on_floor(restore),
        "check-in": _on_floor(come),
        "away": _on_floor(away),
        "add": _on_floor(add),
        "ask-split": _on_floor(ask_for_split),
    },
)
