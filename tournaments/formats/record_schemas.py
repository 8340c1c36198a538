"""The record formats among the components of the description of the API: the JSON Schemas that they publish.

Invariant: what is sent and answered as a record, or as a part of one, is described by the schema that its
reader is held to, and written down nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from rules_engine.formats import FORMATS
from rules_engine.record_format import RecordFormat
from sanctioning.kit.api.serializers import component, component_name

DEFINED: Final = "#/$defs/"
RECORD: Final = "GameRecord"
OF_PLUGIN: Final = "PluginRecord"
WHOOPIE_RECORD: Final = component("WhoopieRecord")
WHOOPIE_STANZA: Final = component("WhoopieStanza")
LEFT_OUT: Final = ("$schema", "$id", "$defs", "title")


def with_record_formats(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: a record of each format, and `GameRecord` for one of any of them."""
    shapes = result["components"]["schemas"]
    records = {}
    for name, known in FORMATS.items():
        game = _game_of(known)
        schema = json.loads(known.schema.read_text(encoding="utf-8"))
        definitions = schema["$defs"]
        shapes |= {
            component_name(game, defined): _described(shape, game, definitions)
            for defined, shape in definitions.items()
            if _is_component(shape)
        }
        own = {key: value for key, value in schema.items() if key not in LEFT_OUT}
        shapes[component_name(game, "record")] = _described(own, game, definitions)
        records[name] = component(component_name(game, "record"))
    shapes[OF_PLUGIN] = {
        "type": "object",
        "description": "A record in the format of a plug-in, which checks it.",
        "properties": {
            "format": {"type": "string", "not": {"enum": list(records)}},
            **{name: {"type": "string"} for name in ("ruleset", "id")},
        },
        "required": ["format", "ruleset", "id"],
    }
    shapes[RECORD] = {
        "description": "A record in the format that it names.",
        "oneOf": [*records.values(), component(OF_PLUGIN)],
        "discriminator": {
            "propertyName": "format",
            "mapping": {name: shape["$ref"] for name, shape in records.items()},
        },
    }
    return result


def _game_of(known: RecordFormat) -> str:
    """“whoopie” for `whoopie-game/1`."""
    return known.name.partition("/")[0].removesuffix("-game")


def _is_component(shape: Mapping[str, Any]) -> bool:
    return shape.get("type") == "object"


def _described(shape: Any, game: str, definitions: Mapping[str, Any]) -> Any:
    """The shape with references to components; texts and numbers stand where they are used."""
    if isinstance(shape, list):
        return [_described(item, game, definitions) for item in shape]
    if not isinstance(shape, dict):
        return shape
    described = {key: _described(value, game, definitions) for key, value in shape.items() if key != "$ref"}
    if "$ref" in shape:
        name = shape["$ref"].removeprefix(DEFINED)
        if _is_component(definitions[name]):
            return component(component_name(game, name)) | described
        return _described(definitions[name], game, definitions) | described
    if "prefixItems" in described:
        cells = described["prefixItems"]
        described |= {"items": {"anyOf": cells}, "maxItems": len(cells)}
    if isinstance(values := described.get("enum"), list) and all(isinstance(value, str) for value in values):
        described.setdefault("type", "string")
    return described
