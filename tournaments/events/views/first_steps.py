"""First steps: from a visitor to sanctioned games of one's own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.accounts.models.account import Account
from sanctioning.kit.pages.asker import asker
from tournaments.events.selectors.first_steps import first_steps as steps_of


@require_safe
def first_steps(request: HttpRequest) -> HttpResponse:
    account = request.user if isinstance(request.user, Account) else None
    steps = steps_of(account=account, person=asker(request))
    return render(request, "tournaments/events/first_steps.html", {"steps": steps, "section": "first-steps"})
