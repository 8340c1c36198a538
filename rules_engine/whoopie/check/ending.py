"""Whether a game ended as was fixed before the first deal.

Reading 10: after so many stanzas, after so many full cycles (from the first hand up and down to one card), or
by the clock, the stanza that runs then being the last. It is a warning, since a ruling may have changed it.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.findings import Finding, Severity
from rules_engine.sentences import Said, says
from rules_engine.whoopie.course import HandCourse
from rules_engine.whoopie.hand_sizes import Hand
from rules_engine.whoopie.reader.game import record_of

CODE = "not-as-planned"
RULE = "Reading 10"


def cycles_ended(document: Mapping[str, Any]) -> tuple[int, ...]:
    """The stanzas with which a full cycle ended: one card, on the way down."""
    record = record_of(document)
    start = record.start
    hand = (start.cards, start.direction) if start is not None else None
    return _cycles(hand, [(stanza.cards, len(stanza.seated)) for stanza in record.stanzas])


def is_over(planned: Mapping[str, Any], document: Mapping[str, Any]) -> bool:
    """Whether the planned stanzas or cycles have been played; a clock is the table's to look at."""
    if "stanzas" in planned:
        return bool(len(document["stanzas"]) >= planned["stanzas"])
    return "cycles" in planned and len(cycles_ended(document)) >= planned["cycles"]


def is_over_after(planned: Mapping[str, Any], start: Hand | None, dealt: Sequence[tuple[int, int]]) -> bool:
    """The same from the cards and the number of players of each stanza; `start` as after a split."""
    if "stanzas" in planned:
        return bool(len(dealt) >= planned["stanzas"])
    return "cycles" in planned and len(_cycles(start, dealt)) >= planned["cycles"]


def last_stanza(
    planned: Mapping[str, Any],
    start: Hand | None,
    dealt: Sequence[tuple[int, int]],
    ahead: Sequence[tuple[int, int]],
) -> int | None:
    """The number of the last stanza by the plan, where those `ahead` follow those that were `dealt`.

    Both are cards and number of players of each stanza. None by the clock, and for an end beyond them.
    """
    if "stanzas" in planned:
        return int(planned["stanzas"])
    if "cycles" not in planned:
        return None
    ended = _cycles(start, [*dealt, *ahead])
    return ended[planned["cycles"] - 1] if len(ended) >= planned["cycles"] else None


def remaining(planned: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """What is left of a plan after the stanzas of a record: the plan of the groups after a split."""
    if "stanzas" in planned:
        return {"stanzas": planned["stanzas"] - len(document["stanzas"])}
    if "cycles" in planned:
        return {"cycles": planned["cycles"] - len(cycles_ended(document))}
    return dict(planned)


def check_ending(
    planned: Mapping[str, Any],
    document: Mapping[str, Any],
    until: dt.datetime | None = None,
    ended: Sequence[dt.datetime] = (),
) -> Finding | None:
    """A warning where the game did not end as planned; `ended` are the moments at which each stanza did.

    A plan by the clock is checked where `until` and the moments are known.
    """
    problem = _problem(planned, document, until, ended)
    return Finding(CODE, RULE, problem, severity=Severity.WARNING) if problem else None


def _cycles(start: Hand | None, dealt: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    hands = HandCourse(start)
    ended = []
    for number, (cards, players) in enumerate(dealt, 1):
        hands.follow(cards, players)
        if hands.hand == (1, "down"):
            ended.append(number)
    return tuple(ended)


def _problem(
    planned: Mapping[str, Any],
    document: Mapping[str, Any],
    until: dt.datetime | None,
    ended: Sequence[dt.datetime],
) -> Said | None:
    played = len(document["stanzas"])
    if "stanzas" in planned and played != planned["stanzas"]:
        return says(
            "%(planned)s stanzas were planned and %(played)s played.",
            planned=planned["stanzas"],
            played=played,
        )
    if "cycles" in planned:
        cycles = cycles_ended(document)
        if len(cycles) != planned["cycles"] or cycles[-1] != played:
            return says(
                "%(planned)s full cycles were planned, %(cycles)s played in %(played)s stanzas.",
                planned=planned["cycles"],
                cycles=len(cycles),
                played=played,
            )
    if until is not None and ended:
        if ended[-1] < until:
            return says(
                "The game was to go on until %(until)s and its last stanza ended before.",
                until=planned["until"],
            )
        if len(ended) > 1 and ended[-2] >= until:
            return says(
                "A stanza was begun after %(until)s, when the game was to end.", until=planned["until"]
            )
    return None
