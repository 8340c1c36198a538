"""A confirmed round as its director looks at it: which table has what, and what is still missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sanctioning.identity.names import full_name
from sanctioning.kit.audit.models import AuditEntry
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.rounds.models.round import Round
from tournaments.rounds.notifications import letters_about_seats
from tournaments.rounds.selectors.rounds import RoundDetail, rounds_of
from tournaments.tables.services.table_links import linked


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunTable:
    """A table of the round; names are empty until drawn or appointed."""

    table: int
    game: str
    state: Annotated[str, Game.State]
    players: int
    scorekeeper: str
    first_dealer: str
    acting_executor: str
    linked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunRound:
    """`to_draw` and so on count what is missing; nothing is where the game has no such thing."""

    round: RoundDetail
    executor: str
    tables: tuple[BegunTable, ...]
    to_draw: int
    to_link: int
    to_tell: int
    unruled: int
    draws: bool
    prints: bool


def begun_round(round: Round, *, counted: bool = True) -> BegunRound:
    """A dozen queries, however many tables; five fewer where what is still to be played is not `counted`."""
    played = format_named(round.event.format)
    details = rounds_of(round.event, counted=counted or played.hands_in_slips, named=full_name)
    detail = next(detail for detail in details if detail.id == round.pk)
    tables = _tables(round, _names_in(detail)) if played.plays_stanzas else ()
    one_game = round.event.games.select_related("acting_executor__person").first()
    ruling = one_game.acting_executor if one_game and not played.opens_games_by_table else None
    told = letters_about_seats(round).count() if round.confirmed_at else 0
    waiting = [table for table in tables if table.state == Game.State.OPEN]
    return BegunRound(
        round=detail,
        executor=ruling.person.name if ruling else "",
        tables=tables,
        to_draw=sum(not table.first_dealer for table in waiting),
        to_link=sum(not table.linked for table in waiting),
        to_tell=max(0, sum(len(seats) for seats in round.tables) - told),
        unruled=sum(not table.acting_executor for table in tables)
        if played.plays_stanzas
        else int(ruling is None),
        draws=played.draws_seats,
        prints=played.prints_table_cards,
    )


def _names_in(detail: RoundDetail) -> dict[str, str]:
    """By member number, as the round tells its players apart."""
    return {seat.number: seat.name for table in detail.tables for seat in table.seats}


def _named(player: GamePlayer | None, names: Mapping[str, str]) -> str:
    if player is None:
        return ""
    return names.get(player.person.identity.number, player.person.identity.name)


def _tables(round: Round, names: Mapping[str, str]) -> tuple[BegunTable, ...]:
    games = list(
        round.games.exclude(state=Game.State.VOID)
        .select_related(
            "scorekeeper__person__merged_into", "first_dealer__person__merged_into", "acting_executor__person"
        )
        .order_by("table")
    )
    with_link = linked(games)
    return tuple(
        BegunTable(
            table=game.table or game.number,
            game=f"{game.number}{game.group}",
            state=game.state,
            players=len(round.tables[(game.table or 1) - 1]),
            scorekeeper=_named(game.scorekeeper, names),
            first_dealer=_named(game.first_dealer, names),
            acting_executor=game.acting_executor.person.name if game.acting_executor else "",
            linked=game.pk in with_link,
        )
        for game in games
    )


def confirmation_of(round: Round) -> AuditEntry | None:
    """The act by which it was confirmed last. One query."""
    acts = AuditEntry.objects.filter(thing_type=Round._meta.label, thing_id=str(round.pk))
    return acts.filter(action="confirm round").select_related("by").order_by("-pk").first()
