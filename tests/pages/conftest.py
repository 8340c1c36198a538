"""The cast of the floors, and clients for each of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from sanctioning.models import Person
from tests.cast import Cast, cast, certified, sanctioned_event

__all__ = ["cast"]

SignIn = Callable[[Person], Client]


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
def season(cast: Cast) -> Cast:
    """The cast after one certified game of four."""
    event = sanctioned_event(cast, level="special-event", event_type="tournament", name="Arden Special")
    certified(cast, event, cast.players[:4])
    return cast
