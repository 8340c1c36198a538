"""Drafts of the Articles, and the games of a playoff that they would pay otherwise."""

from __future__ import annotations

import copy
import datetime as dt
from typing import Any

import pytest

from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import draft_law
from scoring.certificates.models import Certificate
from scoring.recordings.services.recordings import record_certificates
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.support.kept_steps import kept_step

DAY = dt.timedelta(days=1)
JUNE = MARCH + 90 * DAY


def changed(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(EXAMPLE_ARTICLES), **changes}


def halved() -> dict[str, Any]:
    """Half the points at playoffs, so that degrees come later, and more at restricted games."""
    body = changed()
    scales = body["scales"]
    scales["series-playoff-consolation"]["tournament"]["points"] = {
        "3-4": ["8.0"],
        "5-7": ["12.0", "7.0"],
        "8-10": ["16.0", "10.0", "6.0"],
    }
    scales["restricted"]["club-game"]["points"]["3-4"] = ["17.5"]
    return body


@pytest.fixture
@kept_step
def playoffs(cast: Cast) -> Cast:
    """Four tables of a playoff; the winner recorded the first two, 32.0 points, and became Master."""
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    for _ in range(4):
        certified(cast, event, cast.players[:4])
    codes = list(Certificate.objects.order_by("number").values_list("code", flat=True)[:2])
    record_certificates(by=cast.registrar, person=cast.players[0], codes=codes, at=MARCH + DAY)
    return cast


def drafted(cast: Cast, body: dict[str, Any] | None = None, at: dt.datetime = JUNE) -> Articles:
    return draft_law(by=cast.managing, law=Articles, title="A draft", body=body or halved(), at=at)
