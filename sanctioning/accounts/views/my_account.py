"""One's own account: address, password, second factor, tokens; and resetting the second factor of another."""

from __future__ import annotations

import datetime as dt

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.identity_provider import identity_provider
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.permissions import may_reset_second_factors
from sanctioning.accounts.selectors.accounts import account_detail, tokens_of
from sanctioning.accounts.services.second_factor import reset_second_factor
from sanctioning.accounts.services.tokens import make_token, revoke_token
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker, signed_in, with_account
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_lazy("What it is for"),
        max_length=60,
        help_text=_lazy("The program that will use it, such as “club website”."),
        error_messages={"required": _lazy("Name the program that will use the token.")},
    )
    scope = forms.ChoiceField(
        label=_lazy("What it may do"),
        choices=ApiToken.Scope.choices,
        help_text=_lazy("Every token can read what you can read, and none can do more than you can."),
    )
    days = forms.TypedChoiceField(
        label=_lazy("How long it lasts"),
        coerce=int,
        choices=[(30, _lazy("30 days")), (90, _lazy("90 days")), (365, _lazy("a year"))],
        initial=90,
        help_text=_lazy("It also ends when you change your password."),
    )
    networks = forms.CharField(
        label=_lazy("Where it is used from (optional)"),
        max_length=400,
        required=False,
        help_text=_lazy("Addresses or networks, such as 192.0.2.7 or 192.0.2.0/24."),
    )


class ResetForm(forms.Form):
    number = forms.CharField(
        label=_lazy("Member number"),
        max_length=12,
        error_messages={"required": _lazy("Write the member number.")},
    )
    why = forms.CharField(
        label=_lazy("Why, and how you made sure who is asking"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _lazy("Say what was lost, and how you made sure who is asking.")},
    )


@require_safe
@with_account
def my_account(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, Account)
    context = {
        "account": account_detail(account=request.user),
        "provider": identity_provider(),
        "may_reset": may_reset_second_factors(asker(request), today()),
        "section": "mine",
    }
    return render(request, "sanctioning/accounts/my_account.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens; a new one is shown on the page that answers its making, and never again."""
    assert isinstance(request.user, Account)
    form, secret, refusal = TokenForm(request.POST or None), "", None
    if request.method == "POST" and form.is_valid():
        try:
            _token, secret = make_token(
                by=request.user,
                name=form.cleaned_data["name"],
                scope=form.cleaned_data["scope"],
                networks=form.cleaned_data["networks"],
                lasts=dt.timedelta(days=form.cleaned_data["days"]),
            )
            form = TokenForm()
        except Refusal as refused:
            refusal = refused
    context = {
        "tokens": [(token, ApiToken.Scope(token.scope).label) for token in tokens_of(account=request.user)],
        "form": form,
        "secret": secret,
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 422 if form.errors else 200
    return render(request, "sanctioning/accounts/tokens.html", context, status=status)


@require_POST
@with_account
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    assert isinstance(request.user, Account)
    try:
        revoke_token(by=request.user, number=number)
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    messages.success(request, _("The token is revoked and no longer works."))
    return redirect("tokens")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def reset(request: HttpRequest, person: Person) -> HttpResponse:
    """The second factor of somebody who lost the device, by the registrar or the Managing Executor."""
    form, refusal = ResetForm(request.POST or None), None
    try:
        require(
            may_reset_second_factors(person, today()),
            what=_("reset second factors"),
            who=_("the registrar or the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    if request.method == "POST" and form.is_valid():
        try:
            cleaned = form.cleaned_data
            whose = reset_second_factor(by=person, number=cleaned["number"], why=cleaned["why"])
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request,
                _("%(whose)s will set up a new second factor at the next sign-in.") % {"whose": whose.name},
            )
            return redirect("my-account")
    status = refusal.status if refusal else 422 if form.errors else 200
    context = {"form": form, "refusal": refusal, "section": "mine"}
    return render(request, "sanctioning/accounts/second_factor_reset.html", context, status=status)
