"""Looking at the rows of this layer; nothing is changed here."""

from __future__ import annotations

from django.contrib import admin

from sanctioning.admin import ReadOnly
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.models import DegreeHeld, Submission
from scoring.results.models import Award, Certification, Standing
from scoring.rosters.models import Erratum, Roster, RosterSheet


@admin.register(LedgerEntry)
class LedgerAdmin(ReadOnly):
    list_display = ("number", "day", "book", "card_game", "person", "points", "blue", "reason")
    list_filter = ("book", "card_game")
    list_select_related = ("person",)


@admin.register(Certificate)
class CertificateAdmin(ReadOnly):
    list_display = ("serial", "kind", "card_game", "person", "points", "blue", "state", "issued_at")
    list_filter = ("kind", "card_game", "state")
    list_select_related = ("person",)


@admin.register(Submission)
class SubmissionAdmin(ReadOnly):
    list_display = ("number", "card_game", "person", "at", "state", "total", "refused_for")
    list_filter = ("card_game", "state")
    list_select_related = ("person",)


@admin.register(Roster)
class RosterAdmin(ReadOnly):
    list_display = ("as_of", "card_game", "state", "players", "points", "inputs_hash")


admin.site.register([Award, Certification, DegreeHeld, Erratum, RosterSheet, Standing], ReadOnly)
