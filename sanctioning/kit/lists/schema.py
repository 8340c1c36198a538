"""What the description of the API says of lists: a line has all its members, or those that were asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

COMPONENTS: Final = "#/components/schemas/"
FIELDS: Final = "fields"


def with_partial_lines(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: where `fields` may be asked for, there are lines with fewer members, too."""
    shapes = result["components"]["schemas"]
    for _operation, lines in _lists(result):
        name = lines["items"]["$ref"].removeprefix(COMPONENTS)
        partial = f"Partial{name}"
        shapes[partial] = {key: value for key, value in shapes[name].items() if key != "required"} | {
            "minProperties": 1,
            "description": "The members that `fields` names.",
        }
        lines["items"] = {"anyOf": [{"$ref": COMPONENTS + name}, {"$ref": COMPONENTS + partial}]}
    return result


def with_whole_lines(schema: dict[str, Any]) -> dict[str, Any]:
    """The description for those who never ask for `fields`, such as the typed client."""
    for operation, lines in _lists(schema):
        operation["parameters"] = [named for named in operation["parameters"] if named["name"] != FIELDS]
        lines["items"] = lines["items"]["anyOf"][0]
    return schema


def _lists(schema: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each operation that may be asked for `fields`, and the shape of what it answers."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            if any(parameter["name"] == FIELDS for parameter in operation.get("parameters", ())):
                yield operation, operation["responses"]["200"]["content"]["application/json"]["schema"]
