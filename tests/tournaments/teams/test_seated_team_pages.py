"""Who is seated with his team is offered nothing that would be refused, and reads why in its place."""

from __future__ import annotations

import pytest

from tests.cast import Cast
from tests.support.columbus import columbus_event, seat
from tests.support.team_events import enter_teams, seat_in_order, signed_in, team_event
from tests.tournaments.slips.test_team_event_pages import EVENING, read, seated, send
from tournaments.events.models.event import Event

pytestmark = pytest.mark.both_databases


@pytest.fixture
def event(cast: Cast) -> Event:
    return team_event(cast, "military-whist", "alberta-55-plus")


def test_who_runs_an_event_sees_who_is_seated_where_he_would_withdraw_him(cast: Cast, event: Event) -> None:
    teams = enter_teams(cast, event, 3)
    director, here = signed_in(cast.director), f"/events/{event.slug}/"
    pages = {
        f"{here}manage/": ("Withdraw<",),
        f"{here}manage/check-in/": ('data-act="take-back"', "Absent<"),
    }
    for page, buttons in pages.items():
        assert buttons[0] in read(director, page)
    seat_in_order(cast, event, teams, EVENING)
    for page, buttons in pages.items():
        shown = read(director, page)
        assert not [button for button in buttons if button in shown]
        assert shown.count(f'Seated with <a href="{here}teams/#team-2">2. Team 2</a>') == 4
    entry = event.entries.first()
    assert entry is not None
    assert "which is seated" in send(director, f"{here}manage/check-in/{entry.pk}/undo/", 409)
    listed = director.get(f"/api/v1{here}entries/").json()["entered"]
    assert [line["seated_team"] for line in listed if line["number"] == cast.players[0].number] == [1]


def test_a_player_reads_that_his_team_is_seated_where_he_would_withdraw_it(cast: Cast, event: Event) -> None:
    seated(cast, event)
    player = signed_in(cast.players[0])
    for page in ("entry/", "teams/enter/"):
        shown = read(player, f"/events/{event.slug}/{page}")
        assert "Your team is seated" in shown
        assert "Withdraw it there" not in shown
        assert "withdrawn as a whole, there" not in shown
    mine = read(player, f"/events/{event.slug}/teams/")
    assert mine.count("Your team is seated") == 1
    assert "Write what was not played on its slips" not in mine
    director = read(signed_in(cast.director), f"/events/{event.slug}/teams/")
    assert director.count("no longer be withdrawn. Write what was not played on its slips") == 1


def test_a_seated_team_that_may_change_a_player_says_so(cast: Cast) -> None:
    event, teams = columbus_event(cast, 2)
    director, page = signed_in(cast.director), f"/events/{event.slug}/teams/"
    assert "no longer be withdrawn" not in read(director, page)
    seat(cast, event, teams, [(1, 2)])
    assert read(director, page).count("no longer be withdrawn. Let a substitute in") == 1
