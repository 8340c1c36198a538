"""What the reported cards of a stanza say about one player in one trick.

Built only for stanzas with incidents that the cards can bear out. Tricks count from 1.
"""

from typing import Final, NamedTuple

from rules_engine.cards import JOKER, NO_CARD, NO_RANK, NO_SUIT, RANK, SUIT
from rules_engine.whoopie.record import STRANGER, Stanza, Tricks

_NEVER: Final = -1


class ProvenRevoke(NamedTuple):
    """A proven failure to follow suit: trick (from 1) and player."""

    trick: int
    player: str


class Evidence:
    """Looks up who played what, and when, in the tricks of a stanza."""

    def __init__(self, stanza: Stanza, tricks: Tricks) -> None:
        self.stanza = stanza
        self.count = len(tricks.sizes)
        self._seat_of = {player: seat for seat, player in enumerate(stanza.seated)}
        self._sizes = tricks.sizes
        self._leads: list[int] = []
        self._cards = [[NO_CARD] * self.count for _ in stanza.seated]
        self._positions = [[_NEVER] * self.count for _ in stanza.seated]
        seats = tricks.seats
        cards = tricks.cards
        first = 0
        for trick in range(self.count):
            self._leads.append(cards[first])
            size = tricks.sizes[trick]
            for position in range(size):
                seat = seats[first + position]
                if seat != STRANGER:
                    self._cards[seat][trick] = cards[first + position]
                    self._positions[seat][trick] = position
            first += size

    def size(self, trick: int) -> int:
        """How many cards the trick has, 0 if there is no such trick."""
        return self._sizes[trick - 1] if 1 <= trick <= self.count else 0

    def position(self, player: str, trick: int) -> int | None:
        """How many cards lay on the table when the player's turn came; None if he did not play to it."""
        if not 1 <= trick <= self.count or player not in self._seat_of:
            return None
        position = self._positions[self._seat_of[player]][trick - 1]
        return None if position == _NEVER else position

    def is_ahead(self, player: str, other: str, trick: int) -> bool:
        """Whether both played to the trick, the player before the other."""
        position, later = self.position(player, trick), self.position(other, trick)
        return position is not None and later is not None and position < later

    def card(self, player: str, trick: int) -> int:
        """What the player played to the trick, `NO_CARD` if nothing."""
        if not 1 <= trick <= self.count or player not in self._seat_of:
            return NO_CARD
        return self._cards[self._seat_of[player]][trick - 1]

    def led(self, trick: int) -> int:
        """The suit led, `NO_SUIT` if a joker was or there is no such trick."""
        return SUIT[self._leads[trick - 1]] if 1 <= trick <= self.count else NO_SUIT

    def held(self, player: str, trick: int) -> list[int]:
        """The cards the player still had when `trick` began: those he played from then on, and those that
        stayed in his reported hand."""
        played = self._cards[self._seat_of[player]] if player in self._seat_of else []
        held = [card for card in played[trick - 1 :] if card != NO_CARD]
        if self.has_surplus(player):
            held += self._unplayed(player, played)
        return held

    def _unplayed(self, player: str, played: list[int]) -> list[int]:
        hands = self.stanza.hands
        unplayed = list(hands[player]) if hands is not None and player in hands else []
        for card in played:
            if card in unplayed:
                unplayed.remove(card)
        return unplayed

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
            for number, lead in enumerate(self._leads, 1):
                if lead < JOKER:
                    denomination, fixed_in = RANK[lead], number
                    break
        if RANK[card] != denomination or trick < fixed_in:
            return False
        return trick > fixed_in or self.position(player, trick) != 0
