"""Who wins a trick and what is trump after it, by the text of section I and readings 16 to 21.

Every case of the readings stands here as a line; beside them random tricks are held against an oracle that
was written from the rule text alone (`tests.rules_engine.whoopie.oracle`).
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.cards import CODES, DECK, TEXT
from rules_engine.whoopie.tricks import CardsOnTable, trump_letter
from tests.rules_engine.records import Json, bids, check, game, numbers, play
from tests.rules_engine.whoopie import oracle
from tests.support.seeds import examples

PLAYERS = "ABCDEFGHIJ"

# The defining card, the tricks ("/" between them), who wins each, and trump after the last.
CASES = {
    # Plain play.
    "highest of the suit led": ("2C", "9S KS TS 3S", "B", "C"),
    "a trump beats it": ("2C", "9S KS 3C AS", "C", "C"),
    "the higher trump beats it": ("2C", "9S 5C 3C AS", "B", "C"),
    "another suit wins nothing": ("2C", "9S AH AD 3S", "A", "C"),
    "trump led": ("2C", "9C AS TC 8C", "C", "C"),
    # The example of the rules, and locks: a card is trump or not when it is played (reading 17).
    "the example of the rules": ("JD", "KS 8D JH JS QS JC AS", "E", "C"),
    "earlier cards of the new trump are plain": ("JD", "AS JS 2S", "B", "S"),
    "earlier trumps stay trump": ("JD", "2S AD JS", "B", "S"),
    "later cards of the old trump are plain": ("JD", "2S JS AD", "B", "S"),
    "two of the suit led after a joker beats its ace": ("2C", "AS * 3S", "C", "J"),
    "a joker counts as a Whoopie card": ("9C", "AS * TS 2S", "C", "J"),
    "a trump before the joker stays trump": ("9C", "KS AC * 8S", "B", "J"),
    "the old trump after a joker is plain": ("9C", "KS * AC", "B", "J"),
    # Whoopie cards and jokers rank as their denomination among trumps.
    "queen of trumps beats a Whoopie jack": ("JD", "2S JS QS", "C", "S"),
    "queen of trumps beats a joker": ("JD", "2S * QS", "C", "J"),
    "equal trumps, first wins": ("JD", "2S JS JH JC", "B", "C"),
    "Whoopie card first, joker second": ("JD", "2S JH *", "B", "J"),
    "joker first, Whoopie card second": ("JD", "2S * JH", "B", "H"),
    # Reading 18, case by case.
    "a: suit led, joker": ("5C", "KS * 6S 7C", "C", "J"),
    "b: joker, Whoopie, then the suit led is plain": ("5C", "KS * 5H AS", "B", "H"),
    "b: joker, Whoopie, its suit is trump": ("5C", "KS * 5H 6H", "D", "H"),
    "c: joker, Whoopie, joker: suit led again": ("5C", "KS * 5H * 6S AH", "E", "J"),
    "d: two jokers, the first is ahead": ("5C", "KS * * 4S", "B", "J"),
    "d: two jokers, suit led stays trump": ("5C", "KS * * 6S", "D", "J"),
    "e: joker led, the ace of any suit wins": ("JC", "* 9H AD AS", "C", "J"),
    "e: joker led, low cards do not beat it": ("JC", "* 9H TD 2S", "A", "J"),
    "e: joker led as a two loses to any": ("2C", "* 3H 4D 3S", "C", "J"),
    "f: joker led, Whoopie: its suit only": ("5C", "* 5H AS 6H", "D", "H"),
    "f: joker led, ace before the Whoopie stays": ("5C", "* AS 5H KH", "B", "H"),
    "g: joker led, Whoopie, joker: all again": ("5C", "* 5H * 6D KS", "E", "J"),
    "g: and a Whoopie card after that": ("5C", "* 5H * 5D KS 6D", "F", "D"),
    "h: joker led, joker: all stay trump": ("5C", "* * 4S 6D", "D", "J"),
    "i: the next suit led is trump for that trick": ("5C", "KS * 6S / 2H 9C AS 3H", "CD", "J"),
    "i: and another one in the next": ("5C", "KS * 6S / 2H 9H / 9D AH KD", "CBC", "J"),
    "i: a Whoopie card led ends it": ("5C", "KS * 6S / 5D KD AS", "CB", "D"),
    "i: a Whoopie card of the suit led ends it": ("5C", "KS * 6S / 2D 5D 3D / KS 2D AS", "CBB", "D"),
    "i: a joker led under J-Trump": ("5C", "KS * 6S / * 4H 6C", "CC", "J"),
    "j: the joker led is ahead of a Whoopie card": ("5C", "* 5H 5S", "A", "S"),
    # Reading 19: a Whoopie card of the suit already trump changes nothing.
    "Whoopie card of trumps": ("JD", "2D 9D 3D / 8D QD KD", "BC", "D"),
    "Whoopie card led": ("5C", "5H KC 6H", "C", "H"),
    "Whoopie card led, others of its rank": ("5C", "5H 5S 5D", "A", "D"),
    # Reading 20: the joker turned up.
    "the first lead fixes trump": ("*", "9S KS AH / AH 2S", "BB", "S"),
    "the first lead fixes the denomination": ("*", "9S 9H TS 2H", "A", "H"),
    "the fixing card is a trump": ("*", "2S AH KD", "A", "S"),
    "the remaining joker takes that denomination": ("*", "9S * TS", "C", "J"),
    "the other joker led wins by itself": ("*", "* AS AH", "A", None),
    "and the second lead fixes a lasting trump": ("*", "* AS AH / 7D 3S 8D / AC 2D", "ACB", "D"),
    "and its denomination": ("*", "* AS AH / 7D 7C 8C", "AC", "C"),
    "a one-card stanza fixes nothing": ("*", "* AS AH 2D", "A", None),
}


def engine(defining: str, tricks: list[list[str]]) -> tuple[str, str | None]:
    table = CardsOnTable(CODES[defining])
    winners = ""
    for cards in tricks:
        table.lead(CODES[cards[0]])
        for card in cards[1:]:
            table.follow([CODES[card]])
        winners += PLAYERS[table.winner]
    return winners, trump_letter(table.trump)


def by_the_text(defining: str, tricks: list[list[str]]) -> tuple[str, str | None]:
    condition = oracle.opening(defining)
    winners = ""
    for cards in tricks:
        winner, condition = oracle.trick(cards, condition)
        winners += PLAYERS[winner]
    return winners, condition.trump or None


@pytest.mark.parametrize("play_by", [engine, by_the_text])
@pytest.mark.parametrize("name", CASES)
def test_the_readings(name, play_by):
    defining, text, winners, trump = CASES[name]
    assert play_by(defining, [trick.split() for trick in text.split(" / ")]) == (winners, trump)


@settings(max_examples=examples(400))
@given(st.permutations(DECK), st.integers(2, 10), st.integers(1, 5))
def test_random_stanzas_against_the_oracle(deck, players, count):
    cards = [TEXT[card] for card in deck]
    tricks = [cards[1 + players * at : 1 + players * (at + 1)] for at in range(count)]
    assert engine(cards[0], tricks) == by_the_text(cards[0], tricks)


@settings(max_examples=examples(400))
@given(st.data())
def test_crowded_tricks_against_the_oracle(data):
    """Few suits and ranks, so that jokers, Whoopie cards and equal trumps meet often."""
    few = [CODES[rank + suit] for rank in "2JA" for suit in "SHD"] + [DECK[-1], DECK[-1]]
    cards = [TEXT[card] for card in data.draw(st.permutations(few))]
    size = data.draw(st.integers(2, 5))
    tricks = [cards[at : at + size] for at in range(1, len(cards) - size + 1, size)]
    assert engine(cards[0], tricks) == by_the_text(cards[0], tricks)


def one_trick(defining: str, cards: str) -> Json:
    """A one-card stanza of as many players as cards, at score level true whoever wins."""
    players = list(PLAYERS[: len(cards.split())])
    line = ", ".join(f"{player} {card}" for player, card in zip(players, cards.split(), strict=True))
    winner = by_the_text(defining, [cards.split()])[0]
    stanza = {
        "cards": 1,
        "dealer": players[-1],
        "defining": defining,
        "bids": bids(", ".join(f"{player} 0" for player in players)),
        "tricks": play(line),
        "taken": {player: int(player == winner) for player in players},
    }
    return game([stanza], players)


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if "/" not in case[1] and len(case[1].split()) > 2]
)
def test_the_readings_through_the_check(name):
    defining, text, winners, trump = CASES[name]
    document = check(one_trick(defining, text))
    assert document["findings"] == []
    assert document["stanzas"][0]["winners"] == [winners]
    assert document["stanzas"][0]["trump_after"] == trump


def test_the_example_of_the_rules_is_won_by_e_and_clubs_are_trump_next():
    stanza = check(one_trick("JD", "KS 8D JH JS QS JC AS"))["stanzas"][0]
    assert (stanza["winners"], stanza["trump_after"]) == (["E"], "C")
    assert stanza["taken"] == numbers("A 0, B 0, C 0, D 0, E 1, F 0, G 0")
