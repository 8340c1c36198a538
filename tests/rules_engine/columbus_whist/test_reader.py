"""Reading: who did it is told where the text blames somebody, and a hand has its bid and bidder."""

import pytest

from rules_engine.columbus_whist.infractions import CONSEQUENCES, KINDS
from tests.rules_engine.columbus_whist.events import evening, hand
from tests.rules_engine.columbus_whist.full_record import READER
from tests.rules_engine.reader_and_schema import refusal


@pytest.mark.parametrize("kind", KINDS)
def test_who_did_it_is_told_where_the_text_blames_somebody(kind: str) -> None:
    fields = {"found": False} if kind == "renege" else {}
    record = evening(**{"rounds/0/0/hands/1/incidents": [{"kind": kind} | fields]})
    blamed = next(consequence.offender for known, consequence in CONSEQUENCES.items() if known == kind)
    assert (refusal(record) is not None) == blamed == (not READER.validator.is_valid(record))


def test_a_hand_needs_its_bid_and_who_bid() -> None:
    for field in ("bid", "by"):
        bare = hand(1, "2", [8, 5])
        del bare[field]
        malformed = refusal(evening(**{"rounds/1/0/hands/0": bare}))
        assert malformed is not None
        assert malformed.pointer == "/rounds/1/0/hands/0"
