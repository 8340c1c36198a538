"""Whom an Acting Executor named as scorekeeper, which tables wait for that, and where the score passed on.

Rule section: I/Scorekeeper and First Dealer; reading 9.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import OuterRef, QuerySet, Subquery

from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.kit.clock import today
from sanctioning.offices.permissions import terms_held
from sanctioning.people.models.person import Person
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.seats import sitting
from tournaments.tables.game_folders import GameFolder
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.scorekeepers import Naming, ScorePassed, score_passed, scorekeeper_at


def with_naming(players: QuerySet[GamePlayer]) -> QuerySet[GamePlayer]:
    """`naming` is the key of the latest act that named them scorekeeper, `named_at` its moment; None for
    whoever never was."""
    namings = Authorisation.objects.filter(kind=Authorisation.Kind.SCOREKEEPER, player=OuterRef("pk"))
    latest = namings.order_by("-pk")
    return players.annotate(
        naming=Subquery(latest.values("pk")[:1]), named_at=Subquery(latest.values("at")[:1])
    )


def named_among(players: Iterable[GamePlayer]) -> list[str]:
    """Those named of players `with_naming`, the latest last."""
    return [player for _at, player in namings_among(players)]


def namings_among(players: Iterable[GamePlayer]) -> list[Naming]:
    """The same with the moment when each was named."""
    named = [player for player in players if player.naming is not None]  # type: ignore[attr-defined]
    named.sort(key=lambda player: player.naming)  # type: ignore[attr-defined]
    return [(player.named_at, player.record_id) for player in named]  # type: ignore[attr-defined]


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


def score_passed_at(folder: GameFolder, keeper: str, names: Mapping[str, str]) -> ScorePassed | None:
    """When the score of the table passed on to its `keeper`, "" where that is nobody; with their `names`."""
    named = [
        (authorisation.at, authorisation.player.record_id)
        for authorisation in folder.named_scorekeepers
        if authorisation.player is not None
    ]
    passed = score_passed(folder.game.opening_draw, folder.stays, named, keeper or None)
    return passed and replace(passed, of=names.get(passed.of, ""), to=names[passed.to])
