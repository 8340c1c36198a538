"""A table of eight with two who wait, split into groups that play to their end."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest

from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, _person
from tests.support.kept_steps import kept_step
from tests.support.play import draw_ties, drawn_table, play
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import wait_at_table
from tournaments.tables.services.splits import decide_split

MORE = ("Kapok", "Larch", "Maple", "Nutmeg", "Oak", "Pine", "Quince", "Rowan")


@pytest.fixture
@kept_step
def many(cast: Cast) -> list[Person]:
    """Everybody who might come: the ten of the cast and eight more."""
    more = [
        _person(cast.managing, "Z", family, cast.club, f"{family.lower()}@example.org") for family in MORE
    ]
    return [*cast.players, *more]


@pytest.fixture
@kept_step
def eight(cast: Cast, many: list[Person]) -> Game:
    """Eight seated, five stanzas played, two waiting."""
    game = drawn_table(cast, many[:8])
    play(cast, game, 5, Random(1))
    for person in many[8:10]:
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    return game


def groups_of(game: Game) -> list[Game]:
    return list(Game.objects.filter(parent=game).exclude(state="void").order_by("group"))


def split_in(cast: Cast, game: Game, groups: int = 2) -> list[Game]:
    """Split, draw for the ties, and for scorekeeper and First Dealer of each group; the same in each run."""
    decide_split(by=cast.executor, game=game, groups=groups, seed="seats", at=MARCH)
    draw_ties(cast, game, Random(7), seed="seats")
    split_groups = groups_of(game)
    for group in split_groups:
        draw_cards(by=cast.executor, game=group, seed=group.group, at=MARCH)
    return [Game.objects.get(pk=group.pk) for group in split_groups]


def finish(cast: Cast, game: Game, at: dt.datetime = MARCH) -> Certification:
    report_of_game = close_game(by=cast.director, game=game, sure=True, at=at)
    assert report_of_game.check_document["ok"], report_of_game.check_document["findings"]
    confirmer = game.players.filter(stays__isnull=False).first()
    assert confirmer is not None
    confirm_result(by=confirmer.person, game=game, at=at)
    return certify_result(by=cast.executor, game=game, at=at)
