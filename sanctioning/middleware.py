"""Before any page: the language of who asks, and the second factor of an office, for programs alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation

from sanctioning.api.errors import is_of_a_program, to_a_program
from sanctioning.models import Account
from sanctioning.refusal import Refusal
from sanctioning.selectors.second_factor import (
    FIRST_CODE_AT,
    owes_second_factor,
    second_factor_missing,
    second_factor_not_shown,
    second_factor_since,
)

# What somebody needs to sign in and out, to set a second factor up, and to look after the account.
OPEN = ("/login/", "/logout/", "/account/", "/static/", "/health/")


def language_of_account(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """On a device where no language was chosen, that of the account goes before that of the browser."""

    def spoken(request: HttpRequest) -> HttpResponse:
        chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        if not chosen and settings.SESSION_COOKIE_NAME in request.COOKIES:
            language = getattr(request.user, "language", "")
            if language:
                translation.activate(language)
                request.LANGUAGE_CODE = language
        return answer(request)

    return spoken


def second_factor_first(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Whoever owes a second factor is led to set it up, or to show it, before anything else."""

    def guarded(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, Account) or request.path_info.startswith(OPEN):
            return answer(request)
        refusal = wanting(request, user)
        if refusal is None:
            return answer(request)
        if is_of_a_program(request):
            return to_a_program(refusal)
        page = "mfa_activate_totp" if refusal.code == second_factor_missing().code else "mfa_reauthenticate"
        onward = request.get_full_path() if request.method == "GET" else reverse("my-page")
        return HttpResponseRedirect(f"{reverse(page)}?{urlencode({'next': onward})}")

    return guarded


def wanting(request: HttpRequest, account: Account) -> Refusal | None:
    """What this session lacks, if its account owes a second factor."""
    if not owes_second_factor(account):
        return None
    since = second_factor_since(account)
    if since is None:
        return second_factor_missing()
    return None if any(at >= since for at in codes_shown(request, account)) else second_factor_not_shown()


def codes_shown(request: HttpRequest, account: Account) -> Iterator[float]:
    """When a right code was shown in this session, also the first one of a new app."""
    for one in get_authentication_records(request, account):
        if one.get("method") == "mfa":
            yield one["at"]
    if (first := request.session.get(FIRST_CODE_AT)) is not None:
        yield first
