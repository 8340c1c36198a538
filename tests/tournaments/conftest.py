"""The cast is the same on every floor; most of what happens here happens at a table of four."""

from __future__ import annotations

import pytest

from tests.cast import Cast, cast
from tests.play import drawn_table
from tournaments.models import Game

__all__ = ["cast"]


@pytest.fixture
def game(cast: Cast) -> Game:
    """Four players, their cards drawn, nothing played."""
    return drawn_table(cast, cast.players[:4])
