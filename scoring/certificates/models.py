"""Certificates: of rating points, and of degrees; each as an Open Badge too.

Invariants: serials run in sequence by kind; the code is unique; what a certificate says (`facts`) never
changes after it is issued; an award has at most one certificate that is neither void nor replaced; a
replacement is issued once.
Rule section: IV (Rating Point Certificates; an appropriate certificate for a higher degree).
Terms: serial, code (read out, ends in a check character), state, document (the signed file), paper (the
same before it was signed, which can be made again byte for byte), earlier serial (of a certificate that the
records before this system have as issued: the paper is of that time, and the system prints none), badge (the
certificate as a signed credential for programs), status list (which badges of a part are revoked).
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

from sanctioning.kit.guards.guards import differs, guarded
from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.card_games import CardGameField
from scoring.points import Points

NEVER_CHANGED = "what a certificate says never changes; issue a replacement"


@guarded("DELETE", NEVER_CHANGED)
@guarded(
    "UPDATE",
    NEVER_CHANGED,
    condition=differs(
        *("number", "code", "person_id", "award_id", "brought_forward_id", "earlier_serial"),
        *("card_game", "degree", "points", "blue", "facts"),
    ),
)
class Certificate(models.Model):
    """A certificate of points or of a degree, and what became of it."""

    class Kind(models.TextChoices):
        RATING_POINTS = "rating-points", _lazy("Rating Point Certificate")
        DEGREE = "degree", _lazy("certificate of a degree")

    class State(models.TextChoices):
        ISSUED = "issued", _lazy("issued")
        RECORDED = "recorded", _lazy("recorded")
        VOID = "void", _lazy("void")
        REPLACED = "replaced", _lazy("replaced")
        MUTILATED = "mutilated", _lazy("mutilated")

    kind = models.CharField(max_length=14, choices=Kind)
    card_game = CardGameField()
    number = models.PositiveBigIntegerField()
    code = models.CharField(max_length=20, unique=True)
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="certificates")
    award = models.ForeignKey(
        "scoring.Award", null=True, blank=True, on_delete=models.PROTECT, related_name="certificates"
    )
    brought_forward = models.ForeignKey(
        "scoring.ImportRow",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="certificates",
        help_text="The row of an import from which a certificate of the time before this system came.",
    )
    earlier_serial = models.CharField(
        max_length=40, blank=True, help_text="Its serial from before this system."
    )
    degree = models.CharField(max_length=40, blank=True)
    points = Points()
    blue = Points()
    state = models.CharField(max_length=10, choices=State, default=State.ISSUED)
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replacement"
    )
    facts = models.JSONField()
    issued_at = models.DateTimeField()
    document = models.FileField(upload_to="certificates/", blank=True)
    document_sha256 = models.CharField(max_length=64, blank=True)
    paper_sha256 = models.CharField(max_length=64, blank=True)
    signed_with = models.ForeignKey(
        "sanctioning.SigningKey", null=True, blank=True, on_delete=models.PROTECT, related_name="certificates"
    )

    class Meta:
        ordering = ["kind", "number"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "number"], name="certificate_serial_once"),
            models.UniqueConstraint(
                fields=["award"],
                condition=Q(state__in=["issued", "recorded"]),
                name="one_good_certificate_an_award",
            ),
            models.CheckConstraint(
                condition=Q(kind="rating-points", degree="", points__gt=0)
                & (
                    Q(award__isnull=False, brought_forward__isnull=True)
                    | Q(award__isnull=True, brought_forward__isnull=False)
                )
                | (Q(kind="degree", award__isnull=True, brought_forward__isnull=True) & ~Q(degree="")),
                name="certificate_of_an_award_or_a_degree",
            ),
            models.CheckConstraint(
                condition=Q(earlier_serial="") | Q(brought_forward__isnull=False),
                name="certificate_of_the_old_books_was_imported",
            ),
            models.UniqueConstraint(
                Upper("earlier_serial"),
                condition=~Q(earlier_serial="") & ~Q(state="void"),
                name="certificate_of_the_old_books_once",
            ),
            models.CheckConstraint(
                condition=Q(blue__gte=0, blue__lte=F("points")), name="certificate_blue_within_points"
            ),
        ]
        indexes = [
            models.Index(fields=["person", "kind", "state"], name="certificate_by_person"),
            models.Index(fields=["issued_at", "id"], name="certificate_latest"),
            models.Index(fields=["state", "kind", "number"], name="certificate_by_state"),
            models.Index(fields=["points", "id"], name="certificate_by_points"),
        ]

    def __str__(self) -> str:
        return self.serial

    @property
    def serial(self) -> str:
        prefix = "RPC" if self.kind == self.Kind.RATING_POINTS else "DC"
        return f"{prefix}-{self.number:06d}"

    @property
    def of_earlier_records(self) -> bool:
        return self.brought_forward_id is not None


@guarded("UPDATE", "what a badge says never changes; its status list says whether it still holds")
class Badge(models.Model):
    """A certificate as an Open Badge: a credential, signed once. It goes when its holder is forgotten."""

    certificate = models.OneToOneField(Certificate, on_delete=models.PROTECT, related_name="badge")
    credential = models.TextField(help_text="The signed credential, as a compact JWT.")
    signed_with = models.ForeignKey("sanctioning.SigningKey", on_delete=models.PROTECT, related_name="badges")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["certificate"]

    def __str__(self) -> str:
        return f"Badge of {self.certificate}"


class StatusList(models.Model):
    """Which badges are revoked, for one kind of certificate and one part of its numbers."""

    kind = models.CharField(max_length=14, choices=Certificate.Kind)
    part = models.PositiveIntegerField()
    encoded = models.TextField(help_text="A bit for each badge, as the signed list says it.")
    credential = models.TextField(help_text="The signed list, as a compact JWT.")
    signed_with = models.ForeignKey(
        "sanctioning.SigningKey", on_delete=models.PROTECT, related_name="status_lists"
    )
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ["kind", "part"]
        constraints = [models.UniqueConstraint(fields=["kind", "part"], name="one_status_list_a_part")]

    def __str__(self) -> str:
        return f"Status list {self.kind}/{self.part}"
