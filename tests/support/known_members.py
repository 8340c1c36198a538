"""What an operation of the API takes in its body, of rows that say what a page and a program are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import resolve

from deploy.api_traffic import JSON, operation_of, properties_of
from sanctioning.api_docs.schema import schema


def as_known(path: str, method: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the fields that the description of the address names."""
    where, verb = operation_of({"route": resolve(path).route, "method": method})
    body = schema()["paths"].get(where, {}).get(verb, {}).get("requestBody", {})
    described = body.get("content", {}).get(JSON)
    known = properties_of(schema(), described["schema"]) if described else {}
    return {name: value for name, value in fields.items() if name in known}
