"""Offices and who holds them, from a day to a day.

Purpose: rights follow from an appointment on the day of the act, never from a flag on the person.
Invariants: an office of a club names the club, the others name none; a term does not end before it begins;
two terms of one person in one office never overlap (`sanctioning.kit.guards.guards`, and an exclusion
constraint on PostgreSQL); neither a term nor a conflict is ever deleted: both are ended.
Rule section: IV (Acting, Associate and Managing Executor, College of Executors).
Terms: declared conflict (a person or club in whose matters somebody may not judge).
"""

from __future__ import annotations

import datetime as dt

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy

# Another term of the same person in the same office shares a day with this one; left open for more.
OVERLAPS = (
    "EXISTS (SELECT 1 FROM sanctioning_appointment other "
    "WHERE other.person_id = NEW.person_id AND other.office = NEW.office "
    "AND COALESCE(other.club_id, 0) = COALESCE(NEW.club_id, 0) "
    "AND other.first_day <= COALESCE(NEW.last_day, '9999-12-31') "
    "AND COALESCE(other.last_day, '9999-12-31') >= NEW.first_day"
)


class Office(models.TextChoices):
    CLUB_OFFICER = "club-officer", _lazy("club officer")
    DIRECTOR = "director", _lazy("director")
    ACTING_EXECUTOR = "acting-executor", _lazy("Acting Executor")
    ASSOCIATE_EXECUTOR = "associate-executor", _lazy("Associate Executor")
    MANAGING_EXECUTOR = "managing-executor", _lazy("Managing Executor")
    REGISTRAR = "registrar", _lazy("registrar")
    COLLEGE = "college-member", _lazy("member of the College of Executors")


CLUB_OFFICES = (Office.CLUB_OFFICER, Office.DIRECTOR)


class TermQuerySet(models.QuerySet["Appointment"]):
    def on(self, day: dt.date) -> TermQuerySet:
        """Appointments that run on that day, first and last day included."""
        return self.filter(Q(last_day__isnull=True) | Q(last_day__gte=day), first_day__lte=day)


@guarded("INSERT", "two terms of one person in one office never overlap", condition=f"{OVERLAPS})")
@guarded(
    "UPDATE",
    "two terms of one person in one office never overlap",
    condition=f"{OVERLAPS} AND other.id <> NEW.id)",
)
@guarded(
    "DELETE", "a term that has begun is never deleted; end it", condition="OLD.first_day <= CURRENT_DATE"
)
class Appointment(models.Model):
    """An office that a person holds, from a day to a day."""

    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="appointments")
    office = models.CharField(max_length=20, choices=Office)
    club = models.ForeignKey(
        "sanctioning.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="appointments"
    )
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)
    appointed_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_for = models.CharField(max_length=200, blank=True, help_text="Why it was ended early.")

    objects = TermQuerySet.as_manager()

    class Meta:
        ordering = ["first_day", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | Q(last_day__gte=F("first_day")),
                name="appointment_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(office__in=CLUB_OFFICES, club__isnull=False)
                | (~Q(office__in=CLUB_OFFICES) & Q(club__isnull=True)),
                name="appointment_club_goes_with_office",
            ),
            models.UniqueConstraint(
                fields=["person", "office", "club", "first_day"],
                condition=Q(club__isnull=False),
                name="club_appointment_once_a_day",
            ),
            models.UniqueConstraint(
                fields=["person", "office", "first_day"],
                condition=Q(club__isnull=True),
                name="appointment_once_a_day",
            ),
        ]
        indexes = [models.Index(fields=["person", "office"], name="appointment_by_person")]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_office_display()} from {self.first_day}"

    def runs_on(self, day: dt.date) -> bool:
        """Whether the term runs on that day, first and last day included."""
        return self.first_day <= day and (self.last_day is None or self.last_day >= day)


class ConflictQuerySet(models.QuerySet["DeclaredConflict"]):
    def on(self, day: dt.date) -> ConflictQuerySet:
        """Conflicts that run on that day, first and last day included."""
        return self.filter(Q(last_day__isnull=True) | Q(last_day__gte=day), first_day__lte=day)


@guarded("DELETE", "a declared conflict is never deleted; end it")
@guarded(
    "UPDATE",
    "a declared conflict is ended, not changed",
    condition=differs("with_person_id", "with_club_id", "reason", "first_day"),
)
class DeclaredConflict(models.Model):
    """Why an executor may not rule on somebody, or on a club."""

    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="conflicts")
    with_person = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    with_club = models.ForeignKey(
        "sanctioning.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(max_length=200)
    declared_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)

    objects = ConflictQuerySet.as_manager()

    class Meta:
        ordering = ["first_day", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(with_person__isnull=False, with_club__isnull=True)
                | Q(with_person__isnull=True, with_club__isnull=False),
                name="conflict_with_a_person_or_a_club",
            ),
            models.CheckConstraint(
                condition=Q(with_person__isnull=True) | ~Q(with_person=F("person")),
                name="conflict_is_with_another",
            ),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | Q(last_day__gte=F("first_day")),
                name="conflict_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} and {self.with_person or self.with_club}"
