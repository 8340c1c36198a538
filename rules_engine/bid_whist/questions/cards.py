"""The questions of Bid Whist about cards that `decide` answers, for who holds them: the kitty, a book.

No record of the site tells single cards, so nothing else asks: B-14, B-18, B-20 and B-26 are looked up here.
"""

from collections.abc import Sequence

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bids import BY_TEXT, may_declare_at_once
from rules_engine.bid_whist.cards_in_play import DECK, Contract, book_winner, kitty_faults, playable, suit_led
from rules_engine.cards import SUITS
from rules_engine.reading import Malformed, child, choice, fields, integer, items

PLAYERS = 4


def kitty(question: object) -> dict[str, object]:
    """Topic "bid-kitty": what is wrong with a kitty, and whether its bidder need not wait for the others."""
    terms = fields(question, "", ("places",), ("bid",))
    listed = items(terms["places"], "/places")
    places = [integer(place, child("/places", at), 1, len(DECK)) for at, place in enumerate(listed)]
    bid = BY_TEXT[choice(terms["bid"], "/bid", BY_TEXT)] if "bid" in terms else None
    faults = kitty_faults(places)
    at_once = None if bid is None else may_declare_at_once(bid)
    reason = "; ".join(faults).capitalize() or "Nothing is wrong with the kitty"
    if bid is not None:
        waits = "may declare and take it at once" if at_once else "waits until the others have passed"
        reason += f". Who bid {bid} {waits}"
    return {
        "faults": list(faults),
        "at_once": at_once,
        "rule": rules.SEVEN_NO if at_once and not faults else rules.KITTY,
        "reason": f"{reason}.",
    }


def book(question: object) -> dict[str, object]:
    """Topic "bid-book": which card of a book wins, and which of a hand may follow it."""
    terms = fields(question, "", ("cards", "direction"), ("trump", "hand"))
    played = _cards(terms["cards"], "/cards")
    if not 1 <= len(played) <= PLAYERS:
        raise Malformed("/cards", f"1 to {PLAYERS} cards are expected")
    hand = _cards(terms.get("hand", []), "/hand")
    trump = choice(terms["trump"], "/trump", SUITS) if "trump" in terms else None
    contract = Contract(
        "up" if choice(terms["direction"], "/direction", ("up", "down")) == "up" else "down", trump
    )
    led = suit_led(played, contract)
    winner = None if led is None else book_winner(played, contract)
    return {
        "winner": None if winner is None else winner + 1,
        "playable": list(playable(hand, played, contract)),
        "rule": rules.NO_BID if trump is None else rules.BOOK,
        "reason": "No card of a suit was played." if winner is None else f"{played[winner]} wins the book.",
    }


def _cards(value: object, pointer: str) -> Sequence[str]:
    cards = [choice(card, child(pointer, at), DECK) for at, card in enumerate(items(value, pointer))]
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise Malformed(child(pointer, at), "no card is named twice")
    return cards
