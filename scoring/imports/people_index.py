"""Finding people by how a row of a file names them, for files of any length.

Purpose: a question to the database for each of a hundred thousand rows would take hours. The names of all
people are read once, and each row is compared with those few that begin or end alike.
Invariant: what is found is the record that is kept. Memory goes with the people of the authority, not with
the rows of the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sanctioning.identity.likeness import WrittenName, folded
from sanctioning.people.models.person import Person
from scoring.imports.lines_so_far import differ
from scoring.imports.models import Import, ImportRow
from scoring.imports.services.kinds.kind import Draft, Outcome

ALIKE: Final = 1
"""So unlike may a name be and still be looked at by somebody."""
MOST_CANDIDATES: Final = 5


class KnownPerson(NamedTuple):
    pk: int
    number: str
    name: str
    given: str
    family: str
    born: str

    @property
    def written(self) -> WrittenName:
        return WrittenName(self.given, self.family)


class PeopleIndex:
    def __init__(self) -> None:
        self._by_name: defaultdict[str, list[KnownPerson]] = defaultdict(list)
        self._by_part: defaultdict[str, list[KnownPerson]] = defaultdict(list)
        people = Person.objects.filter(anonymised_at=None).order_by("pk")
        rows = people.values_list(
            "pk", "number", "given_names", "family_name", "private__birth_date",
            "merged_into", "merged_into__number", "merged_into__private__birth_date",
        )  # fmt: skip
        for pk, number, given, family, born, kept, kept_number, kept_born in rows.iterator(chunk_size=5000):
            known = KnownPerson(
                kept or pk,
                kept_number or number,
                f"{given} {family}".strip(),
                folded(given),
                folded(family),
                str((kept_born if kept else born) or ""),
            )
            self._by_name[known.given + known.family].append(known)
            for part in _parts(known.given, known.family):
                self._by_part[part].append(known)

    def of_name(
        self, given_names: str, family_name: str, born: str
    ) -> tuple[list[KnownPerson], list[KnownPerson]]:
        """Those who are it for certain, and those who may be."""
        given, family = folded(given_names), folded(family_name)
        called = [known for known in self._by_name.get(given + family, ()) if not differ(known.born, born)]
        certain = [known for known in called if known.born and known.born == born]
        if certain:
            return _each_once(certain), []
        return [], _each_once([*called, *self._alike(given, family, born)])[:MOST_CANDIDATES]

    def _alike(self, given: str, family: str, born: str) -> Iterable[KnownPerson]:
        written = WrittenName(given, family)
        near = {
            known
            for part in (*_parts(given, family), *_parts(family, given))
            for known in self._by_part.get(part, ())
            if not differ(known.born, born)
        }
        alike = [(written.distance(known.written), known) for known in near]
        return [known for distance, known in sorted(alike) if distance <= ALIKE]


def _parts(given: str, family: str) -> tuple[str, str]:
    """By what those with a slip in the name are looked for: a slip leaves one of both as it is."""
    begins = 3 if len(family) > 5 else 2
    return f"{given[:1]}<{family[:begins]}", f"{given[:1]}>{family[-3:]}"


def _each_once(people: Iterable[KnownPerson]) -> list[KnownPerson]:
    return list({known.pk: known for known in people}.values())


def by_numbers(drafts: Sequence[Draft]) -> dict[str, Person]:
    """Whoever has the member numbers of these rows. One query."""
    numbers = {draft.values["number"] for draft in drafts if draft.values.get("number")}
    people = Person.objects.filter(number__in=numbers).select_related("merged_into")
    return {person.number: person.identity for person in people}


def by_references(drafts: Sequence[Draft]) -> dict[str, int]:
    """Whom earlier imports brought under the numbers from before this system. One query."""
    wanted = {draft.values["reference"] for draft in drafts if draft.values.get("reference")}
    rows = ImportRow.objects.filter(
        reference__in=wanted, person__isnull=False, of__kind="people", of__state=Import.State.WRITTEN
    )
    return {reference: kept or pk for reference, pk, kept in rows.values_list(
        "reference", "person", "person__merged_into"
    )}  # fmt: skip


def name_people(check: Any, drafts: Sequence[Draft]) -> None:
    """Find out of whom each row speaks: by member number, by the number in earlier records, or by name."""
    numbered, referred = by_numbers(drafts), by_references(drafts)
    for draft in drafts:
        values = draft.values
        if number := values.get("number"):
            _by_number(draft, numbered.get(number), number)
        elif reference := values.get("reference"):
            draft.person_id = referred.get(reference)
            if draft.person_id is None:
                draft.wrong("reference", "reference-unknown", text=reference)
        elif values.get("family_name"):
            _by_name(check, draft)
        else:
            draft.wrong("number", "nobody-named")


def _by_number(draft: Draft, person: Person | None, number: str) -> None:
    if person is None:
        draft.wrong("number", "number-unknown", text=number)
    elif draft.values.get("family_name") and not _is_called(person, draft):
        draft.wrong("number", "number-of-another", text=number, name=person.name)
    else:
        draft.person_id = person.pk


def _is_called(person: Person, draft: Draft) -> bool:
    typed = WrittenName.of(draft.values.get("given_names", ""), draft.values["family_name"])
    return typed.shares_a_part(WrittenName.of(person.given_names, person.family_name))


def _by_name(check: Any, draft: Draft) -> None:
    values = draft.values
    certain, perhaps = check.people.of_name(
        values.get("given_names", ""), values["family_name"], values.get("born", "")
    )
    called = WrittenName.of(values.get("given_names", ""), values["family_name"])
    exactly = certain or [known for known in perhaps if known.written == called]
    if len(exactly) == 1 and not (values.get("born") and not exactly[0].born):
        draft.person_id = exactly[0].pk
    elif perhaps or exactly:
        draft.outcome = Outcome.UNCERTAIN
        draft.candidates = [known.number for known in _each_once([*exactly, *perhaps])]
    else:
        draft.wrong("family_name", "nobody-found", text=draft.name)
