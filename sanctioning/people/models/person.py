"""People, with or without an account.

Purpose: whoever plays, directs, rules or keeps records is one Person with one member number for life.
Invariants: a number is never given twice; private data stand in a row of their own, so that no list can
show them by accident; a merged record points to the one that is kept, which is never merged itself.
Terms: home club (the club under which a roster prints the person), identity (the record that is kept, of
several of one person), publicity (how much of the person the public sees).
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Left, Upper

from sanctioning.identity.found_by import FoundBy, WordsIndex, written_along
from sanctioning.kit.guards.guards import guarded
from sanctioning.kit.wording.localised import lazily as _lazy

LONGEST_NAME = 80
AGE_OF_MAJORITY = 18

INTO_A_MERGED_ONE = (
    "NEW.merged_into_id IS NOT NULL AND "
    "(SELECT merged_into_id FROM sanctioning_person WHERE id = NEW.merged_into_id) IS NOT NULL"
)


class Publicity(models.TextChoices):
    LISTED = "listed", _lazy("my name in lists and results, and my page")
    RESULTS = "results", _lazy("my name in results and rosters only")
    NUMBER = "number", _lazy("my member number in place of my name")


@guarded("UPDATE", "a record is merged into one that is kept", condition=INTO_A_MERGED_ONE)
class Person(models.Model):
    """A person with their number for life; what is private of them is elsewhere."""

    number = models.CharField(max_length=12, unique=True)
    given_names = models.CharField(max_length=LONGEST_NAME)
    family_name = models.CharField(max_length=LONGEST_NAME)
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="person"
    )
    home_club = models.ForeignKey(
        "sanctioning.Club", null=True, blank=True, on_delete=models.PROTECT, related_name="members"
    )
    registered_at = models.DateTimeField()
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )
    publicity = models.CharField(max_length=7, choices=Publicity, default=Publicity.LISTED)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    found_by = FoundBy(of=("given_names", "family_name", "number"))

    class Meta:
        ordering = ["family_name", "given_names", "number"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(family_name=""), name="person_has_a_family_name"),
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True) | ~models.Q(merged_into=models.F("id")),
                name="person_not_merged_into_itself",
            ),
        ]
        indexes = [
            models.Index(fields=["family_name", "given_names", "number"], name="person_by_name"),
            models.Index(Left("family_name", 1), Left("given_names", 1), name="person_by_initials"),
            models.Index(Upper("family_name"), name="person_by_family_name"),
            models.Index(Upper("given_names"), name="person_by_given_names"),
            WordsIndex(fields=["found_by"], name="person_by_words"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *, update_fields: Any = None, **options: Any) -> None:
        super().save(update_fields=written_along(self, update_fields), **options)

    @property
    def identity(self) -> Person:
        """The record under which this person is shown and counted."""
        return self.merged_into or self

    @property
    def name(self) -> str:
        return f"{self.given_names} {self.family_name}".strip()

    @property
    def sort_name(self) -> str:
        return f"{self.family_name}, {self.given_names}" if self.given_names else self.family_name


class PrivateData(models.Model):
    """What only the person and those who need it may see."""

    person = models.OneToOneField(Person, primary_key=True, on_delete=models.CASCADE, related_name="private")
    email = models.EmailField(blank=True)
    birth_date = models.DateField(null=True, blank=True, db_index=True)
    address = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "private data"

    def __str__(self) -> str:
        return f"Private data of {self.person_id}"

    def is_minor(self, day: dt.date) -> bool:
        """Under age on that day; an unknown birth date counts as of age."""
        if self.birth_date is None:
            return False
        born = self.birth_date
        birthday_to_come = (day.month, day.day) < (born.month, born.day)
        return day.year - born.year - birthday_to_come < AGE_OF_MAJORITY
