"""What a ruling changes, in sentences for people, from the outcome that is kept.

Invariant: nothing is computed here; with other names for the players the same is said of them, so that the
case book names nobody.
Rule section: II. Terms: called (what a player is called: a name, "the dealer", "Player 1").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.wording.cards import card_name
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.registry import format_named
from tournaments.justice.rulings.kept_outcomes import AnyOutcome, BookOutcome, KeptOutcome, OutcomePart

# By what the case book is searched, and statistics are counted.
KINDS: Final[Mapping[str, str]] = {
    "points": _lazy("points lost"),
    "bid-failed": _lazy("bid failed"),
    "bid-void": _lazy("bid void"),
    "bid-substituted": _lazy("bid substituted"),
    "penalty-cards": _lazy("penalty cards"),
    "taken-back": _lazy("cards taken back"),
    "lead-passes": _lazy("lead passes"),
    "awarded": _lazy("awarded to the others"),
    "warning": _lazy("a warning"),
    "redeal": _lazy("dealt again"),
    "type-2": _lazy("type 2 violation"),
    "none": _lazy("no penalty"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """A player's penalty cards, the oldest first."""

    player: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """`said` are sentences; `lying` the penalty cards that lie there after the ruling."""

    said: tuple[str, ...]
    lying: tuple[Lying, ...]

    @property
    def in_words(self) -> tuple[str, ...]:
        """All of it where no cards are drawn."""
        lying = (
            _("Penalty cards of %(player)s: %(cards)s.")
            % {"player": hand.player, "cards": ", ".join(map(card_name, hand.cards))}
            for hand in self.lying
        )
        return (*self.said, *lying)


def effect_of(outcome: AnyOutcome, called: Callable[[str], str]) -> Effect:
    """What an outcome changes, with what was found besides."""
    if "consequences" in outcome:
        return Effect(said=_by_the_book(cast(BookOutcome, outcome)), lying=())
    parts = _parts(outcome)
    sentences = tuple(capfirst(sentence) for part in parts for sentence in _sentences(part, called))
    lying = tuple(
        Lying(player=called(player), cards=tuple(cards))
        for part in parts
        for player, cards in part["penalty_cards"].items()
        if cards
    )
    nothing = () if lying else (_("No penalty; play goes on."),)
    return Effect(said=sentences or nothing, lying=lying)


def _by_the_book(outcome: BookOutcome) -> tuple[str, ...]:
    """By the words of the game whose book it is; they name nobody."""
    rulings = format_named(outcome["format"]).rulings
    return rulings.sentences(outcome) if rulings else ()


def nobody_named(facts: Mapping[str, Any]) -> Callable[[str], str]:
    """What players are called where nobody is named: "the dealer", and by the order in which they occur."""
    dealer = facts.get("dealer")
    if dealer is True:
        dealer = facts.get("player")
    names: dict[str, str] = {}

    def called(record_id: str) -> str:
        if record_id == dealer:
            return _("the dealer")
        if record_id not in names:
            names[record_id] = _("Player %(n)s") % {"n": len(names) + 1}
        return names[record_id]

    return called


def kinds_of(outcome: AnyOutcome) -> tuple[str, ...]:
    """The kinds of `KINDS` that an outcome is of."""
    kinds = {kind for part in _parts(outcome) for kind in _kinds(part)}
    return tuple(kind for kind in KINDS if kind in kinds) or ("none",)


def _parts(outcome: AnyOutcome) -> list[OutcomePart]:
    if "incident" not in outcome:
        return []
    kept = cast(KeptOutcome, outcome)
    return [kept, *kept.get("besides", ())]


def _kinds(part: OutcomePart) -> Iterator[str]:
    holds = {
        "points": bool(part["points"]),
        "bid-failed": part["fails_bid"],
        "bid-void": part["bid"] == "void",
        "bid-substituted": part["bid"] == "substitute",
        "penalty-cards": bool(part["penalty_cards"]),
        "taken-back": part["trick"] == "returned" or bool(part["returned"]),
        "lead-passes": part["leads"] is not None,
        "redeal": part["redeal"] is not None,
        "type-2": part["incident"] == "type-2-finding",
    }
    yield from (kind for kind, held in holds.items() if held)


def _sentences(part: OutcomePart, called: Callable[[str], str]) -> Iterator[str]:
    yield from _of_score(part, called(part["player"]) if part["player"] else "")
    yield from _of_bid(part)
    yield from _of_trick(part, called)
    if part["turn"]:
        yield _("It is the turn of %(player)s.") % {"player": called(part["turn"])}
    if part["leads"]:
        yield _("The lead passes to %(player)s.") % {"player": called(part["leads"])}
    if part["redeal"]:
        yield _("%(player)s deals again.") % {"player": called(part["redeal"])}


def _of_score(part: OutcomePart, player: str) -> Iterator[str]:
    if part["points"]:
        lost = -part["points"]
        sentence = ngettext("%(player)s loses %(n)s point.", "%(player)s loses %(n)s points.", lost)
        yield sentence % {"player": player, "n": lost}
    if part["fails_bid"]:
        yield _("The bid of %(player)s fails, whatever was taken.") % {"player": player}
    if part["incident"] == "type-2-finding":
        yield _("%(player)s is guilty of a type 2 violation; a vote may follow.") % {"player": player}


def _of_bid(part: OutcomePart) -> Iterator[str]:
    if part["bid"] == "stands":
        yield _("The bid of %(bid)s stands.") % {"bid": part["standing"]}
    if part["bid"] == "void" and part["redeal"]:
        yield _("All bids are void.")
    elif part["bid"] == "void":
        yield _("The bid is void and is made again in turn.")
    if part["bid"] == "substitute":
        yield _("The bid is replaced by a legal one.")


def _of_trick(part: OutcomePart, called: Callable[[str], str]) -> Iterator[str]:
    if part["trick"] == "stands":
        yield _("The trick stands as played.")
    elif part["trick"] == "returned":
        yield _("The cards are taken back.")
    for player, cards in part["returned"].items():
        yield _("%(player)s takes back %(cards)s.") % {
            "player": called(player),
            "cards": ", ".join(map(card_name, cards)),
        }
    if part["may_change"]:
        names = ", ".join(map(called, part["may_change"]))
        yield _("These may play another card if the law lets them: %(names)s.") % {"names": names}
