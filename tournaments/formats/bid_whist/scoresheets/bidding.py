"""The bidding of a hand as a line of writing, read into the calls of the record; what is wrong with them the
engine finds.

Rule section: 3, R3 to R5, R21 (B-15 to B-17).
Terms: call (`pass`, or a number and what was said with it), first (the team of the player at the dealer's
left, who calls first).
"""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bids import BY_TEXT, CALLS, HIGHEST, LOWEST, PASS
from rules_engine.bid_whist.document import HandDocument
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.kept import HandRow
from tournaments.formats.fields import RowColumn

ASKED: Final = ("first", "calls")
KEYS: Final = (PASS, *map(str, range(LOWEST, HIGHEST + 1)), "special", "no")
MOST: Final = 80
_SAYS_MORE: Final = r"(?!pass\b|four\b|five\b|six\b|seven\b)[a-z]+"
_CALL: Final = re.compile(rf"pass\b|\S+(?: {_SAYS_MORE})?")
_TEXTS: Final = {text.casefold(): text for text in BY_TEXT}


def columns(teams: tuple[tuple[str, str], ...]) -> tuple[RowColumn, ...]:
    """Who called first, and all calls in their order; asked of nobody who did not note them."""
    return (
        RowColumn(
            name="first",
            label=_lazy("First to bid"),
            kind="choice",
            choices=teams,
            needed=False,
            aside=True,
        ),
        RowColumn(
            name="calls", label=_lazy("Bids in their order"), needed=False, most=MOST, keys=KEYS, aside=True
        ),
    )


def calls_of(written: str) -> list[str]:
    """The calls in their order: "4 pass 5 special pass" are four. What is no bid stays as it is written."""
    calls = _CALL.findall(" ".join(written.casefold().replace(",", " ").split()))
    return [_TEXTS.get(call, call) for call in calls]


def require_bidding(written: HandRow, at: str, hand: int) -> None:
    """Refuse bids without who began, the other way round, and more than go round once; `at` begins the name
    of each cell of the row."""
    if ("first" in written) != ("calls" in written):
        missing, what = ("calls", _("the bids")) if "first" in written else ("first", _("who bid first"))
        raise _refused(
            f"{at}{missing}", _("Hand %(hand)s: %(what)s is missing.") % {"hand": hand, "what": what}
        )
    if "calls" in written and not 0 < len(calls_of(written["calls"])) <= CALLS:
        raise _refused(
            f"{at}calls",
            _("Hand %(hand)s: bidding goes round once, so that four bids or passes are written.")
            % {"hand": hand},
        )


def recorded(written: HandRow) -> HandDocument:
    """A hand of the record with its bidding alone; nothing where it was not noted."""
    if "calls" not in written:
        return {}
    return {"first": int(written["first"]), "calls": calls_of(written["calls"])}


def _refused(field: str, sentence: str) -> Refusal:
    return Refusal(
        code="bidding-incomplete",
        sentence=sentence,
        rule=rules.BIDDING,
        remedy=_("Write who bid first and all bids, such as “4 pass 5 special pass”, or neither."),
        status=422,
        facts={"field": field},
    )
