"""Cards on the table: what counts as played, turns taken wrongly, exposed cards, penalty cards left lying.

Section II, "Played Cards" to "Penalty Cards"; inventory W-42 to W-53, readings 22 to 26.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rules_engine.cards import COPIES, NO_SUIT, SUIT, TEXT
from rules_engine.whoopie.check.penalty_cards import due_card
from rules_engine.whoopie.rulings.outcome import LaidCard, Outcome, WrongFact, aged

WHO_MUST_NAME = 2


class PlayedCard(NamedTuple):
    """Is a card played? `named_by` counts the other players who could tell which one was detached."""

    player: str
    card: int
    touched_table: bool
    meant: bool
    named_by: int

    def ruled(self) -> Outcome:
        rule = "II/Played Cards"
        if self.touched_table:
            return Outcome(
                rule=rule,
                reason=f"{TEXT[self.card]} touched the table face up: it is played.",
                player=self.player,
            )
        if self.meant and self.named_by >= WHO_MUST_NAME:
            reason = f"{TEXT[self.card]} was detached on purpose and two others can name it: it is played."
            return Outcome(rule=rule, reason=reason, player=self.player)
        reason = f"{TEXT[self.card]} touched no table, nor did two others see it detached on purpose."
        return Outcome(rule=rule, reason=reason, player=self.player, returned={self.player: (self.card,)})


class PlayedOutOfTurn(NamedTuple):
    """Cards laid although it was the turn of `turn`: `plays` from the first wrong one on, in their order.

    `lying` are penalty cards from before, oldest first; `scored` says that the stanza has been scored.
    """

    plays: tuple[LaidCard, ...]
    turn: str
    lying: Mapping[str, tuple[int, ...]]
    scored: bool

    def ruled(self) -> Outcome:
        rule = "II/Cards played out of turn"
        if not self.plays or self.plays[0].player == self.turn:
            raise WrongFact("plays", "the first of the plays is somebody's whose turn it was not")
        first = self.plays[0].player
        if self.scored:
            return Outcome(
                rule=rule,
                reason="The stanza has been scored: its tricks stand.",
                player=first,
                trick="stands",
            )
        lying = dict(self.lying)
        for player, card in self.plays:
            lying[player] = aged(lying.get(player, ()), [card])
        reason = (
            f"{first} played out of turn; that card and the {len(self.plays) - 1} after it are penalty cards,"
            f" and it is the turn of {self.turn}."
        )
        return Outcome(
            rule=rule,
            reason=reason,
            player=first,
            incident="played-out-of-turn",
            penalty_cards=lying,
            trick="returned",
            turn=self.turn,
        )


class ExposedCards(NamedTuple):
    """`cards` that a player showed at one moment; `meant`, of two or more in his turn, the one he names."""

    player: str
    cards: tuple[int, ...]
    in_turn: bool
    meant: int | None
    lying: tuple[int, ...]
    on_purpose: bool

    def ruled(self) -> Outcome:
        rule = "II/Improperly exposed cards"
        if any(self.cards.count(card) > COPIES[card] for card in self.cards) or not self.cards:
            raise WrongFact("cards", "these are no cards of one hand")
        exposed = list(self.cards)
        if self.meant is not None:
            if not self.in_turn or len(self.cards) < 2 or self.meant not in exposed:
                raise WrongFact("meant", "only of several cards laid in turn is one named as meant")
            exposed.remove(self.meant)
        lying = aged(self.lying, exposed)
        named = f" They name {TEXT[self.meant]} as the one they play." if self.meant is not None else ""
        reason = (
            f"Penalty cards of {self.player}, oldest first: {' '.join(TEXT[card] for card in lying)}.{named}"
        )
        if self.on_purpose:
            reason += " Shown on purpose it is improper information besides (III/Improper Information)."
        return Outcome(
            rule=rule,
            reason=reason,
            player=self.player,
            incident="exposed-card",
            penalty_cards={self.player: lying},
            type_1=self.on_purpose,
        )


class OlderCardDue(NamedTuple):
    """A card played while penalty cards lay: `lying`, oldest first; `led` the suit led, `NO_SUIT` after a
    joker; `finished` says that the trick was complete when it was noticed."""

    player: str
    card: int
    lying: tuple[int, ...]
    leads: bool
    led: int
    can_follow: bool
    finished: bool

    def ruled(self) -> Outcome:
        rule = "II/Penalty Cards"
        if not self.leads and self.can_follow and NO_SUIT != self.led != SUIT[self.card]:
            raise WrongFact("card", "a card that does not follow suit is a revoke")
        due = due_card(list(self.lying), self.card, self.led, self.leads, self.can_follow)
        left = list(self.lying)
        if self.card in left:
            left.remove(self.card)
        if due is not None and not self.finished:
            reason = f"{TEXT[due]} is played first; {TEXT[self.card]} becomes the youngest penalty card."
            return Outcome(
                rule=rule,
                reason=reason,
                player=self.player,
                incident="exposed-card",
                penalty_cards={self.player: (*left, self.card)},
                trick="returned",
                turn=self.player,
            )
        reason = f"No older penalty card could lawfully be played in place of {TEXT[self.card]}."
        if due is not None:
            reason = f"{TEXT[due]} was due; the trick is complete and stands, and {TEXT[due]} stays due."
        return Outcome(
            rule=rule,
            reason=reason,
            player=self.player,
            penalty_cards={self.player: tuple(left)},
            trick="stands",
        )
