"""The lock under which everything is done that bears on when somebody may act."""

from __future__ import annotations

from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person


def lock_people(*people: Person) -> None:
    """Hold every record of these people, in one order, so that nobody waits for another in a circle."""
    rows = Person.objects.filter(pk__in=list(rows_of(*people).values_list("pk", flat=True)))
    list(rows.select_for_update(no_key=True).order_by("pk").values("pk"))
