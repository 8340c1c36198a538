"""Around any page: the language of who asks, the second factor of an office, forms that are sent twice, and
what stays on the device."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.selectors.second_factor import (
    has_shown_second_factor,
    owes_second_factor,
    second_factor_missing,
    second_factor_not_shown,
    second_factors_since,
)
from sanctioning.kit.api.errors import WHO_ASKS, is_of_a_program, page_for_people, to_a_program
from sanctioning.kit.pages.devices import empty_device, is_shared, remember_account, store_nowhere
from sanctioning.kit.pages.kept_forms import fields_of, page_of
from sanctioning.kit.pages.way_onward import on_to
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import FIELD, as_before, kept, kept_nothing, needs_no_key, sending_of
from sanctioning.kit.sent_once.services import Sending, answered_before, give_back, keep_answer

# What somebody needs to sign in and out, to set a second factor up, and to look after the account.
OPEN = ("/login/", "/logout/", "/account/", "/static/", "/crest/", "/language/", "/health/")
# Where a second factor is added, changed and removed.
SECOND_FACTOR = "/account/second-factor/"
SIGN_IN = ("/login/", "/admin/login/")
TOKENS = ("bearer ", "table ")


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


def nothing_private_stays(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """No browser stores what an account was shown, and signing out empties the device."""

    def kept_private(request: HttpRequest) -> HttpResponse:
        before = request.user.is_authenticated
        shared = before and is_shared(request)
        response = answer(request)
        if bears_token(request):
            response = led_to_no_sign_in(response)
        elif request.user.is_authenticated:
            remember_account(request, response)
        elif before:
            empty_device(response, shared=shared)
        if before or request.user.is_authenticated or "Authorization" in request.headers:
            store_nowhere(response, part=request.headers.get("HX-Request") == "true")
        return response

    return kept_private


def bears_token(request: HttpRequest) -> bool:
    return request.headers.get("Authorization", "").lower().startswith(TOKENS)


def led_to_no_sign_in(response: HttpResponse) -> HttpResponse:
    """A program signs in nowhere: where a person would be asked to, it is told that this is a page."""
    if not response.headers.get("Location", "").startswith(SIGN_IN):
        return response
    told = to_a_program(page_for_people())
    told.headers[WHO_ASKS] = "Bearer"
    return told


def second_factor_first(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Whoever owes a second factor is led to set it up, or to show it, before anything else; and whoever has
    one shows it before they change it."""

    def guarded(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, Account):
            return answer(request)
        if changes_unshown(request, user):
            onward = request.get_full_path() if request.method == "GET" else reverse("mfa_index")
            return HttpResponseRedirect(on_to(reverse("mfa_reauthenticate"), onward))
        if request.path_info.startswith(OPEN):
            return answer(request)
        refusal = wanting(request, user)
        if refusal is None:
            return answer(request)
        if is_of_a_program(request):
            return to_a_program(refusal)
        page = "mfa_activate_totp" if refusal.code == second_factor_missing().code else "mfa_reauthenticate"
        onward = request.get_full_path() if request.method == "GET" else reverse("my-page")
        return HttpResponseRedirect(on_to(reverse(page), onward))

    return guarded


def wanting(request: HttpRequest, account: Account) -> Refusal | None:
    """What this session lacks, if its account owes a second factor."""
    if not owes_second_factor(account):
        return None
    since = second_factors_since(account)
    if not since:
        return second_factor_missing()
    return None if has_shown_second_factor(request, account, since) else second_factor_not_shown()


def changes_unshown(request: HttpRequest, account: Account) -> bool:
    """Whether a page is asked for that changes the second factor, which this session has not shown."""
    if not request.path_info.startswith(SECOND_FACTOR) or request.path_info == reverse("mfa_reauthenticate"):
        return False
    since = second_factors_since(account)
    return bool(since) and not has_shown_second_factor(request, account, since)


SAYS_NO = (Refusal, Http404, PermissionDenied)


class SentOnce:
    """A form that is sent twice with one key is carried out once, and the second answered as the first.

    Purpose: a double click, or a form sent again after *Back*, books nothing a second time.
    Invariants: the key is written in the transaction of what the page does; what fails is taken back whole;
    what is refused frees its key, but leaves what has to stay, such as a wrong code that was counted.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with ExitStack() as transactions:
            attempt = _Attempt(transactions)
            request.attempt = attempt  # type: ignore[attr-defined]
            answer = self.get_response(request)
            if attempt.sending is not None:
                _end(attempt.sending, request, answer)
            return answer

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        key = request.POST.get(FIELD, "") if request.method == "POST" else ""
        user, of_the_library = request.user, view.__module__.startswith("allauth.")
        if not key or not isinstance(user, Account) or of_the_library or needs_no_key(view):
            return None
        attempt: _Attempt = request.attempt  # type: ignore[attr-defined]
        sending = sending_of(request, key=key, account=user)
        attempt.transactions.enter_context(transaction.atomic())
        try:
            before = answered_before(sending)
        except Refusal as refusal:
            context = {
                "fields": fields_of(request),
                "files": bool(request.FILES),
                "page": page_of(request),
            }
            return render(request, "sent_before.html", context, status=refusal.status)
        if before is None:
            attempt.sending = sending
            return None
        for level, text in before.told:
            messages.add_message(request, level, text)
        return as_before(before)

    def process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """What a page did before it failed is taken back at once; whoever says so may ask the database."""
        attempt: _Attempt = request.attempt  # type: ignore[attr-defined]
        if attempt.sending is not None and not isinstance(exception, SAYS_NO):
            attempt.sending = None
            transaction.set_rollback(True)
            attempt.transactions.close()


@dataclass(slots=True)
class _Attempt:
    """What a request does while its key is held; `sending` once the key is its own."""

    transactions: ExitStack
    sending: Sending | None = None


def _end(sending: Sending, request: HttpRequest, answer: HttpResponse) -> None:
    if answer.status_code >= 500:
        transaction.set_rollback(True)
    elif kept_nothing(answer):
        give_back(sending)
    else:
        shown = getattr(messages.get_messages(request), "_queued_messages", [])
        keep_answer(sending, kept(answer, told=[(message.level, str(message.message)) for message in shown]))
