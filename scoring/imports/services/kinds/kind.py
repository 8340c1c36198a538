"""What a kind of import is: its columns, how its rows are judged, written and taken back.

A further kind is one module beside this one, named in `scoring.imports.services.kinds.KINDS`.
Terms: draft (a row while it is judged; nothing of it is written).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from sanctioning.clubs.models import Club
from sanctioning.identity.likeness import folded
from sanctioning.kit.clock import moment
from sanctioning.people.models.person import Person
from scoring.imports.columns import ImportColumn
from scoring.imports.lines_so_far import LinesSoFar
from scoring.imports.models import Import, ImportRow
from tournaments.events.models.event import Event

if TYPE_CHECKING:
    from scoring.imports.people_index import PeopleIndex

Outcome = ImportRow.Outcome
Rows = QuerySet[ImportRow, ImportRow]
LEAVE, NEW = "leave", "new"


@dataclass(slots=True, kw_only=True)
class Draft:
    number: int
    cells: dict[str, str]
    values: dict[str, Any] = field(default_factory=dict)
    faults: list[dict[str, Any]] = field(default_factory=list)
    outcome: str = Outcome.NEW
    candidates: list[str] = field(default_factory=list)
    content: str = ""
    person_id: int | None = None
    club_id: int | None = None

    def wrong(self, column: str, code: str, **facts: Any) -> None:
        self.faults.append({"column": column, "code": code, "facts": facts})

    @property
    def name(self) -> str:
        return f"{self.values.get('given_names', '')} {self.values.get('family_name', '')}".strip()


class ImportCheck:
    """What the rows of one file are judged by; made once for a check, read batch by batch."""

    def __init__(self, importing: Import) -> None:
        self.importing = importing
        self.at = moment(None)
        self.so_far = LinesSoFar()
        self.degree_days: defaultdict[tuple[int, str], dict[int, str]] = defaultdict(dict)
        """By person and card game, from which day the file has each rank."""
        self.clubs = {folded(name): pk for pk, name in Club.objects.values_list("pk", "name")}
        self._people: PeopleIndex | None = None

    @property
    def people(self) -> PeopleIndex:
        from scoring.imports.people_index import PeopleIndex

        if self._people is None:
            self._people = PeopleIndex()
        return self._people

    def line_before(self, said: Any, line: int) -> int:
        """In which line of the file the same was said before; 0 where it is new."""
        return self.so_far.with_the_same(repr(said), line)


@dataclass(frozen=True, slots=True)
class Writing:
    """By whom, and when, an import is written."""

    importing: Import
    by: Person
    at: dt.datetime


class ImportKind:
    slug: str
    label: str
    help: str
    columns: tuple[ImportColumn, ...]
    decided: bool = True
    """Written by the Managing Executor alone."""
    cited: bool = False
    """Needs the document that it is cited from, and its day."""
    most_documents: int = 1
    """So many files may come along: of one that is cited, its document."""
    makes_people: bool = False
    names_people: bool = False
    """Whether each row is about somebody whom the database knows."""

    def columns_for(self, event: Event | None) -> tuple[ImportColumn, ...]:
        """The columns of an import, or of one with the entries of an `event` alone."""
        return self.columns

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        """Say of each draft without a fault what would become of it."""
        raise NotImplementedError

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        """Write some rows, each of which makes something."""
        raise NotImplementedError

    def finish(self, importing: Import) -> None:
        """What is done once all rows are written."""

    def objections(self, importing: Import) -> list[str]:
        """What keeps a checked import from being written, in sentences."""
        return []

    def remark(self, values: Mapping[str, Any]) -> str:
        """What else becomes of a row that makes something."""
        return ""

    def referring(self, importing: Import, rows: Rows) -> list[str]:
        """What refers to what these rows of the import made, by name."""
        return []

    def people_who_stay(self, rows: Rows) -> list[str]:
        """The numbers of the first people whom these rows made and other rows now name for good."""
        return []

    def imports_to_undo_first(self, rows: Rows) -> list[int]:
        """The imports that need what these rows made."""
        return []

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        """Take back what some rows made."""
        raise NotImplementedError

    def content_of(self, importing: Import, values: Mapping[str, Any]) -> str:
        """By what a row is known again in another file."""
        cited = [importing.source, str(importing.source_day)] if self.cited else []
        content = json.dumps([self.slug, values, *cited], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()


def rows_made(importing: Import) -> Rows:
    return ImportRow.objects.filter(of=importing, made=True)
