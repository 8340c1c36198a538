"""Examples of what is sent and answered, as the tests sent it and were answered.

`python -m deploy.api_traffic` writes the file from what a whole run noted.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("examples.json")


@cache
def examples() -> dict[str, Any]:
    """By the id of the operation: `path`, `sent` and `answer` (None where there is none), `status`."""
    read: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return read


def with_examples(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: each operation with its example."""
    for operations in result["paths"].values():
        for operation in operations.values():
            example = examples().get(operation["operationId"])
            if example:
                _show(operation.get("requestBody", {}), example["sent"])
                _show(operation["responses"].get(str(example["status"]), {}), example["answer"])
    return result


def _show(described: dict[str, Any], value: Any) -> None:
    content = described.get("content", {}).get("application/json")
    if content is not None and value is not None:
        content["example"] = value
