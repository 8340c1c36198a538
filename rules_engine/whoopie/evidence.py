"""What the reported cards of a stanza say about one player in one trick.

Built only for stanzas with incidents that the cards can bear out. Tricks count from 1.
"""

from rules_engine.cards import JOKER, NO_CARD, NO_RANK, NO_SUIT, RANK, SUIT
from rules_engine.whoopie.record import Stanza, Tricks


class Evidence:
    """Looks up who played what, and when, in the tricks of a stanza."""

    def __init__(self, stanza: Stanza, tricks: Tricks) -> None:
        self.stanza = stanza
        self.count = len(tricks.sizes)
        self.players: list[list[str]] = []
        self.cards: list[list[int]] = []
        first = 0
        for size in tricks.sizes:
            self.players.append(tricks.players[first : first + size])
            self.cards.append(tricks.cards[first : first + size])
            first += size

    def position(self, player: str, trick: int) -> int | None:
        """How many cards lay on the table when the player's turn came; None if he did not play to it."""
        if not 1 <= trick <= self.count or player not in self.players[trick - 1]:
            return None
        return self.players[trick - 1].index(player)

    def card(self, player: str, trick: int) -> int:
        """What the player played to the trick, `NO_CARD` if nothing."""
        position = self.position(player, trick)
        return NO_CARD if position is None else self.cards[trick - 1][position]

    def led(self, trick: int) -> int:
        """The suit led, `NO_SUIT` if a joker was or there is no such trick."""
        return SUIT[self.cards[trick - 1][0]] if 1 <= trick <= self.count else NO_SUIT

    def held(self, player: str, trick: int) -> list[int]:
        """The cards the player still had when `trick` began: those he played from then on, and those that
        stayed in his reported hand."""
        played = [self.card(player, later) for later in range(1, self.count + 1)]
        unplayed = list((self.stanza.hands or {}).get(player, ()))
        for card in played:
            if card in unplayed:
                unplayed.remove(card)
        return [card for card in played[trick - 1 :] if card != NO_CARD] + unplayed

    def has_surplus(self, player: str) -> bool:
        """Whether the player held more cards than he could play, so that the tricks do not show them all."""
        return any(
            incident.kind == "wrong-card-count" and incident.player == player
            for incident in self.stanza.incidents
            if incident.held > self.stanza.cards
        )

    def can_follow(self, player: str, trick: int) -> bool:
        """Whether the player could follow suit in `trick`: he held the suit led."""
        led = self.led(trick)
        return led != NO_SUIT and any(SUIT[card] == led for card in self.held(player, trick))

    def is_whoopie(self, player: str, trick: int) -> bool:
        """Whether the player played a card to `trick` that he had to call (reading 21)."""
        return self.must_call(self.card(player, trick), player, trick)

    def must_call(self, card: int, player: str, trick: int) -> bool:
        """Whether `card`, played by the player to `trick`, had to be called."""
        if card in (JOKER, NO_CARD) or self.stanza.defining is None:
            return False
        denomination, fixed_in = RANK[self.stanza.defining], 0
        if denomination == NO_RANK:
            for number, cards in enumerate(self.cards, 1):
                if cards[0] < JOKER:
                    denomination, fixed_in = RANK[cards[0]], number
                    break
        if RANK[card] != denomination or trick < fixed_in:
            return False
        return trick > fixed_in or self.position(player, trick) != 0
