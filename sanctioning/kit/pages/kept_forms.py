"""What somebody had typed when the session was lost: kept until he is signed in again and sends it.

Invariants: nothing is done with it but by the person who sends it again; a password or the answer of a
passkey is never kept, nor what a page of another site sent; it is offered on the page it was typed on, to the
account that typed it, until it is sent or an hour is over.
Terms: action (where the form is sent), page (where the form stands).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NotRequired, TypedDict
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils import timezone

from sanctioning.kit.pages.devices import last_account

KEY: Final = "kept_form"
NEVER: Final = re.compile("password|csrf|credential", re.IGNORECASE)
MOST_CHARACTERS: Final = 100_000
SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class KeptForm:
    """`fields` are names and values in their order; `files` says that one has to be chosen again."""

    action: str
    fields: list[list[str]]
    files: bool


class FormInSession(TypedDict):
    """The same as the session keeps it, with the page that shows it, and when and for whom it was kept."""

    action: str
    page: str
    fields: list[list[str]]
    files: bool
    at: float
    account: NotRequired[str]


def keep_form(request: HttpRequest) -> str:
    """Keep the form that was sent; gives the page to come back to."""
    page = page_of(request)
    fields = list(fields_of(request))
    if sum(len(value) for _, value in fields) <= MOST_CHARACTERS:
        request.session[KEY] = {
            "action": request.path,
            "page": page,
            "fields": fields,
            "files": bool(request.FILES),
            "at": timezone.now().timestamp(),
            "account": last_account(request),
        }
    return page


def kept_form(request: HttpRequest) -> KeptForm | None:
    """The form that waits on this page, if one does and whoever asks has typed it."""
    if request.method not in ("GET", "HEAD") or not hasattr(request, "session"):
        return None
    form: FormInSession | None = request.session.get(KEY)
    if form is None:
        return None
    if form.get("account", "") not in ("", str(request.user.pk)):
        if request.user.is_authenticated:
            del request.session[KEY]
        return None
    if urlsplit(form["page"]).path != request.path:
        return None
    if timezone.now().timestamp() - form["at"] > SECONDS:
        del request.session[KEY]
        return None
    return KeptForm(action=form["action"], fields=form["fields"], files=form["files"])


def let_go(request: HttpRequest) -> None:
    """The form was sent again."""
    form = request.session.get(KEY) if request.method == "POST" else None
    if form is not None and form["action"] == request.path:
        del request.session[KEY]


def sent_from_here(request: HttpRequest) -> bool:
    """Whether one of the site's own pages sent the form, as the browser says."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def fields_of(request: HttpRequest) -> Iterator[list[str]]:
    """Names and values as they were sent, without what is never kept."""
    for name, values in request.POST.lists():
        if not NEVER.search(name):
            for value in values:
                yield [name, str(value)]


def page_of(request: HttpRequest) -> str:
    """The site's own page that sent the form; where the browser does not tell, that of the address itself."""
    referer = urlsplit(request.headers.get("Referer", ""))
    if referer.netloc != request.get_host() or not referer.path:
        return request.path
    return f"{referer.path}?{referer.query}" if referer.query else referer.path
