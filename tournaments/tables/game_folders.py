"""The sheet of a game while it is played: its record written from recorded facts, and the check of it.

Purpose: seats, comings and leavings come from the table, stanzas from their current versions, entry scores
and the start of a group from the law; nothing of it is typed in as a result.
Invariants: whoever calls holds the lock of the game; a sheet says what the check says of the record so far,
with the amendments that stand.
Rule section: I and II by way of the engine; readings 9, 36 and 37.
Terms: folder (all that is recorded of one game).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from rules_engine.reading import Malformed
from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie.amended_record import Amendment, amended_stanzas
from rules_engine.whoopie.deals_ahead import Deal
from rules_engine.whoopie.document import HeadDocument, RecordDocument, StanzaDocument, StartDocument
from sanctioning.identity.names import shown
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.kit.row_marks import Marks
from sanctioning.law.models.versions import RuleSet
from tournaments.events.models.event import Event
from tournaments.formats.documents import Record
from tournaments.formats.format import FormatCheck
from tournaments.formats.planned_times import planned_time
from tournaments.formats.record_check import check_of_record
from tournaments.games.game_families import Family, family_of, law_stay, locked_family, seats_of
from tournaments.games.models import Game, GamePlayer
from tournaments.games.record_names import record_name, record_name_of
from tournaments.justice.rulings.models import Amendment as KeptAmendment
from tournaments.justice.rulings.selectors.amendments import as_amendment, kept_amendments
from tournaments.reports.rule_sets import rule_set_of
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.sheet import Sheet, StanzaVersion
from tournaments.tables.models.stay import Stay
from tournaments.tables.scorekeepers import scorekeeper_at
from tournaments.tables.selectors.rare_rows import AMENDMENTS, AUTHORISATIONS, rare_rows_of


@dataclass(frozen=True, kw_only=True)
class GameFolder:
    """What is recorded of a game; `versions` holds the current version of each stanza, `sent` each version
    by its key, `sheets` those of its family by game. `marks` are those from before it was read, of all of
    its family but games, stanzas and sheets (`tournaments.tables.kept_folders`); `ahead` the deals
    from the stanza that is due on, where they were worked out."""

    family: Family
    game: Game
    versions: Mapping[int, StanzaVersion]
    sent: Mapping[str, StanzaVersion]
    sheets: Mapping[int, Sheet]
    authorisations: Sequence[Authorisation]
    kept_amendments: Sequence[KeptAmendment]
    marks: Marks | None = None
    ahead: tuple[Deal, ...] = ()

    @cached_property
    def amendments(self) -> tuple[Amendment, ...]:
        return tuple(map(as_amendment, self.kept_amendments))

    @cached_property
    def players(self) -> list[GamePlayer]:
        return self.family.players_of(self.game)

    @cached_property
    def stays(self) -> list[Stay]:
        return self.family.stays_in(self.game)

    @property
    def rule_set(self) -> RuleSet:
        return rule_set_of(self.game)

    @property
    def sheet(self) -> Sheet | None:
        return self.sheets.get(self.game.pk)

    @property
    def start(self) -> StartDocument | None:
        return self.sheet.start if self.sheet else None

    @property
    def extrapolated(self) -> list[str]:
        """Record ids of those whose extrapolation the Acting Executor authorised."""
        stands = {
            authorisation.player.record_id: authorisation.granted
            for authorisation in self.authorisations
            if authorisation.kind == Authorisation.Kind.EXTRAPOLATION and authorisation.player is not None
        }
        return [player for player, granted in stands.items() if granted]

    @property
    def bodies(self) -> list[StanzaDocument]:
        """The stanzas as they were reported."""
        return [self.versions[number].body for number in sorted(self.versions)]

    @cached_property
    def record(self) -> RecordDocument:
        """The record of the game as it was reported, amended by what stands.

        Raises:
            Malformed: a stanza cannot be read.
        """
        return written(self, self.bodies)

    @cached_property
    def record_ids(self) -> dict[int, str]:
        return {player.pk: player.record_id for player in self.players}

    @property
    def named_scorekeepers(self) -> list[Authorisation]:
        kind = Authorisation.Kind.SCOREKEEPER
        return [authorisation for authorisation in self.authorisations if authorisation.kind == kind]

    def table(self, stanza: int) -> tuple[str, ...]:
        """Who sits in a stanza, clockwise."""
        since = max(number for number in self._tables if number <= max(1, stanza))
        return self._tables[since]

    @cached_property
    def _tables(self) -> dict[int, tuple[str, ...]]:
        """Who sits there from each stanza on before which somebody comes or leaves."""
        seats, stays = seats_of(self.players), [law_stay(stay) for stay in self.stays]
        changes = {1, *(stay.since for stay in stays)}
        changes |= {stay.until + 1 for stay in stays if stay.until is not None}
        return {number: composing.seated(seats, stays, number) for number in changes}

    def with_stanza(self, version: StanzaVersion) -> GameFolder:
        return replace(
            self,
            versions={**self.versions, version.number: version},
            sent={**self.sent, version.idempotency_key: version},
        )


@dataclass(frozen=True)
class OnPaper:
    """Who sat at a table by a sheet on paper: at the first deal, and from when to when; who dealt first."""

    seats: Sequence[str]
    stays: Sequence[composing.Stay]
    first_dealer: str


def read_folder(game: Game, *, event: Event | None = None) -> GameFolder:
    """All that is recorded of a game and of those of its number. At most eight queries, one less where the
    `event` is at hand as in `family_of`."""
    family = family_of(game, event=event, with_sheets=True)
    return folder_of(family, game, sheets_in(family))


def locked_folder(game: Game, *, event: Event | None = None) -> GameFolder:
    """As `read_folder`, under the locks of the game's family."""
    family = locked_family(game, event=event, with_sheets=True)
    return folder_of(family, game, sheets_in(family))


def folder_of(
    family: Family, game: Game, sheets: Mapping[int, Sheet] | None = None, marks: Marks | None = None
) -> GameFolder:
    """All that is recorded of a game of the family. At most five queries, one less where the sheets are at
    hand; none of what the game has nothing of."""
    game = family.games[game.pk]
    every_version = _counted(game, _VERSIONS(game.pk))
    for version in every_version:
        version.game = game
    players = {player.pk: player for player in family.players}
    hanging = rare_rows_of(game) if marks is None else {of for of, _mark in marks}
    authorisations = _AUTHORISATIONS(game.pk) if AUTHORISATIONS in hanging else []
    for authorisation in authorisations:
        if authorisation.player_id is not None:
            authorisation.player = players[authorisation.player_id]
    return GameFolder(
        family=family,
        game=game,
        versions={version.number: version for version in every_version},
        sent={version.idempotency_key: version for version in every_version},
        sheets=_sheets_of(game) if sheets is None else sheets,
        authorisations=authorisations,
        kept_amendments=kept_amendments(game) if AMENDMENTS in hanging else (),
        marks=marks,
    )


def _sheets_of(game: Game) -> dict[int, Sheet]:
    return {sheet.game_id: sheet for sheet in _SHEETS(game.event_id, game.number)}


def sheets_in(family: Family) -> dict[int, Sheet]:
    """The sheets that were read with the family."""
    return {game.pk: game.sheet for game in family.games.values() if hasattr(game, "sheet")}


def with_later_versions(folder: GameFolder, family: Family) -> GameFolder:
    """The folder in a family that has counted stanzas since. One query."""
    game = family.games[folder.game.pk]
    last = max((version.pk for version in folder.sent.values()), default=0)
    every_version = [*folder.sent.values(), *_counted(game, _LATER_VERSIONS(game.pk, last))]
    for version in every_version:
        version.game = game
    return replace(
        folder,
        family=family,
        game=game,
        versions={version.number: version for version in every_version},
        sent={version.idempotency_key: version for version in every_version},
        sheets=sheets_in(family),
        ahead=(),
    )


def _counted(game: Game, versions: Iterable[StanzaVersion]) -> list[StanzaVersion]:
    """Without a stanza that came in after the game and its sheet were read, where they are not locked."""
    return [version for version in versions if version.number <= game.stanzas_played]


def _versions(game: int) -> QuerySet[StanzaVersion]:
    return StanzaVersion.objects.filter(game=game).select_related(*shown("reporter"))


LEFT_OUT_EMPTY: Final = ("draw", "scorekeeper", "start")
_VERSIONS = Prepared(lambda game: _versions(game).order_by("number", "version"))
_LATER_VERSIONS = Prepared(lambda game, last: _versions(game).filter(pk__gt=last).order_by("pk"))
_SHEETS = Prepared(
    lambda event, number: Sheet.objects.filter(game__event=event, game__number=number).order_by()
)
_AUTHORISATIONS = Prepared(lambda game: Authorisation.objects.filter(game=game).order_by("pk"))


def written(
    folder: GameFolder,
    bodies: Sequence[StanzaDocument],
    on_paper: OnPaper | None = None,
) -> RecordDocument:
    """The record of the game with these stanzas as reported, amended by what stands; where they were kept on
    paper, with who sat there by it.

    Raises:
        Malformed: a stanza cannot be read.
    """
    game, names = folder.game, folder.record_ids
    fields = {
        "ruleset": folder.rule_set.slug,
        "id": record_name(game),
        "seats": list(on_paper.seats) if on_paper else seats_of(folder.players),
        "draw": game.opening_draw,
        "scorekeeper": names.get(game.scorekeeper_id or 0),
        "first_dealer": names.get(game.first_dealer_id or 0, on_paper.first_dealer if on_paper else None),
        "planned": game.planned,
        "start": folder.start,
    }
    head = {field: value for field, value in fields.items() if value or field not in LEFT_OUT_EMPTY}
    stand = amended_stanzas(bodies, folder.amendments)
    keepers = _scorekeepers(folder, len(stand))
    stanzas = [_with_scorekeeper(folder, body, keeper) for body, keeper in zip(stand, keepers, strict=True)]
    stays = on_paper.stays if on_paper else stays_of(folder)
    return composing.compose(cast(HeadDocument, head), stanzas, stays)


def stays_of(folder: GameFolder) -> list[composing.Stay]:
    """The stays as the law writes them down, with the scores that people bring from related games."""
    known = set(folder.start["scores"] if folder.start else ())
    law_stays = []
    for stay in folder.stays:
        player = stay.player.record_id
        score = came_from = None
        other = stay.came_from
        if other is not None and stay.left_of_id is not None:
            score = folder.sheets[other.pk].score_after(player, stay.came_after or 0)
            if player in known and not folder.game.group.startswith(other.group):
                came_from = record_name_of(folder.game, other)
        law_stays.append(law_stay(stay, score, came_from))
        known.add(player)
    return law_stays


def scorekeeper_of(folder: GameFolder, stanza: int) -> str | None:
    """Who keeps the score of a stanza: whom the Acting Executor named, or the highest of the draw still
    seated; None where that is a tie or nobody, and he must name one (reading 9)."""
    table = folder.table(stanza)
    named = [
        authorisation.player.record_id
        for authorisation in folder.named_scorekeepers
        if authorisation.player is not None and authorisation.stanza <= stanza
    ]
    return scorekeeper_at(folder.game.opening_draw, table, named)


def check_of(folder: GameFolder, record: Record) -> FormatCheck:
    """What the engine says of a record."""
    return check_of_record(folder.game.event, as_bytes(record))


def as_bytes(record: Record) -> bytes:
    """The record as it is kept and checked.

    Raises:
        Malformed: it nests without end.
    """
    try:
        return json.dumps(record, ensure_ascii=False).encode()
    except RecursionError:
        raise Malformed("", "it nests too deeply") from None


def sha256_of(body: Mapping[str, Any]) -> str:
    """By which what is sent again is known to be the same, however its keys are ordered; empty for what nests
    without end, which nothing that was kept does."""
    try:
        return hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=True).encode()).hexdigest()
    except RecursionError:
        return ""


def until_moment(game: Game) -> dt.datetime | None:
    """The moment of a plan by the clock: a time of the day of the game, or a whole date and time."""
    zone = ZoneInfo(game.event.time_zone)
    planned = planned_time(str(game.planned.get("until", "")))
    if planned is None:
        return None
    if isinstance(planned, dt.datetime):
        return planned if planned.tzinfo else planned.replace(tzinfo=zone)
    begins = game.starts_at.astimezone(zone)
    until = dt.datetime.combine(begins.date(), planned, tzinfo=zone)
    return until if until >= begins else until + dt.timedelta(days=1)


def _scorekeepers(folder: GameFolder, stanzas: int) -> list[str | None]:
    """Who keeps the score of each of so many stanzas."""
    named_from = {authorisation.stanza for authorisation in folder.named_scorekeepers}
    keepers: list[str | None] = []
    for number in range(1, stanzas + 1):
        changes = number == 1 or number in named_from or folder.table(number) != folder.table(number - 1)
        keepers.append(scorekeeper_of(folder, number) if changes else keepers[-1])
    return keepers


def _with_scorekeeper(folder: GameFolder, body: StanzaDocument, keeper: str | None) -> StanzaDocument:
    """The stanza with its scorekeeper where that is not the one of the draw."""
    first = folder.record_ids.get(folder.game.scorekeeper_id or 0)
    if "scorekeeper" in body or keeper is None or keeper == first:
        return body
    return {**body, "scorekeeper": keeper}
