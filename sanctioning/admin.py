"""Looking at the authority's tables. Only accounts and jobs are changed here, all else by services."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.bars.models import Bar
from sanctioning.clubs.models import Club, ClubQuestion
from sanctioning.fees.models import BankLine, CreditNote, FeeEntry, Invoice, Payment, Refund
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import cancel_job, try_again
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
from sanctioning.offices.models.executor import Area, Leave
from sanctioning.offices.models.office import Appointment, DeclaredConflict
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.signing.models import SigningKey


@admin.register(Account)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    ordering = ("email",)
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    search_fields = ("email", "name")
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        ("Rights in these pages", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Jobs are looked at here, cancelled and tried again; never written by hand."""

    list_display = ("kind", "key", "state", "attempts", "progress_done", "progress_total", "created_at")
    list_filter = ("state", "kind")
    search_fields = ("key", "error")
    actions = ("cancel", "try_again")
    readonly_fields = tuple(field.name for field in Job._meta.fields if field.name != "token")
    exclude = ("token",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description="Cancel", permissions=["change"])
    def cancel(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        self._each(request, jobs, cancel_job)

    @admin.action(description="Try again", permissions=["change"])
    def try_again(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        self._each(request, jobs, try_again)

    def _each(self, request: HttpRequest, jobs: QuerySet[Job], act: Any) -> None:
        for job in jobs:
            try:
                act(by=request.user, job=job)
            except Refusal as refusal:
                messages.error(request, f"{job}: {refusal}")


__all__ = ["AccountAdmin", "JobAdmin"]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Seen by staff, changed by nobody."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Person)
class PersonAdmin(ReadOnly):
    list_display = ("number", "family_name", "given_names", "home_club")
    search_fields = ("number", "family_name", "given_names")


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("number", "name", "place", "state")


@admin.register(Appointment)
class AppointmentAdmin(ReadOnly):
    list_display = ("person", "office", "club", "first_day", "last_day")
    list_filter = ("office",)
    list_select_related = ("person", "club")


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    list_display = ("number", "purpose", "club", "level", "type", "state")
    list_filter = ("state", "level")
    list_select_related = ("club", "level", "type")


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly):
    list_display = ("at", "by", "action", "thing_type", "thing_label", "why")
    list_filter = ("action",)
    list_select_related = ("by",)
    search_fields = ("thing_label", "why")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    list_display = ("account", "name", "ending", "made_at", "last_used_at", "revoked_at")
    exclude = ("sha256",)


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """What became of each mail; what it says is its reader's alone."""

    list_display = ("at", "kind", "to", "state", "attempts", "reason")
    list_filter = ("state", "kind")
    list_select_related = ("to",)
    exclude = ("text", "subject")


@admin.register(Invoice)
class InvoiceAdmin(ReadOnly):
    list_display = ("number", "club", "text", "amount", "due_on")
    list_select_related = ("club",)


@admin.register(FeeEntry)
class FeeEntryAdmin(ReadOnly):
    list_display = ("club", "position", "kind", "amount", "balance", "day", "text")
    list_filter = ("kind", "club")
    list_select_related = ("club",)


admin.site.register(
    [
        Area,
        Articles,
        BankLine,
        ClubQuestion,
        CreditNote,
        DeclaredConflict,
        EventType,
        FeeSchedule,
        Leave,
        Level,
        Payment,
        Refund,
        RuleSet,
    ],
    ReadOnly,
)


@admin.register(Bar)
class BarAdmin(ReadOnly):
    list_display = ("person", "first_day", "last_day", "why", "lifted_at")
    list_select_related = ("person",)


@admin.register(SigningKey)
class SigningKeyAdmin(ReadOnly):
    list_display = ("name", "first_day", "made_at", "made_by")
