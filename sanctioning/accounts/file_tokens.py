"""Files of the site for programs: the address that a page links to takes a token as well.

Invariants: every scope reads, so any token of whoever may have the file opens it, but for what is `whole`; a
program is answered with the file or a problem document, never with a page. A page that is read by a token
raises its refusals, so that both are told the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed

from sanctioning.accounts.authentication import (
    challenge,
    require_second_factor,
    shown_by_header,
    token_borne,
)
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.token_scopes import require_scope
from sanctioning.kit.api.endpoints import require_person
from sanctioning.kit.api.errors import WHO_ASKS, by_status, page_for_people, to_a_program
from sanctioning.kit.api.rates import count_refused
from sanctioning.kit.file_not_made_yet import file_not_made_yet
from sanctioning.kit.pages.paper_pending import BEING_MADE
from sanctioning.kit.refusals import Refusal

Page = TypeVar("Page", bound=Callable[..., HttpResponseBase])
PAGES: Final = "text/html"


class Whole:
    """A file with all that its person may do, such as the links of their messages."""

    gives_secret = True


def read_by_token(page: Page) -> Page:
    """Let a file be read with `Authorization: Bearer …`, too."""

    @wraps(page)
    def answered(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        answer = (
            _to_a_program(page, request, *args, **kwargs)
            if token_borne(request)
            else page(request, *args, **kwargs)
        )
        patch_vary_headers(answer, ["Authorization"])
        return answer

    return answered  # type: ignore[return-value]  # with the arguments of the page


def whole(page: Page) -> Page:
    """Mark a file, which is read by a token of full scope alone."""
    page.is_whole = True  # type: ignore[attr-defined]
    return page


def by_token(
    request: HttpRequest, answer: Callable[[Account, ApiToken], HttpResponseBase]
) -> HttpResponseBase:
    """The answer to whose token it is, or the refusal, as an endpoint says it."""
    try:
        account_and_token = shown_by_header(request)
        assert account_and_token is not None, "asked where a token is borne"
        require_second_factor(account_and_token[0])
        return answer(*account_and_token)
    except AuthenticationFailed as wrong:
        return _unproven(request, str(wrong.detail))
    except Refusal as refusal:
        return to_a_program(refusal)
    except (Http404, PermissionDenied) as wrong:
        return to_a_program(by_status(404 if isinstance(wrong, Http404) else 403))


def _to_a_program(page: Page, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
    def read(account: Account, token: ApiToken) -> HttpResponseBase:
        require_person(account)
        if getattr(page, "is_whole", False):
            require_scope(token, method="GET", endpoint=Whole)
        request.user = account
        return _as_a_file(page(request, *args, **kwargs))

    return by_token(request, read)


def _as_a_file(answer: HttpResponseBase) -> HttpResponseBase:
    if answer.status_code == BEING_MADE:
        return to_a_program(file_not_made_yet())
    if answer.status_code >= 400:
        return to_a_program(by_status(answer.status_code))
    is_page = answer.headers.get("Content-Type", "").startswith(PAGES)
    return to_a_program(page_for_people()) if is_page else answer


def _unproven(request: HttpRequest, sentence: str) -> HttpResponseBase:
    try:
        count_refused(request, is_wrong_token=True)
    except Refusal as too_often:
        return to_a_program(too_often)
    return who_asks(request, by_status(401, sentence, code="authentication-failed"))


def who_asks(request: HttpRequest, refusal: Refusal) -> JsonResponse:
    """The refusal to a program that has not shown who asks, with how to."""
    answer = to_a_program(refusal)
    answer.headers[WHO_ASKS] = challenge(request)
    return answer
