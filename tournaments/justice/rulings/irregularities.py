"""The irregularities on which an Acting Executor rules, in words for people.

Purpose: what each form of `rules_engine.whoopie.rulings` is called, under which section it stands, and what
it asks; what other games have comes from their formats.
Invariant: every form, fact and choice of the engine has its words (a test holds it so).
Rule section: I, II, III; W-30, W-42 to W-74, W-99.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.format import Format
from tournaments.formats.registry import FORMATS
from tournaments.formats.rulings import Irregularity


@dataclass(frozen=True, slots=True)
class Words:
    """Section (as the engine cites it), name, and other words by which it is looked for."""

    section: str
    name: str
    also: str


IRREGULARITIES: Final[Mapping[str, Words]] = {
    "no-whoopie-call": Words(
        "I/Trumps and Whoopie cards",
        _lazy("A Whoopie card that was not called"),
        _lazy("did not say Whoopie, call too late, nobody heard it"),
    ),
    "played-card": Words(
        "II/Played Cards",
        _lazy("Is the card played?"),
        _lazy("touched the table, detached, seen, taken back"),
    ),
    "played-out-of-turn": Words(
        "II/Cards played out of turn",
        _lazy("A lead or play out of turn"),
        _lazy("wrong leader, too early, led out of turn"),
    ),
    "exposed-card": Words(
        "II/Improperly exposed cards",
        _lazy("Cards shown or dropped"),
        _lazy("exposed, fell, two cards at once, on purpose"),
    ),
    "older-penalty-card": Words(
        "II/Penalty Cards",
        _lazy("An older penalty card was due"),
        _lazy("penalty cards, oldest, wrong order"),
    ),
    "misdeal": Words(
        "II/Misdeals", _lazy("A misdeal"), _lazy("wrong dealer, card turned, deal again, redeal")
    ),
    "wrong-card-count": Words(
        "II/Incorrect number of cards",
        _lazy("A hand with too few or too many cards"),
        _lazy("short hand, long hand, lead passes"),
    ),
    "bid-out-of-turn": Words(
        "II/Bids out of turn", _lazy("A bid out of turn"), _lazy("bid too early, dealer bid first, void")
    ),
    "changed-bid": Words(
        "II/Changing bids", _lazy("A bid that was changed"), _lazy("same breath, changed their mind")
    ),
    "illegal-bid": Words(
        "II/Changing bids",
        _lazy("A bid that may not be made"),
        _lazy("too many tricks, the dealer's forbidden bid, substitute"),
    ),
    "revoke": Words(
        "II/Revokes",
        _lazy("A revoke"),
        _lazy("did not follow suit, renege, corrected in time, found late"),
    ),
    "improper-information": Words(
        "III/Improper Information",
        _lazy("Looking at another player's hand, or showing one's own"),
        _lazy("peeked, type 1, third time, intentionally"),
    ),
}
# What a call may be about, in a word or two, the most frequent first.
SHORT: Final[Mapping[str, Mapping[str, str]]] = {
    "irregularity": {
        "revoke": _lazy("Revoke"),
        "played-out-of-turn": _lazy("Played out of turn"),
        "exposed-card": _lazy("Card shown"),
        "older-penalty-card": _lazy("Older penalty card"),
        "no-whoopie-call": _lazy("No Whoopie call"),
        "played-card": _lazy("Is it played?"),
        "bid-out-of-turn": _lazy("Bid out of turn"),
        "changed-bid": _lazy("Bid changed"),
        "illegal-bid": _lazy("Illegal bid"),
        "misdeal": _lazy("Misdeal"),
        "wrong-card-count": _lazy("Wrong number of cards"),
    },
    "conduct": {"improper-information": _lazy("Looked, or showed a hand")},
}
PLAYER: Final = {
    "no-whoopie-call": _lazy("Who played the Whoopie card"),
    "played-card": _lazy("Whose card it is"),
    "exposed-card": _lazy("Who showed them"),
    "older-penalty-card": _lazy("Who played"),
    "wrong-card-count": _lazy("Who has the wrong number of cards"),
    "bid-out-of-turn": _lazy("Who bid out of turn"),
    "changed-bid": _lazy("Who changed their bid"),
    "illegal-bid": _lazy("Who bid"),
    "revoke": _lazy("Who did not follow suit"),
    "improper-information": _lazy("Who looked or showed on purpose"),
}
CARD: Final = {
    "no-whoopie-call": _lazy("The card that was played"),
    "played-card": _lazy("The card"),
    "older-penalty-card": _lazy("The card that was played"),
    "revoke": _lazy("The wrong card"),
}
# What a fact is asked as, but for players and cards, which the irregularity words.
FACTS: Final[Mapping[str, str]] = {
    "defining": _lazy("The card that gave the Whoopie denomination: turned up, or led to a joker turned up"),
    "called": _lazy("“Whoopie” could be heard before the next card, or before the scorekeeper asked"),
    "touched_table": _lazy("It touched the table face up"),
    "named_by": _lazy("How many others could tell which card it was"),
    "plays": _lazy("The cards played, from the first wrong one on"),
    "turn": _lazy("Whose turn it was"),
    "scored": _lazy("The stanza has been scored"),
    "cards": _lazy("Cards dealt to each"),
    "in_turn": _lazy("It was that player's turn to play"),
    "lying": _lazy("Penalty cards that lay there before, the oldest first"),
    "on_purpose": _lazy("They were shown on purpose"),
    "leads": _lazy("It was a lead"),
    "led": _lazy("What was led"),
    "can_follow": _lazy("The player could follow suit"),
    "finished": _lazy("The trick was complete when it was noticed"),
    "fault": _lazy("What went wrong"),
    "stage": _lazy("When it was noticed"),
    "held": _lazy("Cards in that hand"),
    "won_with_last": _lazy("The player has just won a trick with the last card"),
    "left": _lazy("Cards that the others still hold, from the left on"),
    "bid": _lazy("The bid"),
    "first": _lazy("The first bid"),
    "then": _lazy("What it was changed to"),
    "same_breath": _lazy("In the same breath"),
    "others": _lazy("What the others have bid together, if it is the dealer's bid"),
    "held_suit": _lazy("The player held a card of the suit led"),
    "found_by": _lazy("Who called attention to it first"),
    "after": _lazy("Cards played to that trick after the wrong one"),
    "next_plays": _lazy("Cards played to the next trick by then"),
    "separable": _lazy("The cards can still be told apart and given back"),
    "bidding_begun": _lazy("The bidding for the next stanza had begun"),
    "act": _lazy("What was done"),
    "dealer": _lazy("The dealer bid out of turn"),
}
# Facts that one irregularity asks in words of its own.
OWN: Final[Mapping[tuple[str, str], str]] = {
    ("played-card", "meant"): _lazy("It was meant to be played"),
    ("exposed-card", "cards"): _lazy("The cards shown at that moment"),
    ("exposed-card", "meant"): _lazy("Of several laid in turn, the one that was meant"),
    ("misdeal", "dealer"): _lazy("Whose deal it is"),
}
CHOICES: Final[Mapping[str, str]] = {
    "card-exposed": _lazy("a player's card was exposed"),
    "undealt-card-exposed": _lazy("an undealt card other than the defining one was exposed"),
    "wrong-dealer": _lazy("the wrong player dealt"),
    "wrong-count": _lazy("somebody got a wrong number of cards"),
    "dealing": _lazy("while dealing"),
    "bidding": _lazy("during the bidding"),
    "before-the-lead": _lazy("after the bidding, before the opening lead"),
    "playing": _lazy("after the opening lead"),
    "offender": _lazy("the player themselves"),
    "another": _lazy("another player"),
    "check": _lazy("the check of the record, or an official"),
    "looked": _lazy("looked at another's closed hand"),
    "showed": _lazy("showed cards of their own closed hand"),
}
# From a finding of the check to the irregularity that it may be.
OF_FINDINGS: Final[Mapping[str, str]] = {
    "revoke": "revoke",
    "penalty-card": "older-penalty-card",
    "play-turn": "played-out-of-turn",
    "dealer-rotation": "misdeal",
    "bid-order": "bid-out-of-turn",
    "bid-range": "illegal-bid",
    "bid-dealer-sum": "illegal-bid",
    "hand-size": "wrong-card-count",
    "repetition": "improper-information",
}


def known_irregularity(slug: str) -> Words | Irregularity | None:
    """What an irregularity is called, whatever its game; None for none."""
    return IRREGULARITIES.get(slug) or next(
        (of_game[slug] for _played, of_game in _of_events() if slug in of_game), None
    )


def every_irregularity() -> list[tuple[str, str]]:
    """Each with its name, those of other games after the name of theirs."""
    others = [
        (slug, f"{played.title}: {irregularity.name}")
        for played, of_game in _of_events()
        for slug, irregularity in of_game.items()
    ]
    return [*((slug, irregularity.name) for slug, irregularity in IRREGULARITIES.items()), *others]


def _of_events() -> Iterator[tuple[Format, Mapping[str, Irregularity]]]:
    for played in FORMATS.values():
        if played.rulings is not None:
            yield played, played.rulings.irregularities


def short_ways(kind: str, played: Format) -> Mapping[str, str]:
    """The irregularities that a call of that kind may be about; none where the game has a book of its own."""
    return {} if played.rules_by_its_book else SHORT.get(kind, {})


def asked_as(irregularity: str, fact: str) -> str:
    """The words in which a form asks for a fact."""
    if fact == "player":
        return str(PLAYER[irregularity])
    if fact == "card":
        return str(CARD[irregularity])
    return str(OWN.get((irregularity, fact)) or FACTS[fact])


def asked_if_known(irregularity: str, fact: str) -> str:
    """The same; of what no form asks for, its name."""
    known = fact in ("player", "card") or fact in FACTS or (irregularity, fact) in OWN
    return asked_as(irregularity, fact) if known else fact
