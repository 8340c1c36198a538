"""Examples of what is sent and answered, as the tests sent it and were answered.

`python -m deploy.api_traffic` writes the file from what a whole run noted.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

GAMES: Final = {
    "whoopie": "Whoopie",
    "bid-whist": "Bid Whist",
    "columbus-whist": "Columbus Whist",
    "military-whist": "Military Whist",
}
OTHER_STATUSES: Final = ("200", "201", "202")
"""An example with one of these after its name shows the answer alone, of what succeeds in several ways."""
FILE: Final = Path(__file__).with_name("examples.json")


@cache
def examples() -> dict[str, Any]:
    """By the id of the operation, for some with the game or the status after it: `path`, `sent` and `answer`
    (None where there is none), `status`."""
    read: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return read


def with_examples(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: each operation with its example, or with one for each game. Of a form with a
    file that has the file's name instead of its content."""
    for operations in result["paths"].values():
        for operation in operations.values():
            name = operation["operationId"]
            for status in OTHER_STATUSES:
                other = examples().get(f"{name} {status}")
                if other:
                    _show(operation["responses"].get(status, {}), other["answer"], "")
            for game in ("", *GAMES):
                example = examples().get(f"{name} {game}".strip())
                if example:
                    _show(operation.get("requestBody", {}), example["sent"], game)
                    _show(operation["responses"].get(str(example["status"]), {}), example["answer"], game)
    return result


def _show(described: dict[str, Any], value: Any, game: str) -> None:
    media_types = described.get("content", {})
    content = media_types.get("application/json") or media_types.get("multipart/form-data")
    if content is None or value is None:
        return
    if game:
        content.setdefault("examples", {})[game] = {"summary": GAMES[game], "value": value}
    else:
        content["example"] = value
