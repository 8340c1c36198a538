"""The desk of an Acting Executor: his games by state, and everything at them that waits for his word.

Invariant: a constant number of queries for any number of games and findings.
Terms: asked (what a table wants him to authorise: the extrapolation of who left, a split).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from rules_engine.whoopie.splitting import LEAST_WISHING
from sanctioning.kit.clock import today
from sanctioning.kit.waiting.registry import WaitingPerson, holder_of
from sanctioning.offices.permissions import is_executor, require
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.waiting import IN_PLAY, DeskGame, games_of
from tournaments.calls.selectors import CallLine, open_calls_for
from tournaments.formats.kept_check import CalledTeam
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.reports.models.report import ReportFinding
from tournaments.reports.selectors.finding_names import called_in, with_strangers
from tournaments.reports.selectors.settlements import called_in_play, findings_in_play
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.stay import Stay

State = Game.State
LATELY = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFinding:
    """An error that stands; `finding` is its number in a report, `mark` its mark in the running check.

    `replayable` says that its stanza was reported card by card.
    """

    game: DeskGame
    finding: int | None
    mark: str
    stanza: int | None
    trick: int | None
    player: str
    code: str
    message: str
    rule: str
    names: dict[str, str]
    replayable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFor:
    """`kind` is "extrapolation", of one player, or "split", of a table at which so many wish to play."""

    game: DeskGame
    kind: Literal["extrapolation", "split"]
    player: str
    wishing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CertifiedGame:
    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    game_label: str
    place: str
    at: dt.datetime
    version: int


@dataclass(frozen=True, slots=True)
class RuledEvent:
    slug: str
    name: str
    games: tuple[DeskGame, ...]

    def is_on(self, day: dt.date) -> bool:
        """Whether it is played that day, before its first stanza too; past midnight while a table plays."""
        return any(
            game.played_on == day or (game.state in IN_PLAY and game.played_on == day - dt.timedelta(days=1))
            for game in self.games
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutorDesk:
    """`to_certify` are confirmed; `under_way` are the others that are not certified yet, oldest first."""

    number: str
    calls: tuple[CallLine, ...]
    findings: tuple[OpenFinding, ...]
    asked: tuple[AskedFor, ...]
    to_certify: tuple[DeskGame, ...]
    under_way: tuple[DeskGame, ...]
    certified: tuple[CertifiedGame, ...]

    @property
    def events(self) -> tuple[RuledEvent, ...]:
        """The games under way by their event, each event where its oldest game is."""
        games: dict[str, list[DeskGame]] = {}
        for game in self.under_way:
            games.setdefault(game.event_slug, []).append(game)
        return tuple(
            RuledEvent(slug, of_event[0].event_name, tuple(of_event)) for slug, of_event in games.items()
        )

    @property
    def on_today(self) -> tuple[RuledEvent, ...]:
        """Those whose tables the executor goes to now."""
        day = today()
        return tuple(event for event in self.events if event.is_on(day))


def require_executor(*, by: Person) -> None:
    """Refuse whoever rules no games, before anything is read for him."""
    require(
        is_executor(by, today()),
        what=_("open this dashboard"),
        who=_("an Acting, Associate or Managing Executor"),
        rule="IV",
    )


def executor_desk(*, person: Person) -> ExecutorDesk:
    """All of it, for whoever rules games or ruled some."""
    holder = holder_of(person)
    ruled = {game.id: game for game in games_of(holder) if game.rules}
    return ExecutorDesk(
        number=person.number,
        calls=open_calls_for(person=person),
        findings=tuple(_findings(ruled)),
        asked=tuple(_asked(ruled)),
        to_certify=tuple(game for game in ruled.values() if game.state == State.CONFIRMED),
        under_way=tuple(game for game in ruled.values() if game.state != State.CONFIRMED),
        certified=_certified(holder),
    )


def _findings(ruled: dict[int, DeskGame]) -> Iterable[OpenFinding]:
    """Of running games first, then of reports that wait for it."""
    in_play = [key for key, game in ruled.items() if game.state in IN_PLAY]
    playing = findings_in_play(in_play)
    reported = [key for key, game in ruled.items() if game.state == State.REPORTED]
    blocking = list(
        ReportFinding.objects.filter(
            report__game__in=reported, report__current=True, severity="error", settled_at__isnull=True
        )
        .select_related("report")
        .defer("report__record", "report__check_document")
        .annotate(called=F("report__check_document__called"))
    )
    called = called_in_play(in_play) | {row.report.game_id: row.called or () for row in blocking}
    messages = [finding["message"] for findings in playing.values() for finding in findings]
    names = _names(ruled, called, [*messages, *(row.message for row in blocking)])
    for key, findings in sorted(playing.items()):
        for finding in findings:
            if finding["blocks"]:
                yield OpenFinding(
                    game=ruled[key],
                    finding=None,
                    mark=finding["mark"],
                    stanza=finding["stanza"],
                    trick=finding["trick"],
                    player=names[key].get(finding["player"] or "", finding["player"] or ""),
                    code=finding["code"],
                    message=finding["message"],
                    rule=finding["rule"],
                    names=names[key],
                    replayable=False,
                )
    for row in blocking:
        key = row.report.game_id
        yield OpenFinding(
            game=ruled[key],
            finding=row.pk,
            mark="",
            stanza=row.stanza,
            trick=row.trick,
            player=names[key].get(row.player, row.player),
            code=row.code,
            message=row.message,
            rule=row.rule,
            names=names[key],
            replayable=row.trick is not None,
        )


def _names(
    ruled: dict[int, DeskGame], called: Mapping[int, Collection[CalledTeam]], messages: Sequence[str]
) -> dict[int, dict[str, str]]:
    """By game, the name behind each name in a record, and what the messages call people and teams."""
    names: dict[int, dict[str, str]] = {key: {} for key in ruled}
    rows = GamePlayer.objects.filter(game__in=ruled).select_related("person__merged_into")
    for row in rows:
        names[row.game_id][row.record_id] = row.person.identity.name
    known = {number: name for people in names.values() for number, name in people.items()}
    everybody = with_strangers(known, messages)
    for game, things in called.items():
        names[game] |= called_in(things, names[game])
    return {key: {**everybody, **of_game} for key, of_game in names.items()}


def _asked(ruled: dict[int, DeskGame]) -> Iterable[AskedFor]:
    """Of games of tables alone: an event of teams knows substitutes and forfeits, and is never split."""
    playing = [key for key, game in ruled.items() if game.state == State.PLAYING]
    games = Game.objects.filter(pk__in=playing).annotate(
        format=F("event__format"),
        seated=Count("players", filter=Q(players__stays__until__isnull=True), distinct=True),
        waits=Count("waiting", filter=Q(waiting__ended_at__isnull=True), distinct=True),
    )
    tables = [game for game in games if format_named(game.format).players_come_and_go]
    for player in _left_without_word([table.pk for table in tables]):
        yield AskedFor(
            game=ruled[player.game_id],
            kind="extrapolation",
            player=player.person.identity.name,
            wishing=0,
        )
    for table in tables:
        wishing = table.seated + table.waits
        if wishing >= LEAST_WISHING:
            yield AskedFor(game=ruled[table.pk], kind="split", player="", wishing=wishing)


def _left_without_word(games: Sequence[int]) -> Iterable[GamePlayer]:
    """Who left a running game, sits in no other of its event, and was neither granted nor refused it."""
    sits = Stay.objects.filter(until__isnull=True, player__person=OuterRef("person"))
    decided = Authorisation.objects.filter(kind=Authorisation.Kind.EXTRAPOLATION, player=OuterRef("pk"))
    return (
        GamePlayer.objects.filter(
            ~Exists(decided),
            ~Exists(sits.filter(player__game__event=OuterRef("game__event"))),
            Exists(Stay.objects.filter(player=OuterRef("pk"))),
            game__in=games,
        )
        .select_related("person__merged_into")
        .order_by("game", "pk")
    )


def _certified(holder: WaitingPerson) -> tuple[CertifiedGame, ...]:
    rows = (
        Certification.objects.filter(current=True, certified_by__person__in=holder.own)
        .select_related("game__event", "game__round")
        .order_by("-at", "-pk")[:LATELY]
    )
    return tuple(
        CertifiedGame(
            event_name=row.game.event.name,
            event_slug=row.game.event.slug,
            game_number=row.game.number,
            game_group=row.game.group,
            game_label=row.game.label,
            place=row.game.place,
            at=row.at,
            version=row.version,
        )
        for row in rows
    )
