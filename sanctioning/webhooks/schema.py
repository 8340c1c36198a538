"""The messages of webhooks in the description of the API: the section `webhooks` of OpenAPI 3.1.

Each kind has an example of what it tells, from which its shape is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sanctioning.webhooks.occasions import OCCASIONS, TEST, Fact, Occasion
from sanctioning.webhooks.selectors.webhooks import title_of

SITE: Final = "https://example.org"
AT: Final = "2026-03-08T21:40:00Z"
TAG: Final = "Webhooks"
TEXT: Final = {"type": "string"}
HEADERS: Final = {
    "webhook-id": "The same however often the message is sent: leave out those that you have had.",
    "webhook-timestamp": "When this attempt was made, in seconds since 1970.",
    "webhook-signature": "One or two signatures (Standard Webhooks), each after `v1,`.",
}
RESPONSES: Final = {
    "2XX": {"description": "The message has come."},
    "410": {"description": "Send nothing more: the webhook is switched off."},
    "default": {"description": "It is sent again, after a pause that grows."},
}
TESTED: Final = Occasion(about=TEST, path="/api/v1/webhooks/1/")


def with_messages(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: what each kind of message looks like."""
    examples = {kind: OCCASIONS[kind].example for kind in OCCASIONS} | {TEST: TESTED}
    result["webhooks"] = {kind: {"post": _message(kind, example)} for kind, example in examples.items()}
    result["components"]["schemas"] |= {
        shape_of(kind): _shape(kind, example.facts) for kind, example in examples.items()
    }
    return result


def shape_of(kind: str) -> str:
    """`ResultCertifiedMessage` for “result.certified”."""
    return "".join(word.capitalize() for word in kind.split(".")) + "Message"


def _message(kind: str, example: Occasion) -> dict[str, Any]:
    shown = {
        "type": kind,
        "timestamp": AT,
        "data": {"url": f"{SITE}{example.path}", **example.facts},
    }
    content = {"schema": {"$ref": f"#/components/schemas/{shape_of(kind)}"}, "example": shown}
    return {
        "operationId": kind.replace(".", "_"),
        "summary": str(title_of(kind)),
        "tags": [TAG],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": about, "schema": TEXT}
            for name, about in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": RESPONSES,
        "security": [],
    }


def _shape(kind: str, facts: Mapping[str, Fact]) -> dict[str, Any]:
    data = {
        "url": {"type": "string", "format": "uri", "description": "Where the API shows what happened."},
        **{name: {"type": "integer" if isinstance(fact, int) else "string"} for name, fact in facts.items()},
    }
    return {
        "type": "object",
        "description": str(title_of(kind)),
        "properties": {
            "type": {"type": "string", "const": kind},
            "timestamp": {"type": "string", "format": "date-time", "description": "When it happened."},
            "data": {"type": "object", "properties": data, "required": list(data)},
        },
        "required": ["type", "timestamp", "data"],
    }
