"""Whoopie, as the rules of 18 April 1966 have it: how the house asks its engine."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from rules_engine.reading import Malformed
from rules_engine.whoopie.check import check_bytes
from rules_engine.whoopie.ending import check_ending
from sanctioning.refusal import Refusal
from tournaments.formats.base import Finding, Format, GameCheck, Ranked, Result, Stanza

OUTCOME = ("winners", "taken", "delta", "scores", "trump_after")
PLANS = ("stanzas", "cycles", "until")
# Against slips of the hand: the longest evening plays a tenth of it.
MOST_PLANNED: Final = 999


def check(data: bytes) -> GameCheck:
    """The engine's answer to a record; a refusal with the place for what is no record."""
    try:
        document: dict[str, Any] = check_bytes(data).as_document()
    except Malformed as wrong:
        raise Refusal(
            code="record-malformed",
            sentence=_("The file cannot be read as a game record: %(message)s.") % {"message": wrong.message},
            rule="whoopie-game/1",
            remedy=_("Correct it at %(place)s and send it again.")
            % {"place": wrong.pointer or _("the top of the document")},
            status=422,
            facts={"pointer": wrong.pointer},
        ) from None
    record = json.loads(data)
    _require_storable(record)
    return GameCheck(
        document=document,
        players=tuple(document["final"]),
        planned=record.get("planned"),
        findings=tuple(_finding(found, document["stanzas"]) for found in document["findings"]),
        stanzas=tuple(
            Stanza(number=number, body=body, outcome={name: answer[name] for name in OUTCOME})
            for number, (body, answer) in enumerate(
                zip(record["stanzas"], document["stanzas"], strict=True), start=1
            )
        ),
    )


def result(record: Mapping[str, Any], document: Mapping[str, Any]) -> Result:
    """The final ranking; what a player's final score is above the last running total was extrapolated."""
    running: dict[str, int] = dict(record.get("start", {}).get("scores", {}))
    for stanza in document["stanzas"]:
        running.update(stanza["scores"])
    carried = record.get("start", {}).get("player_hands", 0)
    return Result(
        ranking=tuple(
            Ranked(place=place, player=player, score=score, extrapolated=score - running[player])
            for place, player, score in document["ranking"]
        ),
        player_hands=document["player_hands"],
        own_player_hands=document["player_hands"] - carried,
        stanzas=len(document["stanzas"]),
        players=len(document["ranking"]),
    )


def ending(
    planned: Mapping[str, Any],
    record: Mapping[str, Any],
    until: dt.datetime | None = None,
    ended: Sequence[dt.datetime] = (),
) -> tuple[Finding, ...]:
    """A warning where the game did not end as planned."""
    found = check_ending(planned, record, until, ended)
    return (_finding(found.as_document(), ()),) if found else ()


def read_plan(planned: Mapping[str, Any]) -> None:
    """Refuse a plan that is not one of stanzas, full cycles or a time."""
    kinds = [kind for kind in PLANS if kind in planned]
    value = planned.get(kinds[0]) if len(planned) == 1 and kinds else None
    whole = isinstance(value, int) and not isinstance(value, bool) and value > 0
    if not whole and not (kinds == ["until"] and isinstance(value, str) and value):
        raise Refusal(
            code="plan-unreadable",
            sentence=_("A game needs a plan that says how it ends."),
            rule=_("Reading 10: the end is fixed before the first deal."),
            remedy=_("Give a number of stanzas, a number of full cycles, or a time."),
            status=422,
        )
    if isinstance(value, int) and value > MOST_PLANNED:
        raise Refusal(
            code="plan-too-long",
            sentence=_("No game lasts that long: %(count)s were planned.") % {"count": value},
            rule=_("Reading 10: the end is fixed before the first deal."),
            remedy=_("Plan at most %(most)s stanzas or full cycles.") % {"most": MOST_PLANNED},
            status=422,
        )


def _require_storable(record: Any) -> None:
    """Refuse the null character, which JSON can spell and PostgreSQL cannot keep."""
    if "\\u0000" not in json.dumps(record).replace("\\\\", ""):
        return
    raise Refusal(
        code="record-malformed",
        sentence=_("The record holds a null character, which no name and no card has."),
        rule="whoopie-game/1",
        remedy=_("Take the null character (\\u0000) out and send the record again."),
        status=422,
    )


def _finding(found: Mapping[str, Any], stanzas: Sequence[Mapping[str, Any]]) -> Finding:
    """The finding at a place that the page has: a report may name a trick that was never dealt."""
    stanza, trick = found["stanza"], found["trick"]
    dealt = stanzas[stanza - 1]["cards"] if stanza else 0
    return Finding(
        code=found["code"],
        severity=found["severity"],
        stanza=stanza,
        trick=trick if trick and 1 <= trick <= dealt else None,
        player=found["player"] or "",
        rule=found["rule"],
        message=found["message"],
    )


WHOOPIE = Format(
    slug="whoopie", title="Whoopie", check=check, result=result, read_plan=read_plan, ending=ending
)
