"""Whom an Acting Executor named as scorekeeper, and which tables wait for that.

Rule section: I/Scorekeeper and First Dealer; reading 9.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import OuterRef, QuerySet, Subquery

from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.kit.clock import today
from sanctioning.offices.permissions import terms_held
from sanctioning.people.models.person import Person
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.seats import sitting
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.scorekeepers import scorekeeper_at


def with_naming(players: QuerySet[GamePlayer]) -> QuerySet[GamePlayer]:
    """`naming` is the key of the latest act that named them scorekeeper, None for whoever never was."""
    namings = Authorisation.objects.filter(kind=Authorisation.Kind.SCOREKEEPER, player=OuterRef("pk"))
    return players.annotate(naming=Subquery(namings.order_by("-pk").values("pk")[:1]))


def named_among(players: Iterable[GamePlayer]) -> list[str]:
    """Those named of players `with_naming`, the latest last."""
    namings = [(player.naming, player.record_id) for player in players]  # type: ignore[attr-defined]
    return [player for _naming, player in sorted(naming for naming in namings if naming[0] is not None)]


def players_at_drawn_tables(executor: Person) -> QuerySet[GamePlayer]:
    """Whoever sits at the tables that the person rules, `with_naming`, once the cards are drawn there."""
    terms = terms_held(executor, today())
    drawn = Game.objects.filter(acting_executor__in=terms, state__in=Game.RUNNING, first_dealer__isnull=False)
    return with_naming(sitting(drawn)).select_related("game__event", "game__round").order_by("game", "pk")


def without_scorekeeper(players: Iterable[GamePlayer]) -> tuple[Game, ...]:
    """The games of players `with_naming` whose score nobody keeps until the Acting Executor names one."""
    at_table: dict[Game, list[GamePlayer]] = defaultdict(list)
    for player in players:
        at_table[player.game].append(player)
    return tuple(game for game, seated in at_table.items() if _wants_scorekeeper(game, seated))


def _wants_scorekeeper(game: Game, seated: list[GamePlayer]) -> bool:
    names = [player.record_id for player in seated]
    enough = len(seated) >= FEWEST_PLAYERS
    return enough and scorekeeper_at(game.opening_draw, names, named_among(seated)) is None
