"""Every answer that a scorekeeper's pad may need between two words with the authority, as tables to look up.

A pad works without network, and no rule is written a second time in it: it finds its answer here and adds.
Section I, "Bidding" (W-20, W-21) and "Scoring" (W-22, W-23); penalties of sections I to III as
`rules_engine.whoopie.scoring` has them; reading 14 (results that no play could give).
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Final

from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.check.bidding import can_all_miss, forbidden_bid
from rules_engine.whoopie.hand_sizes import limit
from rules_engine.whoopie.scoring import FAILED, POINTS, IncidentEffect, base_score, incident_effect

MOST_CARDS: Final = limit(FEWEST_PLAYERS)
_NONE, _ALL, _SOME = range(3)
_REPEATED: Final = 3
"""From this act of improper information on it is type 2 (W-100)."""


@lru_cache(maxsize=1)
def answer_tables() -> dict[str, Any]:
    """The tables, as JSON has them; read only.

    `made[bid]` and `failed` are the points of a bid, `by_tricks[bid][taken]` those where tricks are counted.
    `forbidden[cards][others]` is what the dealer may not bid after bids of `others` in sum (null or missing:
    nothing). `incidents` gives each kind's effect: the same for all (`effect`), or `dealer` and `by_bid` of
    the others, or `by_count`, the first, second and any further of one player. `left[cards][sum]` are the
    tricks left to those who failed when the others made bids of that sum (missing: there were not so many).
    `counts_as[left][bid]` is what a failed bid counts as then, the last one that of a bid which fails
    whatever was taken. A result is impossible where `impossible` has `left:` with these, rising, in a row.
    """
    bids = range(MOST_CARDS + 1)
    return {
        "made": [base_score(bid, True) for bid in bids],
        "failed": FAILED,
        "by_tricks": [[base_score(bid, bid == taken) for taken in bids] for bid in bids],
        "forbidden": [[forbidden_bid(cards, others) for others in range(cards + 1)] for cards in bids],
        "incidents": _incidents(),
        "left": [[cards - total for total in range(cards + 1)] for cards in bids],
        "counts_as": [_counts_as(left) for left in bids],
        "impossible": sorted(_impossible()),
    }


def _incidents() -> dict[str, Any]:
    plain = {kind: {"effect": _told(incident_effect(kind))} for kind in POINTS if kind != "type-1"}
    bids = range(MOST_CARDS + 1)
    return {
        **plain,
        "bid-out-of-turn": {
            "dealer": _told(incident_effect("bid-out-of-turn", dealer=True)),
            "by_bid": [_told(incident_effect("bid-out-of-turn", bid=bid)) for bid in bids],
        },
        "type-1": {
            "by_count": [
                _told(incident_effect("type-1", repeated=count >= _REPEATED))
                for count in range(1, _REPEATED + 1)
            ]
        },
    }


def _told(effect: IncidentEffect) -> dict[str, Any]:
    return {"points": effect.points, "fails_bid": effect.fails_bid}


def _counts_as(left: int) -> list[int]:
    return [*(_NONE if bid == 0 else _ALL if bid == left else _SOME for bid in range(MOST_CARDS + 1)), _SOME]


def _impossible() -> Iterator[str]:
    """Failed bids with the tricks left that those bidders cannot all have missed.

    Whether they can depends only on how many bid nothing, all that is left, or some other number. Several
    bidders with two tricks or more left to them, and one at least for each, always can.
    """
    for left in range(MOST_CARDS + 1):
        bids = {_NONE: 0, _ALL: left, _SOME: left + 1}
        for bidders in range(MOST_PLAYERS + 1):
            if bidders > 1 and left > 1 and left >= bidders:
                continue
            for sorts in combinations_with_replacement((_NONE, _ALL, _SOME), bidders):
                if not can_all_miss([bids[sort] for sort in sorts], left):
                    yield f"{left}:{''.join(map(str, sorts))}"
