"""The administration pages for who keeps the site running: accounts, and the jobs that wait or failed."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from sanctioning.accounts.models.account import Account
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import cancel_job, try_again
from sanctioning.kit.refusals import Refusal


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
