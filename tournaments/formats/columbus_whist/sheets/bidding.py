"""The bidding of a hand as a line of writing, read into the calls of the record.

Rule section: 22 to 26 (C-17 to C-21).
Terms: `p` or `pass`; `3`, `3s` or `3 special`, `3n` or `3 no`; `x` or `silenced`; `3(2)`: two was said, and
three forced; `3!`: forced, since something was told; `3@2`: seat 2 bid three out of turn, and it stands.
"""

from __future__ import annotations

import re
from typing import Final

from rules_engine.columbus_whist.bids import PASS, Bid, Kind
from rules_engine.columbus_whist.document import CallDocument
from rules_engine.reading import Malformed

KEYS: Final = ("pass", *"1234567", "special", "no", "silenced")
BID: Final = r"([1-7])\s*(special|s|no|n)?"
CALL: Final = re.compile(
    rf"[\s,]*(?:(?P<pass>pass|p)|(?P<silenced>silenced|x)|{BID}(?P<told>!)?(?:\(\s*{BID}\s*\))?)"
    r"(?:@(?P<seat>[1-4]))?(?=[\s,]|$)",
    re.IGNORECASE,
)
KINDS: Final[dict[str, Kind]] = {"s": "special", "n": "no"}


def read_calls(text: str, pointer: str) -> list[CallDocument]:
    """The calls in their order, as the record has them.

    Raises:
        Malformed: something there is no call.
    """
    calls: list[CallDocument] = []
    at, end = 0, len(text.rstrip(" \t,"))
    while at < end:
        match = CALL.match(text, at)
        if match is None:
            wrong = text[at:].replace(",", " ").split()[0]
            raise Malformed(pointer, f"“{wrong}” is not how a bid is written")
        calls.append(_call(match))
        at = match.end()
    return calls


def _call(match: re.Match[str]) -> CallDocument:
    if match["silenced"]:
        return "silenced"
    number, kind, call, said_kind = match[3], match[4], match[6], match[7]
    bid = PASS.text if match["pass"] else _bid(number, kind)
    if match["seat"]:
        return {"bid": bid, "seat": int(match["seat"]), "fault": "out-of-turn"}
    if call:
        return {"bid": bid, "said": _bid(call, said_kind), "fault": "not-progressive"}
    return {"bid": bid, "fault": "information"} if match["told"] else bid


def _bid(number: str, kind: str | None) -> str:
    return Bid(int(number), KINDS[kind[0].lower()] if kind else "plain").text
