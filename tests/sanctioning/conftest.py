"""Fixtures are the same for every layer."""

from tests.fixtures import (
    cast,
    desk,
    draft,
    eight,
    game,
    many,
    playoffs,
    season,
    sign_in,
    waiting_counted_each_time,
)

__all__ = [
    "cast",
    "desk",
    "draft",
    "eight",
    "game",
    "many",
    "playoffs",
    "season",
    "sign_in",
    "waiting_counted_each_time",
]
