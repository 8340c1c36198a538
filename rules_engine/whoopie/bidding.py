"""Checks the bids of a stanza: order, range, and the dealer's restriction.

Section I, "Stanza" and "Bidding"; inventory W-12, W-20, W-21, W-65, reading 14.
"""

from typing import NamedTuple

from rules_engine.findings import Finding
from rules_engine.whoopie.record import Stanza

RULE = "I/Bidding"


class Bidding(NamedTuple):
    """The standing bid of each player who made one, and what was wrong with the bidding."""

    bids: dict[str, int]
    findings: list[Finding]


def bidding_order(seated: tuple[str, ...], dealer: str) -> tuple[str, ...]:
    """Clockwise from the dealer's left, the dealer last."""
    first = seated.index(dealer) + 1
    return seated[first:] + seated[:first]


def forbidden_bid(cards: int, others: int) -> int | None:
    """The one bid the dealer may not make after the `others` have bid so many; None if all are free."""
    return cards - others if 0 <= cards - others <= cards else None


def check_bidding(stanza: Stanza, number: int, dealer: str) -> Bidding:
    """Check the bids of `stanza`, which `dealer` dealt; he sits at the table."""
    order = bidding_order(stanza.seated, dealer)
    bids: dict[str, int] = {}
    for player, bid in zip(stanza.bidders, stanza.bids, strict=True):
        if player not in bids:
            bids[player] = bid
    findings: list[Finding] = []
    if stanza.bidders != order:
        findings = _order_findings(stanza.bidders, order, bids, number)
        bids = {player: bids[player] for player in order if player in bids}
    total = 0
    for player, bid in bids.items():
        total += bid
        if bid < 0 or bid > stanza.cards:
            message = f"{player} bid {bid}; from 0 to {stanza.cards} can be taken."
            findings.append(Finding("bid-range", RULE, message, number, None, player))
    if total == stanza.cards and not findings:
        message = f"The bids add up to {total}, which the dealer's bid must not let them."
        findings.append(Finding("bid-dealer-sum", RULE, message, number, None, dealer))
    return Bidding(bids, findings)


def _order_findings(
    bidders: tuple[str, ...], order: tuple[str, ...], bids: dict[str, int], number: int
) -> list[Finding]:
    findings: list[Finding] = []
    for player in order:
        if player not in bids:
            message = f"No bid of {player} is reported."
            findings.append(Finding("bid-missing", RULE, message, number, None, player))
    due = [player for player in order if player in bids]
    for at, player in enumerate(bidders):
        if at >= len(due) or player != due[at]:
            expected = due[at] if at < len(due) else "nobody"
            message = f"{expected} was to bid, not {player}."
            findings.append(Finding("bid-order", RULE, message, number, None, player))
            break
    return findings
