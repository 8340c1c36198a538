"""Games under an amendment of the rules of play: its name goes from the sanction into every record."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest

from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.versions import RuleSet
from sanctioning.law.services.versions import adopt_law, draft_law
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play, table
from tournaments.events.models.event import Event
from tournaments.games.models import Game

AMENDED = "kvse-2025"
DAY = dt.timedelta(days=1)


@pytest.fixture
def event(cast: Cast) -> Event:
    """Sanctioned on the day from which the amendment holds."""
    at = MARCH - 25 * DAY
    draft = draft_law(
        by=cast.managing,
        law=RuleSet,
        title="Our own rules",
        body=cast.rule_set.body,
        slug=AMENDED,
        format_slug="whoopie",
        first_day=at.date(),
        at=at,
    )
    adopt_law(by=cast.managing, version=draft, at=at)
    event = sanctioned_event(cast)
    assert event.sanction is not None
    assert event.sanction.rule_set is not None
    assert event.sanction.rule_set.slug == AMENDED
    return event


def test_its_tables_are_played_and_shown(cast: Cast, event: Event, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4], event=event)
    play(cast, game, 3, Random(1))
    assert len(table(cast, game).stanzas) == 3
    director = sign_in(cast.director)
    for path in ("table/", "", "table/stanzas/1/"):
        page = director.get(f"/events/{event.slug}/games/{game.number}/{path}")
        assert page.status_code == 200, path
    assert director.get(f"/pad/{event.slug}/{game.number}/").status_code == 200


def test_a_record_names_them_and_no_others(cast: Cast, event: Event) -> None:
    game = open_table(cast, event, cast.players[:4])
    with pytest.raises(Refusal) as refused:
        reported(cast, game, record_of(cast.players[:4]), key="of-1966")
    assert AMENDED in str(refused.value)
    reported(cast, game, {**record_of(cast.players[:4]), "ruleset": AMENDED})
    game.refresh_from_db()
    assert game.state == Game.State.REPORTED


def test_a_name_that_cannot_be_one_is_refused_where_it_stands(cast: Cast, event: Event) -> None:
    game = open_table(cast, event, cast.players[:4])
    with pytest.raises(Refusal) as refused:
        reported(cast, game, {**record_of(cast.players[:4]), "ruleset": "our own rules"})
    assert "/ruleset" in str(refused.value)
