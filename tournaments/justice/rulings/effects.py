"""What a ruling on an irregularity would do, by stanzas or by the book of an event of slips.

Invariant: nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from tournaments.formats.registry import format_named
from tournaments.games.game_families import Family
from tournaments.games.models import Game
from tournaments.justice.rulings.effects_by_format import ByTheBook, weigh_by_book
from tournaments.justice.rulings.effects_by_stanzas import Weighed, weigh
from tournaments.justice.rulings.models import Ruling

Weighing: TypeAlias = Weighed | ByTheBook


def weigh_matter(
    *,
    family: Family,
    game: Game,
    irregularity: str,
    facts: Mapping[str, Any],
    stanza: int | None,
    trick: int | None,
    supersedes: Ruling | None = None,
) -> Weighing:
    """Compute what follows; a contradiction is refused at its field (`facts["field"]`).

    Raises:
        Refusal: `fact-wrong`, `field-unreadable`, `ruled-already`.
    """
    played = format_named(game.event.format)
    if played.rules_by_its_book:
        return weigh_by_book(played=played, game=game, irregularity=irregularity, facts=facts)
    return weigh(
        family=family,
        game=game,
        irregularity=irregularity,
        facts=facts,
        stanza=stanza,
        trick=trick,
        supersedes=supersedes,
    )
