"""The kinds of import, in the order in which an authority brings its past."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.imports.kinds.certificates import Certificates
from scoring.imports.kinds.clubs import Clubs
from scoring.imports.kinds.degrees import Degrees
from scoring.imports.kinds.entries import Entries
from scoring.imports.kinds.kind import Kind
from scoring.imports.kinds.officers import Officers
from scoring.imports.kinds.payments import Payments
from scoring.imports.kinds.people import People
from scoring.imports.kinds.points import Points
from scoring.imports.kinds.rosters import Rosters

ENTRIES: Final = Entries()
_IN_ORDER: Final = (
    Clubs(),
    People(),
    Points(),
    Certificates(),
    Degrees(),
    Officers(),
    Rosters(),
    ENTRIES,
    Payments(),
)
KINDS: Final[Mapping[str, Kind]] = {kind.slug: kind for kind in _IN_ORDER}
