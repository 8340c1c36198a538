"""The command `decide`: questions of one topic from a file or standard input, one answer line for each.

The input is one JSON object, over as many lines as it likes, or one object a line. A question that cannot
be read is answered by {"error", "pointer", "rule", "reason"} in its place; the others are still answered.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import nullcontext
from typing import BinaryIO

from rules_engine.console.output import put
from rules_engine.decide import TOPICS, answer
from rules_engine.reading import MAX_BYTES, Malformed, load_json

ANSWERED, UNREADABLE = 0, 2
CONTRACT = "docs/decide.md"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare TOPIC and FILE."""
    parser.add_argument("topic", choices=list(TOPICS), metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="'-', the default, is standard input"
    )


def run(args: Namespace) -> int:
    """Answer on standard output; the exit status is 0, or 2 when a question or the file could not be read."""
    status = ANSWERED
    for document in answers(args.topic, args.file):
        if "error" in document:
            status = UNREADABLE
        put(json.dumps(document), status)
    return status


def answers(topic: str, file: str) -> Iterator[dict[str, object]]:
    """One answer or error document for each question in `file`, "-" being standard input, in their order."""
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream:
            for data in questions(stream):
                yield reply(topic, data)
    except OSError as error:
        yield _unreadable("", f"{file} cannot be read: {error.strerror or error}")


def reply(topic: str, data: bytes) -> dict[str, object]:
    """The answer to one question of raw bytes, or the error document that says why it cannot be read."""
    try:
        return answer(topic, load_json(data))
    except Malformed as error:
        return _unreadable(error.pointer, error.message)


def questions(stream: BinaryIO) -> Iterator[bytes]:
    """The raw questions in a stream; blank lines are none, but a stream without any question is one,
    unreadable.

    What is too large for one question is read line by line, so a file of many has no limit.
    """
    head = stream.read(MAX_BYTES + 1)
    if len(head) > MAX_BYTES:
        yield from _long_lines(head, stream)
        return
    lines = [line for line in head.split(b"\n") if line.strip()]
    yield from [head] if len(lines) <= 1 or _is_one_question(head, lines) else lines


def _is_one_question(data: bytes, lines: list[bytes]) -> bool:
    """Whether several lines are one question, readable or broken, and not one question each."""
    if _is_readable(lines[0]):
        return False
    if _is_readable(data):
        return True
    opens = lines[0].lstrip().startswith((b"{", b"["))
    return (
        opens
        and not all(line.startswith(b"{") for line in lines)
        and not any(line.startswith(b"{") and _is_readable(line) for line in lines)
    )


def _is_readable(data: bytes) -> bool:
    try:
        load_json(data)
    except Malformed:
        return False
    return True


def _long_lines(head: bytes, stream: BinaryIO) -> Iterator[bytes]:
    *whole, line = head.split(b"\n")
    yield from (complete for complete in whole if complete.strip())
    line += stream.readline(MAX_BYTES + 1)
    while line:
        if line.strip():
            yield line
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_BYTES)
        line = stream.readline(MAX_BYTES + 1)


def _unreadable(pointer: str, message: str) -> dict[str, object]:
    return {"error": "question-malformed", "pointer": pointer, "rule": CONTRACT, "reason": message}
