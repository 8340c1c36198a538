"""Which records are one person.

Purpose: a record that was merged stays with all that hangs on it; whoever asks what a person has, holds or
did asks for all the records of that person. No row is rewritten, and an undone merge leaves
everything as it was.
Terms: rows (the kept record and those merged into it), identity (the kept record).
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from sanctioning.kit.prepared_queries import Prepared
from sanctioning.kit.request_cache import asked_once
from sanctioning.people.models.person import Person


def identity_id(person: Person) -> int:
    """The key of the record that is kept."""
    return person.merged_into_id or person.pk


def rows_of(*people: Person) -> QuerySet[Person]:
    """Every record of these people; for `person__in`."""
    identities = {identity_id(person) for person in people}
    return Person.objects.filter(Q(pk__in=identities) | Q(merged_into__in=identities)).order_by()


def own_records(person: Person) -> tuple[Person, ...]:
    """Every record of the person. One query, once in a page."""
    key = identity_id(person)
    return asked_once(("records", key), lambda: tuple(_ROWS(key)))


def is_one_record(person: Person) -> None:
    """It is known that nothing was merged into this record, nor it into another: no page asks again."""
    asked_once(("records", person.pk), lambda: (person,))


def own_keys(person: Person) -> tuple[int, ...]:
    """The keys of every record of the person; for what a page asks of one."""
    return tuple(record.pk for record in own_records(person))


_ROWS = Prepared(lambda key: rows_of(Person(pk=key)))


def same_person(person: Person | None, other: Person | None) -> bool:
    return person is not None and other is not None and identity_id(person) == identity_id(other)


def kept_ids(people: Iterable[int]) -> dict[int, int]:
    """For each record that is merged, the one it is merged into. One query."""
    merged = Person.objects.filter(pk__in=list(people), merged_into__isnull=False)
    return dict(merged.values_list("pk", "merged_into_id"))


def every_merged() -> dict[int, int]:
    """Each merged record's key with that of the one that is kept. One query, once in a page."""
    return asked_once("merged", _every_merged)


def _every_merged() -> dict[int, int]:
    merged = Person.objects.filter(merged_into__isnull=False)
    return {
        row: kept_row for row, kept_row in merged.values_list("pk", "merged_into_id") if kept_row is not None
    }


def hold(people: Iterable[Person]) -> list[Person]:
    """The people as they are now, each the kept record, held until the caller's transaction ends.

    Whoever writes down that somebody plays or is entered holds the person first, so that a merge at the
    same moment comes wholly before or wholly after.
    """
    wanted_pks = [person.pk for person in people]
    while True:
        before = transaction.savepoint()
        wanted = {*wanted_pks, *kept_ids(wanted_pks).values()}
        rows = Person.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
        held = {row.pk: row for row in rows}
        if all(identity_id(held[pk]) in held for pk in wanted_pks):
            transaction.savepoint_commit(before)
            return [held[identity_id(held[pk])] for pk in wanted_pks]
        # Merged at this moment. Nothing is kept while the other record is asked for: locks have one order.
        transaction.savepoint_rollback(before)


def identity_of(path: str) -> Coalesce:
    """The key of the kept record of whoever stands at `path`, for grouping and sums in a query."""
    return Coalesce(f"{path}__merged_into", f"{path}_id")
