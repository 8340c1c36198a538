"""Which records may be the same person as somebody who is named: for the registrar and whoever registers,
never for the one who asks.

A record may be meant that has a like name (`sanctioning.identity.likeness`), or that was born on the day
with a part of the name alike; a merged record counts under the one that is kept.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import IntegerField, Q, QuerySet, Value
from django.db.models.functions import Left

from sanctioning.identity.likeness import UNLIKE, WrittenName, beginnings
from sanctioning.kit.lists.word_search import MOST_WORDS
from sanctioning.people.models.person import Person, PrivateData

MOST_DOUBLES = 20
BORN_THEN = 4
"""How unlike names count that share a part, of people born on one day: after all that are alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    given_names: str
    family_name: str
    birth_date: dt.date | None = None

    @property
    def words(self) -> frozenset[str]:
        names = (self.given_names, self.family_name)
        return frozenset(word for name in names for word in (name.strip(), *name.split()) if word)


def possible_doubles(
    *, given_names: str, family_name: str, birth_date: dt.date | None = None, but: Person | None = None
) -> tuple[Person, ...]:
    """Records that may be the same person, the likeliest first. Three queries at most, one where there are
    none and no day of birth is known."""
    sought = Sought(given_names=given_names, family_name=family_name, birth_date=birth_date)
    return doubles_of_each([sought], but=but)[0]


def doubles_of_each(
    everybody: Sequence[Sought], *, but: Person | None = None
) -> tuple[tuple[Person, ...], ...]:
    """The same for several at once, in as many queries."""
    born_then = _born_then(everybody)
    likeliest = [
        _likeliest(distances, but)
        for distances in _distances(everybody, [born_then[sought.birth_date] for sought in everybody])
    ]
    wanted = {pk for pks in likeliest for pk in pks}
    if not wanted:
        return tuple(() for _ in everybody)
    kept = Person.objects.select_related("home_club", "private").filter(anonymised_at=None)
    records = kept.in_bulk(wanted)
    return tuple(tuple(records[pk] for pk in pks if pk in records) for pks in likeliest)


def _born_then(everybody: Sequence[Sought]) -> defaultdict[dt.date | None, set[int]]:
    """By day of birth, the keys of all who were born on it."""
    days = {sought.birth_date for sought in everybody if sought.birth_date}
    born: defaultdict[dt.date | None, set[int]] = defaultdict(set)
    if days:
        dated = PrivateData.objects.filter(birth_date__in=days).values_list("birth_date", "person")
        for day, pk in dated:
            born[day].add(pk)
    return born


def _distances(everybody: Sequence[Sought], born_then: Sequence[Collection[int]]) -> list[dict[int, int]]:
    """For each who is sought, how unlike the names of those are that may be meant. One query."""
    if not everybody:
        return []
    written = [WrittenName.of(sought.given_names, sought.family_name) for sought in everybody]
    distances: list[dict[int, int]] = [{} for _ in everybody]
    first, *further = (
        _narrowed(nth, sought, born)
        for nth, (sought, born) in enumerate(zip(everybody, born_then, strict=True))
    )
    rows = first.union(*further, all=True) if further else first
    for nth, pk, merged_into, given, family in rows.iterator():
        other = WrittenName.of(given, family)
        distance = written[nth].distance(other)
        if distance >= UNLIKE and pk in born_then[nth] and written[nth].shares_a_part(other):
            distance = BORN_THEN
        if distance < UNLIKE:
            kept_pk = merged_into or pk
            distances[nth][kept_pk] = min(distance, distances[nth].get(kept_pk, distance))
    return distances


def _narrowed(
    nth: int, sought: Sought, born_then: Collection[int]
) -> QuerySet[Person, tuple[int, int, int | None, str, str]]:
    """Whose names need to be compared. Each condition has an index, so that not every record is read."""
    begins = beginnings(sought.given_names, sought.family_name)
    alike = Q(family_begins__in=begins, given_begins__in=begins | {""}) | Q(pk__in=born_then)
    for word in sorted(sought.words)[: 2 * MOST_WORDS]:
        alike |= Q(family_name__iexact=word) | Q(given_names__iexact=word)
    return (
        Person.objects.alias(family_begins=Left("family_name", 1), given_begins=Left("given_names", 1))
        .filter(alike, anonymised_at=None)
        .order_by()
        .annotate(nth=Value(nth, output_field=IntegerField()))
        .values_list("nth", "pk", "merged_into", "given_names", "family_name")
    )


def _likeliest(distances: dict[int, int], but: Person | None) -> list[int]:
    if but is not None:
        distances.pop(but.pk, None)
    return sorted(distances, key=lambda kept_pk: (distances[kept_pk], kept_pk))[:MOST_DOUBLES]
