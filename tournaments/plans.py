"""How a game was to end, in words; the format reads the plan itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def ends_words(planned: Mapping[str, Any]) -> str:
    """How the game was to end, as fixed before the first deal."""
    if "stanzas" in planned:
        stanzas = planned["stanzas"]
        return ngettext("after %(count)s stanza", "after %(count)s stanzas", stanzas) % {"count": stanzas}
    if "cycles" in planned:
        cycles = planned["cycles"]
        said = ngettext("after %(count)s full cycle", "after %(count)s full cycles", cycles)
        return said % {"count": cycles}
    if "until" in planned:
        return _("with the stanza that runs at %(until)s") % {"until": planned["until"]}
    return _("not told")
