"""The law in versions: rule sets, Articles of Administration and fee schedules.

Purpose: an event is judged by what was in force when it was sanctioned, a recording by what is in force
on its day, an application costs what it cost on the day it was sent in.
Invariants: a version is a draft until it is adopted or withdrawn, and never edited after
(`sanctioning.kit.guards.guards` has the database refuse it); two versions of one law never begin on one day;
an adopted one has its first day.
Rule section: IV, and the note of approval of 18 April 1966.
Terms: edit (counts the savings of a draft, so that the second of two people who edit it is told), line
(the versions of one law, of which one is in force on a day), reference (what an address names it by).
"""

from __future__ import annotations

from typing import Self, TypeVar

from django.db import models
from django.db.models import Q

from sanctioning.kit.guards.guards import Act, guarded


class Version(models.Model):
    """What all law has in common."""

    title = models.CharField(max_length=160)
    first_day = models.DateField(null=True, blank=True, help_text="May be left open while it is a draft.")
    body = models.JSONField()
    edit = models.PositiveIntegerField(default=1)
    drafted_by = models.ForeignKey(
        "sanctioning.Person", null=True, on_delete=models.PROTECT, related_name="+"
    )
    drafted_at = models.DateTimeField(null=True, blank=True)
    edited_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    edited_at = models.DateTimeField(null=True, blank=True)
    adopted_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    adopted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(adopted_at__isnull=True)
                | Q(first_day__isnull=False, adopted_by__isnull=False, withdrawn_at__isnull=True),
                name="%(class)s_adopted_has_a_first_day",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(withdrawn_by__isnull=False),
                name="%(class)s_withdrawn_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def adopted(self) -> bool:
        return self.adopted_at is not None

    @property
    def draft(self) -> bool:
        return self.adopted_at is None and self.withdrawn_at is None

    @property
    def reference(self) -> str:
        raise NotImplementedError

    def line(self) -> models.QuerySet[Self]:
        """All versions of this law."""
        return type(self)._default_manager.all()


Law = TypeVar("Law", bound=type[Version])


def never_edited(law: Law) -> Law:
    """The database keeps it as it is once it is adopted, or withdrawn."""
    versions = law._meta.verbose_name_plural
    adopted = f"adopted {versions} are never edited; adopt a new version"
    withdrawn = f"withdrawn {versions} are never edited; draft a new version"
    acts: tuple[Act, ...] = ("UPDATE", "DELETE")
    for act in acts:
        guarded(act, adopted, condition="OLD.adopted_at IS NOT NULL")(law)
        guarded(act, withdrawn, condition="OLD.withdrawn_at IS NOT NULL", about="withdrawn")(law)
    return law


@never_edited
class RuleSet(Version):
    """One version of the rules of one game; `slug` is what a record names."""

    slug = models.SlugField(max_length=60, unique=True)
    format = models.SlugField(max_length=40)

    class Meta:
        ordering = ["format", "first_day", "id"]
        constraints = [
            *Version.Meta.constraints,
            models.UniqueConstraint(
                fields=["format", "first_day"],
                condition=Q(adopted_at__isnull=False),
                name="one_rule_set_a_first_day",
            ),
        ]

    @property
    def reference(self) -> str:
        return self.slug

    def line(self) -> models.QuerySet[Self]:
        return super().line().filter(format=self.format)


class Numbered(Version):
    number = models.PositiveIntegerField(unique=True)

    class Meta(Version.Meta):
        abstract = True

    @property
    def reference(self) -> str:
        return str(self.number)


@never_edited
class Articles(Numbered):
    """One version of the Articles of Administration; `body` is described in `sanctioning.law.articles`."""

    class Meta:
        ordering = ["first_day", "number"]
        verbose_name_plural = "articles"
        constraints = [
            *Version.Meta.constraints,
            models.UniqueConstraint(
                fields=["first_day"], condition=Q(adopted_at__isnull=False), name="one_articles_a_first_day"
            ),
        ]


@never_edited
class FeeSchedule(Numbered):
    """What a sanction costs, by kind, level and type; `body` is described in
    `sanctioning.law.fee_schedules`."""

    class Meta:
        ordering = ["first_day", "number"]
        constraints = [
            *Version.Meta.constraints,
            models.UniqueConstraint(
                fields=["first_day"],
                condition=Q(adopted_at__isnull=False),
                name="one_fee_schedule_a_first_day",
            ),
        ]
