"""Fixtures of every layer: the cast, clients for each of them, a season, a draft, a table."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from sanctioning.kit.clock import today
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import draft_law
from sanctioning.people.models.person import Person
from tests.cast import Cast, cast, certified, sanctioned_event
from tests.scoring.previews.drafts import playoffs
from tests.support.kept_steps import kept_step
from tests.support.play import drawn_table
from tests.tournaments.tables.splitting import eight, many
from tournaments.games.models import Game

__all__ = ["cast", "eight", "many", "playoffs"]

TOMORROW = today() + dt.timedelta(days=1)
SignIn = Callable[[Person], Client]


@pytest.fixture
def waiting_counted_each_time(settings: Settings) -> None:
    """For whoever counts what a page asks and writes rows that no act has noted."""
    settings.WAITING_COUNT_SECONDS = 0


@pytest.fixture
def sign_in() -> SignIn:
    """A client that is signed in as the person."""

    def as_person(person: Person) -> Client:
        client = Client()
        assert person.account is not None
        client.force_login(person.account)
        return client

    return as_person


@pytest.fixture
@kept_step
def season(cast: Cast) -> Cast:
    """The cast after one certified game of four."""
    event = sanctioned_event(cast, level="special-event", event_type="tournament", name="Arden Special")
    certified(cast, event, cast.players[:4])
    return cast


@pytest.fixture
def draft(cast: Cast) -> Articles:
    """First place of an open club game of five wins 6.0 instead of 4.0."""
    body = copy.deepcopy(EXAMPLE_ARTICLES)
    body["scales"]["open"]["club-game"]["points"]["5-7"] = ["6.0", "2.0"]
    return draft_law(by=cast.managing, law=Articles, title="Second version", body=body, first_day=TOMORROW)


@pytest.fixture
def desk(cast: Cast, sign_in: SignIn) -> Client:
    return sign_in(cast.managing)


@pytest.fixture
def game(cast: Cast) -> Game:
    """Four players, their cards drawn, nothing played."""
    return drawn_table(cast, cast.players[:4])
