"""The Python client of the API: what is written by hand in `clients/python`, with every operation and shape
generated from the schema that the site publishes.

Usage: `python -m deploy.client FOLDER` leaves the wheel there; `python -m deploy.client FOLDER schema.json`
makes it from what a site answered under `/api/v1/schema/?format=json`.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from deploy.processes import ROOT
from sanctioning.kit.lists.schema import with_whole_lines

SOURCE: Final = ROOT / "clients" / "python"
PACKAGE: Final = "saas_client"
GENERATED: Final = ("api", "models", "types.py")
JSON: Final = "application/json"
KEY: Final = "Idempotency-Key"
GENERATOR: Final = "openapi_python_client"
MISSING: Final = """The client is made with tools that the site does without. Install them, and start again:

    .venv/bin/pip install --require-hashes -r requirements/dev.txt
"""
UNCHANGED: Final = "If-None-Match"
"""Answered by no body, where a function of the client has something to give."""

DOCUMENTS: Final = ("continue_with_record", "report_stanza", "report_stanza_on_pad")
NAMED_BEFORE: Final = ("group", "only", "sort")
"""What is asked of lists whose values have always been a class of the client; others are texts."""
TEXTS_BEFORE: Final = ("messages", "archived_messages")
BESIDES: Final = frozenset({"if", "then", "not", "dependentRequired", "propertyNames", "prefixItems"})
TYPES: Final = frozenset({"$ref", "type", "properties", "enum", "const", "oneOf", "anyOf", "allOf"})


def write_sources(schema: bytes, folder: Path) -> None:
    """All of the client, as it goes into the wheel."""
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("templates", "__pycache__"))
    with TemporaryDirectory() as scratch:
        generated = _generated(schema, Path(scratch))
        for name in GENERATED:
            shutil.move(generated / name, folder / PACKAGE / name)


def write_wheel(schema: bytes, folder: Path) -> None:
    with TemporaryDirectory() as scratch:
        sources = Path(scratch) / "client"
        write_sources(schema, sources)
        build_wheel(sources, folder)


def build_wheel(sources: Path, folder: Path) -> None:
    """Leaves what it needs on the way beside the sources."""
    folder.mkdir(parents=True, exist_ok=True)
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(folder.resolve())!r})"
    subprocess.run([sys.executable, "-c", build], cwd=sources, check=True, stdout=subprocess.DEVNULL)


def own_schema() -> bytes:
    """What this site publishes."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from django.utils.translation import override

    from sanctioning.api_docs.schema import written_schema

    with override("en-gb"):
        return written_schema("json").content


def _generated(schema: bytes, scratch: Path) -> Path:
    """The package as the generator writes it. Whatever it would leave out fails."""
    described, config, package = scratch / "schema.json", scratch / "config.json", scratch / PACKAGE
    described.write_text(json.dumps(as_the_client_sees_it(json.loads(schema))))
    config.write_text(json.dumps({"post_hooks": []}))
    subprocess.run(
        [
            *(sys.executable, "-m", GENERATOR, "generate", "--meta", "none"),
            *("--path", described, "--config", config, "--output-path", package),
            *("--custom-template-path", SOURCE / "templates", "--fail-on-warning"),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    tidy = [sys.executable, "-m", "ruff"]
    for action in (["check", "--select", "F401,I,UP037", "--fix-only"], ["format"]):
        subprocess.run([*tidy, *action, "--quiet", "--isolated", package], check=True)
    return package


def as_the_client_sees_it(schema: dict[str, Any]) -> dict[str, Any]:
    """Without what `Site` does for every operation: it raises refusals and sends a key. Bodies are JSON,
    lines whole, and acts and filters texts, as programs have written them since before these were named."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            operation["responses"] = _successes(operation["responses"])
            operation["parameters"] = [
                parameter for parameter in operation.get("parameters", ()) if parameter["name"] != UNCHANGED
            ]
            for parameter in operation["parameters"]:
                if parameter["in"] == "path" or _was_text(operation, parameter):
                    parameter["schema"].pop("enum", None)
                parameter["required"] = parameter.get("required", False) and parameter["name"] != KEY
            content = operation.get("requestBody", {}).get("content", {})
            if JSON in content:
                operation["requestBody"]["content"] = {JSON: content[JSON]}
                _name_bodies(operation, schema["components"]["schemas"])
    return with_whole_lines(_as_types(schema))


def _was_text(operation: Mapping[str, Any], parameter: Mapping[str, Any]) -> bool:
    named = parameter["name"] in NAMED_BEFORE and operation["operationId"] not in TEXTS_BEFORE
    return parameter["in"] == "query" and not named


def _name_bodies(operation: dict[str, Any], shapes: Mapping[str, Any]) -> None:
    """A document that is sent is a class of the operation, such as `ReportStanzaBody`."""
    if operation["operationId"] in DOCUMENTS:
        content = operation["requestBody"]["content"][JSON]
        content["schema"] = shapes[content["schema"]["$ref"].rpartition("/")[2]]


def _as_types(shape: Any) -> Any:
    """Without what JSON Schema says besides of which members are there together, which no class can."""
    if isinstance(shape, list):
        return [_as_types(item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    if isinstance(shape.get("const"), bool):
        return {"type": "boolean"}
    return {
        key: _as_types(value)
        for key, value in shape.items()
        if key not in BESIDES and not (key in ("oneOf", "anyOf") and not any(map(_is_type, value)))
    }


def _is_type(alternative: Any) -> bool:
    return not isinstance(alternative, dict) or bool(TYPES & set(alternative))


def _successes(responses: Mapping[str, Any]) -> dict[str, Any]:
    return {status: response for status, response in responses.items() if status.startswith("2")}


def main(arguments: list[str]) -> int:
    if importlib.util.find_spec(GENERATOR) is None:
        print(MISSING, file=sys.stderr)
        return 1
    target, *given = map(Path, arguments)
    write_wheel(given[0].read_bytes() if given else own_schema(), target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
