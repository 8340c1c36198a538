"""Plays one stanza at random within the rules, with things going wrong now and then as they do at a table.

Everything that goes wrong is reported as an incident with the consequence that sections II and III give it.
"""

from random import Random
from typing import cast

from rules_engine.cards import DECK, JOKER, NO_RANK, NO_SUIT, RANK, SUIT, TEXT, seniority, texts
from rules_engine.whoopie.check.bidding import bidding_order, forbidden_bid
from rules_engine.whoopie.document import IncidentDocument, StanzaDocument, Tricks, written_bids
from rules_engine.whoopie.tricks import CardsOnTable

ACE_OR_KING = 11


class RandomStanza:
    """One stanza in the making: `document` is its part of the record once `play` has run."""

    def __init__(self, random: Random, seated: list[str], dealer: str, cards: int, mishaps: float) -> None:
        self.random = random
        self.seated = seated
        self.dealer = dealer
        self.cards = cards
        self.mishaps = mishaps
        self.order = list(bidding_order(tuple(seated), dealer))
        self.incidents: list[IncidentDocument] = []
        self.tricks: list[list[list[str]]] = []
        self.taken = dict.fromkeys(seated, 0)
        self.penalties: dict[str, list[int]] = {player: [] for player in seated}
        self.waiting: list[tuple[str, list[int]]] = []
        self._deal()

    def _deal(self) -> None:
        deck = list(DECK)
        self.random.shuffle(deck)
        counts = dict.fromkeys(self.seated, self.cards)
        if self._happens(0.2):
            self._misdeal_or_miscount(counts, len(deck) - self.cards * len(self.seated))
        self.hands = {player: [deck.pop() for _ in range(counts[player])] for player in self.order}
        self.dealt = {player: texts(hand) for player, hand in self.hands.items()}
        self.defining = deck.pop()
        self.table = CardsOnTable(self.defining)

    def _misdeal_or_miscount(self, counts: dict[str, int], spare: int) -> None:
        if self.random.random() < 0.5:
            reason = self.random.choice(["a card was exposed during the deal", "the wrong player dealt"])
            self.incidents.append({"kind": "misdeal", "reason": reason})
            return
        player = self.random.choice(self.seated)
        change = self.random.choice([-1, 1]) if spare > 1 else -1
        counts[player] = max(0, self.cards + change)
        self.incidents.append({"kind": "wrong-card-count", "player": player, "cards": counts[player]})

    def play(self) -> StanzaDocument:
        """Bid and play; the stanza's part of a record, without scores."""
        self._bid()
        leader = self.order[0]
        for _ in range(self.cards):
            leader = self._trick(leader)
        document: StanzaDocument = {
            "cards": self.cards,
            "dealer": self.dealer,
            "defining": TEXT[self.defining],
            "hands": self.dealt,
            "bids": written_bids({player: self.bids[player] for player in self.order}),
            "tricks": cast(Tricks, self.tricks),
            "taken": self.taken,
        }
        if self.incidents:
            document["incidents"] = self.incidents
        return document

    def _happens(self, chance: float) -> bool:
        return self.random.random() < chance * self.mishaps

    def _bid(self) -> None:
        self.bids: dict[str, int] = {}
        for player in self.order[:-1]:
            self.bids[player] = self._estimate(player)
        choices = [
            bid for bid in range(self.cards + 1) if bid != forbidden_bid(self.cards, sum(self.bids.values()))
        ]
        wish = self._estimate(self.dealer)
        self.bids[self.dealer] = min(choices, key=lambda bid: abs(bid - wish))
        if self._happens(0.3):
            self._bidding_mishap()

    def _estimate(self, player: str) -> int:
        """Roughly as many tricks as the hand has high trumps, Whoopie cards, jokers, aces and kings."""
        denomination, trump = RANK[self.defining], SUIT[self.defining]
        strength = 0.0
        for card in self.hands[player]:
            if card == JOKER or RANK[card] == denomination:
                strength += 0.5
            elif SUIT[card] == trump:
                strength += 0.3 + 0.04 * RANK[card]
            elif RANK[card] >= ACE_OR_KING:
                strength += 0.35
        return min(self.cards, int(strength + self.random.random()))

    def _bidding_mishap(self) -> None:
        player = self.random.choice(self.order)
        kind = self.random.choice(["bid-out-of-turn", "illegal-bid", "changed-bid"])
        bid = self.bids[player]
        if kind == "illegal-bid":
            bid = self.cards + self.random.randint(1, 3)
        elif kind == "changed-bid" or player == self.dealer:
            bid = self.random.randint(0, self.cards)
        self.incidents.append({"kind": kind, "player": player, "bid": bid})

    def _trick(self, leader: str) -> str:
        """Play one trick; who leads to the next."""
        leader = self._with_cards(leader)
        if not leader:
            return self.order[0]
        at = self.seated.index(leader)
        players = [player for player in self.seated[at:] + self.seated[:at] if self.hands[player]]
        plays: list[list[str]] = []
        for position, player in enumerate(players):
            if self._happens(0.04):
                self._expose(position)
            card = self._choose(player, position)
            self._whoopie_call(player, card)
            self.hands[player].remove(card)
            if card in self.penalties[player]:
                self.penalties[player].remove(card)
            if position == 0:
                self.table.lead(card)
            else:
                self.table.follow([card])
            plays.append([player, TEXT[card]])
        self.tricks.append(plays)
        winner = players[self.table.winner]
        self.taken[winner] += 1
        for player, cards in self.waiting:
            self.penalties[player] += cards
        self.waiting = []
        return winner

    def _with_cards(self, player: str) -> str:
        at = self.seated.index(player)
        return next((other for other in self.seated[at:] + self.seated[:at] if self.hands[other]), "")

    def _hidden(self, player: str) -> list[int]:
        """The player's cards that are no penalty cards and are not about to be."""
        hidden = list(self.hands[player])
        shown = self.penalties[player] + [
            card for owner, cards in self.waiting if owner == player for card in cards
        ]
        for card in shown:
            hidden.remove(card)
        return hidden

    def _expose(self, on_table: int) -> None:
        """Somebody drops a card or two, or plays one out of turn."""
        player = self.random.choice(self.seated)
        hidden = self._hidden(player)
        if not hidden:
            return
        kind = self.random.choice(["exposed-card", "played-out-of-turn"])
        cards = self.random.sample(hidden, min(len(hidden), self.random.choice([1, 1, 2])))
        cards.sort(key=seniority)
        self.penalties[player] += cards
        incident: IncidentDocument = {
            "kind": kind,
            "player": player,
            "trick": len(self.tricks) + 1,
            "on_table": on_table,
        }
        if len(cards) == 1:
            incident["card"] = TEXT[cards[0]]
        else:
            incident["cards"] = texts(cards)
        self.incidents.append(incident)

    def _choose(self, player: str, position: int) -> int:
        hand, due = self.hands[player], self.penalties[player]
        if position == 0 or self.table.led == NO_SUIT:
            return due[0] if due else self.random.choice(hand)
        suit = self.table.led
        following = [card for card in hand if SUIT[card] == suit]
        if not following:
            return due[0] if due else self.random.choice(hand)
        card = next((card for card in due if SUIT[card] == suit), None)
        if card is None:
            card = self.random.choice(following)
        if self._happens(0.02):
            return self._revoke(player, suit, card)
        return card

    def _revoke(self, player: str, suit: int, card: int) -> int:
        """The player fails to follow; the card that stands in the end."""
        wrong = [other for other in self._hidden(player) if SUIT[other] != suit]
        if not wrong:
            return card
        kind = self.random.choice(["revoke-corrected", "revoke-self", "revoke-other", "revoke-late"])
        thrown = self.random.choice(wrong)
        incident: IncidentDocument = {"kind": kind, "player": player, "trick": len(self.tricks) + 1}
        self.incidents.append(incident)
        if kind != "revoke-corrected":
            return thrown
        incident["card"] = TEXT[thrown]
        self.waiting.append((player, [thrown]))
        return card

    def _whoopie_call(self, player: str, card: int) -> None:
        if self.table.denomination != NO_RANK and self.table.calls_for_whoopie(card) and self._happens(0.15):
            incident: IncidentDocument = {
                "kind": "no-whoopie-call",
                "player": player,
                "trick": len(self.tricks) + 1,
            }
            self.incidents.append(incident)
