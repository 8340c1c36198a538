"""What the tests sent to the API, against its own description; and the examples made of it.

`deploy.check` fails where an answer is off the schema, or where no test was answered by an operation of it.
`python -m deploy.api_traffic FOLDER` writes the examples of the reference from what a run noted; those of
operations that it did not try stay.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from deploy.processes import ROOT

FOLDER: Final = "TESTS_TRAFFIC"
EXAMPLES: Final = ROOT / "sanctioning" / "api_docs" / "examples.json"
API: Final = "/api/"
SCHEMA: Final = "api/v1/schema/"
JSON: Final = "application/json"
FORM: Final = "multipart/form-data"
UNFIT: Final = object()
SHOWN: Final = {"token": "saas_…", "secret": "whsec_…"}
SHORT: Final = 1_500
"""Of an example that is longer, in characters, each list keeps its first item alone."""
ROW: Final = 4

BY_GAME: Final = frozenset(
    {"game_record", "plan_round", "preview_slip", "report_slip", "slip", "take_report"}
)
"""Operations of which each game has an example of its own: what is written down differs."""
WHIST: Final = ("bid-whist", "columbus-whist", "military-whist")

Exchange = Mapping[str, Any]


def exchanges_in(folder: Path) -> list[Exchange]:
    """What all processes noted, in an order that does not change from run to run."""
    noted = [exchange for path in folder.glob("*.json") for exchange in json.loads(path.read_text())]
    return sorted(noted, key=_as_examples)


def _as_examples(exchange: Exchange) -> tuple[object, ...]:
    """Of each operation the shortest first, but those behind that show an empty list."""
    is_empty = _lines_of(exchange["answer"]) == []
    return operation_of(exchange), exchange["status"], is_empty, _length(exchange)


def _lines_of(answer: Any) -> Any:
    return answer.get("lines") if isinstance(answer, dict) else answer


def operation_of(exchange: Exchange) -> tuple[str, str]:
    """Its address as the schema writes it, and its method."""
    return "/" + re.sub(r"<(?:[^:>]*:)?([^>]*)>", r"{\1}", exchange["route"]), exchange["method"].lower()


def game_of(path: str) -> str:
    """Which game an event is of, after which the tests name it; empty for any other."""
    return next((game for game in (*WHIST, "whoopie") if game in path), "")


def complaints(folder: Path) -> list[str]:
    """A sentence for each answer that is off the schema, and for each operation that nothing was sent to."""
    exchanges = exchanges_in(folder)
    schema = schema_among(exchanges)
    if schema is None:
        return ["No test asked for the schema as JSON."]
    reached = {operation_of(exchange) for exchange in exchanges if exchange["status"] < 300}
    known = {(path, method) for path, operations in schema["paths"].items() for method in operations}
    untried = [f"{method.upper()} {path}: no test succeeds" for path, method in sorted(known - reached)]
    return [*untried, *_off_the_schema(schema, exchanges)]


def schema_among(exchanges: Iterable[Exchange]) -> dict[str, Any] | None:
    """The description of the API, which the tests ask for too."""
    answers = (
        exchange["answer"] for exchange in exchanges if exchange["route"] == SCHEMA and exchange["answer"]
    )
    return next((answer for answer in answers if "paths" in answer), None)


def _off_the_schema(schema: Mapping[str, Any], exchanges: Iterable[Exchange]) -> Iterator[str]:
    for exchange in exchanges:
        path, method = operation_of(exchange)
        operation = schema["paths"].get(path, {}).get(method)
        if operation is None:
            continue
        responses = operation["responses"]
        status = str(exchange["status"])
        response = responses.get(status) or (responses["default"] if exchange["status"] >= 400 else None)
        where = f"{method.upper()} {path}, {status}"
        if exchange["status"] == HTTPStatus.CREATED and not _is_read_at(schema, exchange["location"]):
            yield f"{where}: nothing is read at its Location, {exchange['location'] or 'which is none'}"
        if response is None:
            yield f"{where}: the schema knows no such answer"
            continue
        described = response.get("content", {}).get(exchange["media_type"], {}).get("schema")
        if described is None:
            if exchange["answer"] is not None:
                yield f"{where}: the schema has no {exchange['media_type']}"
            continue
        shape = {**described, "components": schema["components"]}
        for error in _validator(shape).iter_errors(exchange["answer"]):
            yield f"{where}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
            break


def _is_read_at(schema: Mapping[str, Any], location: str) -> bool:
    """Whether an operation reads at the address, on the site or within a practice event."""
    path = location[location.find(API) :]
    return any(
        re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", known), path)
        for known, operations in schema["paths"].items()
        if "get" in operations
    )


def examples_of(schema: Mapping[str, Any], exchanges: Iterable[Exchange]) -> dict[str, Any]:
    """By the id of each operation, for some with the game after it: what was sent and answered, the shortest
    of its successes; another with its status where it succeeds in several ways."""
    examples: dict[str, Any] = {}
    for exchange in exchanges:
        path, method = operation_of(exchange)
        operation = schema["paths"].get(path, {}).get(method)
        if operation and exchange["status"] < 300:
            sent = _sent_as_described(schema, operation, exchange["sent"])
            name = _name_of(operation["operationId"], exchange)
            if name and sent is not UNFIT:
                answered = operation["responses"].get(str(exchange["status"]), {})
                example = _example_of(exchange, sent, _whole_shape(schema, answered))
                first = examples.setdefault(name, example)
                if first["status"] != example["status"]:
                    examples.setdefault(f"{name} {example['status']}", example)
    return examples


def _name_of(operation: str, exchange: Exchange) -> str:
    """Empty where it shows none of the games."""
    if operation not in BY_GAME:
        return operation
    game = game_of(exchange["path"])
    return f"{operation} {game}" if game else ""


def _sent_as_described(schema: Mapping[str, Any], operation: Mapping[str, Any], sent: Any) -> Any:
    """What was sent, a form as the JSON that would say the same; `UNFIT` where it shows nothing."""
    body = operation.get("requestBody", {})
    content = body.get("content", {})
    described = (content.get(JSON) or content.get(FORM) or {}).get("schema")
    if described is None:
        return None
    if sent is None and not body.get("required"):
        sent = {}
    shape = {**described, "components": schema["components"]}
    if isinstance(sent, dict):
        known = properties_of(schema, described)
        sent = {
            name: _as_json(value, known[name]) if name in known else value for name, value in sent.items()
        }
    return sent if sent is not None and _validator(shape).is_valid(sent) else UNFIT


def properties_of(schema: Mapping[str, Any], shape: Mapping[str, Any]) -> Mapping[str, Any]:
    """By name, of whichever of several shapes it is."""
    properties: dict[str, Any] = {}
    for alternative in (shape, *shape.get("oneOf", ()), *shape.get("allOf", ())):
        if "$ref" in alternative:
            name = alternative["$ref"].rpartition("/")[2]
            properties |= properties_of(schema, schema["components"]["schemas"][name])
        properties |= alternative.get("properties", {})
    return properties


def _as_json(value: Any, shape: Mapping[str, Any]) -> Any:
    """A value of a form, or of JSON that was as loose as one."""
    kinds = shape.get("type", "string")
    if isinstance(value, list) and "array" not in kinds and len(value) == 1:
        [value] = value
    if isinstance(value, str) and "integer" in kinds and value.isdigit():
        return int(value)
    if isinstance(value, str) and "boolean" in kinds and value.lower() in ("true", "false"):
        return value.lower() == "true"
    return value


def _validator(shape: Mapping[str, Any]) -> Any:
    # Only for this check: a site that runs has no validator.
    from openapi_schema_validator import OAS31Validator

    return OAS31Validator(shape)


def _whole_shape(schema: Mapping[str, Any], described: Mapping[str, Any]) -> dict[str, Any]:
    content = described.get("content", {}).get(JSON, {})
    return {**content.get("schema", {}), "components": schema["components"]}


def _example_of(exchange: Exchange, sent: Any, shape: Mapping[str, Any]) -> dict[str, Any]:
    """What is long is shown in part, if it then is what the schema says."""
    answer = exchange["answer"]
    part = _with_first_items(answer) if _length(exchange) > SHORT else answer
    return {
        "path": exchange["path"],
        "sent": sent,
        "status": exchange["status"],
        "answer": _without_secrets(part if _validator(shape).is_valid(part) else answer),
    }


def _with_first_items(answer: Any) -> Any:
    if isinstance(answer, list) and not _is_row(answer):
        return [_with_first_items(item) for item in answer[:1]]
    if isinstance(answer, dict):
        return {name: _with_first_items(value) for name, value in answer.items()}
    return answer


def _is_row(items: list[Any]) -> bool:
    """Whether it is short and plain, such as who bid what, and means nothing in part."""
    return len(items) <= ROW and not any(isinstance(item, list | dict) for item in items)


def _without_secrets(answer: Any) -> Any:
    """A token of a test opens nothing, but whoever searches code for secrets would be told of it."""
    if not isinstance(answer, dict):
        return answer
    return {name: SHOWN.get(name, value) for name, value in answer.items()}


def _length(exchange: Exchange) -> int:
    return len(json.dumps([exchange["sent"], exchange["answer"]]))


def write(folder: Path) -> None:
    """Bring the file of examples up to date."""
    exchanges = exchanges_in(folder)
    schema = schema_among(exchanges)
    assert schema is not None, "No test asked for the schema as JSON."
    known = {
        operation["operationId"]
        for operations in schema["paths"].values()
        for operation in operations.values()
    }
    examples = {**json.loads(EXAMPLES.read_text()), **examples_of(schema, exchanges)}
    fitting = {name for name in examples if name.split()[0] in known} - BY_GAME
    kept = {name: examples[name] for name in sorted(fitting)}
    EXAMPLES.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
