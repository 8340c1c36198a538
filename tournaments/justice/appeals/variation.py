"""What a varied decision says: other facts of the same irregularity, from which the law computes the rest.

Invariant: nothing of an outcome is typed; it is weighed as a ruling in the place of the one appealed.
Rule section: II (each irregularity has its form); IV.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from tournaments.games.game_families import family_of
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.rulings.effects import Weighing, weigh_matter
from tournaments.justice.rulings.models import Ruling


def may_be_varied(proceedings: Proceedings) -> bool:
    """Whether the matter has facts from which its effect is computed."""
    return proceedings.ruling is not None and bool(proceedings.ruling.irregularity)


def weighed_anew(proceedings: Proceedings, facts: Mapping[str, Any]) -> Weighing:
    """What follows of other facts; refuses what has no form and facts that contradict, at their field.

    Raises:
        Refusal: `fact-wrong`, `field-unreadable`, `nothing-to-vary`, `ruled-already`.
    """
    ruling: Ruling | None = proceedings.ruling
    if ruling is None or not may_be_varied(proceedings):
        raise Refusal(
            code="nothing-to-vary",
            sentence=_("This decision is not based on facts that can be changed."),
            rule=_("A ruling follows from its facts."),
            remedy=_("Uphold it, overturn it or send it back."),
            status=422,
            facts={"field": "decision"},
        )
    family = family_of(proceedings.game)
    return weigh_matter(
        family=family,
        game=family.games[proceedings.game.pk],
        irregularity=ruling.irregularity,
        facts=facts,
        stanza=ruling.stanza,
        trick=ruling.trick,
        supersedes=ruling,
    )
