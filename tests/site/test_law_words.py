"""What the engine says of Whist is known by its patterns, and no pattern stands in another's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.columbus_whist.random import event as columbus
from rules_engine.military_whist.random import event as military
from sanctioning.kit.wording.engine_sentences import PLACEHOLDER, WORDS, in_language, pattern_of
from sanctioning.kit.wording.whist_sentences import WHIST_PATTERNS
from sanctioning.kit.wording.whoopie_sentences import PATTERNS
from tests.rules_engine.bid_whist import mutations as bid_faults
from tests.rules_engine.bid_whist import slips as bid_slips
from tests.rules_engine.bid_whist import tournaments as bid_check
from tests.rules_engine.columbus_whist import events as columbus_check
from tests.rules_engine.columbus_whist import mutations as columbus_faults
from tests.rules_engine.columbus_whist import slips as columbus_slips
from tests.rules_engine.military_whist import events as military_check
from tests.rules_engine.military_whist import mutations as military_faults
from tests.rules_engine.military_whist import slips as military_slips
from tests.rules_engine.records import Json, copied

Spoilers = Sequence[Callable[[Json, Random], Any]]
Game = tuple[Sequence[Json], Spoilers, Callable[[Json], Json]]


def games() -> Iterator[Game]:
    """Records of each game, what spoils them, and its check."""
    yield (
        [random_tournament(teams, 200 + teams, mishaps=0.6) for teams in (9, 16, 21)],
        bid_faults.ANY_DETAIL + bid_faults.HANDS + bid_faults.CALLS + bid_slips.SLIPS,
        bid_check.check,
    )
    yield (
        [columbus.random_event(teams, 300 + teams, mishaps=0.6) for teams in (6, 8)]
        + [columbus.random_event(14, 4, qualifiers=3, mishaps=1.0)],
        columbus_faults.ANY_DETAIL
        + columbus_faults.BIDDING
        + columbus_faults.BOOKS
        + columbus_faults.HANDS
        + columbus_slips.SLIPS,
        columbus_check.check,
    )
    yield (
        [
            military.random_event(tables, 100 + tables, level=level, mishaps=0.6)
            for tables, level in ((6, "area"), (8, "zone"), (5, "open"))
        ],
        military_faults.ANY_DETAIL + military_faults.FLAGS + military_faults.TRICKS + military_slips.SLIPS,
        military_check.check,
    )


def test_what_the_checks_of_whist_find_is_known_by_its_pattern() -> None:
    """Every finding of every fault that the engine's own tests put into a record."""
    said: set[str] = set()
    for records, spoilers, check in games():
        for seed, spoiler in enumerate(spoilers):
            for record in records:
                spoilt = copied(record)
                spoiler(spoilt, Random(seed))
                found = check(spoilt)
                said |= {one["message"] for one in found["findings"]} | set(found["not_checked"])
    unknown = sorted(one for one in said if pattern_of(one) is None and one not in WORDS)
    assert not unknown, "\n".join(unknown)


def test_no_pattern_takes_what_is_another_s() -> None:
    every = [*WHIST_PATTERNS, *PATTERNS]
    said = [PLACEHOLDER.sub(lambda found: f"«{found[1]}»", pattern) for pattern in every]
    assert [pattern_of(one) for one in said] == every


def test_numbers_in_a_row_are_joined_in_the_language() -> None:
    with override("de"):
        said = in_language("Place 1 is noted as team 4; it is team 3 or team 5.")
    assert said == "Als Platz 1 ist Mannschaft 4 notiert; es ist Mannschaft 3 oder Mannschaft 5."


@pytest.mark.parametrize(
    ("said", "german"),
    [
        (
            "Noted as going on are 2, 4; the officials' number is 5, not 2.",
            "Als weitergekommen sind 2, 4 notiert; die Leitung hat 5 festgelegt, nicht 2.",
        ),
        (
            "2 and 1 points are noted; by the totals of both teams they are 1 and 2.",
            "2 und 1 Punkte sind notiert; nach den Gesamtergebnissen beider Mannschaften sind es 1 und 2.",
        ),
        (
            "The score is noted as -27 and 0; no number of books gives it.",
            "Als Stand ist -27 und 0 notiert; den ergibt keine Zahl von Stichen.",
        ),
        (
            (
                "bob played 5H to a lead of spades while holding the suit, and no incident says so, "
                "nor that they did so again in trick 3."
            ),
            (
                "bob hat Herz-Fünf auf ausgespieltes Pik gespielt und hatte die Farbe, und kein Vorfall sagt "
                "es, auch nicht, dass das in Stich 3 wieder so war."
            ),
        ),
    ],
)
def test_what_is_seldom_found_is_said_in_the_language(said: str, german: str) -> None:
    with override("de"):
        assert in_language(said) == german


def test_a_card_is_named_and_not_spelled() -> None:
    """Programs read "9C"; a team's player "3C" is none, nor is what cannot be a card."""
    told = {
        "ann did not hold 9C any more.": "ann did not hold the nine of clubs any more.",
        "KS was drawn twice in one round.": "The king of spades was drawn twice in one round.",
        "ann played 2H, but the penalty card * was due.": (
            "ann played the two of hearts, but the penalty card joker was due."
        ),
        "1Z is no card.": "1Z is no card.",
        "3D dealt; the deal was 3C's.": "3D dealt; the deal was 3C's.",
    }
    assert {said: in_language(said) for said in told} == told
    assert {said: in_language(said, {"team 1": "Owls"}) for said in told} == told
    with override("de"):
        assert in_language("ann did not hold 9C any more.") == "ann hatte Kreuz-Neun nicht mehr."
