"""Signing in with the identity provider: there, back, and joining an account that was here before."""

from __future__ import annotations

import time
from typing import Final

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.identity_provider import (
    IdentityProvider,
    ProvenIdentity,
    identity_provider,
    proven_by,
    way_to,
)
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.provider_sign_ins import account_proven, join_provider, leave_provider
from sanctioning.kit.pages.asker import with_account
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.pages.way_onward import on_to, wanted_path
from sanctioning.kit.refusals import Refusal

GOING: Final = "sign_in_with_next"
PROVEN: Final = "sign_in_with_proven"
"""In the session: who was proven and waits to be joined, and until when."""
SECONDS_TO_JOIN: Final = 15 * 60


@require_safe
@never_cache
def go(request: HttpRequest) -> HttpResponse:
    """To the provider; what it answers leads to `back`."""
    provider = _provider()
    request.session[GOING] = wanted_path(request)
    try:
        _require_not_too_often(request)
        return way_to(provider, request)
    except Refusal as refusal:
        return _refused(request, refusal)


@require_safe
@never_cache
def back(request: HttpRequest) -> HttpResponse:
    """Sign in whom the provider has proven; who is signed in already, or has an account, is asked to join."""
    provider = _provider()
    onward = request.session.pop(GOING, "")
    try:
        _require_not_too_often(request)
        identity = proven_by(provider, request)
        if isinstance(request.user, Account):
            return _to_joining(request, identity)
        account = account_proven(identity=identity, provider=provider)
    except Refusal as refusal:
        return _refused(request, refusal)
    if account is None:
        messages.info(
            request,
            _(
                "Your address has an account here already. Sign in with its password once; after that you "
                "can sign in with %(provider)s."
            )
            % {"provider": provider.name},
        )
        return _to_joining(request, identity)
    return _entered(request, account, onward)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_account
def join(request: HttpRequest) -> HttpResponse:
    """Join the account that is signed in and the person whom the provider has just proven."""
    provider, identity = _provider(), _waiting(request)
    if identity is None:
        return redirect("my-account")
    assert isinstance(request.user, Account)
    refusal = None
    if request.method == "POST":
        try:
            join_provider(by=request.user, identity=identity, provider=provider)
        except Refusal as refused:
            refusal = refused
        else:
            del request.session[PROVEN]
            messages.success(
                request, _("You can now sign in with %(provider)s.") % {"provider": provider.name}
            )
            return redirect("my-account")
    context = {"provider": provider, "identity": identity, "refusal": refusal, "section": "mine"}
    status = refusal.status if refusal else 200
    return render(request, "sanctioning/accounts/join_provider.html", context, status=status)


@form_on("my-account")
@require_POST
@with_account
def leave(request: HttpRequest) -> HttpResponse:
    provider = _provider()
    assert isinstance(request.user, Account)
    try:
        leave_provider(by=request.user, provider=provider)
    except Refusal as refusal:
        return _refused(request, refusal)
    messages.success(request, _("You no longer sign in with %(provider)s.") % {"provider": provider.name})
    return redirect("my-account")


def _provider() -> IdentityProvider:
    provider = identity_provider()
    if provider is None:
        raise Http404(_("This site has no identity provider."))
    return provider


def _entered(request: HttpRequest, account: Account, onward: str) -> HttpResponse:
    """As far as a right password would lead: a second factor that is set up is asked for, too."""
    record_authentication(request, account, "identity_provider")
    try:
        answer: HttpResponse = perform_login(request, account, redirect_url=onward or None)
    except ImmediateHttpResponse as instead:
        answer = instead.response
    return answer


def _to_joining(request: HttpRequest, identity: ProvenIdentity) -> HttpResponse:
    until = time.time() + SECONDS_TO_JOIN
    request.session[PROVEN] = {"until": until, "identity": identity.as_kept}
    joining = reverse("sign-in-with-join")
    if request.user.is_authenticated:
        return redirect(joining)
    return redirect(on_to(reverse("login"), joining))


def _waiting(request: HttpRequest) -> ProvenIdentity | None:
    kept = request.session.get(PROVEN)
    if not kept or kept["until"] < time.time():
        return None
    return ProvenIdentity(**kept["identity"])


def _require_not_too_often(request: HttpRequest) -> None:
    if not ratelimit.consume(request, app="allauth.account", action="sign_in_with", limit_get=True):
        raise Refusal(
            code="too-often",
            sentence=_("You did that too often in a short time."),
            rule=_("An address may sign in thirty times a minute."),
            remedy=_("Wait a few minutes and try again."),
            status=429,
        )


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {"refusal": refusal, "section": "mine"}
    return render(request, "sanctioning/accounts/provider_refused.html", context, status=refusal.status)
