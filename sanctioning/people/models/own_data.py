"""A person's own data: copies to take away, and the wish to be forgotten.

Invariants: a copy is for its person alone and lasts some days; one wish at a time; a wish is carried out
after its days of thought and not before, and can be taken back until then.
Terms: copy (a zip of everything kept about a person), due (the day from which a wish is carried out).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from sanctioning.kit.wording.localised import lazily as _lazy

PERSON = "sanctioning.Person"


class DataCopy(models.Model):
    """A copy of all that is known of a person, made for them to download."""

    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="data_copies")
    job = models.OneToOneField(
        "sanctioning.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="data_copy"
    )
    asked_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True, blank=True)
    last_day = models.DateField(null=True, blank=True)
    file = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "data copies"

    def __str__(self) -> str:
        return f"Copy {self.pk}"


class AnonymisationWish(models.Model):
    """The wish of a person that their name be taken out of what is public."""

    class State(models.TextChoices):
        ASKED = "asked", _lazy("asked, to be confirmed")
        CONFIRMED = "confirmed", _lazy("confirmed")
        WITHDRAWN = "withdrawn", _lazy("taken back")
        DONE = "done", _lazy("carried out")

    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="anonymisation_wishes")
    state = models.CharField(max_length=9, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "anonymisation wishes"
        constraints = [
            models.UniqueConstraint(
                fields=["person"],
                condition=Q(state__in=["asked", "confirmed"]),
                name="one_open_wish_a_person",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["asked", "withdrawn"])
                | Q(confirmed_at__isnull=False, due_at__gt=F("confirmed_at")),
                name="wish_confirmed_with_days_of_thought",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["asked", "confirmed"], ended_at__isnull=True)
                | Q(state__in=["withdrawn", "done"], ended_at__isnull=False),
                name="wish_ended_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"Wish {self.pk} of {self.person.number}"
