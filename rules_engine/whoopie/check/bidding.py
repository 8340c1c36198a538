"""Checks the bids of a stanza: order, range, and the dealer's restriction.

Section I, "Stanza" and "Bidding"; inventory W-12, W-20, W-21, W-65, reading 14.
"""

from collections.abc import Sequence

from rules_engine.findings import Finding
from rules_engine.sentences import says
from rules_engine.whoopie.record import Stanza

RULE = "I/Bidding"


def bidding_order(seated: tuple[str, ...], dealer: str) -> tuple[str, ...]:
    """Clockwise from the dealer's left, the dealer last."""
    first = seated.index(dealer) + 1
    return seated[first:] + seated[:first]


def forbidden_bid(cards: int, others: int) -> int | None:
    """The one bid the dealer may not make after the `others` have bid so many; None if all are free."""
    return cards - others if 0 <= cards - others <= cards else None


def can_all_miss(bids: Sequence[int | None], tricks: int) -> bool:
    """Whether `tricks` can fall so that none of the bidders takes as many as he bid; None: he may.

    Who bid none has to take one. What is left goes to one of those, or to one who may take any number; where
    there is nobody like that, to one who did not bid it, or if all did, to two of them.
    """
    left = tricks - bids.count(0)
    if left < 0:
        return False
    if None in bids or 0 in bids:
        return True
    if len(bids) < 2:
        return left == 0 if not bids else bids[0] != left
    return left != 1 or any(bid != 1 for bid in bids)


def check_bidding(stanza: Stanza, number: int, dealer: str) -> tuple[dict[str, int], list[Finding]]:
    """The standing bid of each player who made one, and what is wrong with the bidding.

    `dealer`, who dealt the stanza, sits at the table.
    """
    order = bidding_order(stanza.seated, dealer)
    bids: dict[str, int] = {}
    findings: list[Finding] = []
    if stanza.bidders == order:
        for at, player in enumerate(order):
            bids[player] = stanza.bids[at]
    else:
        first_bids = dict(zip(reversed(stanza.bidders), reversed(stanza.bids), strict=True))
        bids = {player: first_bids[player] for player in order if player in first_bids}
        findings = _order_findings(stanza.bidders, order, bids, number)
    total = 0
    for player, bid in bids.items():
        total += bid
        if bid < 0 or bid > stanza.cards:
            message = says(
                "%(player)s bid %(bid)s; from 0 to %(most)s can be taken.",
                player=player,
                bid=bid,
                most=stanza.cards,
            )
            findings.append(Finding("bid-range", RULE, message, number, None, player))
    if total == stanza.cards and not findings:
        message = says("The bids add up to %(total)s, which the dealer's bid must not let them.", total=total)
        findings.append(Finding("bid-dealer-sum", RULE, message, number, None, dealer))
    return bids, findings


def _order_findings(
    bidders: tuple[str, ...], order: tuple[str, ...], bids: dict[str, int], number: int
) -> list[Finding]:
    findings: list[Finding] = []
    for player in order:
        if player not in bids:
            message = says("No bid of %(player)s is reported.", player=player)
            findings.append(Finding("bid-missing", RULE, message, number, None, player))
    due = [player for player in order if player in bids]
    for at, player in enumerate(bidders):
        if at >= len(due) or player != due[at]:
            expected = due[at] if at < len(due) else "nobody"
            message = says("%(due)s was to bid, not %(player)s.", due=expected, player=player)
            findings.append(Finding("bid-order", RULE, message, number, None, player))
            break
    return findings
