"""What changed from one roster of a card game to the next: who is new, who rose, who fell, who is gone.

Invariants: compared are a roster and the last one published before it; a person whose records were merged
since is one, whichever number was printed; names are those of `names`.
Terms: kind (of change), most (how many of a kind are named; all are counted).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.core.cache import caches

from sanctioning.identity.names import ShownName
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.rosters.lines import RosterLine
from scoring.rosters.models import Roster
from scoring.rosters.selectors import kept_lines as roster_sheets
from scoring.rosters.selectors.names import names_today
from scoring.rosters.selectors.rosters import OfRoster

MOST: Final = 200
KEPT_SECONDS: Final = 60 * 60
TITLES: Final = {
    "promoted": _lazy("Promoted"),
    "new": _lazy("New on the roster"),
    "lowered": _lazy("Lower after a correction"),
    "gone": _lazy("No longer on the roster"),
}
KINDS: Final = tuple(TITLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedLine:
    """`degree` is the one on the roster, or of somebody who is gone the last one; `before` is empty for
    somebody new."""

    name: str
    number: str
    degree: str
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesOfKind:
    """So many changed in that way; the `lines` are the first of them, highest degree first."""

    kind: str
    count: int
    lines: tuple[ChangedLine, ...]

    @property
    def title(self) -> str:
        return str(TITLES[self.kind])

    @property
    def more(self) -> int:
        return self.count - len(self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterChanges(OfRoster):
    """Since the roster as of that day; only the kinds of which there are any."""

    kinds: tuple[ChangesOfKind, ...]


@dataclass(frozen=True, slots=True)
class _Compared:
    """As it is kept: counts, and the lines with the degree before."""

    counts: dict[str, int]
    lines: dict[str, list[tuple[RosterLine, str]]]


def changes_of(roster: Roster, *, most: int = MOST) -> RosterChanges | None:
    """None for the first roster of its card game. Two queries; four or five more where the two rosters were
    not compared within the hour."""
    earlier = Roster.objects.filter(
        card_game=roster.card_game, as_of__lt=roster.as_of, state=Roster.State.PUBLISHED
    )
    before = earlier.order_by("-as_of").first()
    if before is None:
        return None
    compared = _compared(roster, before)
    lines = {kind: compared.lines[kind][:most] for kind in KINDS}
    names = names_today({line.number: line.name for line, _before in chain(*lines.values())})
    return RosterChanges(
        card_game=before.card_game,
        as_of=before.as_of,
        kinds=tuple(
            ChangesOfKind(
                kind=kind,
                count=compared.counts[kind],
                lines=tuple(_changed(line, names[line.number], degree) for line, degree in lines[kind]),
            )
            for kind in KINDS
            if compared.counts[kind]
        ),
    )


def _changed(line: RosterLine, name: str | ShownName, before: str) -> ChangedLine:
    return ChangedLine(name=name, number=line.number, degree=line.degree, before=before)


def _compared(roster: Roster, before: Roster) -> _Compared:
    """Both are read whole, and so what came of it is kept: what they print changes only where a working copy
    is compiled again. Whose records are merged meanwhile shows within the hour."""
    kept, key = caches["process"], f"roster-changes-{roster.pk}-{roster.csv_sha256}-{before.pk}"
    compared: _Compared | None = kept.get(key)
    if compared is None:
        compared = _compare(roster, before)
        kept.set(key, compared, KEPT_SECONDS)
    return compared


def _compare(roster: Roster, before: Roster) -> _Compared:
    merged_records = Person.objects.filter(merged_into__isnull=False)
    merged = dict(merged_records.values_list("number", "merged_into__number"))

    def number_of(line: RosterLine) -> str:
        return merged.get(line.number, line.number)

    degrees: dict[str, tuple[int, str]] = {}
    for line in roster_sheets.lines(before):
        degrees.setdefault(number_of(line), (line.degree_rank, line.degree))
    listed: set[str] = set()

    def changed() -> Iterator[tuple[str, RosterLine, str]]:
        for line in roster_sheets.lines(roster):
            number = number_of(line)
            rank, degree = degrees.get(number, (None, ""))
            listed.add(number)
            if rank is None:
                yield "new", line, ""
            elif rank != line.degree_rank:
                yield "promoted" if rank < line.degree_rank else "lowered", line, degree
        if not degrees.keys() <= listed:
            for line in roster_sheets.lines(before):
                if number_of(line) not in listed:
                    yield "gone", line, line.degree

    counts = dict.fromkeys(KINDS, 0)
    lines: dict[str, list[tuple[RosterLine, str]]] = {kind: [] for kind in KINDS}
    for kind, line, degree in changed():
        counts[kind] += 1
        if counts[kind] <= MOST:
            lines[kind].append((line, degree))
    return _Compared(counts, lines)
