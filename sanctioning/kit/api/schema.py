"""What the description of the API says of every address alike."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from sanctioning.kit.sent_once.keys import HEADER

SENT_TWICE = (
    "A random name of what is sent: sent again with the same key it is done once and answered as before; "
    "the same key with something else is refused (409, `idempotency-key-reused`)."
)


class KeyedSchema(AutoSchema):
    """Declares the key wherever something is changed, and where it must be sent."""

    def get_override_parameters(self) -> list[Any]:
        declared: list[Any] = super().get_override_parameters()
        if self.method == "GET":
            return declared
        needs = getattr(self.view, "needs_key", False) if self.method == "POST" else False
        needed = needs is True or getattr(self.view, "keeps_key_itself", False)
        acts = f" Without one {', '.join(sorted(needs))} are refused." if isinstance(needs, frozenset) else ""
        return [
            *declared,
            OpenApiParameter(
                HEADER, str, OpenApiParameter.HEADER, required=needed, description=SENT_TWICE + acts
            ),
        ]
