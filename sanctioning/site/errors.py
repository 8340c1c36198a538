"""Errors in the site's look: what went wrong, and what to do next.

Purpose: whatever an answer is, a person gets a page with a way on; programs get what the API says.
Invariants: these pages ask no database where the fault may be in reaching it (400, 413, 500, 503).
Terms: bare (a page without the masthead's links and without anything of the person who asks).
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import IntegrityError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
    UnreadablePostError,
)
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.views.defaults import page_not_found
from django_guid import get_guid

from sanctioning.kit.api.errors import (
    broken,
    is_of_a_program,
    no_such_address,
    out_of_order,
    to_a_program,
    unreadable,
)
from sanctioning.kit.database_outage import SECONDS, Outage, outage_of
from sanctioning.kit.pages.kept_forms import fields_of, keep_form, sent_from_here
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import is_taken, somebody_was_faster

PAGES = {403: "403.html", 404: "404.html"}


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What cannot be read at all: too large a body (413), too many fields, a host that is not ours (400)."""
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    if is_of_a_program(request):
        return to_a_program(unreadable(status))
    return HttpResponse(render_to_string(f"{status}.html"), status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address at which nothing is, or nothing for whoever asks."""
    if is_of_a_program(request):
        with_slash = f"{request.path_info}/"
        return to_a_program(no_such_address(with_slash if is_valid_path(with_slash) else ""))
    return page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """What nobody foresaw (500), or a database that does not answer (503): no page asks it for anything."""
    outage = outage_of(sys.exc_info()[1])
    if outage is not None:
        return _out_of_order(request, outage)
    if is_of_a_program(request):
        return to_a_program(broken())
    return HttpResponse(render_to_string("500.html", {"request_id": get_guid()}), status=500)


def _out_of_order(request: HttpRequest, outage: Outage) -> HttpResponse:
    refusal = out_of_order(outage)
    answer: HttpResponse
    if is_of_a_program(request):
        answer = to_a_program(refusal)
    else:
        context = {"refusal": refusal, **_to_send_again(request)}
        answer = HttpResponse(render_to_string("503.html", context), status=503)
    answer["Retry-After"] = str(SECONDS[outage])
    answer["Cache-Control"] = "no-store"
    return answer


def _to_send_again(request: HttpRequest) -> dict[str, object]:
    """The form that was sent, to be sent once more as it was; nothing of one with a password or a file."""
    if request.method != "POST":
        return {}
    try:
        secret = any("password" in name.lower() for name in request.POST)
        if secret or request.FILES:
            return {"back": True}
        return {
            "action": request.get_full_path(),
            "fields": list(fields_of(request)),
            "csrf_token": get_token(request),
        }
    except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent, UnreadablePostError):
        return {"back": True}


def form_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is of a session that is over; what one of our own pages sent comes back filled in.

    Where the browser keeps no cookies at all, coming back would only end here again.
    """
    if settings.CSRF_COOKIE_NAME in request.COOKIES and sent_from_here(request):
        return HttpResponseRedirect(keep_form(request))
    return render(request, "403_csrf.html", status=403)


class ErrorPages:
    """Pages for what a view leaves bare: a refusal that it did not show, a method that it does not know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if not isinstance(answer, HttpResponseNotAllowed) or is_of_a_program(request):
            return answer
        page = render(request, "405.html", status=405)
        page["Allow"] = answer["Allow"]
        return page

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, IntegrityError) and is_taken(exception):
            exception = somebody_was_faster()
        if not isinstance(exception, Refusal):
            return None
        page = PAGES.get(exception.status, "409.html")
        return render(request, page, {"refusal": exception}, status=exception.status)
