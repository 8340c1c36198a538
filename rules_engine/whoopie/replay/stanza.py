"""A stanza card by card: what was trump at each moment, who was winning, and why, with the rule.

Section I, "Play", "Trumps and Whoopie cards" and "Jokers". For showing, not for checking: the cards are laid
as the record has them.
"""

from typing import Final, NamedTuple

from rules_engine.cards import JOKER, NO_CARD, NO_RANK, NO_SUIT, RANK, RANK_NAMES, SUIT, SUIT_NAMES, TEXT
from rules_engine.sentences import Sentence, says
from rules_engine.whoopie.record import Record, Stanza
from rules_engine.whoopie.tricks import ALL_SUITS, J_TRUMP, UNFIXED, CardsOnTable, trump_letter

PLAY: Final = "I/Play"
WHOOPIE: Final = "I/Trumps and Whoopie cards"
JOKERS: Final = "I/Jokers"


class ReplayedCard(NamedTuple):
    """One card laid: what it did (`event`, by `rule`), what is trump after it, and who is winning and why.

    `trump` is "S", "H", "D", "C", "J" for J-Trump, or None while nothing is fixed; `live` is what a card laid
    next must be of to be trump: a suit's letter, "all", or None.
    """

    player: str
    card: str
    event: str
    rule: str
    trump: str | None
    live: str | None
    winning: str
    why: str


class ReplayedTrick(NamedTuple):
    """One trick: its number from 1, what was trump before it, the cards in order, the winner."""

    number: int
    trump: str | None
    cards: tuple[ReplayedCard, ...]
    winner: str


class ReplayedStanza(NamedTuple):
    """A stanza's tricks; `denomination` is the Whoopie rank at the start, None under a turned-up joker."""

    number: int
    defining: str
    denomination: str | None
    tricks: tuple[ReplayedTrick, ...]


class NothingToReplay(ValueError):
    """The stanza is not in the record, or was reported without its cards."""


def replay_stanza(record: Record, number: int) -> ReplayedStanza:
    """Replay stanza `number` (from 1).

    Raises:
        NothingToReplay: no such stanza, no tricks, no Whoopie Defining Card, or a text that is no card.
    """
    if not 1 <= number <= len(record.stanzas):
        raise NothingToReplay(
            says(
                "The record has no stanza %(number)s; it has %(stanzas)s.",
                number=number,
                stanzas=len(record.stanzas),
            )
        )
    stanza = record.stanzas[number - 1]
    if stanza.tricks is None or stanza.defining is None:
        raise NothingToReplay(says("Stanza %(number)s was reported without its cards.", number=number))
    if stanza.defining == NO_CARD or NO_CARD in stanza.tricks.cards:
        raise NothingToReplay(says("Stanza %(number)s names a card that does not exist.", number=number))
    denomination = None if stanza.defining == JOKER else TEXT[stanza.defining][0]
    return ReplayedStanza(
        number, TEXT[stanza.defining], denomination, _replay_tricks(stanza, stanza.defining)
    )


def _replay_tricks(stanza: Stanza, defining: int) -> tuple[ReplayedTrick, ...]:
    assert stanza.tricks is not None
    table = CardsOnTable(defining)
    tricks: list[ReplayedTrick] = []
    first = 0
    for number, size in enumerate(stanza.tricks.sizes, 1):
        before = trump_letter(table.trump)
        players = [stanza.player(play) for play in range(first, first + size)]
        cards = stanza.tricks.cards[first : first + size]
        shown = tuple(_lay(table, players, cards, position) for position in range(size))
        tricks.append(ReplayedTrick(number, before, shown, players[table.winner]))
        first += size
    return tuple(tricks)


def _lay(table: CardsOnTable, players: list[str], cards: list[int], position: int) -> ReplayedCard:
    card = cards[position]
    if position == 0:
        event, rule = _lead(table, card)
    else:
        event, rule = _follow(table, card)
    return ReplayedCard(
        player=players[position],
        card=TEXT[card],
        event=event,
        rule=rule,
        trump=trump_letter(table.trump),
        live=_live(table),
        winning=players[table.winner],
        why=_why(table, cards, position),
    )


def _live(table: CardsOnTable) -> str | None:
    if table.live == ALL_SUITS:
        return "all"
    return "SHDC"[table.live] if table.live < NO_SUIT else None


def _lead(table: CardsOnTable, card: int) -> tuple[str, str]:
    unfixed, under_j = table.trump == UNFIXED, table.trump == J_TRUMP
    whoopie = table.calls_for_whoopie(card)
    table.lead(card)
    if card == JOKER:
        if unfixed:
            return says("leads the other joker: it wins by itself, and fixes nothing"), JOKERS
        return says("leads a joker: J-Trump, and every suit is trump in this trick"), JOKERS
    suit = SUIT_NAMES[SUIT[card]]
    if unfixed:
        return says(
            "leads, and fixes %(suit)s as trump and the %(rank)s as Whoopie card", suit=suit, rank=_rank(card)
        ), JOKERS
    if whoopie:
        return says("leads a Whoopie card: %(suit)s are trump", suit=suit), WHOOPIE
    if under_j:
        return says("leads %(suit)s, which are trump for this trick under J-Trump", suit=suit), JOKERS
    return says("leads %(suit)s", suit=suit), PLAY


def _follow(table: CardsOnTable, card: int) -> tuple[str, str]:
    trump_suit, under_j = table.live, table.trump == J_TRUMP
    whoopie = table.calls_for_whoopie(card)
    table.follow([card])
    suit = SUIT[card]
    if card == JOKER:
        if table.denomination == NO_RANK:
            return says("throws a joker"), JOKERS
        return _joker_on_a_lead(table), JOKERS
    name = SUIT_NAMES[suit]
    if whoopie:
        if suit == trump_suit and not under_j:
            return says("plays a Whoopie card of trumps, %(suit)s stay trump", suit=name), WHOOPIE
        return says("plays a Whoopie card: %(suit)s are trump from this card on", suit=name), WHOOPIE
    if suit == table.led:
        return (
            says("follows with a trump, %(suit)s", suit=name)
            if suit == trump_suit
            else says("follows suit in %(suit)s", suit=name)
        ), PLAY
    if trump_suit in (suit, ALL_SUITS):
        return says("plays a trump, %(suit)s", suit=name), JOKERS if trump_suit == ALL_SUITS else PLAY
    return says("throws %(suit)s", suit=name), PLAY


def _why(table: CardsOnTable, cards: list[int], position: int) -> str:
    """Why the winning card wins so far."""
    winner = cards[table.winner]
    if winner == JOKER and table.denomination == NO_RANK:
        return says("the joker led under a turned-up joker wins by itself")
    if table.best < len(RANK_NAMES):
        return says("the highest of the suit led, no trump on it")
    rank = table.denomination if winner == JOKER else RANK[winner]
    equals = [card for card in cards[: position + 1] if card == JOKER or RANK[card] == rank]
    if len(equals) > 1 and (rank == table.denomination or table.led == NO_SUIT):
        return says(
            "the first %(rank)s of trumps; of equal trumps the first played wins", rank=RANK_NAMES[rank]
        )
    return says("the highest trump so far, the %(rank)s of trumps", rank=RANK_NAMES[rank])


def _rank(card: int) -> str:
    return RANK_NAMES[RANK[card]]


def _joker_on_a_lead(table: CardsOnTable) -> Sentence:
    rank = RANK_NAMES[table.denomination]
    with_an = rank in ("eight", "ace")
    if table.led == NO_SUIT and with_an:
        return says("plays a joker, an %(rank)s of trumps: J-Trump, every suit is trump", rank=rank)
    if table.led == NO_SUIT:
        return says("plays a joker, a %(rank)s of trumps: J-Trump, every suit is trump", rank=rank)
    suit = SUIT_NAMES[table.led]
    if with_an:
        return says(
            "plays a joker, an %(rank)s of trumps: J-Trump, %(suit)s laid from now on are trump",
            rank=rank,
            suit=suit,
        )
    return says(
        "plays a joker, a %(rank)s of trumps: J-Trump, %(suit)s laid from now on are trump",
        rank=rank,
        suit=suit,
    )
