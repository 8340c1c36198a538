"""How a game was to end, in words; the format whose plan it is says them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats import FORMATS


def ends_words(planned: Mapping[str, Any]) -> str:
    """How the game was to end, as fixed before the first deal."""
    said = (known.plan.words(planned) for known in FORMATS.values())
    return next(filter(None, said), _("not told"))
