"""The way into a practice database: its pages are the site's own, under the address of the practice event.

Invariants: only whose event it is gets in, by their session or their token; both and the sign-in stay the
authority's and are read before its database is left; whatever an answer still has to read is read before it
is entered again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse

from sanctioning.accounts.authentication import SHOWN, token_borne
from sanctioning.accounts.file_tokens import by_token, who_asks
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.kit.api.errors import (
    API,
    by_status,
    is_of_a_program,
    page_for_people,
    to_a_program,
)
from sanctioning.kit.api.rates import asked_too_often, count_asked, until_next_window
from sanctioning.kit.practice_database import PracticeGone, working_in
from sanctioning.kit.request_cache import remembering_apart
from scoring.practice.access import own_practices
from scoring.practice.addresses import (
    ADDRESS,
    OF_THE_ACCOUNT,
    OF_THE_VISITOR,
    TO_THE_GUIDE,
    Mount,
    is_open,
    under,
)
from scoring.practice.models import Practice
from scoring.practice.roles import ROLES, Role
from scoring.practice.selectors import practices_of
from scoring.practice.services.practices import of_the_account, practice_gone

Answer = Callable[[HttpRequest], HttpResponse]


def practice_databases(answer: Answer) -> Answer:
    """Answer an address of a practice event from its own database."""

    def there(request: HttpRequest) -> HttpResponse:
        match = ADDRESS.fullmatch(request.path_info)
        if match is None:
            return answer(request)
        at = _At(match.group(1), ROLES[match.group(2)], match.group(3))
        if at.rest.startswith(OF_THE_ACCOUNT) and request.method != "GET":
            return to_a_program(of_the_account())
        if not token_borne(request):
            own = own_practices(request, at.key)
            if not own and is_of_a_program(request) and not request.user.is_authenticated:
                return who_asks(request, by_status(401))
            return _shown(request, answer, at, own)
        told = by_token(request, lambda account, token: _told(request, answer, at, account, token))
        return cast(HttpResponse, told)

    return there


class _At(NamedTuple):
    """Which page of which practice event, in which role."""

    key: str
    role: Role
    rest: str


def _told(request: HttpRequest, answer: Answer, at: _At, account: Account, token: ApiToken) -> HttpResponse:
    """To a program whatever the API says there; its scopes hold and its requests count as everywhere."""
    if not at.rest.startswith(API):
        raise page_for_people()
    request.user = account
    if not count_asked(request):
        raise asked_too_often(until_next_window())
    try:
        return _shown(request, answer, at, practices_of(account=account, key=at.key), token)
    except PracticeGone:
        raise practice_gone() from None


def _shown(
    request: HttpRequest, answer: Answer, at: _At, own: Sequence[Practice], token: ApiToken | None = None
) -> HttpResponse:
    if not own:
        raise Http404("No practice event of yours has this address.")
    [practice] = own
    guide = reverse("practice-guide", kwargs={"key": at.key})
    mount = Mount(key=at.key, role=at.role, rest=at.rest, guide=guide, away=reverse("practice"))
    if at.rest in OF_THE_VISITOR:
        request.path_info = at.rest
        return answer(request)
    if at.rest in TO_THE_GUIDE:
        return HttpResponseRedirect(guide)
    cast(Any, request).practice = mount
    if not is_open(at.rest):
        return render(request, "scoring/practice/practice_closed.html", {"practice": mount}, status=404)
    try:
        with working_in(practice.database), remembering_apart():
            return _answered(request, answer, mount, token)
    except PracticeGone:
        cast(Any, request).practice = None
        if token is not None:
            raise
        return render(request, "scoring/practice/practice_gone.html", {"practice": practice}, status=410)


def _answered(request: HttpRequest, answer: Answer, mount: Mount, token: ApiToken | None) -> HttpResponse:
    """The answer of that page, wholly read, to whoever plays the role."""
    outer, user = request.path_info, request.user
    player = Account.objects.get(email=mount.role.email)
    request.user = player
    if token is not None:
        setattr(request, SHOWN, (player, token))
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
