"""The text of a card is read by two letters or by its spelling of three, and by nothing else."""

from hypothesis import example, given
from hypothesis import strategies as st

from rules_engine.cards import CODES, NO_CARD, RANKS, SUITS, TEXT, card_named


@given(st.text() | st.text(alphabet=f"{RANKS}{SUITS}*01\x7f\x80é", max_size=3))
@example("10D")
@example("*")
def test_a_text_names_the_card_of_the_deck_or_none(text: str) -> None:
    assert card_named(text) == CODES.get(text, NO_CARD)


def test_every_card_is_named_by_its_text() -> None:
    assert [card_named(text) for text in TEXT[:53]] == list(range(53))
