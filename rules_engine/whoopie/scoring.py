"""What one stanza changes in one player's score.

Section I, "Scoring" (W-22, W-23) and the penalties of sections I to III (W-30, W-62, W-63, W-70 to W-74,
W-107 to W-110, reading 15). A bid that fails scores -1, once however many incidents say so; incidents come
on top, each of them.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

RULE = "I/Scoring"
FAILED = -1

POINTS: Mapping[str, int] = {
    "no-whoopie-call": -1,
    "illegal-bid": 0,
    "changed-bid": 0,
    "misdeal": 0,
    "exposed-card": 0,
    "played-out-of-turn": 0,
    "revoke-corrected": -1,
    "revoke-self": -1,
    "revoke-other": -4,
    "revoke-late": 0,
    "wrong-card-count": 0,
    "type-1": -4,
    "type-2-finding": 0,
}
VARIABLE = frozenset({"bid-out-of-turn", "type-2-penalty", "adjusted-score"})
FAILS_BID = frozenset({"revoke-self", "revoke-other", "type-1"})
KINDS = frozenset(POINTS) | VARIABLE


class IncidentEffect(NamedTuple):
    """What one incident does to its player: `points` added to his score, and whether his bid fails."""

    points: int
    fails_bid: bool


def base_score(bid: int, made: bool) -> int:
    """2 and the bid for a bid made exactly, else -1."""
    return 2 + bid if made else FAILED


def incident_points(
    kind: str, *, bid: int = 0, dealer: bool = False, points: int = 0, repeated: bool = False
) -> int:
    """Points that an incident adds to its player's score.

    `bid` and `dealer` belong to "bid-out-of-turn", `points` (never negative) to "type-2-penalty" and
    "adjusted-score". `repeated` marks the player's third or later "type-1" in one game, which is type 2 and
    costs nothing by itself (W-100, reading 45).

    Raises:
        ValueError: for an unknown kind.
    """
    if kind == "bid-out-of-turn":
        return -1 if dealer or bid != 0 else 0
    if kind == "type-2-penalty":
        return -points
    if kind == "adjusted-score":
        return points
    if kind not in POINTS:
        raise ValueError(f"unknown incident {kind!r}")
    return 0 if kind == "type-1" and repeated else POINTS[kind]


def incident_fails_bid(kind: str, *, fails_bid: bool = False, repeated: bool = False) -> bool:
    """Whether an incident makes its player's bid fail; `fails_bid` belongs to "type-2-penalty"."""
    if kind == "type-2-penalty":
        return fails_bid
    return kind in FAILS_BID and not (kind == "type-1" and repeated)


def incident_effect(
    kind: str,
    *,
    bid: int = 0,
    dealer: bool = False,
    points: int = 0,
    fails_bid: bool = False,
    repeated: bool = False,
) -> IncidentEffect:
    """Both effects of an incident; arguments as for `incident_points` and `incident_fails_bid`."""
    return IncidentEffect(
        incident_points(kind, bid=bid, dealer=dealer, points=points, repeated=repeated),
        incident_fails_bid(kind, fails_bid=fails_bid, repeated=repeated),
    )


def stanza_delta(bid: int, made: bool, effects: Iterable[IncidentEffect] = ()) -> int:
    """The change of one player's score: his bid, `made` or not by the tricks, and his incidents' effects."""
    total = 0
    fails = False
    for points, fails_bid in effects:
        total += points
        fails = fails or fails_bid
    return total + base_score(bid, made and not fails)
