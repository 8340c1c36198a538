"""Looking at the hall's tables; nothing is changed here."""

from __future__ import annotations

from django.contrib import admin

from sanctioning.admin import ReadOnly
from tournaments.models import (
    Announcement,
    Call,
    CanonStep,
    Case,
    CaseEntry,
    Draw,
    Entry,
    Event,
    Game,
    GamePlayer,
    InvitedPlayer,
    Letter,
    LetterSignature,
    Qualifier,
    RefundDraw,
    Round,
    SatOut,
    Series,
    TeamInvitation,
)


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("name", "club", "starts_at", "format", "sanction")
    list_select_related = ("club", "sanction")


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("event", "number", "group", "state", "acting_executor")
    list_filter = ("state",)
    list_select_related = ("event", "acting_executor__person")


admin.site.register([Announcement, Call, Draw, Entry, GamePlayer, Qualifier, Round, Series], ReadOnly)
admin.site.register([CanonStep, Case, CaseEntry, Letter, LetterSignature, SatOut], ReadOnly)
admin.site.register([InvitedPlayer, RefundDraw, TeamInvitation], ReadOnly)
