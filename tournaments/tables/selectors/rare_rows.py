"""Which of the rarer rows a game has: asked at once, so that only what is there is read."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import CharField, QuerySet, Value

from sanctioning.kit.prepared_queries import PreparedValues
from sanctioning.kit.request_cache import asked_once
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Amendment
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.sheet import Split
from tournaments.tables.models.stay import Waiting

AUTHORISATIONS: Final = "authorisations"
AMENDMENTS: Final = "amendments"
WAITING: Final = "waiting"
SPLITS: Final = "splits"


def rare_rows_of(game: Game) -> frozenset[str]:
    """Of these four those of which the game has any. One query, once in a page."""
    return asked_once(("rare rows", game.pk), lambda: frozenset(kind for (kind,) in _RARE_ROWS(game.pk)))


def _rare_rows(game: int) -> QuerySet[Any, Any]:
    first, *others = (
        rows.filter(game=game).order_by().values_list(Value(kind, output_field=CharField()))
        for kind, rows in (
            (AUTHORISATIONS, Authorisation.objects.all()),
            (AMENDMENTS, Amendment.objects.all()),
            (WAITING, Waiting.objects.filter(ended_at__isnull=True)),
            (SPLITS, Split.objects.exclude(state=Split.State.UNDONE)),
        )
    )
    kinds: QuerySet[Any, Any] = first.union(*others)
    return kinds


_RARE_ROWS: Final = PreparedValues(_rare_rows)
