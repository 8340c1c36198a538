"""Where the score of a table passes on, its director, its executor, its page and the trail say so."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest

from rules_engine.draws import highest_left
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play, random_body, table
from tournaments.directing.selectors.floor import floor_of, ruled_tables
from tournaments.games.models import Game
from tournaments.tables.models.stay import Stay
from tournaments.tables.scorekeepers import ScorePassed
from tournaments.tables.services.authorisations import name_scorekeeper
from tournaments.tables.services.seating import get_up, sit_down
from tournaments.tables.services.stanzas import report_stanza
from tournaments.tables.services.undoing import undo_step

pytestmark = pytest.mark.both_databases

LATER = MARCH + dt.timedelta(minutes=14)
PASSED = "pass on the scorekeeping"


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:5])
    play(cast, game, 2, Random(1))
    return Game.objects.get(pk=game.pk)


def drawn(cast: Cast, game: Game) -> tuple[Person, Person]:
    """Who keeps the score by the cards, and who does once they have left."""
    numbered = {player.number: player for player in cast.players}
    seats = list(game.opening_draw[0])
    first = highest_left(game.opening_draw, seats)
    assert first is not None
    second = highest_left(game.opening_draw, [player for player in seats if player != first])
    assert second is not None
    return numbered[first], numbered[second]


def trail(game: Game) -> list[tuple[object, object]]:
    entries = AuditEntry.objects.filter(action=PASSED, thing_id=str(game.pk)).order_by("pk")
    return [(entry.before, entry.after) for entry in entries]


def test_the_floor_the_executor_and_the_table_say_who_keeps_score_since_when(
    cast: Cast, game: Game, sign_in: SignIn
) -> None:
    first, second = drawn(cast, game)
    assert table(cast, game).score_passed is None
    get_up(by=cast.director, game=game, person=first, at=LATER)
    passed = ScorePassed(of=first.name, to=second.name, at=LATER)
    assert table(cast, game).score_passed == passed
    on_floor = floor_of(game.event, at=LATER).tables[0].table
    assert (on_floor.score_passed, on_floor.score_newly_passed) == (passed, True)
    [ruled] = ruled_tables(game.event, cast.executor, at=LATER)
    assert ruled.table.score_passed == passed
    assert trail(game) == [({"scorekeeper": first.number}, {"scorekeeper": second.number})]
    said = f"{second.name} has kept score since"
    for who, page in ((cast.director, "floor/"), (cast.executor, "ruled/")):
        shown = " ".join(sign_in(who).get(f"/events/spring-whoopie/{page}").content.decode().split())
        assert shown.count(said) == 2, "at the head, and on the card"
        assert f"before that {first.name}" in shown
    page = sign_in(cast.director).get("/events/spring-whoopie/games/1/table/").content.decode()
    assert f"{second.name}, since" in " ".join(page.split())


def test_it_is_no_news_any_more_once_a_stanza_came_in(cast: Cast, game: Game, sign_in: SignIn) -> None:
    first, second = drawn(cast, game)
    get_up(by=cast.director, game=game, person=first, at=LATER)
    body = random_body(table(cast, game), Random(2))
    after = LATER + dt.timedelta(minutes=5)
    report_stanza(by=cast.director, game=game, number=3, body=body, idempotency_key="three", at=after)
    on_floor = floor_of(game.event, at=after).tables[0].table
    assert on_floor.score_passed == ScorePassed(of=first.name, to=second.name, at=LATER)
    assert not on_floor.score_newly_passed
    floor = sign_in(cast.director).get("/events/spring-whoopie/floor/").content.decode()
    assert "newly-passed" not in floor
    assert f"{second.name} has kept score since" in " ".join(floor.split())


def test_an_undo_takes_it_back_and_who_returns_keeps_score_again(cast: Cast, game: Game) -> None:
    first, second = drawn(cast, game)
    get_up(by=cast.director, game=game, person=first, at=LATER)
    undo_step(by=cast.director, game=game, person=first, step="leave", stanzas=2, at=LATER)
    assert table(cast, game).score_passed is None
    assert trail(game)[1:] == [({"scorekeeper": second.number}, {"scorekeeper": first.number})]
    get_up(by=cast.director, game=game, person=first, at=LATER)
    play(cast, game, 1, Random(2))
    back = LATER + dt.timedelta(minutes=20)
    sit_down(by=cast.director, game=game, person=first, at=back)
    assert table(cast, game).score_passed == ScorePassed(of=second.name, to=first.name, at=back)


def test_whom_the_executor_names_keeps_it_since_then(cast: Cast, game: Game) -> None:
    first, second = drawn(cast, game)
    named = next(player for player in cast.players[:5] if player not in (first, second))
    name_scorekeeper(by=cast.executor, game=game, player=named.number, reason="He writes well.", at=LATER)
    passed = ScorePassed(of=first.name, to=named.name, at=LATER)
    assert table(cast, game).score_passed == passed
    assert floor_of(game.event, at=LATER).tables[0].table.score_passed == passed


def test_who_leaves_or_comes_without_keeping_score_passes_nothing_on(cast: Cast, game: Game) -> None:
    first, second = drawn(cast, game)
    other = next(player for player in cast.players[:5] if player not in (first, second))
    get_up(by=cast.director, game=game, person=other, at=LATER)
    sit_down(by=cast.director, game=game, person=cast.players[6], at=LATER)
    assert table(cast, game).score_passed is None
    assert floor_of(game.event, at=LATER).tables[0].table.score_passed is None
    assert trail(game) == []


def test_who_walks_out_keeps_it_until_their_stanza_is_in(cast: Cast, game: Game) -> None:
    first, second = drawn(cast, game)
    get_up(by=cast.executor, game=game, person=first, walked_out=True, reason="He ran.", at=LATER)
    assert table(cast, game).score_passed is None
    play(cast, game, 1, Random(2))
    assert table(cast, game).score_passed == ScorePassed(of=first.name, to=second.name, at=LATER)
    assert Stay.objects.get(walked_out=True).left_at == LATER
