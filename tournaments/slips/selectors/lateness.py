"""Who comes late to an event, as the clock and the game's own book have it: what is proposed to its director.

Purpose: page, API and the service that notes it ask here, so that what was proposed is what is noted.
Terms: as in `tournaments.formats.lateness`; counts from (the moment after which somebody is late), sheet
(that of a lost game: it is to be written so, says so already, tells a game that was played, or there is no
game to lose), counts by (whether that moment is the start of the event, the call, the confirmation of the
seats, or one that was said).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from sanctioning.identity.names import shown
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.formats.canons import FORFEIT, Canons, CanonStepKind
from tournaments.formats.lateness import AT_THE_START, REGISTERED, Came, Late, Lateness, Lost, Sitting
from tournaments.formats.registry import format_named
from tournaments.justice.canon_steps.selectors import next_step
from tournaments.rounds.models.round import Round
from tournaments.slips.event_folders import EventFolder, folder_of
from tournaments.slips.selectors.round_starts import called_at, confirmed_rounds
from tournaments.slips.selectors.slips import game_of_event
from tournaments.teams.models.team import Team, TeamMember

A_DAY: Final = dt.timedelta(days=1)
HALF_A_DAY: Final = A_DAY / 2
START: Final = "start"
CALL: Final = "call"
CONFIRMED: Final = "confirmed"
SAID: Final = "said"
TO_WRITE: Final = "to-write"
SAYS_SO: Final = "says-so"
NO_GAME: Final = "no-game"
PLAYED: Final = "played"


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
    without a `kind` of canon the team loses its game of the round at once, if it has one. `minutes` are the
    whole ones after the moment that counts, negative before it; `counts_by` is `START`, `CALL`, `CONFIRMED`
    or `SAID`. `place` is that of the team's own sheet there, empty where it has none; `sheet` is `TO_WRITE`,
    `SAYS_SO`, `PLAYED` or `NO_GAME`, with what becomes of an `unseated` team, empty where no game is lost.
    """

    team: int
    team_name: str
    letters: str
    round: int
    round_title: str
    came: dt.datetime
    counts_from: dt.datetime
    counts_by: str
    minutes: int
    rule: str
    words: str
    kind: str
    loses_game: bool
    sheet: str
    place: str
    unseated: str
    players: tuple[LatePlayer, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(choice for player in self.players for choice in player.choices))


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledSitting:
    """A sitting with the moment `since` which lateness counts there, None until it is called, and what that
    moment is; of `waiting` teams the sheet is still to come."""

    sitting: Sitting
    title: str
    since: dt.datetime | None
    by: str
    waiting: frozenset[int]

    @property
    def number(self) -> int:
        return self.sitting.number


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGame:
    """The event's folder, and how a game of it is written as lost."""

    folder: EventFolder
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
    for member in people.filter(team__event=event).order_by("letter"):
        members.setdefault(member.team_id, []).append((member.letter, member.entry.person.identity.name))
    return tuple(
        TeamThere(number=team.number, name=team.name, players=tuple(members.get(team.pk, ())))
        for team in event.teams.filter(withdrawn_at__isnull=True).order_by("number")
    )


def called_in(event: Event) -> tuple[CalledSitting, ...]:
    """The rounds and stages to which teams sit down, in their order; none before the first is confirmed."""
    return _called_in(event, _folder(event))


def _called_in(event: Event, folder: EventFolder | None) -> tuple[CalledSitting, ...]:
    if folder is None:
        return ()
    rounds = confirmed_rounds(event)
    return tuple(
        _called(event, folder, sitting, rounds.get(sitting.number))
        for sitting in lateness_of(event).sittings(folder.head, folder.standing)
    )


def proposal_of(
    event: Event,
    *,
    team: int,
    letters: str,
    round: int | None,
    came: dt.datetime,
    since: dt.datetime | None = None,
) -> Proposal:
    """What follows, were it noted now. `letters` are the players who came, all of the team without any;
    `round` is where the team's game is to come, unless it is named; `since` another moment that counts."""
    book, folder = lateness_of(event), _folder(event)
    called = _called_in(event, folder)
    number = _round_of(book, called, team, came) if round is None else round
    rule = book.rule(number)
    to = next((call for call in called if call.number == number), None)
    counts_from, counts_by = _counted(event, to, number, rule, since)
    held, people = players_of_team(event, team, letters, rule)
    late = book.late(Came(number, came - counts_from))
    players, loses = _players(event, format_named(event.format).canons, late, people, number)
    place = (to.sitting.sheets.get(team) or "") if to else ""
    sheet = _sheet(book, folder, place, team) if late is not None and (loses or not late.kind) else ""
    return Proposal(
        team=held.number,
        team_name=held.name,
        letters=letters,
        round=number,
        round_title=to.title if to else "",
        came=came,
        counts_from=counts_from,
        counts_by=counts_by,
        minutes=(came - counts_from) // dt.timedelta(minutes=1),
        rule=late.rule if late else "",
        words=_words(late, held, to, sheet) if late else "",
        kind=late.kind if late else "",
        loses_game=sheet in (TO_WRITE, SAYS_SO),
        sheet=sheet,
        place=place,
        unseated=str(to.sitting.unseated) if to and sheet == NO_GAME else "",
        players=players,
    )


def lost_game(event: Event, place: str, team: int) -> LostGame:
    """The game of a sheet as the team loses it."""
    folder = _folder(event)
    assert folder is not None
    return LostGame(folder=folder, lost=lateness_of(event).lost(folder.standing, place, team))


def no_game_to_lose(team: str, round_title: str) -> str:
    facts = {"team": team, "round": round_title}
    return _("%(team)s has no game to lose there: it sits at no table (%(round)s).") % facts


def game_was_played(team: str, round_title: str) -> str:
    facts = {"team": team, "round": round_title}
    return _("The sheet of %(team)s (%(round)s) shows a game that was played, so it is not changed.") % facts


def _folder(event: Event) -> EventFolder | None:
    game = game_of_event(event)
    return folder_of(game) if game is not None else None


def _called(event: Event, folder: EventFolder, sitting: Sitting, round: Round | None) -> CalledSitting:
    title = round.label if round else str(sitting.title)
    waiting = frozenset(team for team, place in sitting.sheets.items() if place not in folder.slips)
    call = called_at(folder.slips, sitting.call)
    by, since = (CALL, call) if call else (CONFIRMED, round.seated_at) if round else ("", None)
    if sitting.number in AT_THE_START:
        by, since = START, event.starts_at
    return CalledSitting(sitting=sitting, title=title, since=since, by=by, waiting=waiting)


def _counted(
    event: Event, to: CalledSitting | None, number: int, rule: str, since: dt.datetime | None
) -> tuple[dt.datetime, str]:
    """The moment that counts, and what it is; refused where there is none."""
    if number == REGISTERED:
        return (since, SAID) if since else (event.starts_at, START)
    if to is None:
        sentence = _("Round %(round)s is not drawn.") % {"round": number}
        raise _wrong("round-unknown", sentence, "round", rule)
    if since is not None:
        return since, SAID
    if to.since is None:
        raise _wrong(
            "not-called",
            _("No call of the Director is noted (%(round)s).") % {"round": to.title},
            "since",
            rule,
            _("Call it on the Slips page, or give the time from which it counts."),
        )
    return to.since, to.by


def _round_of(book: Lateness, called: Sequence[CalledSitting], team: int, came: dt.datetime) -> int:
    """Where the team's game is to come: the last that began by then, else the first; of a team that sits
    nowhere, of all rounds."""
    if not called:
        return REGISTERED
    seated = any(team in call.sitting.sheets for call in called)
    to_come = [call for call in called if team in call.waiting or not seated]
    if not to_come:
        raise _wrong(
            "round-missing",
            _("No game of this team is left: all its sheets are reported."),
            "round",
            book.rule(called[-1].number),
            _("Say what the team came for."),
        )
    begun = [call for call in to_come if call.since is not None and call.since <= came]
    return (begun[-1] if begun else to_come[0]).number


def _sheet(book: Lateness, folder: EventFolder | None, place: str, team: int) -> str:
    if folder is None or not place:
        return NO_GAME
    lost = book.lost(folder.standing, place, team)
    return PLAYED if lost.played else SAYS_SO if lost.typed is None else TO_WRITE


def _words(late: Late, team: Team, to: CalledSitting | None, sheet: str) -> str:
    """What the book says, and what becomes of a team that has no game to lose."""
    if sheet != NO_GAME or to is None:
        return str(late.words)
    sentences = [str(late.words)] if late.kind else []
    return " ".join([*sentences, no_game_to_lose(team.name, to.title), str(to.sitting.unseated)])


def players_of_team(event: Event, number: int, letters: str, rule: str) -> tuple[Team, Sequence[Person]]:
    """The team, and of its players those at the letters, all without any; by `rule` it is refused. Two
    queries."""
    team = event.teams.filter(number=number, withdrawn_at__isnull=True).first()
    members = team.members.filter(until__isnull=True) if team else TeamMember.objects.none()
    held = members.select_related("entry__person", *shown("entry__person")).order_by("letter")
    people = [member.entry.person for member in held if not letters or member.letter in letters]
    if team is None or not people:
        sentence = _("There is no such team, or nobody at that letter.")
        raise _wrong("team-unknown", sentence, "team", rule)
    return team, people


def on_the_day(
    event: Event, called: Sequence[CalledSitting], clock: dt.time, round: int | None
) -> dt.datetime:
    """The moment that the clock at the event showed, next to that from which the round counts: on its day,
    around midnight on the one before or after. `called` are all of the event."""
    known = {call.number: call.since for call in called if call.since is not None}
    last = max(known.values(), default=event.starts_at)
    counts = (event.starts_at if round == REGISTERED else known.get(round or 0, last)).astimezone(
        ZoneInfo(event.time_zone)
    )
    came = dt.datetime.combine(counts.date(), clock, tzinfo=counts.tzinfo)
    if abs(came - counts) <= HALF_A_DAY:
        return came
    return came + (A_DAY if came < counts else -A_DAY)


def _players(
    event: Event, canons: Canons | None, late: Late | None, people: Iterable[Person], round: int
) -> tuple[tuple[LatePlayer, ...], bool]:
    """What the canon brings each of them, and whether one of the steps takes the game away; who came to
    register has none to lose."""
    steps: list[tuple[Person, CanonStepKind | None]] = [(person, None) for person in people]
    if canons is not None and late is not None and late.kind:
        steps = [
            (person, canons.steps[next_step(event, canons, late.kind, person)[1]]) for person, _no in steps
        ]
    players = tuple(
        LatePlayer(
            name=person.identity.name,
            number=person.number,
            step=str(step.title) if step else "",
            choices=tuple(choice for choice in step.choices if round or choice != FORFEIT) if step else (),
        )
        for person, step in steps
    )
    return players, any(step is not None and step.forfeits for _person, step in steps)


def _wrong(code: str, sentence: str, field: str, rule: str, remedy: str = "") -> Refusal:
    return wrong_field(
        field,
        code=code,
        sentence=sentence,
        rule=rule,
        remedy=remedy or _("Look at the teams and rounds of the event."),
    )
