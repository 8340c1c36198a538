"""The kinds of import, in the order in which an authority brings its past."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.imports.services.kinds.certificates import Certificates
from scoring.imports.services.kinds.clubs import Clubs
from scoring.imports.services.kinds.degrees import Degrees
from scoring.imports.services.kinds.entries import Entries
from scoring.imports.services.kinds.kind import ImportKind
from scoring.imports.services.kinds.officers import Officers
from scoring.imports.services.kinds.payments import Payments
from scoring.imports.services.kinds.people import People
from scoring.imports.services.kinds.points import Points
from scoring.imports.services.kinds.rosters import Rosters

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
KINDS: Final[Mapping[str, ImportKind]] = {kind.slug: kind for kind in _IN_ORDER}
