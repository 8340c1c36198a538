"""How the API says no, whoever says it: a service, a serializer, or the framework before either.

Purpose: a program reads one shape in every answer from 400 on, also where no address is: a problem document
(RFC 9457) with the code, the sentence, the rule, the remedy and the facts of the refusal.
Terms: fields (what is wrong with each field that was sent, among the facts of the refusal).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import IntegrityError
from django.http import HttpRequest, JsonResponse
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from sanctioning.kit.api.rates import RATES
from sanctioning.kit.database_outage import SECONDS, Outage
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import is_taken, somebody_was_faster
from sanctioning.kit.wording.localised import lazily as _lazy

API: Final = "/api/"
IN_PRACTICE: Final = re.compile(r"/practice/[^/]+/(?:[^/]+/)?api/")
PROBLEM: Final = "application/problem+json"


TITLES: Final = {
    "json-unreadable": "JSON unreadable",
    "token-by-token": "Token made by a token",
}
RETRY: Final = "Retry-After"
ETAG: Final = "ETag"
WHO_ASKS: Final = "WWW-Authenticate"
LOCATION: Final = "Location"
HEADERS: Final = {
    "RateLimit-Policy": "How many requests (`q`) in how many seconds (`w`) are answered.",
    "RateLimit": "How many are left (`r`), and in how many seconds the counting begins again (`t`).",
    ETAG: "What was answered: `If-None-Match` asks whether it is new, `If-Match` changes only that.",
    WHO_ASKS: "How to show who asks: `Bearer`, with a token.",
    LOCATION: "Where what was made is read: an address of its own, or the list in which it stands.",
    RETRY: "Where it is only a matter of time (409, 429, 503): how many seconds to wait.",
}


class _Said(NamedTuple):
    """By which rule the framework says no, and what to do."""

    rule: str
    remedy: str


_SAID: Final[dict[int, _Said]] = {
    401: _Said(
        _lazy("You have to be signed in to do this."),
        _lazy("Sign in, or send the token of an account (`Authorization: Bearer …`)."),
    ),
    403: _Said(
        _lazy("What you can do depends on your office and your part in the event."),
        _lazy("Ask somebody who may do this. A browser has to send its CSRF token too."),
    ),
    404: _Said(
        _lazy("There is nothing at this address, or you may not see it."),
        _lazy("Compare it with the description of the API at /api/v1/schema/."),
    ),
    405: _Said(
        _lazy("Each address knows only the methods listed in the API description."),
        _lazy("Use one of the methods in the Allow header."),
    ),
}
_ELSE: Final = _Said(
    _lazy("Programs send what the API description says."),
    _lazy("Correct it and send it again. Nothing was changed."),
)


def answer_to(exc: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to whatever an endpoint raised; None for what is no refusal."""
    if isinstance(exc, Refusal):
        return _answer(exc)
    if isinstance(exc, IntegrityError) and is_taken(exc):
        return _answer(somebody_was_faster())
    answer: Response | None = exception_handler(exc, context)
    if answer is not None:
        answer.data = problem_of(_as_refusal(exc, answer))
        answer.content_type = PROBLEM
    return answer


def _answer(refusal: Refusal) -> Response:
    headers = _when_to_go_on(refusal)
    return Response(problem_of(refusal), status=refusal.status, headers=headers, content_type=PROBLEM)


def _when_to_go_on(refusal: Refusal) -> dict[str, str]:
    wait = refusal.facts.get("wait")
    return {RETRY: str(wait)} if wait else {}


def problem_of(refusal: Refusal) -> dict[str, object]:
    """A refusal as a problem document (RFC 9457), whose `type` leads to the page about its code."""
    page = reverse("error", args=[refusal.code]).removeprefix(get_script_prefix())
    return {
        "type": f"{settings.SITE_ADDRESS.rstrip('/')}/{page}",
        "title": title_of(refusal.code),
        "status": refusal.status,
        "detail": refusal.sentence,
        "code": refusal.code,
        "sentence": refusal.sentence,
        "rule": refusal.rule,
        "remedy": refusal.remedy,
        "facts": refusal.facts,
    }


def title_of(code: str) -> str:
    """The code in words."""
    words = code.replace("-", " ").capitalize()
    return TITLES.get(code, words)


def is_of_a_program(request: HttpRequest) -> bool:
    """Whether a program asks, which is answered in JSON whatever becomes of it; also in a practice event,
    whose addresses are those of the site further down."""
    return request.path_info.startswith(API) or bool(IN_PRACTICE.match(request.path_info))


def to_a_program(refusal: Refusal) -> JsonResponse:
    """A refusal before any endpoint, as an endpoint says it."""
    headers = _when_to_go_on(refusal)
    return JsonResponse(problem_of(refusal), status=refusal.status, headers=headers, content_type=PROBLEM)


def out_of_order(outage: Outage) -> Refusal:
    """The database does not answer, or not in time."""
    sentences = {
        "away": _("The site cannot reach its database right now."),
        "busy": _("Somebody else is changing the same thing right now, or the site is too busy."),
    }
    return Refusal(
        code=f"database-{outage}",
        sentence=sentences[outage],
        rule=_("A request does not wait long for the database."),
        remedy=_(
            "Wait %(seconds)s seconds and try again. With the same `Idempotency-Key` it is done only once."
        )
        % {"seconds": SECONDS[outage]},
        status=503,
        facts={"wait": SECONDS[outage]},
    )


def broken() -> Refusal:
    """A fault of the site, which says nothing of whether what was sent was done."""
    return Refusal(
        code="broken",
        sentence=_("Something went wrong on our side."),
        rule=_("Nothing that was confirmed before is lost."),
        remedy=_("First check whether what you sent was accepted. If not, send it again in a minute."),
        status=500,
    )


def no_such_address(meant: str = "") -> Refusal:
    """Where no address of the API is; `meant` is one that differs by the slash at its end."""
    refusal = _refusal("not-found", _("The API has no such address."), 404)
    if not meant:
        return refusal
    remedy = _("Send it to %(address)s, with the slash at the end.") % {"address": meant}
    return replace(refusal, remedy=remedy, facts={"address": meant})


def by_status(status: int, sentence: str = "", *, code: str = "") -> Refusal:
    """What an address that is no endpoint says to a program, in the words of its status."""
    said = {
        401: ("not-authenticated", _("A program shows who asks by a token.")),
        403: ("permission-denied", _("You may not do this.")),
        404: ("not-found", _("There is nothing at this address, or you may not see it.")),
    }
    usual, words = said.get(status, ("refused", _("This address answers people, and not programs.")))
    return _refusal(code or usual, sentence or words, status)


def page_for_people() -> Refusal:
    """Where a program shows its token to a page, which takes none."""
    return replace(
        _refusal("page-for-people", _("This is a page for people who sign in; it takes no token."), 401),
        remedy=_("Use the address of the API that does the same, under /api/v1/."),
    )


def unreadable(status: int) -> Refusal:
    """What cannot be read before any endpoint: too large a body (413), or one that is none (400)."""
    sentence = _("What you sent is too large.") if status == 413 else _("What you sent cannot be read.")
    return _refusal("request-unreadable", sentence, status)


def null_character() -> Refusal:
    return replace(
        _refusal("null-character", _("Text must not contain a null character."), 400),
        remedy=_("Take it out and send it again."),
    )


def described(result: dict[str, Any], generator: SchemaGenerator, **_more: Any) -> dict[str, Any]:
    """The schema, in which each operation may answer with a problem document, and with no other type."""
    shape = {"schema": {"$ref": "#/components/schemas/Problem"}}
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in HEADERS.items()
    }
    result["components"]["headers"][LOCATION] |= {
        "required": True,
        "schema": {"type": "string", "format": "uri"},
    }
    for operations in result["paths"].values():
        for method, operation in operations.items():
            responses = operation["responses"]
            responses.setdefault("default", {"description": "A refusal."})
            responses.setdefault("401", {"description": "No valid token."})
            if method == "get":
                responses.setdefault("304", {"description": "Nothing is new since that `ETag`."})
            for status, response in responses.items():
                response.setdefault("headers", {}).update(
                    {name: {"$ref": f"#/components/headers/{name}"} for name in _headers(method, status)}
                )
                if status == "default" or int(status) >= 400:
                    response["content"] = {PROBLEM: shape}
    return result


def _headers(method: str, status: str) -> tuple[str, ...]:
    if status == "401":
        return (*RATES, WHO_ASKS)
    if status == "default" or int(status) >= 400:
        return (*RATES, RETRY)
    if status == str(HTTPStatus.CREATED):
        return (*RATES, LOCATION)
    return (*RATES, ETAG) if method == "get" else RATES


def _as_refusal(exc: Exception, answer: Response) -> Refusal:
    status = answer.status_code
    if isinstance(exc, ValidationError):
        sent = answer.data
        fields = sent if isinstance(sent, dict) else {api_settings.NON_FIELD_ERRORS_KEY: sent}
        known = getattr(exc, "known", None)
        facts = {"fields": fields, **({"known": known} if known else {})}
        return _refusal("fields-wrong", "; ".join(dict.fromkeys(_told(fields))), status, facts)
    code = exc.get_codes() if isinstance(exc, APIException) else "not_found"
    return _refusal(str(code).replace("_", "-"), str(answer.data.get("detail", "")), status)


def _refusal(code: str, sentence: str, status: int, facts: Mapping[str, object] | None = None) -> Refusal:
    """With the rule and the remedy of its status."""
    words = _SAID.get(status, _ELSE)
    return Refusal(
        code=code,
        sentence=sentence,
        rule=words.rule,
        remedy=words.remedy,
        status=status,
        facts=facts or {},
    )


def _told(wrong: Any, path: str = "") -> Iterator[str]:
    """Each thing that is wrong, with the field before it."""
    if isinstance(wrong, Mapping):
        for name, within in wrong.items():
            inner = path if name == api_settings.NON_FIELD_ERRORS_KEY else f"{path}.{name}".lstrip(".")
            yield from _told(within, inner)
    elif isinstance(wrong, list):
        for number, item in enumerate(wrong):
            inner = f"{path}.{number}".lstrip(".") if isinstance(item, Mapping | list) else path
            yield from _told(item, inner)
    else:
        yield f"{path}: {wrong}" if path else str(wrong)
