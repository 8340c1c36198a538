from decimal import Decimal
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.points.recordings import STATES, Certificate, Held, record

SERIALS = count(1)
FAULTY = {
    "mutilated": {"state": "mutilated"},
    "recorded": {"state": "recorded"},
    "void": {"state": "void"},
    "twice": {"serial": "good"},
    "other-player": {"player": "other"},
}


def certificate(points, blue="0.0", *, serial=None, player="p", state="issued"):
    return Certificate(serial or f"S{next(SERIALS)}", player, Decimal(points), Decimal(blue), state)


def held(total="30.0", blue="0.0", games=5):
    return Held(Decimal(total), Decimal(blue), games)


def test_quantity_alone():
    short = record("p", held(), [certificate("12.5"), certificate("12.4")])
    assert (short.accepted, short.refused_for) == (False, "quantity")
    assert (short.total, short.rest, short.short_of_25) == tuple(map(Decimal, ("30.0", "24.9", "0.1")))
    assert short.rest_would_be_accepted is False
    enough = record("p", held(), [certificate("12.5"), certificate("12.5", "1.0")])
    assert (enough.accepted, enough.refused_for, enough.promoted) == (True, None, False)
    assert (enough.total, enough.blue) == (Decimal("55.0"), Decimal("1.0"))
    assert (enough.degree, enough.short_of_25) == ("Junior Master", Decimal("0.0"))


def test_a_new_degree_is_enough():
    done = record("p", held("24.0", "2.0"), [certificate("1.0")])
    assert (done.accepted, done.promoted, done.degree, done.short_of_25) == (
        True,
        True,
        "Master",
        Decimal("24.0"),
    )
    missed = record("p", held("24.0", "2.0"), [certificate("0.9")])
    assert (missed.accepted, missed.promoted, missed.degree) == (False, False, "Junior Master")


def test_a_new_degree_by_blue_alone():
    done = record("p", held("90.0", "1.9"), [certificate("0.1", "0.1")])
    assert (done.accepted, done.degree, done.blue) == (True, "Master", Decimal("2.0"))
    assert record("p", held("90.0", "1.9"), [certificate("0.1")]).refused_for == "quantity"


def test_a_jump_over_degrees():
    done = record("p", held("0.0", "0.0", 1), [certificate("100.0", "10.0")])
    assert (done.degree, done.promoted) == ("Senior Master", True)


def test_nothing_submitted():
    done = record("p", held("0.0", "0.0", 0), [])
    assert (done.accepted, done.refused_for, done.degree) == (False, "quantity", None)
    assert (done.rest, done.short_of_25) == (Decimal("0.0"), Decimal("25.0"))


@pytest.mark.parametrize(("fault", "how"), FAULTY.items())
def test_one_fault_refuses_the_whole(fault, how):
    good = certificate("26.0", serial="good")
    done = record("p", held(), [good, certificate("5.0", **how)])
    assert (done.accepted, done.refused_for, done.total, done.promoted) == (
        False,
        fault,
        Decimal("30.0"),
        False,
    )
    assert (done.rest, done.rest_would_be_accepted) == (Decimal("26.0"), True)
    short = record("p", held(), [certificate("24.9", serial="good"), certificate("5.0", **how)])
    assert (short.refused_for, short.short_of_25) == (fault, Decimal("0.1"))
    assert short.rest_would_be_accepted is False


@pytest.mark.parametrize(("first", "second"), list(combinations(FAULTY, 2)))
def test_the_first_fault_in_the_documented_order_is_given(first, second):
    good = certificate("26.0", serial="good")
    faulty = [certificate("5.0", **FAULTY[second]), certificate("5.0", **FAULTY[first])]
    assert record("p", held(), [good, *faulty]).refused_for == first


def test_one_certificate_with_several_faults():
    done = record("p", held(), [certificate("5.0", player="q", state="void"), certificate("25.0")])
    assert (done.refused_for, done.rest) == ("void", Decimal("25.0"))


CERTIFICATES = st.lists(
    st.builds(
        Certificate,
        st.sampled_from("abcdefgh"),
        st.sampled_from(["p", "p", "p", "q"]),
        st.integers(0, 400).map(lambda tenths: Decimal(tenths).scaleb(-1)),
        st.just(Decimal("0.0")),
        st.sampled_from([*STATES, "issued", "issued", "issued"]),
    ),
    max_size=6,
)


@given(CERTIFICATES, st.integers(0, 1100))
def test_wholly_or_not_at_all(certificates, tenths):
    before = Held(Decimal(tenths).scaleb(-1), Decimal("0.0"), 1)
    done = record("p", before, certificates)
    everything = sum((each.points for each in certificates), Decimal("0.0"))
    assert done.total == before.total + (everything if done.accepted else 0)
    assert done.accepted is (done.refused_for is None)
    assert done.rest <= everything
    if done.accepted:
        assert done.rest_would_be_accepted
        assert done.rest == everything
    sound = {}
    for each in certificates:
        if each.serial not in sound:
            sound[each.serial] = each
    sound = [each for each in sound.values() if each.player == "p" and each.state == "issued"]
    alone = record("p", before, sound)
    assert (alone.accepted, alone.rest) == (done.rest_would_be_accepted, done.rest)
