"""Pages of a game while somebody there has no figure yet: who has just sat down, waits, has left, came back,
or whose game has not begun."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import drawn_table, play
from tests.tournaments.tables.splitting import eight, groups_of, many, split_in
from tournaments.games.models import Game
from tournaments.tables.services.seating import get_up, sit_down, wait_at_table

__all__ = ["eight", "many"]

EVENT = "/events/spring-whoopie/"
OF_AN_EVENT = (EVENT, f"{EVENT}floor/", "/live/", f"{EVENT}live/", f"{EVENT}projector/")


def addresses(game: Game) -> Iterator[str]:
    label = f"{game.number}{game.group}"
    own = f"{EVENT}games/{label}/"
    yield from OF_AN_EVENT
    yield from (own, f"{own}table/", f"{own}draw/", f"{own}sheet/", f"/pad/spring-whoopie/{label}/")
    played = Game.objects.get(pk=game.pk).stanzas_played
    yield f"{own}table/stanzas/{played + 1}/"
    if played:
        yield from (f"{own}table/stanzas/{played}/", f"{own}stanzas/{played}/")


def walk(sign_in: SignIn, game: Game, *people: Person) -> None:
    """Every page of a game as each of these; a fault of a page is raised by the client."""
    answers = {
        (person.name, address): client.get(address).status_code
        for person in people
        for client in [sign_in(person)]
        for address in addresses(game)
    }
    assert set(answers.values()) <= {200, 403, 404}, answers


def test_a_newcomer_a_leaver_and_a_returner_have_no_figure_yet(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4])
    people = (cast.players[0], cast.director)
    sit_down(by=cast.director, game=game, person=cast.players[4], at=MARCH)
    walk(sign_in, game, *people)
    play(cast, game, 2, Random(1))
    sit_down(by=cast.director, game=game, person=cast.players[5], at=MARCH)
    page = sign_in(cast.players[0]).get(f"{EVENT}games/1/table/").content.decode()
    assert "starts with this score" in page
    foot = page.partition("<tfoot>")[2].partition("</tfoot>")[0]
    assert foot.count('<td class="n">') == 6
    assert foot.count('<td class="n"><span class="quiet">–</span></td>') == 1
    walk(sign_in, game, *people)
    get_up(by=cast.director, game=game, person=cast.players[0], at=MARCH)
    walk(sign_in, game, *people)
    play(cast, game, 1, Random(2))
    sit_down(by=cast.director, game=game, person=cast.players[0], at=MARCH)
    wait_at_table(by=cast.director, game=game, person=cast.players[6], at=MARCH)
    walk(sign_in, game, *people)


def test_groups_of_a_split_have_no_figures_yet(cast: Cast, eight: Game, sign_in: SignIn) -> None:
    split_in(cast, eight)
    for group in groups_of(eight):
        walk(sign_in, group, cast.director)
        seated = [player.person_id for player in group.players.filter(seat__isnull=False)]
        get_up(by=cast.director, game=group, person=Person.objects.get(pk=seated[0]), at=MARCH)
        walk(sign_in, group, cast.director)
    walk(sign_in, eight, cast.director)
