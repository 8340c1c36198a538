"""What a request sends, and under which key: the hidden field of a form, the header of a program.

Terms: content (all that was sent, and where to, as a hash).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from sanctioning.accounts.models.account import Account
from sanctioning.kit.sent_once.services import AnswerKept, Sending

FIELD: Final = "form_key"
"""Under this name a form carries its key."""
HEADER: Final = "Idempotency-Key"
"""In this header a program sends it."""
NOT_CONTENT: Final = frozenset({FIELD, "csrfmiddlewaretoken"})
JSON: Final = "application/json"
TEXTS: Final = ("text/", JSON)
FORM_TYPES: Final = ("application/x-www-form-urlencoded", "multipart/form-data")

View = TypeVar("View", bound=Callable[..., Any])


def without_key(reason: str) -> Callable[[View], View]:
    """Mark a page whose forms may be sent again as often as one likes, and say why."""

    def marked(view: View) -> View:
        view.without_key = reason  # type: ignore[attr-defined]
        return view

    return marked


def needs_no_key(view: Callable[..., Any]) -> bool:
    return bool(getattr(view, "without_key", ""))


Answered = TypeVar("Answered", bound=HttpResponseBase)


def only_looked(answer: Answered) -> Answered:
    """Mark the answer of a page that kept nothing of what was sent, so that its key is free again."""
    answer.only_looked = True  # type: ignore[attr-defined]
    return answer


def kept_nothing(answer: HttpResponseBase) -> bool:
    return answer.status_code >= 400 or getattr(answer, "only_looked", False)


def sending_of(request: HttpRequest, *, key: str, account: Account | None) -> Sending:
    return Sending(account=account, address=request.path, key=key, content=content_of(request))


def content_of(request: HttpRequest) -> str:
    """The same for the same content, whatever its key."""
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\0".encode())
    if request.method != "POST" or request.content_type not in FORM_TYPES:
        digest.update(request.body)
        return digest.hexdigest()
    fields = [(name, values) for name, values in request.POST.lists() if name not in NOT_CONTENT]
    digest.update(json.dumps(sorted(fields)).encode())
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            digest.update(f"\0{name}\0{file.name}\0".encode())
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)
    return digest.hexdigest()


def kept(answer: HttpResponseBase, told: list[tuple[int, str]] | None = None) -> AnswerKept:
    """An answer as it is kept; of one that leads elsewhere only where to."""
    location = answer.headers.get("Location", "")
    leads_elsewhere = 300 <= answer.status_code < 400
    kind, body = ("", "") if leads_elsewhere else _body_of(answer)
    return AnswerKept(status=answer.status_code, location=location, kind=kind, body=body, told=told or [])


def as_before(before: AnswerKept) -> HttpResponse:
    answer = HttpResponse(before.body, status=before.status, content_type=before.kind or None)
    if before.location:
        answer["Location"] = before.location
    return answer


def _body_of(answer: HttpResponseBase) -> tuple[str, str]:
    """The kind and the text; an endpoint's answer is not rendered yet."""
    if isinstance(answer, Response):
        return ("", "") if answer.data is None else (JSON, JSONRenderer().render(answer.data).decode())
    kind = answer.headers.get("Content-Type", "")
    return (kind, answer.text) if isinstance(answer, HttpResponse) and kind.startswith(TEXTS) else ("", "")
