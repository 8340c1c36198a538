"""Numbers and grants when several press the button together."""

from __future__ import annotations

from functools import partial

import pytest

from sanctioning.models import Sanction
from sanctioning.refusal import Refusal
from sanctioning.services.sanctions import draft_sanction, grant_sanction, submit_sanction
from sanctioning.services.sequences import next_number
from tests.cast import MARCH, make_cast
from tests.racing import all_at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def test_eight_at_once_get_eight_numbers() -> None:
    numbers = all_at_once([partial(next_number, "race")] * 8)
    assert sorted(map(int, map(str, numbers))) == list(range(1, 9))


def test_a_sanction_is_granted_once() -> None:
    cast = make_cast()
    sanction = draft_sanction(
        by=cast.director,
        club=cast.club,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        format_slug="whoopie",
        purpose="Race",
        at=MARCH,
    )
    submit_sanction(by=cast.director, sanction=sanction, at=MARCH)
    copies = [Sanction.objects.get(pk=sanction.pk) for _ in range(4)]
    answers = all_at_once(
        [partial(grant_sanction, by=cast.managing, sanction=copy, at=MARCH) for copy in copies]
    )
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [refusal.code for refusal in refusals] == ["sanction-state"] * 3
    assert Sanction.objects.get(pk=sanction.pk).number == 1
