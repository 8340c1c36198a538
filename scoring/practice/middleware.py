"""The way into a practice database: its pages are the site's own, under the address of the practice event.

Invariants: only whose event it is gets in; the session and the sign-in stay the authority's and are read
before its database is left; whatever an answer still has to read is read before it is entered again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse

from sanctioning.accounts.models.account import Account
from sanctioning.kit.practice_database import PracticeGone, working_in
from sanctioning.kit.request_cache import remembering_apart
from scoring.practice.access import own_practices
from scoring.practice.addresses import ADDRESS, OF_THE_VISITOR, TO_THE_GUIDE, Mount, is_open, under
from scoring.practice.roles import ROLES

Answer = Callable[[HttpRequest], HttpResponse]


def practice_databases(answer: Answer) -> Answer:
    """Answer an address of a practice event from its own database."""

    def there(request: HttpRequest) -> HttpResponse:
        match = ADDRESS.fullmatch(request.path_info)
        if match is None:
            return answer(request)
        key, role, rest = match.group(1), ROLES[match.group(2)], match.group(3)
        practice = next(iter(own_practices(request, key)), None)
        guide = reverse("practice-guide", kwargs={"key": key})
        mount = Mount(key=key, role=role, rest=rest, guide=guide, away=reverse("practice"))
        if practice is None:
            raise Http404("No practice event of yours has this address.")
        if rest in OF_THE_VISITOR:
            request.path_info = rest
            return answer(request)
        if rest in TO_THE_GUIDE:
            return HttpResponseRedirect(guide)
        cast(Any, request).practice = mount
        if not is_open(rest):
            return render(request, "scoring/practice/practice_closed.html", {"practice": mount}, status=404)
        try:
            with working_in(practice.database), remembering_apart():
                return _answered(request, answer, mount)
        except PracticeGone:
            cast(Any, request).practice = None
            return render(request, "scoring/practice/practice_gone.html", {"practice": practice}, status=410)

    return there


def _answered(request: HttpRequest, answer: Answer, mount: Mount) -> HttpResponse:
    """The answer of that page, wholly read, to whoever plays the role."""
    outer, user = request.path_info, request.user
    request.user = Account.objects.get(email=mount.role.email)
    request.path_info = mount.rest
    try:
        with under(mount.key, mount.role):
            response = answer(request)
            return _read(response)
    finally:
        request.path_info, request.user = outer, user


def _read(response: HttpResponse) -> HttpResponse:
    """A table that is sent row by row would ask another database for its rows once this one is left."""
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = list(cast(Any, response.streaming_content))
    return response
