"""What stands of amendments, in the words of the law.

Terms: standing (made by a ruling, a vote or a decision, and ended by none).
"""

from __future__ import annotations

from rules_engine.whoopie.amended_record import Amendment
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Amendment as Kept


def amendments_of(game: Game) -> tuple[Amendment, ...]:
    """The amendments of a game that stand, in the order of their stanzas and numbers. One query."""
    standing = Kept.objects.standing().filter(game=game).order_by("stanza", "pk")
    return tuple(
        Amendment(
            stanza=amendment.stanza, removes=amendment.removes, adds=amendment.adds, sets=amendment.sets
        )
        for amendment in standing
    )
