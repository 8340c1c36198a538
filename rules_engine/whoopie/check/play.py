"""Examines the reported play of one stanza: turns, cards, following suit, and who won each trick.

Section I, "Play" and "Trumps and Whoopie cards", and section II, "Incorrect number of cards" and "Revokes";
inventory W-13, W-24 to W-41, W-59, W-60, W-66. One fault gives one finding: from the first trick whose cards
or turns cannot be trusted the examination is in doubt, and takes the winners from who led next.
"""

from typing import Final

from rules_engine.cards import COPIES, JOKER, NO_CARD, NO_SUIT, SUIT, SUIT_NAMES, TEXT
from rules_engine.findings import Finding
from rules_engine.sentences import Card, Said, says
from rules_engine.whoopie.check.evidence import ProvenRevoke
from rules_engine.whoopie.check.hands import (
    cards_agree,
    changed_places,
    check_hands,
    stayed_in_hand,
    told_once,
    tricks_due,
)
from rules_engine.whoopie.record import STRANGER, Incident, Stanza, Tricks
from rules_engine.whoopie.tricks import CardsOnTable, trump_letter

REVOKES: Final = frozenset({"revoke-self", "revoke-other", "revoke-late"})


class PlayCheck:
    """One pass over the tricks of a stanza.

    After `run`, `winners` names one player a trick, and `taken` counts them by seat; `doubt` says that the
    cards do not settle them all, and `faulted` that a card or turn was found wrong. `trump_after` is None
    where the play leaves it open; `revokes` are the proven failures to follow suit, and `findings` what no
    incident explains.
    """

    def __init__(
        self, stanza: Stanza, tricks: Tricks, number: int, dealer: str, held: dict[str, int]
    ) -> None:
        self.stanza = stanza
        self.number = number
        self.dealer = dealer
        self.tricks = tricks
        self.seats = tricks.seats
        self.cards = tricks.cards
        self.sizes = tricks.sizes
        self.order = stanza.seated
        self.seated = len(stanza.seated)
        self.findings: list[Finding] = []
        self.doubtful_cards: list[int] = []
        self.doubtful_plays: list[int] = []
        self.strangers: list[str] = []
        self.doubt = stanza.defining is None or stanza.defining == NO_CARD
        self.faulted = False
        self.miscounted = False
        self.failures: list[int] = []
        self.revokes: list[ProvenRevoke] = []
        self.trump_after: str | None = None
        self.winners: list[str] = []
        self.taken = [0] * self.seated
        self.left: list[int] | None = None
        self.holdings = held

    def run(self) -> None:
        """Examine everything."""
        if self.holdings:
            most = max(0, self.stanza.cards)
            self.left = [min(most, self.holdings.get(player, most)) for player in self.order]
        self._count_tricks()
        if self.holdings or not cards_agree(self.stanza, self.tricks):
            self._doubt_overfull()
            if self.stanza.hands is not None:
                self._check_held(self.stanza.hands)
            self._count_cards()
            if self.stanza.hands is not None:
                self.findings += check_hands(
                    self.stanza, self.number, self.holdings, self.doubtful_cards, self.strangers
                )
        table = self._play_tricks()
        if self.holdings:
            self._surplus_revokes()
        if len(self.findings) > 1:
            self._drop_consequences()
        if not self.doubt:
            self.trump_after = trump_letter(table.trump)

    def _drop_consequences(self) -> None:
        """A revoke that no incident names may be a card noted wrong: that by the cards somebody else won the
        trick and had to lead the next is then no second fault."""
        revokes = [finding for finding in self.findings if finding.code == "revoke"]
        for finding in [finding for finding in self.findings if finding.code == "play-turn"]:
            trick = finding.trick or 0
            for revoke in revokes:
                if revoke.trick == trick - 1 and self._explains(revoke.player or "", trick):
                    self.findings.remove(finding)
                    break

    def _explains(self, revoker: str, trick: int) -> bool:
        """Whether another card of the `revoker` in the trick before would have had its leader lead `trick`,
        and all play clockwise from there."""
        sizes = self.sizes
        first = sum(sizes[: trick - 1])
        before = first - sizes[trick - 2]
        leader = self.seats[first]
        played = self.seats[first : first + sizes[trick - 1]]
        revoked = [play for play in range(before, first) if self.stanza.player(play) == revoker]
        if leader == STRANGER or not revoked or played != self._due_from(leader, first)[: len(played)]:
            return False
        defining = self.stanza.defining
        table = CardsOnTable(NO_CARD if defining is None else defining)
        begun = 0
        for size in sizes[: trick - 2]:
            table.lay_trick(self.cards[begun : begun + size])
            begun += size
        trump, denomination = table.trump, table.denomination
        laid = self.cards[before:first]
        for card in range(NO_CARD):
            laid[revoked[0] - before] = card
            table.trump = trump
            table.denomination = denomination
            table.lay_trick(laid)
            winner = self.seats[before + table.winner]
            if winner != STRANGER and self._due_from(winner, first)[:1] == [leader]:
                return True
        return False

    def _due_from(self, seat: int, play: int) -> list[int]:
        """Who plays a trick that begins with `play`, clockwise from a seat: whoever has a card left."""
        turns = [(seat + step) % self.seated for step in range(self.seated)]
        if not self.holdings:
            return turns
        most = max(0, self.stanza.cards)
        held = [min(most, self.holdings.get(player, most)) for player in self.order]
        return [turn for turn in turns if held[turn] > self.seats[:play].count(turn)]

    def _lose_trust(self) -> None:
        self.doubt = True
        self.faulted = True

    def _find(self, code: str, rule: str, message: Said, trick: int | None, player: str | None) -> None:
        self.findings.append(Finding(code, rule, message, self.number, trick, player))

    def _check_held(self, hands: dict[str, list[int]]) -> None:
        """Each card played comes from its owner's reported hand, where that has the right size."""
        jokers = {player: hand.count(JOKER) for player, hand in hands.items()}
        strays: list[int] = []
        for play, card in enumerate(self.cards):
            player = self.stanza.player(play)
            hand = hands.get(player)
            if hand is None or card == NO_CARD or NO_CARD in hand:
                continue
            if len(hand) != self.holdings.get(player, self.stanza.cards) or play in self.doubtful_plays:
                continue
            if card == JOKER:
                jokers[player] -= 1
            if card not in hand or (card == JOKER and jokers[player] < 0):
                strays.append(play)
        explained: set[int] = set()
        for play in strays:
            # Of two jokers where the hand has one, either may be the slip.
            same = (self.seats[play], self.cards[play])
            self.doubtful_plays += [at for at in range(play + 1) if (self.seats[at], self.cards[at]) == same]
            self.strangers.append(self.stanza.player(play))
            if play not in explained:
                self._report_stray(play, strays, explained)

    def _report_stray(self, play: int, strays: list[int], explained: set[int]) -> None:
        """A card that is not in its player's hand; two players' cards that changed places are one fault."""
        player, card = self.stanza.player(play), Card(TEXT[self.cards[play]])
        message = says(
            "%(player)s played %(card)s, which is not in their reported hand.", player=player, card=card
        )
        explained.add(play)
        unexplained = [stray for stray in strays if stray not in explained]
        other = changed_places(self.stanza, self.tricks, play, unexplained)
        if other is not None:
            explained.add(other)
            message = says(
                "%(player)s played %(card)s, which is not in their reported hand. %(holder)s held it, and "
                "played %(other)s, which %(player)s held.",
                player=player,
                card=card,
                holder=self.stanza.player(other),
                other=Card(TEXT[self.cards[other]]),
            )
        self._find("card-not-held", "I/Play", message, self._trick_of(play), player)

    def _count_cards(self) -> None:
        """No card more often than the deck has it, the defining card counted; every copy is in doubt."""
        counts = [0] * (NO_CARD + 1)
        if self.stanza.defining is not None:
            counts[self.stanza.defining] = 1
        doubtful = self.doubtful_plays
        for play, card in enumerate(self.cards):
            if doubtful and play in doubtful:
                continue
            counts[card] += 1
            if counts[card] > COPIES[card]:
                self.doubtful_cards.append(card)
                player = self.stanza.player(play)
                message = says(
                    "%(player)s played %(card)s, but the deck has no further one.",
                    player=player,
                    card=Card(TEXT[card]),
                )
                self._find("card-repeated", "I/Deck", message, self._trick_of(play), player)
        if counts[NO_CARD] > 0:
            self.doubtful_cards.append(NO_CARD)
        if self.stanza.defining in self.doubtful_cards:
            self._lose_trust()

    def _trick_of(self, play: int) -> int:
        """The trick, from 1, that a play (from 0) belongs to."""
        trick = begun = 0
        while begun <= play:
            begun += self.sizes[trick]
            trick += 1
        return trick

    def _count_tricks(self) -> None:
        due = tricks_due(self.stanza, self.holdings)
        if len(self.sizes) != due:
            self._lose_trust()
            self.miscounted = True
            if len(self.sizes) > due:
                self.doubtful_plays.extend(range(len(self.cards)))
            message = says(
                "%(tricks)s tricks are reported, the deal allows %(due)s.", tricks=len(self.sizes), due=due
            )
            self._find("trick-count", "I/Play", message, None, None)

    def _doubt_overfull(self) -> None:
        """A trick of more cards than players holds one that is not of it; which one is not known."""
        first = 0
        for trick, size in enumerate(self.sizes):
            if size > (self.seated if self.left is None else sum(cards > trick for cards in self.left)):
                self.doubtful_plays.extend(range(first, first + size))
            first += size

    def _play_tricks(self) -> CardsOnTable:
        defining = self.stanza.defining
        table = CardsOnTable(NO_CARD if defining is None else defining)
        leader = self._next_with_cards((self.order.index(self.dealer) + 1) % self.seated)
        voids = [0] * self.seated
        first = 0
        for trick in range(len(self.sizes)):
            size = self.sizes[trick]
            if self.doubt and self.seats[first] != STRANGER:
                leader = self.seats[first]
            trusted = self._check_turns(trick, first, size, leader)
            self._lay(table, first, size, voids, trusted)
            winner = self._winner(trick, first, size, table.winner)
            seat = self.seats[winner]
            if seat == STRANGER:
                self.winners.append(self.stanza.player(winner))
                seat = 0
            else:
                self.winners.append(self.order[seat])
                self.taken[seat] += 1
            leader = self._next_with_cards(seat)
            first += size
        return table

    def _check_turns(self, trick: int, first: int, size: int, leader: int) -> bool:
        """Whether the trick has the right number of cards in the right turns."""
        if self.left is not None:
            return self._check_short_turns(trick, first, size, leader, self.left)
        if size != self.seated:
            return self._wrong_size(trick, size, self.seated)
        seats = self.seats
        seat = leader
        for play in range(first, first + size):
            if seats[play] != seat:
                return self._wrong_turn(trick, seat, play)
            seat += 1
            if seat == size:
                seat = 0
        return True

    def _check_short_turns(self, trick: int, first: int, size: int, leader: int, left: list[int]) -> bool:
        turns = [(leader + step) % self.seated for step in range(self.seated)]
        due = [seat for seat in turns if left[seat] > 0]
        for seat in due:
            left[seat] -= 1
        if self.miscounted:
            return False
        if size != len(due):
            return self._wrong_size(trick, size, len(due))
        for step, seat in enumerate(due):
            if self.seats[first + step] != seat:
                return self._wrong_turn(trick, seat, first + step)
        return True

    def _wrong_size(self, trick: int, size: int, due: int) -> bool:
        self._lose_trust()
        message = says("The trick has %(size)s cards, %(due)s players had one to play.", size=size, due=due)
        self._find("trick-size", "I/Play", message, trick + 1, None)
        return False

    def _wrong_turn(self, trick: int, due: int, play: int) -> bool:
        self._lose_trust()
        player = self.stanza.player(play)
        message = says("It was %(due)s's turn to play, not %(player)s's.", due=self.order[due], player=player)
        self._find("play-turn", "I/Play", message, trick + 1, player)
        return False

    def _lay(self, table: CardsOnTable, first: int, size: int, voids: list[int], trusted: bool) -> None:
        """Lay the cards of a trick."""
        cards = self.cards
        seats = self.seats
        doubtful = len(self.doubtful_cards) > 0 or len(self.doubtful_plays) > 0
        led = SUIT[cards[first]]
        table.lay_trick(cards[first : first + size])
        for play in range(first, first + size):
            card = cards[play]
            seat = seats[play]
            if doubtful and (card in self.doubtful_cards or play in self.doubtful_plays):
                self._lose_trust()
                if play == first:
                    led = NO_SUIT
            elif seat != STRANGER:
                suit = SUIT[card]
                if voids[seat] >> suit & 1:
                    self._prove_revokes(seat, suit)
                    voids[seat] &= ~(1 << suit)
                if suit != led and led != NO_SUIT and trusted:
                    voids[seat] = voids[seat] | 1 << led
                    self.failures.append(play)

    def _winner(self, trick: int, first: int, size: int, position: int) -> int:
        """The winning play: by the cards; in doubt, that of whoever led the next trick."""
        if self.doubt and trick + 1 < len(self.sizes) and self.left is None:
            leader = self.seats[first + size]
            for play in range(first, first + size):
                if leader != STRANGER and self.seats[play] == leader:
                    return play
        return first + position

    def _next_with_cards(self, seat: int) -> int:
        """The seat itself, or the first on its left that has a card (II/Incorrect number of cards)."""
        if self.left is None:
            return seat
        for step in range(self.seated):
            candidate = (seat + step) % self.seated
            if self.left[candidate] > 0:
                return candidate
        return seat

    def _prove_revokes(self, seat: int, suit: int) -> None:
        """The player shows a card of a suit that he did not follow: each of those plays was a revoke."""
        remaining: list[int] = []
        for play in self.failures:
            trick = self._trick_of(play)
            lead = sum(self.sizes[: trick - 1])
            if self.seats[play] == seat and SUIT[self.cards[lead]] == suit:
                self._revoked(play, trick, suit)
            else:
                remaining.append(play)
        self.failures = remaining

    def _surplus_revokes(self) -> None:
        """Failures proven by a card of the suit that stayed in a reported hand to the end."""
        if self.stanza.hands is None or self.faulted:
            return
        for player, held in self.holdings.items():
            if held > self.stanza.cards and player in self.stanza.hands and player in self.order:
                seat = self.order.index(player)
                for card in stayed_in_hand(self.stanza, self.tricks, player):
                    before = len(self.findings)
                    self._prove_revokes(seat, SUIT[card])
                    self.findings[before:] = told_once(self.findings[before:])

    def _revoked(self, play: int, trick: int, suit: int) -> None:
        player = self.stanza.player(play)
        self.revokes.append(ProvenRevoke(trick, player))
        for incident in self.stanza.incidents:
            if incident.player == player and _announces(incident, None if self.miscounted else trick):
                return
        message = says(
            "%(player)s played %(card)s to a lead of %(suit)s while holding the suit, and no incident says "
            "so.",
            player=player,
            card=Card(TEXT[self.cards[play]]),
            suit=SUIT_NAMES[suit],
        )
        self._find("revoke", "II/Revokes", message, trick, player)


def _announces(incident: Incident, trick: int | None) -> bool:
    """Whether the incident says that its player revoked in that trick, or if None in any."""
    if incident.kind == "type-2-finding":
        return incident.grounds == "intentional-revoke"
    return incident.kind in REVOKES and trick in (None, incident.trick)
