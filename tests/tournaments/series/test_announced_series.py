"""Series as they are announced: whole, and as they were announced for good."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from tests.cast import MARCH, Cast
from tests.scoring.series.test_series import announced, counting
from tests.support.refusals import refusal_of
from tournaments.series.models import Series
from tournaments.series.services import add_to_series


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"basis": "charm"}, "basis"),
        ({"ties": "fight"}, "ties"),
        ({"playoff": 2}, "playoff"),
        ({"consolation": 2}, "consolation"),
    ],
)
def test_an_announcement_is_whole(cast: Cast, changes: dict[str, Any], field: str) -> None:
    assert refusal_of(partial(announced, cast, **changes)).facts == {"field": field}


@pytest.mark.both_databases
def test_what_was_announced_stays(cast: Cast) -> None:
    series = announced(cast)
    with pytest.raises(DatabaseError), transaction.atomic():
        Series.objects.filter(pk=series.pk).update(playoff=9)
    event = counting(cast, series)
    again = partial(add_to_series, by=cast.director, event=event, series=series, part="ordinary", at=MARCH)
    assert refusal_of(again).code == "not-for-this-series"
