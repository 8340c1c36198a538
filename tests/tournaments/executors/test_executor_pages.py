"""Executors by the pages alone: proposals with their reasons, one tap for an event, each one's own page."""

from __future__ import annotations

import datetime as dt

import pytest

from sanctioning.kit.clock import noon, today
from sanctioning.offices.models.executor import Area
from sanctioning.offices.models.office import Appointment, DeclaredConflict
from sanctioning.offices.services.areas import cover
from sanctioning.offices.services.conflicts import declare_conflict
from tests.cast import Cast, sanctioned_event
from tests.fixtures import SignIn
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players

pytestmark = pytest.mark.both_databases


def event_with_games(cast: Cast, count: int) -> Event:
    at = noon(today())
    event = sanctioned_event(cast, at=at)
    for _ in range(count):
        open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=at)
    return event


def test_one_tap_for_all_games_with_the_reasons_beside_it(cast: Cast, sign_in: SignIn) -> None:
    cover(by=cast.executor, person=cast.executor, place="Arden Hall")
    event_with_games(cast, 3)
    managing = sign_in(cast.managing)
    desk = managing.get("/authority/").content.decode()
    assert "available, covers Arden Hall" in desk
    page = managing.get("/events/spring-whoopie/executors/").content.decode()
    assert "For the 3&nbsp;games without one" in page
    assert page.count('name="back" value="event"') >= 4
    assert sign_in(cast.director).get("/events/spring-whoopie/executors/").status_code == 403
    chosen = {"executor": cast.executor_appointment.pk}
    done = managing.post(
        "/events/spring-whoopie/executors/appoint/", {**chosen, "back": "event"}, follow=True
    )
    assert done.redirect_chain[-1][0] == "/events/spring-whoopie/executors/"
    assert "Edgar Hale is Acting Executor of 3 games" in done.content.decode()
    assert Game.objects.filter(acting_executor=cast.executor_appointment).count() == 3
    assert "Every game has an executor" in managing.get("/authority/").content.decode()
    again = managing.post("/events/spring-whoopie/executors/appoint/", chosen)
    assert (again.status_code, "has its Acting Executor" in again.content.decode()) == (409, True)


@pytest.mark.both_databases
def test_a_refused_executor_is_named_with_the_rule(cast: Cast, sign_in: SignIn) -> None:
    event = event_with_games(cast, 1)
    seat_players(by=cast.director, game=event.games.get(), people=[cast.executor, *cast.players[:2]])
    managing = sign_in(cast.managing)
    page = managing.get("/events/spring-whoopie/executors/").content.decode()
    assert "not possible" in page
    chosen = {"executor": cast.executor_appointment.pk}
    answer = managing.post("/events/spring-whoopie/executors/appoint/", chosen)
    assert (answer.status_code, "plays in this game" in answer.content.decode()) == (409, True)


def test_an_executor_in_trouble_is_listed_and_replaced(cast: Cast, sign_in: SignIn) -> None:
    event_with_games(cast, 1)
    managing = sign_in(cast.managing)
    managing.post("/authority/executors/spring-whoopie/1/", {"executor": cast.executor_appointment.pk})
    declare_conflict(by=cast.executor, with_club=cast.club, reason="A founder.")
    assert "may not rule" in managing.get("/authority/").content.decode()
    appoint = "/authority/executors/spring-whoopie/1/"
    mistyped = managing.post(appoint, {"number": "Morgann Vale"})
    assert mistyped.status_code == 422
    offered = f'name="number" value="{cast.managing.number}"'
    assert offered in mistyped.content.decode()
    nobodys = managing.post(appoint, {"number": cast.director.number})
    assert nobodys.status_code == 422
    sentence = f"“{cast.director.number}” is not an executor whose term runs on the day of the game."
    assert sentence in nobodys.content.decode()
    managing.post(appoint, {"number": "morgan vale"})
    assert "may not rule" not in managing.get("/authority/").content.decode()


@pytest.mark.both_databases
def test_an_executors_own_page(cast: Cast, sign_in: SignIn) -> None:
    own, page = sign_in(cast.executor), f"/executors/{cast.executor.number}/"
    assert page in own.get("/me/").content.decode()
    assert sign_in(cast.director).get(page).status_code == 404
    own.post(f"{page}cover/", {"place": "Arden", "home": "on"})
    assert Area.objects.get().home
    answer = own.post(f"{page}cover/", {"place": "arden"})
    assert (answer.status_code, "is already in the list" in answer.content.decode()) == (409, True)
    own.post(f"{page}uncover/", {"number": Area.objects.get().pk})
    assert not Area.objects.exists()
    wrong = own.post(f"{page}conflict/", {"with_person": "W-999", "why": "Cousins of old."})
    assert (wrong.status_code, "Cousins of old." in wrong.content.decode()) == (422, True)
    own.post(f"{page}conflict/", {"with_person": cast.players[0].number, "why": "Cousins."})
    assert DeclaredConflict.objects.get().with_person == cast.players[0]
    day = today().isoformat()
    own.post(f"{page}leave/", {"first_day": day, "last_day": ""})
    listed = sign_in(cast.managing).get("/authority/executors/").content.decode()
    assert "until" in listed
    assert sign_in(cast.managing).get(page).status_code == 200
    denied = sign_in(cast.director).post(f"{page}leave/", {"first_day": day})
    assert denied.status_code == 403


def test_an_event_without_a_game_gets_its_executor_who_is_replaced_and_ended(
    cast: Cast, sign_in: SignIn
) -> None:
    # Of tomorrow: one of today is over by the evening, and then nobody is asked for.
    event = sanctioned_event(cast, at=noon(today()) + dt.timedelta(days=1))
    path, managing = f"/events/{event.slug}/executors/", sign_in(cast.managing)
    assert "no game is open yet" in managing.get("/authority/").content.decode()
    assert "For the event and all its rounds" in managing.get(path).content.decode()
    chosen = {"executor": cast.executor_appointment.pk}
    done = managing.post(f"{path}appoint/", chosen, follow=True).content.decode()
    assert "Edgar Hale is Acting Executor of Spring Whoopie." in done
    assert "Every game has an executor" in done
    for address in (f"/events/{event.slug}/", f"/events/{event.slug}/manage/"):
        assert "Edgar Hale" in sign_in(cast.director).get(address).content.decode()
    own = Appointment.objects.get(person=cast.managing)
    replaced = managing.post(f"{path}replace/", {**chosen, "other": own.pk}, follow=True).content.decode()
    assert "Morgan Vale now rules Spring Whoopie instead of Edgar Hale" in replaced
    assert managing.post(f"{path}replace/", {**chosen, "other": own.pk}).status_code == 404
    ended = managing.post(f"{path}end/", {"executor": own.pk}, follow=True).content.decode()
    assert "Morgan Vale rules no further games of Spring Whoopie" in ended
    assert not event.executors.exists()
    assert managing.post(f"{path}vanish/", chosen).status_code == 404
