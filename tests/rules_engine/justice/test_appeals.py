import pytest

from rules_engine.justice.appeals import OFFICES, OutOfOrder, appeal


@pytest.mark.parametrize(
    ("matter", "decided_by", "following"),
    [
        ("ruling", ["Acting"], "Associate"),
        ("ruling", ["Acting", "Associate"], "Managing"),
        ("ruling", ["Acting", "Associate", "Managing"], "College"),
        ("ruling", ["Acting", "Associate", "Managing", "College"], None),
        ("ruling", [], None),
        ("chaotic-action", [], "Managing"),
        ("chaotic-action", ["Acting"], "Managing"),
        ("chaotic-action", ["Managing"], "College"),
        ("chaotic-action", ["Acting", "Managing"], "College"),
        ("chaotic-action", ["Acting", "Managing", "College"], None),
        ("chaotic-action", ["Managing", "College"], None),
        ("other-type-2-vote", [], None),
        ("other-type-2-vote", ["Acting"], None),
    ],
)
def test_one_step_at_a_time(matter, decided_by, following):
    for to in OFFICES:
        heard = appeal(matter, decided_by, to)
        assert heard.next == following
        assert heard.accepted is (to == following)
        assert appeal(matter, tuple(decided_by), to) == heard


@pytest.mark.parametrize(
    ("matter", "decided_by", "index"),
    [
        ("ruling", ["Associate"], 0),
        ("ruling", ["Acting", "Managing"], 1),
        ("ruling", ["Acting", "Acting"], 1),
        ("ruling", ["Acting", "Associate", "College"], 2),
        ("ruling", [*OFFICES, "College"], 4),
        ("chaotic-action", ["Associate"], 0),
        ("chaotic-action", ["Acting", "Associate"], 1),
        ("chaotic-action", ["Acting", "Acting"], 1),
        ("chaotic-action", ["College"], 0),
        ("chaotic-action", ["Managing", "College", "College"], 2),
    ],
)
def test_steps_out_of_order(matter, decided_by, index):
    with pytest.raises(OutOfOrder) as caught:
        appeal(matter, decided_by, "College")
    assert caught.value.index == index


def test_the_reason_names_the_step():
    assert "Associate Executor" in appeal("ruling", ["Acting"], "College").reason
    assert "College of Executors" in appeal("chaotic-action", ["Managing"], "College").reason
