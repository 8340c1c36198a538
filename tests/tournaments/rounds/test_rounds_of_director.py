"""Rounds as whoever runs the event sees them: who entered and is in no draw, and everybody's full name."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest

from sanctioning.kit.clock import today
from sanctioning.people.models.person import PrivateData
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.play import play
from tests.tournaments.rounds.test_rounds import planned, present
from tournaments.entries.services.check_in import undo_check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.rounds.services.draws import draw_cards
from tournaments.rounds.services.rounds import confirm_round
from tournaments.tables.services.closing import close_game
from tournaments.tables.services.seating import get_up, sit_down

pytestmark = pytest.mark.both_databases

ROUNDS = "/events/spring-whoopie/rounds/"


def test_the_page_names_who_entered_and_is_not_in_the_draw_and_why(cast: Cast, sign_in: SignIn) -> None:
    event, director = present(cast, 8), sign_in(cast.director)
    undo_check_in(by=cast.director, entry=event.entries.get(person=cast.players[7]), at=MARCH)
    Event.objects.filter(pk=event.pk).update(capacity=8)
    enter_event(by=cast.director, event=event, person=cast.outsider, at=MARCH)

    def not_drawn() -> list[bool]:
        page = director.get(ROUNDS).content.decode()
        return [
            words in page
            for words in (
                f"Not checked in: {cast.players[7].name}.",
                f"On the waiting list, without a place: {cast.outsider.name}.",
            )
        ]

    assert not_drawn() == [True, True], "before the draw"
    round = planned(cast, event)
    assert not_drawn() == [True, True], "before it is confirmed"
    confirm_round(by=cast.director, round=round, at=MARCH)
    page = sign_in(cast.players[0]).get(ROUNDS).content.decode()
    assert "not in the draw" not in page, "this is for whoever runs the event"


def test_only_whoever_runs_the_event_reads_the_full_name_of_a_minor(cast: Cast, sign_in: SignIn) -> None:
    event, young = present(cast, 8), cast.players[0]
    born = today() - dt.timedelta(days=15 * 365)
    PrivateData.objects.update_or_create(person=young, defaults={"birth_date": born})
    confirm_round(by=cast.director, round=planned(cast, event), at=MARCH)
    [round] = event.rounds.all()
    initial = f"{young.given_names} {young.family_name[0]}."
    for person, name in ((cast.director, young.name), (cast.players[3], initial)):
        assert f"<li>{name}</li>" in sign_in(person).get(ROUNDS).content.decode()
    papers = sign_in(cast.director).get(f"{ROUNDS}{round.pk}/seats/").content.decode()
    assert f"{young.family_name[0]}., {young.given_names}" in papers, "on the wall as everybody may read it"


def test_whoever_left_their_table_early_is_asked_about_before_the_next_round(
    cast: Cast, sign_in: SignIn
) -> None:
    event, director = present(cast, 8), sign_in(cast.director)
    appoint_for_event(by=cast.managing, event=event, appointment=cast.executor_appointment, at=MARCH)
    games = confirm_round(by=cast.director, round=planned(cast, event, preferred=4), at=MARCH)
    at_table = []
    for game in games:
        draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
        play(cast, game, 1, Random(1))
        at_table.append([player.person for player in game.players.order_by("seat")])
    walker, leaver, moved, at_end = at_table[0][0], at_table[0][1], at_table[1][0], at_table[1][1]
    get_up(by=cast.executor, game=games[0], person=walker, walked_out=True, reason="Left.", at=MARCH)
    get_up(by=cast.director, game=games[1], person=moved, at=MARCH)
    sit_down(by=cast.director, game=games[0], person=moved, at=MARCH)
    get_up(by=cast.director, game=games[0], person=leaver, at=MARCH)
    for game in games:
        play(cast, game, 1, Random(2))
    get_up(by=cast.director, game=games[1], person=at_end, at=MARCH)
    for game in games:
        close_game(by=cast.director, game=game, sure=True, at=MARCH)
    said = (
        f"{walker.name} walked out of table 1 (round 1).",
        f"{leaver.name} left table 1 (round 1) before it was over.",
        f"{moved.name} left",
        f"{at_end.name} left",
    )

    def asked() -> list[bool]:
        page = director.get(ROUNDS).content.decode()
        part = page.partition("do they play this round?")[2].partition("</section>")[0]
        return [words in " ".join(part.split()) for words in said]

    assert asked() == [True, True, False, False], "before the draw"
    planned(cast, event, preferred=4)
    assert asked() == [True, True, False, False], "before it is confirmed"
    entry = event.entries.get(person=walker)
    withdraw = f"/events/{event.slug}/manage/withdraw/"
    page = director.post(withdraw, {"entry": entry.pk, "back": "rounds"}, follow=True)
    assert page.redirect_chain[-1][0] == f"{ROUNDS}?withdrawn={entry.pk}"
    assert f"At a table, but no longer here: {walker.name}." in " ".join(page.content.decode().split())
    assert asked() == [False, True, False, False]
    restore = f"/events/{event.slug}/manage/check-in/{entry.pk}/restore/"
    assert f'action="{restore}"' in page.content.decode()
    back = director.post(restore, {"back": "rounds"})
    assert back.headers["Location"] == ROUNDS
    assert asked() == [True, True, False, False]
    assert "do they play" not in sign_in(cast.players[0]).get(ROUNDS).content.decode()
