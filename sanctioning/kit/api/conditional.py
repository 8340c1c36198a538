"""Answers that nobody needs twice, and changes that are made only to what was read.

Purpose: every answer to a reading has an `ETag`; who sends it back in `If-None-Match` is told only that
nothing is new (304), and who sends it in `If-Match` with a change is refused (412) where somebody else was
faster. Invariant: between the comparison and the change nobody else changes the row that is edited.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from sanctioning.kit.refusals import Refusal

Handler = Callable[..., HttpResponseBase]
ANY: Final = "*"
READING: Final = ("GET", "HEAD")
GUARDED: Final = "is_only_as_read"
IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of what you read: changed only if that is still so, refused (412) if not.",
)

IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of what you have: 304 without a body if it is still so.",
)


def answered_if_new(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """The answer to a reading with its `ETag`, or 304 where whoever asks has it already."""
    if request.method not in READING or answer.status_code != 200 or not isinstance(answer, HttpResponse):
        return answer
    if not answer.has_header("ETag"):
        if isinstance(answer, SimpleTemplateResponse):
            answer.render()
        set_response_etag(answer)
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


def only_as_read(edited: Callable[..., QuerySet[Any]]) -> Callable[[Handler], Handler]:
    """Let a change be made only if its address still answers as the `ETag` in `If-Match` says, where one is
    sent. `edited` are the rows that it changes, by the request and what the address names."""

    def guarded(handler: Handler) -> Handler:
        @wraps(handler)
        def answered(self: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            read = request.headers.get("If-Match", ANY)
            if read == ANY:
                return handler(self, request, *args, **kwargs)
            with transaction.atomic():
                list(edited(request, *args, **kwargs).select_for_update(no_key=True).values_list("pk"))
                _require_as_read(read, self.get(request, *args, **kwargs).data)
                return handler(self, request, *args, **kwargs)

        setattr(answered, GUARDED, True)
        return answered

    return guarded


def takes_if_match(handler: object) -> bool:
    return getattr(handler, GUARDED, False)


def _require_as_read(read: str, now: Any) -> None:
    answer = HttpResponse(JSONRenderer().render(now))
    set_response_etag(answer)
    # What was packed on the way has a weak one.
    if answer["ETag"] in [etag.removeprefix("W/") for etag in parse_etags(read)]:
        return
    raise Refusal(
        code="changed-meanwhile",
        sentence=_("Somebody changed this after you read it."),
        rule=_("With `If-Match` only what you read is changed."),
        remedy=_("Read it again, and send your change with its new `ETag`."),
        status=412,
    )
