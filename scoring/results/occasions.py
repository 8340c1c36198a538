"""What webhooks tell of results."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.webhooks.occasions import OccasionKind
from tournaments.events.occasions import example_in_game, of_the_game

CERTIFIED: Final = OccasionKind(
    title=_lazy("A result was certified"),
    actions=frozenset({"certify result"}),
    occasion=of_the_game,
    example=example_in_game(),
)
CORRECTED: Final = OccasionKind(
    title=_lazy("A certified result was corrected"),
    actions=frozenset({"correct result"}),
    occasion=of_the_game,
    example=example_in_game(),
)
