import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.whoopie.scoring import (
    KINDS,
    IncidentEffect,
    base_score,
    incident_effect,
    incident_fails_bid,
    incident_points,
    stanza_delta,
)

TABLE = {
    "no-whoopie-call": (-1, False),
    "illegal-bid": (0, False),
    "changed-bid": (0, False),
    "misdeal": (0, False),
    "exposed-card": (0, False),
    "played-out-of-turn": (0, False),
    "revoke-corrected": (-1, False),
    "revoke-self": (-1, True),
    "revoke-other": (-4, True),
    "revoke-late": (0, False),
    "wrong-card-count": (0, False),
    "type-1": (-4, True),
    "type-2-finding": (0, False),
}


def test_base_score():
    assert [base_score(bid, True) for bid in (0, 1, 5)] == [2, 3, 7]
    assert [base_score(bid, False) for bid in (0, 1, 5)] == [-1, -1, -1]


@pytest.mark.parametrize(("kind", "effect"), TABLE.items())
def test_constant_effects(kind, effect):
    assert incident_effect(kind) == effect


def test_every_kind_is_covered():
    assert {*TABLE, "bid-out-of-turn", "type-2-penalty", "adjusted-score"} == KINDS


@pytest.mark.parametrize(
    ("bid", "dealer", "points"), [(0, False, 0), (1, False, -1), (0, True, -1), (3, True, -1)]
)
def test_bid_out_of_turn(bid, dealer, points):
    assert incident_points("bid-out-of-turn", bid=bid, dealer=dealer) == points
    assert not incident_fails_bid("bid-out-of-turn")


def test_voted_points():
    assert incident_effect("type-2-penalty", points=3, fails_bid=True) == (-3, True)
    assert incident_effect("type-2-penalty", points=4) == (-4, False)
    assert incident_effect("adjusted-score", points=3, fails_bid=True) == (3, False)


def test_the_third_type_1_costs_nothing_by_itself():
    assert incident_effect("type-1", repeated=True) == (0, False)
    assert incident_effect("revoke-other", repeated=True) == (-4, True)


def test_unknown_kind():
    with pytest.raises(ValueError, match="nonsense"):
        incident_points("nonsense")


@pytest.mark.parametrize(
    ("kinds", "delta"),
    [
        ([], 4),
        (["revoke-corrected"], 3),
        (["revoke-self"], -2),
        (["revoke-other"], -5),
        (["type-1"], -5),
        (["type-1", "revoke-other"], -9),
        (["no-whoopie-call", "no-whoopie-call"], 2),
    ],
)
def test_stanza_delta_of_a_bid_of_two(kinds, delta):
    assert stanza_delta(2, True, [incident_effect(kind) for kind in kinds]) == delta


EFFECTS = st.lists(st.builds(IncidentEffect, st.integers(-4, 4), st.booleans()))


@given(st.integers(0, 17), st.booleans(), EFFECTS)
def test_a_bid_fails_once_and_incidents_come_on_top(bid, made, effects):
    failed = not made or any(effect.fails_bid for effect in effects)
    assert stanza_delta(bid, made, iter(effects)) == sum(e.points for e in effects) + (
        -1 if failed else 2 + bid
    )
