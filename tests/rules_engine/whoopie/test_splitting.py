from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.draws import TieDraw
from rules_engine.whoopie.hand_sizes import limit
from rules_engine.whoopie.splitting import DrawWithoutTie, offspring, split

EIGHT = {name: 20 - 2 * place for place, name in enumerate("abcdefgh")}


def names(count, prefix="w"):
    return [f"{prefix}{n}" for n in range(count)]


def test_eight_seated_and_two_waiting_is_enough():
    done = split(EIGHT, ["w"], {"r": -5}, 2)
    assert done.allowed
    assert done.assigned == 13
    assert done.ranking == ("a", "b", "c", "d", "w", "e", "f", "g", "h", "r")
    assert done.groups == (("a", "c", "w", "f", "h"), ("b", "d", "e", "g", "r"))
    assert done.scores == {**EIGHT, "w": 13, "r": -5}
    assert list(done.scores) == list(done.ranking)
    assert done.open == ()


def test_three_groups_turn_by_turn():
    done = split(EIGHT, [], {"r": -5, "s": -6, "t": -7}, 3)
    assert done.groups == (("a", "d", "g", "s"), ("b", "e", "h", "t"), ("c", "f", "r"))


@pytest.mark.parametrize(
    ("seated", "waiting", "groups", "allowed"),
    [
        (8, 1, 2, False),
        (8, 2, 2, True),
        (10, 0, 2, True),
        (10, 0, 1, False),
        (10, 0, 3, True),
        (10, 1, 3, True),
        (10, 0, 4, False),
        (10, 1, 4, False),
        (10, 2, 4, True),
        (10, 10, 2, True),
        (10, 11, 2, False),
        (10, 11, 3, True),
        (11, 0, 2, False),
        (1, 9, 2, True),
        (0, 10, 2, False),
    ],
)
def test_who_may_split(seated, waiting, groups, allowed):
    scores = {name: 50 + n for n, name in enumerate(names(seated, "s"))}
    done = split(scores, names(waiting), {}, groups)
    assert done.allowed is allowed
    if not allowed:
        assert (done.ranking, done.groups, done.scores, done.open) == ((), (), {}, ())


def test_truncation_of_the_assigned_score():
    assert split({"a": -7, "b": 0, "c": 0}, names(7), {}, 2).assigned == -3
    assert split({}, names(10), {}, 2).assigned is None


def test_ties_stay_open_until_drawn():
    scores = EIGHT | {"c": EIGHT["b"]}
    extra = {"r": -5, "s": -6}
    done = split(scores, [], extra, 2)
    assert done.allowed
    assert (done.open, done.groups) == (("b", "c"), ())
    once = TieDraw(("c", "b"), ({"b": "2C", "c": "2D"},))
    assert split(scores, [], extra, 2, [once]).open == ("b", "c")
    again = TieDraw(("b", "c"), ({"b": "2C", "c": "3D"},))
    assert split(scores, [], extra, 2, [once, again]).ranking[:4] == ("a", "c", "b", "d")
    whole = TieDraw(("b", "c"), (*once.rounds, *again.rounds))
    assert split(scores, [], extra, 2, [whole]) == split(scores, [], extra, 2, [once, again])


def test_a_later_draw_names_those_still_tied():
    scores = EIGHT | {"b": 15, "c": 15, "d": 15}
    extra = {"r": -5, "s": -6}
    first = TieDraw(("b", "c", "d"), ({"b": "9C", "c": "2D", "d": "9D"},))
    assert split(scores, [], extra, 2, [first]).open == ("b", "d")
    second = TieDraw(("b", "d"), ({"b": "*", "d": "AS"},))
    done = split(scores, [], extra, 2, [first, second])
    assert (done.open, done.ranking[:5]) == ((), ("a", "b", "d", "c", "e"))


@pytest.mark.parametrize("tied", [("a", "b"), ("b",), ("b", "c", "d"), ("b", "nobody"), ()])
def test_a_draw_without_a_tie_is_refused(tied):
    scores = EIGHT | {"c": EIGHT["b"]}
    with pytest.raises(DrawWithoutTie) as caught:
        split(scores, [], {"r": -5, "s": -6}, 2, [TieDraw(tied, (dict.fromkeys(tied, "2C"),))])
    assert caught.value.index == 0


def test_a_tie_broken_already_cannot_be_drawn_again():
    scores = EIGHT | {"c": EIGHT["b"]}
    draw = TieDraw(("b", "c"), ({"b": "2C", "c": "3D"},))
    with pytest.raises(DrawWithoutTie) as caught:
        split(scores, [], {"r": -5, "s": -6}, 2, [draw, draw])
    assert caught.value.index == 1


@given(
    st.lists(st.integers(-20, 60), min_size=1, max_size=10, unique=True),
    st.integers(0, 1),
    st.lists(st.integers(100, 200), max_size=20, unique=True),
    st.integers(2, 6),
)
def test_a_split_conserves_players_and_scores(seated, waiting, returning, groups):
    scores = dict(zip(names(len(seated), "s"), seated, strict=True))
    back = dict(zip(names(len(returning), "r"), returning, strict=True))
    done = split(scores, names(waiting), back, groups)
    if not done.allowed:
        assert (
            len(scores) + waiting + len(back) < 10
            or not 3 * groups <= len(scores) + waiting + len(back) <= 10 * groups
        )
        return
    average = sum(seated) // len(seated)
    assert done.scores == {**scores, **dict.fromkeys(names(waiting), average), **back}
    assert sorted(done.ranking) == sorted(done.scores)
    assert all(done.scores[high] >= done.scores[low] for high, low in pairwise(done.ranking))
    assert bool(done.open) is (len(set(done.scores.values())) < len(done.scores))
    if not done.open:
        assert sorted(player for group in done.groups for player in group) == sorted(done.ranking)
        assert max(map(len, done.groups)) - min(map(len, done.groups)) <= 1
        assert all(3 <= len(group) <= 10 for group in done.groups)
        assert [done.groups[n % groups][n // groups] for n in range(len(done.ranking))] == list(done.ranking)


def test_offspring_begin_where_the_parent_would_have_gone_on():
    first = offspring(8, 5, "up", [5, 10], 96)
    assert (first.cards, first.direction, first.player_hands) == (6, "up", 96)
    assert first.hand_sizes == ((6, 7, 8, 9, 10, 9, 8, 7, 6, 5), (5, 4, 3, 2, 1, 2, 3, 4, 5, 4))


def test_offspring_of_a_parent_at_its_limit_fall():
    assert offspring(8, 6, "up", [4, 4], 1)[:2] == (5, "down")
    assert offspring(8, 6, "up", [4, 4], 1).hand_sizes[0][:6] == (5, 4, 3, 2, 1, 2)
    assert offspring(8, 1, "down", [4, 4], 1)[:2] == (2, "up")


@given(st.integers(3, 10), st.data())
def test_offspring_keep_to_their_limits(seated, data):
    cards = data.draw(st.integers(1, limit(seated)))
    sizes = data.draw(st.lists(st.integers(3, 10), min_size=2, max_size=5))
    first = offspring(seated, cards, data.draw(st.sampled_from(["up", "down"])), sizes, 30)
    for size, hands in zip(sizes, first.hand_sizes, strict=True):
        assert len(hands) == 10
        assert hands[0] == min(first.cards, 53 // size)
        assert all(1 <= hand <= 53 // size for hand in hands)
        assert all(before != after for before, after in pairwise(hands))
