"""The names on the big screen: in columns that fit, on pages that are about as full as each other."""

from __future__ import annotations

from random import Random

import pytest

from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import play
from tests.tournaments.rounds.test_rounds import planned, present
from tests.tournaments.tables.splitting import split_in
from tournaments.directing.services.moving_players import free_player, place_player
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import GamePlayer
from tournaments.rounds.selectors.seating import Sits, seating_of
from tournaments.rounds.services.draws import draw_cards
from tournaments.rounds.services.rounds import confirm_round
from tournaments.rounds.views.seating import ROWS, screen_pages
from tournaments.tables.services.closing import close_game


@pytest.mark.parametrize(
    ("people", "pages", "columns", "few"),
    [
        (0, 0, 0, True),
        (8, 1, 3, True),
        (30, 1, 3, True),
        (45, 1, 3, False),
        (60, 1, 4, False),
        (61, 2, 3, False),
    ],
)
def test_everybody_is_on_a_page_once_and_each_column_fits(
    people: int, pages: int, columns: int, few: bool
) -> None:
    seating = [Sits(name=f"Player {number}", table=number % 10 + 1, seat=1) for number in range(people)]
    made = screen_pages(seating)
    assert len(made) == pages
    assert [sits for page in made for column in page.columns for sits in column] == seating
    assert all(len(column) <= ROWS for page in made for column in page.columns)
    if made:
        assert (len(made[0].columns), made[0].few) == (columns, few)


@pytest.mark.both_databases
def test_whoever_was_moved_is_listed_where_they_sit_now(cast: Cast) -> None:
    event = present(cast, 8)
    round = planned(cast, event, preferred=4)
    confirm_round(by=cast.director, round=round, at=MARCH)
    [at_first, gone] = [
        player.person for player in GamePlayer.objects.filter(game__table=1).order_by("seat")[:2]
    ]
    place_player(by=cast.director, event=event, person=at_first, game=event.games.get(table=2), at=MARCH)
    free_player(by=cast.director, event=event, person=gone, at=MARCH)
    tables = {sits.name: sits.table for sits in seating_of(round)}
    assert tables[at_first.sort_name] == 2
    assert gone.sort_name not in tables
    assert sorted(tables.values()) == [1, 1, 2, 2, 2, 2, 2]


def test_once_the_cards_are_drawn_too_and_after_the_game(cast: Cast) -> None:
    event = present(cast, 9)
    round = planned(cast, event, preferred=4)
    first, second = confirm_round(by=cast.director, round=round, at=MARCH)
    for game in (first, second):
        appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
        draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
        play(cast, game, 2, Random(1))
    leaver = first.players.order_by("seat").first()
    assert leaver is not None
    place_player(by=cast.director, event=event, person=leaver.person, game=second, at=MARCH)
    play(cast, second, 1, Random(2))
    for _ in range(2):
        tables = {sits.name: sits.table for sits in seating_of(round)}
        assert len(tables) == 9
        assert tables[leaver.person.sort_name] == 2
        close_game(by=cast.director, game=first, sure=True, at=MARCH)


@pytest.mark.both_databases
def test_after_a_split_nobody_is_sent_to_a_seat_of_another(cast: Cast, sign_in: SignIn) -> None:
    event = present(cast, 10)
    round = planned(cast, event, preferred=10)
    [game] = confirm_round(by=cast.director, round=round, at=MARCH)
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
    play(cast, game, 1, Random(1))
    split_in(cast, game)
    seating = seating_of(round)
    assert {sits.place for sits in seating} == {"1A", "1B"}
    assert {sits.table for sits in seating} == {1}
    assert len({(sits.place, sits.seat) for sits in seating}) == 10
    for page in ("seats/", "screen/"):
        shown = (
            sign_in(cast.director).get(f"/events/spring-whoopie/rounds/{round.pk}/{page}").content.decode()
        )
        assert shown.count("1A") == shown.count("1B") == 5
