"""Events as they are played, for the public: which are in play, their tables and scores, and whether anything
has changed since somebody looked.

Invariants: everybody sees the same, by the names that people allow; whether something has changed is told in
two queries, however many tables; the tables themselves come in a constant number.
Terms: in play (a game of it is being played), stamp (differs whenever the board would look different).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import F, OuterRef, Subquery

from sanctioning.identity.names import public_name, shown, telling_apart
from sanctioning.kit.kept_while_unchanged import KeptWhileUnchanged
from sanctioning.kit.lists.counting import counted
from scoring.results.models import Standing
from scoring.results.selectors.overall import OverallLine, overall
from scoring.results.selectors.results import placings_by_certification
from tournaments.events.models.event import Event
from tournaments.events.selectors.announcements import AnnouncementLine, announcements_of
from tournaments.events.selectors.events import visible_events
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.slips.event_folders import EventFolder, folder_of
from tournaments.slips.selectors.brackets import EventBracket, bracket_in
from tournaments.slips.selectors.slips import game_of_event
from tournaments.slips.selectors.team_boards import TeamBoard, team_board
from tournaments.tables.models.sheet import Sheet, StanzaVersion
from tournaments.tables.selectors.stamps import PLAYED
from tournaments.tables.selectors.tables_of_event import EventTable, tables_of

State = Game.State
MOST_LEADERS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderLine:
    place: int
    name: str
    number: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestTable:
    """The table that reported last: its stanza, the last one of its plan (None where another thing ends it),
    and who leads there."""

    place: str
    stanza: int
    last: int | None
    leaders: tuple[LeaderLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveLine:
    """`tables` are those being played; before the first stanza of any there is no `last_report`, and no
    `latest` table."""

    slug: str
    name: str
    club_name: str
    club_slug: str
    place: str
    time_zone: str
    tables: int
    stanzas: int
    last_report: dt.datetime | None
    latest: LatestTable | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardHead:
    """`certified` says that all of it is: what is shown then is the result."""

    slug: str
    name: str
    club_name: str
    place: str
    time_zone: str
    format: str
    certified: bool
    has_bracket: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    head: BoardHead
    in_play: bool
    tables: tuple[EventTable, ...]
    teams: TeamBoard | None
    overall: tuple[OverallLine, ...]
    announcements: tuple[AnnouncementLine, ...]

    @property
    def tables_now(self) -> tuple[EventTable, ...]:
        """Without the tables that were over before the round under way began."""
        begun = [table for table in self.tables if table.round and (table.drawn or table.state != State.OPEN)]
        if not begun:
            return self.tables
        first = min(table.number for table in begun if table.round == begun[-1].round)
        return tuple(
            table
            for table in self.tables
            if table.live or table.number >= first or not (table.round or table.group)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Projected:
    """`bracket` is None where the format of the event has none."""

    board: Board
    bracket: EventBracket | None


def events_in_play(*, most: int | None = None) -> tuple[LiveLine, ...]:
    """The events of which a game is being played, the latest report first, all or so many. At most
    four queries, one where nothing was written since."""
    return _in_play(str(most or ""))


def _events_in_play(most: str) -> tuple[LiveLine, ...]:
    playing = Game.objects.filter(state__in=PLAYED)
    stanzas = StanzaVersion.objects.filter(game__event=OuterRef("pk"), game__state__in=PLAYED)
    events = (
        visible_events(None)
        .filter(pk__in=playing.order_by().values("event"))
        .select_related("club")
        .annotate(
            playing=counted(playing.filter(event=OuterRef("pk")), "event"),
            stanzas=counted(stanzas.filter(version=1), "game__event"),
            last_report=Subquery(stanzas.order_by("-received_at").values("received_at")[:1]),
            reported_last=Subquery(stanzas.order_by("-received_at").values("game")[:1]),
        )
        .order_by("-last_report", "name")
    )[: int(most) if most else None]
    latest = _latest_tables([event.reported_last for event in events if event.reported_last])
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
            latest=latest.get(event.reported_last),
        )
        for event in events
    )


def _latest_tables(games: Sequence[int]) -> dict[int, LatestTable]:
    """By game. Two queries, none for no game."""
    if not games:
        return {}
    players = GamePlayer.objects.filter(game__in=games).select_related("person", *shown("person"))
    names = {(player.game_id, player.record_id): player.person for player in players}
    named = telling_apart(public_name, names.values())
    sheets = (
        Sheet.objects.filter(game__in=games)
        .select_related("game__round")
        .defer("check_document", "lineups")
        .annotate(ranking=F("check_document__ranking"))
    )
    return {
        sheet.game_id: LatestTable(
            place=sheet.game.place,
            stanza=sheet.game.stanzas_played,
            last=sheet.game.planned.get("stanzas"),
            leaders=tuple(
                LeaderLine(place=place, name=named(person), number=person.identity.number, score=score)
                for place, player, score in sheet.ranking[:MOST_LEADERS]
                if (person := names.get((sheet.game_id, player)))
            ),
        )
        for sheet in sheets
    }


_in_play: Final = KeptWhileUnchanged(_events_in_play)


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


def _board(event: Event, folder: EventFolder | None, at: dt.datetime | None) -> Board:
    tables = () if folder else tables_of(event, public_name)
    standings = Standing.objects.filter(certification__game__event=event, certification__current=True)
    states = [folder.game.state] if folder else [table.state for table in tables]
    head = BoardHead(
        slug=event.slug,
        name=event.name,
        club_name=event.club.name,
        place=event.place,
        time_zone=event.time_zone,
        format=event.format,
        certified=bool(states) and all(state in Game.ENDED for state in states),
        has_bracket=format_named(event.format).has_bracket,
    )
    return Board(
        head=head,
        in_play=any(state in PLAYED for state in states),
        tables=tables,
        teams=team_board(folder) if folder else None,
        overall=overall(placings_by_certification(standings).values()),
        announcements=announcements_of(event=event, at=at),
    )
