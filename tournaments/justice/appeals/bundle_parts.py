"""What goes along with an appeal, frozen: the part of tournaments, and what the layers above add.

Purpose: whoever judges sees the matter as it stood when it was appealed, and can prove that he does.
Invariants: a bundle is plain JSON; written the same way it has the same hash; each source asks a constant
number of queries.
Terms: part (what one source adds, under its name).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from sanctioning.kit.registry import Registry
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote

Matter = Ruling | Vote
Source = Callable[[Matter], Any]
BUNDLE_PARTS: Registry[Source] = Registry("what goes along with an appeal")


def parts_of(matter: Matter) -> dict[str, object]:
    """Every part that has something to say of the matter."""
    parts = ((name, source(matter)) for name, source in BUNDLE_PARTS.items())
    return {name: part for name, part in parts if part}


def sha256_of(bundle: Mapping[str, Any]) -> str:
    """The hash of the bundle as JSON with sorted names and no blanks."""
    written = json.dumps(bundle, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()
