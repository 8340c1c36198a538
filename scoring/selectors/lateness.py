"""Who comes late to an event, as the clock and the game's own book have it: what is proposed to its director.

Purpose: page, API and the service that notes it ask here, so that what was proposed is what is noted.
Terms: as in `tournaments.formats.lateness`; counts from (the moment after which somebody is late), sheet
(that of a lost game: it is to be written so, says so already, or there is no game to lose).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from sanctioning.models import Person
from sanctioning.names import shown
from sanctioning.refusal import Refusal
from scoring.selectors.slips import game_of_event
from scoring.services.slip_folders import Folder, folder_of
from tournaments.formats import format_named
from tournaments.formats.canons import FORFEIT, Canons, CanonStepKind
from tournaments.formats.lateness import AT_THE_START, REGISTERED, Came, Late, Lateness, Lost
from tournaments.models import Event, Round, Team, TeamMember
from tournaments.selectors.canons import next_step

HALF_A_DAY: Final = dt.timedelta(hours=12)
TO_WRITE: Final = "to-write"
SAYS_SO: Final = "says-so"
NO_GAME: Final = "no-game"


@dataclass(frozen=True, slots=True, kw_only=True)
class LatePlayer:
    """`step` is what the canon brings him now, in words; `choices` are left to the Director."""

    name: str
    number: str
    step: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What the clock says of a team that came, or of one of its players. Without a `rule` nobody is late;
    without a `kind` of canon the team loses its game of the round at once, if it has one. `sheet` is
    `TO_WRITE`, `SAYS_SO` or `NO_GAME`, empty where no game is lost. `minutes` are the whole ones after the
    moment that counts, negative before it."""

    team: int
    team_name: str
    letters: str
    round: int
    came: dt.datetime
    counts_from: dt.datetime
    minutes: int
    rule: str
    words: str
    kind: str
    loses_game: bool
    sheet: str
    players: tuple[LatePlayer, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(choice for player in self.players for choice in player.choices))


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGame:
    """The game of a team in a round, and how it is written as lost."""

    folder: Folder
    lost: Lost


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamThere:
    """A team with its players by letter."""

    number: int
    name: str
    players: tuple[tuple[str, str], ...]


def lateness_of(event: Event) -> Lateness:
    """What the book says, for an event whose game counts lateness."""
    book = format_named(event.format).lateness
    assert book is not None
    return book


def teams_there(event: Event) -> tuple[TeamThere, ...]:
    """The teams that are not withdrawn, by number. Two queries."""
    people = TeamMember.objects.filter(until__isnull=True).select_related(*shown("entry__person"))
    members: dict[int, list[tuple[str, str]]] = {}
    for one in people.filter(team__event=event).order_by("letter"):
        members.setdefault(one.team_id, []).append((one.letter, one.entry.person.identity.name))
    return tuple(
        TeamThere(number=team.number, name=team.name, players=tuple(members.get(team.pk, ())))
        for team in event.teams.filter(withdrawn_at__isnull=True).order_by("number")
    )


def proposal_of(event: Event, *, team: int, letters: str, round: int | None, came: dt.datetime) -> Proposal:
    """What follows, were it noted now. `letters` are the players who came, all of the team without any;
    `round` is the one in play then, unless it is named."""
    book = lateness_of(event)
    called = _called(event)
    number = _round_at(called, came) if round is None else round
    counts_from = event.starts_at if number in AT_THE_START else called.get(number)
    rule = book.rule(number)
    if counts_from is None or (number != REGISTERED and number not in called):
        sentence = _("Round %(round)s is not drawn.") % {"round": number}
        raise _wrong("round-unknown", sentence, "round", rule)
    held, people = players_of_team(event, team, letters, rule)
    found = book.late(Came(number, came - counts_from))
    players, loses = _players(event, format_named(event.format).canons, found, people, number)
    sheet = _sheet(event, number, team) if found is not None and (loses or not found.kind) else ""
    return Proposal(
        team=held.number,
        team_name=held.name,
        letters=letters,
        round=number,
        came=came,
        counts_from=counts_from,
        minutes=(came - counts_from) // dt.timedelta(minutes=1),
        rule=found.rule if found else "",
        words=_words(book, found, held, number, sheet) if found else "",
        kind=found.kind if found else "",
        loses_game=sheet in (TO_WRITE, SAYS_SO),
        sheet=sheet,
        players=players,
    )


def lost_game(event: Event, round: int, team: int) -> LostGame | None:
    """The game that a team loses in a round; None where it sits at no table of it."""
    game = game_of_event(event)
    if game is None or round == REGISTERED:
        return None
    folder = folder_of(game)
    lost = lateness_of(event).lost(folder.head, folder.standing, round, team)
    return None if lost is None else LostGame(folder=folder, lost=lost)


def no_game_to_lose(team: str, round: int) -> str:
    said = {"team": team, "round": round}
    return _("%(team)s sits at no table of round %(round)s, so it has no game to lose there.") % said


def _sheet(event: Event, round: int, team: int) -> str:
    found = lost_game(event, round, team)
    if found is None:
        return NO_GAME
    return SAYS_SO if found.lost.typed is None else TO_WRITE


def _words(book: Lateness, found: Late, team: Team, round: int, sheet: str) -> str:
    """What the book says, and what becomes of a team that has no game to lose."""
    if sheet != NO_GAME:
        return str(found.words)
    said = [str(found.words)] if found.kind else []
    return " ".join([*said, no_game_to_lose(team.name, round), str(book.unseated)])


def players_of_team(event: Event, number: int, letters: str, rule: str) -> tuple[Team, Sequence[Person]]:
    """The team, and of its players those at the letters, all without any; by `rule` it is refused. Two
    queries."""
    team = event.teams.filter(number=number, withdrawn_at__isnull=True).first()
    members = team.members.filter(until__isnull=True) if team else TeamMember.objects.none()
    held = members.select_related("entry__person", *shown("entry__person")).order_by("letter")
    people = [one.entry.person for one in held if not letters or one.letter in letters]
    if team is None or not people:
        sentence = _("There is no such team, or nobody at that letter.")
        raise _wrong("team-unknown", sentence, "team", rule)
    return team, people


def on_the_day(event: Event, clock: dt.time, round: int | None) -> dt.datetime:
    """The moment that the clock at the event showed: on the day of the round's call, after midnight on the
    next."""
    called = _called(event)
    number = max(called, default=REGISTERED) if round is None else round
    call = called.get(number, event.starts_at).astimezone(ZoneInfo(event.time_zone))
    found = dt.datetime.combine(call.date(), clock, tzinfo=call.tzinfo)
    return found + dt.timedelta(days=1) if found < call - HALF_A_DAY else found


def _called(event: Event) -> dict[int, dt.datetime]:
    """When each round was called to begin."""
    rounds = event.rounds.filter(state=Round.State.OPEN)
    return dict(rounds.values_list("number", "starts_at"))


def _round_at(called: dict[int, dt.datetime], came: dt.datetime) -> int:
    """The last round called by then; before the first call, the first."""
    return max((number for number, at in called.items() if at <= came), default=min(called, default=0))


def _players(
    event: Event, canons: Canons | None, found: Late | None, people: Iterable[Person], round: int
) -> tuple[tuple[LatePlayer, ...], bool]:
    """What the canon brings each of them, and whether one of the steps takes the game away; who came to
    register has none to lose."""
    steps: list[tuple[Person, CanonStepKind | None]] = [(one, None) for one in people]
    if canons is not None and found is not None and found.kind:
        steps = [(one, canons.steps[next_step(event, canons, found.kind, one)[1]]) for one, _no in steps]
    players = tuple(
        LatePlayer(
            name=person.identity.name,
            number=person.number,
            step=str(step.title) if step else "",
            choices=tuple(one for one in step.choices if round or one != FORFEIT) if step else (),
        )
        for person, step in steps
    )
    return players, any(step is not None and step.forfeits for _person, step in steps)


def _wrong(code: str, sentence: str, field: str, rule: str) -> Refusal:
    return Refusal(
        code=code,
        sentence=sentence,
        rule=rule,
        remedy=_("Look at the teams and rounds of the event."),
        status=422,
        facts={"field": field},
    )
