"""What tournaments tell the layer above."""

from __future__ import annotations

from django.dispatch import Signal

# Sent with `game` locked, `by`, `at`, `ruling` (the words by which it is found again) and `why`, in the
# transaction in which what stands of the game's record was amended; who objects raises a `Refusal`.
record_amended = Signal()
# Sent with the event of `team` locked, before somebody comes for the player at its `letter` from the round
# `number` on; who objects raises a `Refusal`.
substituting = Signal()
