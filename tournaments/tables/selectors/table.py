"""A table while it is played: who sits and waits, what is due next, how it stands; all that a pad needs.

Invariants: a constant number of queries, however many stanzas and players; what is due and what somebody
would enter with is the law's.
Terms: due (the next stanza), gone (who played and sits there no more), wishing (seated and waiting).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated

from rules_engine.table_size import FEWEST_PLAYERS
from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie.check import ending
from rules_engine.whoopie.check.bidding import bidding_order, forbidden_bid
from rules_engine.whoopie.deals_ahead import Deal
from rules_engine.whoopie.document import StanzaDocument
from rules_engine.whoopie.splitting import LEAST_WISHING
from sanctioning.identity.names import full_name, public_name, shown, telling_apart
from sanctioning.kit.clock import today
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_keep_table, may_see_table, plays_in
from tournaments.events.selectors.events import is_seen_by
from tournaments.formats.documents import ShownPlan
from tournaments.formats.registry import format_named
from tournaments.games.game_families import Family, event_at_hand
from tournaments.games.models import Game
from tournaments.justice.rulings.selectors.ruled_stanzas import RuledStanza, ruled_stanzas
from tournaments.reports.selectors.settlements import FindingInPlay, standing_settlements, with_settlements
from tournaments.tables.game_folders import GameFolder, read_folder, scorekeeper_of
from tournaments.tables.models.stay import Waiting
from tournaments.tables.scorekeepers import ScorePassed
from tournaments.tables.selectors.named_scorekeepers import score_passed_at
from tournaments.tables.selectors.rare_rows import SPLITS, WAITING, rare_rows_of
from tournaments.tables.selectors.split_as_it_stands import SplitView, split_as_it_stands
from tournaments.tables.selectors.table_acts import TableActs, acts_at
from tournaments.tables.selectors.undoable_steps import UndoableStep, undoable_steps

State = Game.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits down to the next stanza; `entering` says that it is his first here, or first again."""

    player: str
    name: str
    score: int
    entering: bool
    returns: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    player: str
    name: str
    score: int
    ranked_here: bool
    extrapolated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiter:
    player: str
    name: str
    since: dt.datetime
    returns: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DueStanza:
    """The next stanza; `order` bids clockwise, the dealer last, and may not bid `forbidden_bid`."""

    number: int
    dealer: str
    cards: int
    direction: str
    order: tuple[str, ...]
    scorekeeper: str
    forbidden_bid: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedStanza:
    """The current version of a stanza, with what the rules make of it; `by_link` as in its history."""

    number: int
    version: int
    reporter: str
    by_link: bool
    received_at: dt.datetime
    reason: str
    stanza: StanzaDocument
    delta: dict[str, int]
    scores: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """Another game of the family."""

    label: str
    number: int
    group: str
    state: Annotated[str, Game.State]
    goes_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCourse:
    """How a table stands: what each stanza changes. `revision` grows with every change of the table; each
    stanza has its own version; `walked_out` are those whose bid of the due stanza fails, since they left in
    the middle of it."""

    state: Annotated[str, Game.State]
    revision: int
    is_over: bool
    due: DueStanza | None
    seated: tuple[Seat, ...]
    gone: tuple[Gone, ...]
    stanzas: tuple[PlayedStanza, ...]
    totals: dict[str, int]
    standing: tuple[tuple[int, str, int], ...]
    findings: list[FindingInPlay]
    undoable: tuple[UndoableStep, ...]
    walked_out: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(GameCourse):
    """A table with all that its stanzas do not change; `ruled` is there for those who sit or keep it."""

    event_slug: str
    event_name: str
    label: str
    number: int
    group: str
    planned: ShownPlan
    drawn: bool
    acting_executor: str
    score_passed: ScorePassed | None
    waiting: tuple[Waiter, ...]
    wishing: int
    least_wishing: int
    names: dict[str, str]
    split: SplitView | None
    related: tuple[Related, ...]
    acts: TableActs
    ruled: tuple[RuledStanza, ...]


def table_of_game(*, game: Game, asker: Person | None = None, bids: Sequence[int] = ()) -> Table | None:
    """The table as it stands; `bids` are those made so far, for the dealer's forbidden one."""
    if not is_seen_by(asker, game.event):
        return None
    return table_from(read_folder(game, event=event_at_hand(game)), asker, bids)


def table_from(
    folder: GameFolder, asker: Person | None, bids: Sequence[int] = (), due: Deal | None = None
) -> Table:
    """The table that was gathered, as the asker sees it; the deal that is `due` may be at hand."""
    family, game = folder.family, folder.game
    keeps = asker is not None and may_keep_table(
        asker, today(), game, sits=folder.family.sits_at(game, asker)
    )
    at_table = keeps or plays_in(asker, game)
    hanging = rare_rows_of(game)
    waiting_rows = _WAITING(game.pk) if WAITING in hanging else ()
    named = telling_apart(
        full_name if at_table else public_name,
        (row.person for row in (*family.players, *waiting_rows)),
    )
    names = {player.record_id: named(player.person) for player in family.players}
    waiting = _waiting(family, waiting_rows, named)
    names |= {waiter.player: waiter.name for waiter in waiting}
    course = course_of(folder, named, names, bids, due=due)
    wishing = len(course.seated) + len(waiting)
    return Table(
        **{field.name: getattr(course, field.name) for field in fields(course)},
        event_slug=game.event.slug,
        event_name=game.event.name,
        label=game.label,
        number=game.number,
        group=game.group,
        planned=game.planned,
        drawn=game.first_dealer_id is not None,
        acting_executor=game.acting_executor.person.name if game.acting_executor else "",
        score_passed=score_passed_at(folder, course.due.scorekeeper, names) if course.due else None,
        waiting=waiting,
        wishing=wishing,
        least_wishing=LEAST_WISHING,
        names=names,
        split=split_as_it_stands(game) if SPLITS in hanging else None,
        related=_related(family, game),
        acts=acts_at(asker, keeps, family, game, wishing),
        ruled=ruled_stanzas(folder.kept_amendments) if at_table else (),
    )


def course_of(
    folder: GameFolder,
    named: Callable[[Person], str],
    names: Mapping[str, str],
    bids: Sequence[int] = (),
    *,
    due: Deal | None = None,
    since: int = 1,
) -> GameCourse:
    """How the table that was gathered stands, everybody `named` so, with its stanzas `since` that one; the
    deal that is `due` may be at hand. One query where something was found."""
    game = folder.game
    record = folder.record if game.first_dealer_id else None
    check = folder.sheet.check_document if folder.sheet else {}
    table = folder.family.table_of(game)
    totals = _totals(folder)
    findings = check.get("findings", ())
    settled = standing_settlements([game.pk]).get(game.pk, {}) if findings else {}
    return GameCourse(
        state=game.state,
        revision=game.revision,
        is_over=record is not None and ending.is_over(game.planned, record),
        due=_due(folder, due or _deal_of(folder), table, bids),
        seated=tuple(_seats(folder, table, totals, names)),
        gone=_gone(folder, table, totals, names),
        stanzas=_played(folder, named, since),
        totals=totals,
        standing=tuple((place, player, score) for place, player, score in check.get("ranking", ())),
        findings=with_settlements(format_named(game.event.format), findings, settled),
        undoable=undoable_steps(folder, names),
        walked_out=tuple(
            stay.player.record_id
            for stay in folder.stays
            if stay.walked_out and stay.until == game.stanzas_played + 1
        ),
    )


def deals_of(folder: GameFolder, stanzas: int) -> tuple[Deal, ...]:
    """What was due in each stanza, and so many deals to come; none where no stanza is due."""
    game, table = folder.game, folder.family.table_of(folder.game)
    if game.first_dealer_id is None or len(table) < FEWEST_PLAYERS or game.state not in Game.RUNNING:
        return ()
    return composing.due_and_coming(folder.record, table, stanzas)


def _deal_of(folder: GameFolder) -> Deal | None:
    return next(iter(deals_of(folder, 1)[-1:]), None)


def _due(
    folder: GameFolder, due: Deal | None, table: tuple[str, ...], bids: Sequence[int]
) -> DueStanza | None:
    if due is None:
        return None
    number = folder.game.stanzas_played + 1
    return DueStanza(
        number=number,
        dealer=due.dealer,
        cards=due.cards,
        direction=due.direction,
        order=bidding_order(table, due.dealer),
        scorekeeper=scorekeeper_of(folder, number) or "",
        forbidden_bid=forbidden_bid(due.cards, sum(bids)) if len(bids) == len(table) - 1 else None,
    )


def _totals(folder: GameFolder) -> dict[str, int]:
    """Everybody's running score, of those too who are gone."""
    totals = dict((folder.start or {"scores": {}})["scores"])
    for stanza in folder.sheet.check_document["stanzas"] if folder.sheet else ():
        totals.update(stanza["scores"])
    return totals


def _seats(
    folder: GameFolder, table: tuple[str, ...], totals: dict[str, int], names: Mapping[str, str]
) -> list[Seat]:
    open_stays = {
        stay.player.record_id: stay
        for stay in folder.stays
        if stay.until is None or stay.until > folder.game.stanzas_played
    }
    first = folder.start["average"] if folder.start else 0
    played = folder.game.stanzas_played
    last = list(folder.sheet.scores_after(played).values()) if folder.sheet and played else None
    seats = []
    for player in table:
        stay = open_stays.get(player)
        entering = stay is not None and stay.since > played and stay.left_of_id is not None
        former = totals.get(player)
        if entering and stay is not None and stay.came_from_id is not None:
            former = folder.sheets[stay.came_from_id].score_after(player, stay.came_after or 0)
        score = composing.entry_score(last, first, former)
        if not entering:
            score = totals.get(player, first)
        seats.append(
            Seat(
                player=player,
                name=names[player],
                score=score,
                entering=entering,
                returns=stay is not None and stay.returns and entering,
            )
        )
    return seats


def named_for(asker: Person | None, game: Game) -> Callable[[Person], str]:
    """Those of the table and who runs it see everybody by name, others as far as each allows."""
    return full_name if asker is not None and may_see_table(asker, today(), game) else public_name


def _waiting(family: Family, rows: Iterable[Waiting], named: Callable[[Person], str]) -> tuple[Waiter, ...]:
    return tuple(
        Waiter(
            player=row.person.number,
            name=named(row.person),
            since=row.since,
            returns=row.person_id in family.home,
        )
        for row in rows
    )


_WAITING = Prepared(
    lambda game: (
        Waiting.objects.filter(game=game, ended_at__isnull=True)
        .select_related("person__merged_into", *shown("person"))
        .order_by("pk")
    )
)


def _gone(
    folder: GameFolder, table: tuple[str, ...], totals: dict[str, int], names: Mapping[str, str]
) -> tuple[Gone, ...]:
    family, game, authorised = folder.family, folder.game, folder.extrapolated
    gone = []
    for player in family.players_of(game):
        ranked = family.ranked_in(player.person_id)
        if player.record_id in table or player.record_id not in totals or ranked is None:
            continue
        gone.append(
            Gone(
                player=player.record_id,
                name=names[player.record_id],
                score=totals[player.record_id],
                ranked_here=ranked.pk == game.pk,
                extrapolated=player.record_id in authorised,
            )
        )
    return tuple(gone)


def _played(folder: GameFolder, named: Callable[[Person], str], since: int) -> tuple[PlayedStanza, ...]:
    answers = folder.sheet.check_document["stanzas"] if folder.sheet else []
    return tuple(
        PlayedStanza(
            number=number,
            version=version.version,
            reporter=named(version.reporter),
            by_link=version.link_id is not None,
            received_at=version.received_at,
            reason=version.reason,
            stanza=version.body,
            delta=answer["delta"],
            scores=answer["scores"],
        )
        for (number, version), answer in zip(sorted(folder.versions.items()), answers, strict=True)
        if number >= since
    )


def _related(family: Family, game: Game) -> tuple[Related, ...]:
    return tuple(
        Related(
            label=other.label,
            number=other.number,
            group=other.group,
            state=other.state,
            goes_on=other.parent_id == game.pk and family.goes_on_as(game.pk).group.startswith(other.group),
        )
        for other in family.games.values()
        if other.pk != game.pk and other.state != State.VOID
    )
