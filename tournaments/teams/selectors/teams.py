"""Teams of an event: who plays with whom, who of them has come, and the head of the event's record.

Terms: whole (somebody entered at each letter), present (all of them are checked in), head
(`tournaments.formats.slips.EventHead`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from django.db.models import Prefetch

from sanctioning.identity.names import public_name, shown, told_apart
from sanctioning.kit.lists.word_search import says_all
from sanctioning.kit.request_cache import asked_once
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.events.games_and_rounds import confirmed_rounds
from tournaments.events.models.event import Event
from tournaments.formats.documents import Planned
from tournaments.formats.fields import Field
from tournaments.formats.registry import format_named
from tournaments.formats.slips import EntryHead, EventHead, Left, SeatStay, TeamHead
from tournaments.games.models import Game
from tournaments.justice.canon_steps.selectors import suspended_at, violations_at
from tournaments.teams.models.team import Team, TeamMember

State = Entry.State
CENTS: Final = 100
HELD: Final = "held"
NEVER: Final = dt.datetime.max.replace(tzinfo=dt.UTC)
_OF_A_HEAD: Final = (
    *("team", "letter", "until", "from_round"),
    *(
        f"entry__{field}"
        for field in ("entered_at", "fee", "late_fee", "fee_state", "checked_in_at", "late_for")
    ),
    "entry__person__number",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMemberLine:
    letter: str
    name: str
    number: str
    state: Annotated[str, Entry.State]
    state_words: str
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacedLine:
    """Somebody of whom another took the place, from `until` on: the round in which the other played first."""

    letter: str
    name: str
    number: str
    by: str
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """`present` where all of its players are there; `waiting` where any of them waits in the queue;
    `left_after` is the round after which it went home, for the reason `left_for`."""

    id: int
    number: int
    name: str
    members: tuple[TeamMemberLine, ...]
    replaced: tuple[ReplacedLine, ...]
    told: tuple[tuple[str, str], ...]
    withdrawn: bool
    present: bool
    waiting: bool
    left_after: int | None = None
    left_for: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamList:
    """Teams by number; `present` and `players` count those that stand."""

    teams: tuple[TeamLine, ...]
    gone: tuple[TeamLine, ...]
    letters: tuple[str, ...]

    @property
    def present(self) -> int:
        return sum(team.present for team in self.teams)


def team_list(event: Event, named: Callable[[Person], str] = public_name) -> TeamList:
    """Every team, under the names that the public sees, or others. Two queries."""
    teams = _teams(event)
    people = (member.entry.person for team in teams for member in _members(team))
    names = told_apart({person.identity.number: named(person) for person in people})
    lines = tuple(
        _line(team, fields_of_team(event), lambda person: names[person.identity.number]) for team in teams
    )
    return TeamList(
        teams=tuple(line for line in lines if not line.withdrawn),
        gone=tuple(line for line in lines if line.withdrawn),
        letters=format_named(event.format).unit.letters,
    )


def teams_with(teams: Iterable[TeamLine], words: str) -> tuple[TeamLine, ...]:
    """Those in whose number, name or players all the words stand, in any case."""
    return tuple(team for team in teams if says_all(_told_of(team), words))


def _told_of(team: TeamLine) -> str:
    players = (f"{member.name} {member.number}" for member in team.members)
    return f"{team.number}. {team.name} {' '.join(players)}"


def line_of(team: Team) -> TeamLine:
    """One team, as the list has it. Two queries."""
    [loaded] = _teams(team.event, number=team.number)
    return _line(loaded, fields_of_team(team.event))


def team_of(event: Event, team_id: int) -> Team | None:
    team: Team | None = event.teams.select_related("event__club").filter(pk=team_id).first()
    return team


def event_head(game: Game, ruleset: str) -> EventHead:
    """What the record of an event's game says without any slip. Queries of `head_of`."""
    return head_of(game.event, ruleset, game.planned)


def bare_head(event: Event, ruleset: str, planned: Planned) -> EventHead:
    """As `head_of`, without what the canons say. Three queries."""
    return _head_of(event, ruleset, planned, _teams_by_number(event))


def with_canons(event: Event, head: EventHead) -> EventHead:
    """The head with what the canons say. Two queries where the game has such, else none."""
    return replace(head, violations=violations_at(event), suspended=suspended_at(event))


def head_of(event: Event, ruleset: str, planned: Planned) -> EventHead:
    """What is known of an event that is or will be one game. Three queries, two more where it has canons."""
    return with_canons(event, bare_head(event, ruleset, planned))


def teams_and_head(event: Event, planned: Planned) -> tuple[tuple[TeamHead, ...], EventHead]:
    """The teams that are not withdrawn, by number, and the `bare_head` of their event: all that a seating
    asks. Three queries."""
    held = _teams_by_number(event)
    return _standing_teams(held, event), _head_of(event, "", planned, held)


def teams_there(event: Event) -> tuple[TeamHead, ...]:
    """The teams that are not withdrawn and of which everybody has come, by number. Two queries."""
    teams = _standing_teams(_teams_by_number(event), event)
    return tuple(
        team for team in teams if team.entries and all(entry.present for entry in team.entries.values())
    )


def names_of_teams(event: Event) -> dict[str, tuple[int, str]]:
    """By the number of each who plays or played in one, the team; of a player of several the one that stands.
    Two queries."""
    held = sorted(_teams_by_number(event), key=_gone_at)
    return {
        member.entry.person.number: (team.number, team.name) for team in held for member in _members(team)
    }


def _gone_at(team: Team) -> dt.datetime:
    return team.withdrawn_at or NEVER


def _standing_teams(held: Sequence[Team], event: Event) -> tuple[TeamHead, ...]:
    return tuple(_head(team, event) for team in held if team.withdrawn_at is None)


def _head_of(event: Event, ruleset: str, planned: Planned, held: Sequence[Team]) -> EventHead:
    teams = [_head(team, event) for team in held]
    gone = {team.number for team in held if team.withdrawn_at is not None}
    by_standing = sorted(teams, key=lambda team: team.number not in gone)
    team_at = {player: team.number for team in by_standing for player in team.everybody}
    rounds = confirmed_rounds(event)
    tables = tuple(
        tuple(
            _teams_at([*table, *drawn.guests.get(str(at), ())], team_at)
            for at, table in enumerate(drawn.tables, start=1)
        )
        for drawn in rounds
    )
    playing = {number for round in tables for table in round for number in table}
    return EventHead(
        id=event.slug,
        ruleset=ruleset,
        planned=planned,
        teams={team.number: team for team in teams if team.number in playing},
        rounds=tables,
        guests=tuple(
            {int(table): team_at[players[0]] for table, players in drawn.guests.items()} for drawn in rounds
        ),
        seeds=tuple(drawn.seed for drawn in rounds),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFees:
    """Teams by key: of whom somebody still owes a fee, and of whom nobody does and somebody has paid."""

    owing: frozenset[int] = frozenset()
    paid: frozenset[int] = frozenset()


def fees_of_teams(event: Event) -> TeamFees:
    """Two queries."""
    entries_of = {
        team.pk: [member.entry for member in _standing(team)]
        for team in _teams(event)
        if team.withdrawn_at is None
    }
    owing = frozenset(pk for pk, entries in entries_of.items() if any(entry.owes for entry in entries))
    paid = frozenset(
        pk
        for pk, entries in entries_of.items()
        if any(entry.fee_state == Entry.Fee.PAID for entry in entries)
    )
    return TeamFees(owing=owing, paid=paid - owing)


def _teams(event: Event, **which: int) -> list[Team]:
    """With everybody under the names that the public sees."""
    people = TeamMember.objects.select_related("entry__person", *shown("entry__person"))
    teams = event.teams.filter(**which).order_by("number")
    return list(teams.prefetch_related(Prefetch("members", people.order_by("letter"), to_attr=HELD)))


def _teams_by_number(event: Event) -> tuple[Team, ...]:
    """With everybody under the number alone: nearly every act of an event reads its head. Once in a page."""
    people = TeamMember.objects.select_related("entry__person").only(*_OF_A_HEAD).order_by("letter")
    teams = event.teams.order_by("number").prefetch_related(Prefetch("members", people, to_attr=HELD))
    return asked_once(("teams by number", event.pk), lambda: tuple(teams))


def _members(team: Team) -> list[TeamMember]:
    members: list[TeamMember] = getattr(team, HELD)
    return members


def _head(team: Team, event: Event) -> TeamHead:
    held = _standing(team)
    return TeamHead(
        number=team.number,
        name=team.name,
        players={member.letter: member.entry.person.number for member in held},
        facts=team.facts,
        sat=tuple(_sat(team)),
        entries={member.letter: _entry_head(member.entry, event) for member in held},
        left=None
        if team.left_after is None
        else Left(after=team.left_after, why=team.left_for, letter=team.left_letter),
    )


def _entry_head(entry: Entry, event: Event) -> EntryHead:
    return EntryHead(
        after_start=entry.entered_at - event.starts_at,
        fee=int(entry.owed * CENTS),
        late_fee=int(entry.late_fee * CENTS),
        settled=not entry.owes,
        present=entry.is_present,
        let_in=entry.late_for,
    )


def _sat(team: Team) -> Iterator[SeatStay]:
    """Who held each letter, one after the other."""
    for member, after in _followed(team):
        yield SeatStay(
            letter=member.letter,
            player=member.entry.person.number,
            first=member.from_round,
            last=after.from_round - 1 if after is not None else None,
        )


def _standing(team: Team) -> list[TeamMember]:
    """Who belongs to the team, of a withdrawn one who belonged to it at the end."""
    return [member for member in _members(team) if member.until == team.withdrawn_at]


def _teams_at(table: Sequence[str], team_at: dict[str, int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(team_at[player] for player in table))


def fields_of_team(event: Event) -> Sequence[Field]:
    """What the format of an event asks of a team besides its players."""
    team_entry = format_named(event.format).team
    return team_entry.fields if team_entry else ()


def _line(team: Team, fields: Sequence[Field], named: Callable[[Person], str] = public_name) -> TeamLine:
    members = [_member(member, named) for member in _standing(team)]
    return TeamLine(
        id=team.pk,
        number=team.number,
        name=team.name,
        members=tuple(members),
        replaced=tuple(_replaced(team, named)),
        told=tuple(
            (str(field.label), str(team.facts[field.name])) for field in fields if field.name in team.facts
        ),
        withdrawn=team.withdrawn_at is not None,
        present=bool(members) and all(member.present for member in members),
        waiting=any(member.state == State.WAITING for member in members),
        left_after=team.left_after,
        left_for=team.left_for,
    )


def _replaced(team: Team, named: Callable[[Person], str]) -> Iterator[ReplacedLine]:
    for member, after in _followed(team):
        if after is not None:
            person = member.entry.person
            yield ReplacedLine(
                letter=member.letter,
                name=named(person),
                number=person.identity.number,
                by=named(after.entry.person),
                until=after.from_round,
            )


def _followed(team: Team) -> Iterator[tuple[TeamMember, TeamMember | None]]:
    """Everybody who held a letter, with the one who took it after him."""
    members = sorted(_members(team), key=lambda member: (member.letter, member.pk))
    for member, after in zip(members, [*members[1:], None], strict=True):
        yield member, after if after is not None and after.letter == member.letter else None


def _member(member: TeamMember, named: Callable[[Person], str]) -> TeamMemberLine:
    entry = member.entry
    return TeamMemberLine(
        letter=member.letter,
        name=named(entry.person),
        number=entry.person.identity.number,
        state=entry.state,
        state_words=entry.get_state_display(),
        present=entry.is_present,
    )
