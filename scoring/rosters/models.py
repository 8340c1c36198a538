"""The Whoopie Roster, and that of each further card game: points recorded as of 15 May and 15 November.

Invariants: a roster is of one card game and as of one of the two days, once; a working copy is compiled again
as often as wanted; a published one and its sheets never change (the database refuses), so that compiled again
it is the same byte for byte; a correction of what it printed is a dated erratum beside it.
Rule section: IV (semi-annual Whoopie Roster).
Terms: cut (the last ledger entry that was counted), inputs hash (of all that it was compiled from), sheet
(some hundred of its lines, kept as text: a row a line would take ten times as long to keep as to compile),
degrees (a row a degree: its name, players, points, blue points), compiled by nobody (by the clock).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.guards.guards import append_only, guarded
from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.card_games import CardGameField
from scoring.points import NO_POINTS, Points
from scoring.rosters.lines import RosterKey

FROZEN = "a published roster never changes; issue an erratum"
PUBLISHED_AT = "(SELECT published_at FROM scoring_roster WHERE id = {row}.roster_id)"


@guarded("UPDATE", FROZEN, condition="OLD.published_at IS NOT NULL")
@guarded("DELETE", FROZEN, condition="OLD.published_at IS NOT NULL")
class Roster(models.Model):
    """A semi-annual roster: its cut, its figures, and when it was published."""

    class State(models.TextChoices):
        COMPILED = "compiled", _lazy("compiled")
        PUBLISHED = "published", _lazy("published")

    card_game = CardGameField()
    as_of = models.DateField()
    state = models.CharField(max_length=10, choices=State, default=State.COMPILED)
    cut = models.PositiveBigIntegerField()
    inputs_hash = models.CharField(max_length=64)
    compiled_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    compiled_at = models.DateTimeField()
    published_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    players = models.PositiveIntegerField()
    points = Points(max_digits=12)
    blue = Points(max_digits=12)
    brought_forward = Points(max_digits=12, default=NO_POINTS)
    degrees = models.JSONField(default=list)
    csv_sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["-as_of", "-card_game"]
        constraints = [
            models.UniqueConstraint(fields=["as_of", "card_game"], name="roster_once_a_card_game"),
            models.CheckConstraint(
                condition=Q(as_of__month=5, as_of__day=15) | Q(as_of__month=11, as_of__day=15),
                name="roster_as_of_15_may_or_15_november",
            ),
            models.CheckConstraint(
                condition=Q(state="compiled", published_at__isnull=True, published_by__isnull=True)
                | Q(state="published", published_at__isnull=False, published_by__isnull=False),
                name="roster_published_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} as of {self.as_of:%-d %B %Y}"

    @property
    def title(self) -> str:
        """`Whoopie Roster`, `Whist Roster`."""
        return f"{self.get_card_game_display()} Roster"

    @property
    def key(self) -> RosterKey:
        return RosterKey(self.as_of, self.card_game)

    @property
    def published(self) -> bool:
        return self.state == self.State.PUBLISHED

    @property
    def serial(self) -> str:
        """`Roster 2026/1` as of 15 May, `Roster 2026/2` as of 15 November; `Whist Roster 2026/2`."""
        named = "" if self.card_game == WHOOPIE.slug else f"{self.get_card_game_display()} "
        return f"{named}Roster {self.as_of.year}/{1 if self.as_of.month == 5 else 2}"


@guarded("UPDATE", FROZEN, condition=f"{PUBLISHED_AT.format(row='OLD')} IS NOT NULL")
@guarded("DELETE", FROZEN, condition=f"{PUBLISHED_AT.format(row='OLD')} IS NOT NULL")
@guarded("INSERT", FROZEN, condition=f"{PUBLISHED_AT.format(row='NEW')} IS NOT NULL")
class RosterSheet(models.Model):
    """Some hundred lines of a roster one after the other, with all words as they were when compiled."""

    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="sheets")
    number = models.PositiveIntegerField()
    lines = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ["roster", "number"]
        constraints = [
            models.UniqueConstraint(fields=["roster", "number"], name="sheet_once_a_roster"),
        ]

    def __str__(self) -> str:
        return f"{self.roster}, sheet {self.number}"


class EarlierRoster(models.Model):
    """A roster of the time before this system, kept as the document that it is."""

    card_game = CardGameField()
    as_of = models.DateField()
    title = models.CharField(max_length=120)
    file_name = models.CharField(max_length=200)
    file = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64, unique=True)
    brought_forward = models.OneToOneField(
        "scoring.ImportRow", on_delete=models.PROTECT, related_name="earlier_roster"
    )

    class Meta:
        ordering = ["-as_of", "card_game", "id"]

    def __str__(self) -> str:
        return f"{self.title}, {self.as_of}"


@append_only
class Erratum(models.Model):
    """What a published roster says of a player, and what it should say since a result was corrected.

    An empty degree is that of somebody who is not on the roster.
    """

    roster = models.ForeignKey(Roster, on_delete=models.PROTECT, related_name="errata")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="errata")
    certification = models.ForeignKey(
        "scoring.Certification", on_delete=models.PROTECT, related_name="errata"
    )
    name = models.CharField(max_length=170)
    member_number = models.CharField(max_length=12)
    said_degree = models.CharField(max_length=60, blank=True)
    said_points = Points()
    said_blue = Points()
    right_degree = models.CharField(max_length=60, blank=True)
    right_points = Points()
    right_blue = Points()

    class Meta:
        ordering = ["roster", "number"]
        verbose_name_plural = "errata"
        constraints = [
            models.UniqueConstraint(fields=["roster", "number"], name="erratum_numbered_once"),
            models.UniqueConstraint(
                fields=["roster", "person", "certification"], name="erratum_once_a_correction"
            ),
        ]

    def __str__(self) -> str:
        return f"Erratum {self.number} to {self.roster}"


class RosterDocument(models.Model):
    """A printed part of a roster, made by a job; apart from the roster, which publication freezes."""

    class Kind(models.TextChoices):
        BOOKLET = "booklet", _lazy("booklet")
        ERRATA = "errata", _lazy("errata")
        CLUB = "club", _lazy("part of a club")

    roster = models.ForeignKey(Roster, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=7, choices=Kind, default=Kind.BOOKLET)
    club = models.CharField(max_length=120, blank=True)
    file = models.FileField(upload_to="rosters/")
    sha256 = models.CharField(max_length=64)
    inputs_hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["roster", "kind", "club"], name="printed_once_a_part"),
            models.CheckConstraint(
                condition=(Q(kind="club") & ~Q(club="")) | (~Q(kind="club") & Q(club="")),
                name="part_of_a_club_names_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.roster}, {self.get_kind_display()}"
