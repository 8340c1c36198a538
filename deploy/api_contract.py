"""What programs rely on: the API as it was released, and what a change would break of it.

Purpose: a program written for one release goes on working with the next of the same major version. What is
new breaks nothing: an address, a parameter or a field that may be left out, a member of an answer; nor does
it to say more of what was there: what is within a free object, or which values a text has that is answered.
Names of operations count too, since generated clients call by them.
Usage: `python -m deploy.api_contract` before a release keeps the API as it is then in `RELEASED`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sanctioning.kit.atomic_files import whole_file

if TYPE_CHECKING:
    from sanctioning.api_docs.reference import Field

RELEASED: Final = Path(__file__).parent / "released_api.json"
Fields = Mapping[str, list[Any]]
"""By name: the kind, whether it must be there, and the kind without the values that it names, if it does. The
one without a name is a body of which nothing more is said."""
FREE: Final = ("any", "object")
IN_PATH: Final = "path, "
TEXT_ASKED: Final = "query, string"
"""What is asked in an address is a text on its way: to say which texts have been taken all along, or that
they are numbers or days, breaks nobody who was answered."""
Contract = Mapping[str, Mapping[str, Any]]
"""By method and address; messages of webhooks by their type, and what they tell as an answer is read."""


def contract() -> Contract:
    """The API as it is now."""
    from django.utils.translation import override

    from sanctioning.api_docs.reference import parts

    with override("en-gb"):
        listed = list(parts().values())
    operations = [operation for part in listed for operation in part.operations]
    messages = [message for part in listed for message in part.messages]
    return {
        f"{operation.method} {operation.path}": {
            "name": operation.name,
            "parameters": _by_name(operation.parameters),
            "sends": _by_name(operation.sends) or _whole(operation.body),
            "answers": {answer.status: _by_name(answer.fields) for answer in operation.answers},
        }
        for operation in operations
    } | {
        f"webhook {message.path}": {
            "name": message.name,
            "parameters": {},
            "sends": {},
            "answers": {"message": _by_name(message.sends)},
        }
        for message in messages
    }


def breaks(released: Contract, now: Contract) -> list[str]:
    """What would break a program that keeps to the released one, a sentence each."""
    return [
        wrong for address in released for wrong in _breaks_of(address, released[address], now.get(address))
    ]


def _breaks_of(address: str, released: Mapping[str, Any], now: Mapping[str, Any] | None) -> Iterator[str]:
    if now is None:
        yield f"{address} is gone."
        return
    if now["name"] != released["name"]:
        yield f"{address} was named {released['name']}, and is {now['name']}."
    for what in ("parameters", "sends"):
        yield from _breaks_of_sent(f"{address}, {what}", released[what], now[what])
    for status, fields in released["answers"].items():
        if status in now["answers"]:
            yield from _breaks_of_answer(f"{address}, {status}", fields, now["answers"][status])
        else:
            yield f"{address} no longer answers {status}."


def _breaks_of_sent(where: str, released: Fields, now: Fields) -> Iterator[str]:
    for name, (kind, *_more) in released.items():
        if name not in now:
            if name or not now:
                yield f"{where}: {name} is no longer taken."
        elif _is_asked_as_text(now[name], kind):
            continue
        elif not _keeps(now[name], kind, names_values=kind.startswith(IN_PATH)):
            yield f"{where}: {name} was {kind}, and is {now[name][0]}."
    for name, (_kind, required, *_more) in now.items():
        if required and not released.get(name, ["", False])[1] and _parent_was_sent(name, released):
            yield f"{where}: {name} must be sent now."


def _is_asked_as_text(now: Sequence[Any], before: str) -> bool:
    return before == TEXT_ASKED and str(now[0]).startswith("query, ")


def _parent_was_sent(name: str, released: Fields) -> bool:
    """A field within something new is asked only of whoever sends that; one within what was free has been
    asked for all along, and is only told now."""
    parent = name.rpartition(".")[0].removesuffix("[]")
    return not _was_free(parent, released) and (not parent or parent in released)


def _was_free(name: str, released: Fields) -> bool:
    """Whether nothing was said of what is within."""
    kind = released[name][0].removesuffix(" or null").rpartition(" ")[2] if name in released else ""
    within = (f"{name}.", f"{name}[].")
    return kind in FREE and not (name and any(other.startswith(within) for other in released))


def _breaks_of_answer(where: str, released: Fields, now: Fields) -> Iterator[str]:
    for name, (kind, required, *_more) in released.items():
        if name not in now:
            if name or not now:
                yield f"{where}: {name} is gone."
        elif not _keeps(now[name], kind, names_values=True) or (required and not now[name][1]):
            yield f"{where}: {name} was {kind}, and is {now[name][0]}."


def _keeps(now: Sequence[Any], before: str, *, names_values: bool) -> bool:
    """Whether the kind has every value that it had; of several named ones more may come. Of a text that is
    answered, or stands in the address, it is no break to name the values that it has had all along."""
    kind = str(now[0])
    begun, free, _rest = before.removesuffix(" or null").rpartition("any")
    return (
        set(before.split(" | ")) <= set(kind.split(" | "))
        or (names_values and before in now[2:])
        or (bool(free) and before.endswith(("any", "any or null")) and kind.startswith(begun))
    )


def _by_name(fields: Iterable[Field]) -> dict[str, list[Any]]:
    return {
        field.name: [field.kind, field.required, *([field.base] if field.base != field.kind else [])]
        for field in fields
    }


def _whole(kind: str) -> dict[str, list[Any]]:
    return {"": [kind, False]} if kind else {}


def write() -> None:
    lines = (f"{json.dumps(address)}: {json.dumps(described)}" for address, described in contract().items())
    with whole_file(RELEASED, mode=0o644, replace=True) as file:
        file.write(("{\n" + ",\n".join(lines) + "\n}\n").encode())


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    write()
