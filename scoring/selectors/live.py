"""Events as they are played, for the public: which are in play, their tables and scores, and whether anything
has changed since somebody looked.

Invariants: everybody sees the same, by the names that people allow; whether something has changed is told in
two queries, however many tables; the tables themselves come in a constant number.
Terms: in play (a game of it is being played), stamp (differs whenever the board would look different).
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from sanctioning.clock import moment
from sanctioning.names import public_name
from scoring.models import Split, Standing
from scoring.selectors.brackets import EventBracket, bracket_in
from scoring.selectors.hall import HallTable, tables_of
from scoring.selectors.overall import OverallLine, overall
from scoring.selectors.results import placings_by_certification
from scoring.selectors.slips import game_of_event
from scoring.selectors.team_boards import TeamBoard, team_board
from scoring.services.slip_folders import Folder, folder_of
from tournaments.formats import format_named
from tournaments.models import Announcement, Call, Event, Game, Round
from tournaments.selectors import visible_events
from tournaments.selectors.announcements import AnnouncementLine, announcements_of

State = Game.State
PLAYED = (State.PLAYING, State.SPLITTING)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveLine:
    """`tables` are those being played; `last_report` is none before the first stanza of any."""

    slug: str
    name: str
    club_name: str
    club_slug: str
    place: str
    time_zone: str
    tables: int
    stanzas: int
    last_report: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """`certified` says that all of it is: what is shown then is the result."""

    slug: str
    name: str
    club_name: str
    place: str
    time_zone: str
    format: str
    in_play: bool
    certified: bool
    tables: tuple[HallTable, ...]
    teams: TeamBoard | None
    has_bracket: bool
    overall: tuple[OverallLine, ...]
    announcements: tuple[AnnouncementLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Projected:
    """`bracket` is None where the format of the event has none."""

    board: Board
    bracket: EventBracket | None


def events_in_play() -> tuple[LiveLine, ...]:
    """Every event of which a game is being played, the latest report first. One query."""
    playing = Q(games__state__in=PLAYED)
    events = (
        visible_events(None)
        .select_related("club")
        .annotate(
            playing=Count("games", filter=playing, distinct=True),
            stanzas=Count("games__stanza_versions", filter=playing & Q(games__stanza_versions__version=1)),
            last_report=Max("games__stanza_versions__received_at", filter=playing),
        )
        .filter(playing__gt=0, cancelled_at__isnull=True)
        .order_by("-last_report", "name")
    )
    return tuple(
        LiveLine(
            slug=event.slug,
            name=event.name,
            club_name=event.club.name,
            club_slug=event.club.slug,
            place=event.place,
            time_zone=event.time_zone,
            tables=event.playing,
            stanzas=event.stanzas,
            last_report=event.last_report,
        )
        for event in events
    )


def board_stamp(slug: str, at: dt.datetime | None = None) -> str:
    """What the board of an event stands at. Two queries."""
    games = Game.objects.filter(event__slug=slug).order_by("pk")
    rows = games.values_list(
        "pk", "state", "revision", "stanzas_played", "first_dealer_id", "acting_executor_id", "event__name"
    )
    hung = Announcement.objects.standing(moment(at)).filter(event__slug=slug).order_by("pk")
    return stamp_of(list(rows), list(hung.values_list("pk")))


def slips_stamp(event: Event) -> str:
    """What the floor above the slips of an event stands at. Two queries."""
    open_rounds = Count("event__rounds", filter=Q(event__rounds__state=Round.State.OPEN))
    games = event.games.annotate(rounds_open=open_rounds).order_by("pk")
    rows = games.values_list("pk", "state", "revision", "acting_executor_id", "rounds_open")
    calls = Call.objects.filter(game__event=event, ended="").order_by("pk")
    return stamp_of(list(rows), list(calls.values_list("pk")))


def live_stamp() -> str:
    """What the list of events in play stands at. One query."""
    playing = Game.objects.filter(state__in=PLAYED).order_by("pk")
    return stamp_of(list(playing.values_list("pk", "stanzas_played", "revision")))


def stamp_of(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def projected(slug: str, at: dt.datetime | None = None, *, with_bracket: bool = True) -> Projected | None:
    """The tables of an event with their scores and, where it is asked for, its bracket, of one reading of the
    slips; None where the public sees no such event. Eleven queries."""
    event: Event | None = visible_events(None).select_related("club").filter(slug=slug).first()
    if event is None:
        return None
    game = game_of_event(event)
    folder = folder_of(game) if game else None
    shows = with_bracket and format_named(event.format).has_bracket
    return Projected(board=_board(event, folder, at), bracket=bracket_in(event, folder) if shows else None)


def _board(event: Event, folder: Folder | None, at: dt.datetime | None) -> Board:
    tables = () if folder else tables_of(event, public_name)
    standings = Standing.objects.filter(certification__game__event=event, certification__current=True)
    states = [folder.game.state] if folder else [table.state for table in tables]
    return Board(
        slug=event.slug,
        name=event.name,
        club_name=event.club.name,
        place=event.place,
        time_zone=event.time_zone,
        format=event.format,
        in_play=any(state in PLAYED for state in states),
        certified=bool(states) and all(state in Game.ENDED for state in states),
        tables=tables,
        teams=team_board(folder) if folder else None,
        has_bracket=format_named(event.format).has_bracket,
        overall=overall(placings_by_certification(standings).values()),
        announcements=announcements_of(event=event, at=at),
    )


def table_stamp(game: Game) -> str:
    """Differs whenever the table would look different to the same person. Two queries."""
    family = Game.objects.filter(event=game.event_id, number=game.number).order_by("pk")
    rows = family.annotate(
        settled=Count("settlements", distinct=True), ordered=Count("authorisations", distinct=True)
    ).values_list(
        "pk",
        "state",
        "revision",
        "acting_executor_id",
        "first_dealer_id",
        "settled",
        "ordered",
    )
    drawn = Split.objects.filter(game=game.pk).order_by("pk").values_list("state", "draws")
    return stamp_of(list(rows), list(drawn))
