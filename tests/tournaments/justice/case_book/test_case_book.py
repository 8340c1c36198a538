"""The case book: rulings by their words alone, each until another replaces it."""

from __future__ import annotations

from sanctioning.kit.lists.lists import ask
from tests.cast import Cast
from tests.tournaments.justice.rulings.test_rulings import ruled
from tournaments.games.models import Game
from tournaments.justice.case_book.selectors import case, case_book


def test_the_case_book_holds_a_ruling_until_another_replaces_it(cast: Cast, game: Game) -> None:
    first = ruled(cast, game, words="A card fell.", public=True)
    assert [line.words for line in ask(case_book(), {}).lines] == ["A card fell."]
    second = ruled(cast, game, words="A card was thrown.", public=True, supersedes=first)
    assert [line.words for line in ask(case_book(), {}).lines] == ["A card was thrown."]
    assert (case(first.pk), case(second.pk)) == (None, second)
