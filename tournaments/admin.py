"""Looking at the tables of tournaments; nothing is changed here."""

from __future__ import annotations

from django.contrib import admin

from sanctioning.admin import ReadOnly
from tournaments.calls.models import Call
from tournaments.entries.models.entry import Entry
from tournaments.entries.models.prepaid_drawing import RefundDraw
from tournaments.events.models.announcement import Announcement
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.canons.models import CanonStep, SatOut
from tournaments.justice.cases.models import Case, CaseEntry, Letter, LetterSignature
from tournaments.reports.models.report import Confirmation, Report, ReportFinding
from tournaments.rounds.models.draw import Draw
from tournaments.rounds.models.round import Round
from tournaments.series.models import Qualifier, Series
from tournaments.teams.models.invitation import InvitedPlayer, TeamInvitation


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("name", "club", "starts_at", "format", "sanction")
    list_select_related = ("club", "sanction")


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("event", "number", "group", "state", "acting_executor")
    list_filter = ("state",)
    list_select_related = ("event", "acting_executor__person")


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("game", "version", "current", "reporter", "received_at")
    list_select_related = ("game__event", "reporter")
    exclude = ("record",)


admin.site.register([Announcement, Call, Draw, Entry, GamePlayer, Qualifier, Round, Series], ReadOnly)
admin.site.register([CanonStep, Case, CaseEntry, Letter, LetterSignature, SatOut], ReadOnly)
admin.site.register([Confirmation, InvitedPlayer, RefundDraw, ReportFinding, TeamInvitation], ReadOnly)
