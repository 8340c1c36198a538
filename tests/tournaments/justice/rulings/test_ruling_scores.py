"""What a ruling does to the running scores of its table, and what the table sees of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import MARCH, Cast, make_cast
from tests.fixtures import SignIn
from tests.support.play import body_for, drawn_table, report, table
from tests.support.racing import all_at_once
from tests.tournaments.justice.rulings.ruling_cases import REVOKE, Case
from tests.tournaments.justice.rulings.test_rule_on import SAID, ruled, seats_of
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.tables.selectors.pads import pad_of_game
from tournaments.tables.selectors.table import table_of_game


@pytest.fixture
def game(cast: Cast) -> Game:
    return drawn_table(cast, cast.players[:4])


def revoke(seats: dict[str, str], **more: Any) -> dict[str, Any]:
    return Case("", "revoke", {**REVOKE, **more}, {}).at(seats).facts


def test_the_running_score_follows_a_ruling_and_the_one_that_replaces_it(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    report(cast, game, body_for(table(cast, game), {}))
    before = table(cast, game).totals[seats["S"]]
    assert before is not None
    first = ruled(cast, game, "revoke", revoke(seats, next_plays=[["{E}", "3D"]]), trick=1)
    assert table(cast, game).totals[seats["S"]] == before - 4
    second = ruled(cast, game, "revoke", revoke(seats, held_suit=False), trick=1, supersedes=first)
    assert table(cast, game).totals[seats["S"]] == before
    seen = pad_of_game(game=Game.objects.get(pk=game.pk), asker=cast.players[0], link=None)
    assert seen is not None
    assert [ruling.number for ruling in seen.rulings] == [second.number]


def test_what_was_ruled_before_the_stanza_was_reported_counts_once(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    ruled(cast, game, "revoke", revoke(seats, next_plays=[["{E}", "3D"]]), trick=1)
    wrote = {"kind": "revoke-other", "player": seats["S"], "trick": 1}
    report(cast, game, {**body_for(table(cast, game), {}), "incidents": [wrote]})
    assert table(cast, game).totals[seats["S"]] == -1 - 4


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_rulings_on_one_matter_at_once_are_one() -> None:
    cast = make_cast()
    game = drawn_table(cast, cast.players[:4])
    facts = revoke(seats_of(game))

    def rule(key: str) -> Ruling:
        return rule_on(
            by=cast.executor,
            game=game,
            irregularity="revoke",
            facts=facts,
            stanza=1,
            trick=1,
            key=key,
            at=MARCH,
            **SAID,
        )

    ended = all_at_once([lambda: rule("one"), lambda: rule("one"), lambda: rule("another")])
    assert Ruling.objects.count() == 1, ended
    assert Amendment.objects.count() == 1


def test_the_table_says_what_was_ruled_in_a_stanza_to_those_who_sit_there(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    seats = seats_of(game)
    report(cast, game, body_for(table(cast, game), {}))
    for stanza in (1, 2):
        ruled(cast, game, "revoke", revoke(seats, next_plays=[["{E}", "3D"]]), stanza=stanza, trick=1)
    seen = table(cast, game)
    assert [(change.stanza, change.ruling, change.by) for change in seen.ruled] == [
        (1, 1, "Ruling 1"),
        (2, 2, "Ruling 2"),
    ]
    [added] = seen.ruled[1].adds
    assert (added.player, added.points, added.fails_bid) == (seats["S"], -4, True)
    page = f"/events/{game.event.slug}/games/{game.number}/table/"
    assert "Ruling 1: −4" in sign_in(cast.players[0]).get(page).content.decode()
    everybody = table_of_game(game=Game.objects.get(pk=game.pk))
    assert everybody is not None
    assert everybody.ruled == ()
