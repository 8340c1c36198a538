"""What stands of amendments, in the words of the law.

Terms: standing (made by a ruling, a vote or a decision, and ended by none).
"""

from __future__ import annotations

from rules_engine.whoopie.amended_record import Amendment
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Amendment as Kept


def amendments_of(game: Game) -> tuple[Amendment, ...]:
    """The amendments of a game that stand, in the order of their stanzas and numbers. One query."""
    return tuple(map(as_amendment, kept_amendments(game)))


def kept_amendments(game: Game) -> tuple[Kept, ...]:
    """The rows of the same, each with its ruling. One query."""
    return tuple(Kept.objects.standing().filter(game=game).select_related("ruling").order_by("stanza", "pk"))


def as_amendment(kept: Kept) -> Amendment:
    return Amendment(stanza=kept.stanza, removes=kept.removes, adds=kept.adds, sets=kept.sets)
