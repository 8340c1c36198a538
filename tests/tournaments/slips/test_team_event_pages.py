"""The pages of an event of teams: entry, seating, slips, signatures, the board, the result."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules_engine.decide import answer as decided
from saas_high_card.game import HIGH_CARD
from tests.cast import MARCH, Cast
from tests.support.columbus import PLAN, columbus_event
from tests.support.team_events import enter_teams, newcomers, seat_in_order, signed_in, team_event
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.registry import registered
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import plan_round

EVENING = {"level": "open", "days": [[2, 2]], "moves": "circle", "pattern": "sample"}


@pytest.fixture
def event(cast: Cast) -> Event:
    return team_event(cast, "military-whist", "alberta-55-plus")


def seated(cast: Cast, event: Event) -> Game:
    return seat_in_order(cast, event, enter_teams(cast, event, 3), EVENING)


def send(client: Client, address: str, expected: int = 302, /, **typed: Any) -> str:
    answer = client.post(address, typed)
    assert answer.status_code == expected, answer.content.decode()
    return answer.content.decode()


def read(client: Client, address: str, expected: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == expected, answer.content.decode()
    return answer.content.decode()


def test_teams_are_entered_checked_in_and_seated_on_their_pages(cast: Cast, event: Event) -> None:
    director, page = signed_in(cast.director), f"/events/{event.slug}/teams/"
    people = [*cast.players, *newcomers(cast, 2)]
    assert "No team is entered yet" in read(Client(), page)
    manage = read(director, f"/events/{event.slug}/manage/")
    assert (f'<a href="{page}">Teams</a>' in manage, 'name="number"' in manage) == (True, False)
    for team in range(3):
        numbers = {
            f"player-{letter}": player.number
            for letter, player in zip("ABXY", people[4 * team :], strict=False)
        }
        send(director, page, 302, name=f"Team {team + 1}", **numbers)
    wrong = send(director, page, 422, name="Ghosts", **{f"player-{letter}": "W-999" for letter in "ABXY"})
    assert wrong.count("Nobody has this number") == 2 * 4, "above the form, and at each player"
    assert 'value="Ghosts"' in wrong
    send(signed_in(cast.outsider), page, 403, name="Others")
    for key in event.teams.values_list("pk", flat=True):
        send(director, f"{page}{key}/check-in/")
    assert "3&nbsp;teams are entered" in read(Client(), page)
    rounds = f"/events/{event.slug}/rounds/"
    plan = {"level": "open", "days": "2 + 2", "moves": "circle", "pattern": "sample"}
    assert "Hands of each session" in read(director, rounds)
    send(director, f"{rounds}plan/", 302, name="", kind="ordinary", mode="draw", **plan)
    send(director, f"{rounds}{event.rounds.get().pk}/confirm/")
    assert event.games.get().players.count() == 12
    for address in (rounds, f"/events/{event.slug}/manage/", f"/events/{event.slug}/", page):
        read(director, address)


def test_a_kind_of_round_is_asked_for_only_where_the_game_has_several(cast: Cast, event: Event) -> None:
    enter_teams(cast, event, 3)
    director, rounds = signed_in(cast.director), f"/events/{event.slug}/rounds/"
    assert 'name="kind"' not in read(director, rounds)
    plan = {"level": "open", "days": "2 + 2", "moves": "circle", "pattern": "sample"}
    refused = send(director, f"{rounds}plan/", 422, name="", kind="playoff", mode="draw", **plan)
    assert "Military Whist has no rounds of the kind “playoff”" in refused
    sent = {"planned": EVENING, "kind": "consolation"}
    answer = director.post(f"/api/v1{rounds}", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["facts"]) == (422, {"field": "kind"})
    send(director, f"{rounds}plan/", 302, name="", mode="draw", **plan)
    new_round = event.rounds.get()
    assert new_round.kind == "ordinary"
    assert "python -m rules_engine decide military-tables" in read(director, rounds)
    numbers = dict(event.teams.values_list("members__entry__person__number", "number"))
    assert [numbers[table[0]] for table in new_round.tables] == decided(
        "military-tables", new_round.question
    )["tables"]


def test_an_acting_executor_is_asked_for_only_where_none_is_appointed(cast: Cast) -> None:
    event, _teams = columbus_event(cast, 4)
    director, rounds = signed_in(cast.director), f"/events/{event.slug}/rounds/"
    slips = f"/events/{event.slug}/slips/"
    for number in (1, 2):
        new_round = plan_round(by=cast.director, event=event, planned=PLAN, mode="draw", at=MARCH)
        why = {"why": "The sheets are typed in later."}
        confirmed = director.post(f"{rounds}{new_round.pk}/confirm/", why, follow=True).content.decode()
        assert ("the authority appoints its Acting Executor" in confirmed) == (number == 1)
        assert ("The tables of round 2 are confirmed" in confirmed) == (number == 2)
        shown = read(director, slips)
        assert ("No Acting Executor yet" in shown) == (number == 1)
        if number == 1:
            assert f'href="/events/{event.slug}/games/1/calls/"' in shown
            game, term = event.games.get(), cast.executor_appointment
            appoint_acting_executor(by=cast.managing, game=game, appointment=term, at=MARCH)


def test_slips_from_the_first_count_to_the_closed_event(cast: Cast, event: Event) -> None:
    page = f"/events/{event.slug}/slips/"
    assert "Nothing is due yet" in read(signed_in(cast.director), page)
    game = seated(cast, event)
    director, player = signed_in(cast.director), signed_in(cast.players[0])
    assert read(signed_in(cast.outsider), page, 403)
    assert read(player, page).count(":flags") == 2
    before = {f"d1-before-{table}:flags": "12" for table in (1, 2, 3)}
    kept = send(director, page, 422, key="a", **{**before, "d1-before-2:flags": "many"})
    assert 'value="many"' in kept
    assert not game.slips.exists()
    send(director, page, 302, key="a", **before)
    send(director, page, 302, key="b", **{f"d1-after-{table}:flags": 10 + table for table in (1, 2, 3)})
    shown = read(player, page)
    assert "Sign 3&nbsp;slips as they are" in shown
    assert "as they stand" not in read(director, page)
    for when in ("before", "after"):
        send(player, page, sign=[f"d1-{when}-{table}:1" for table in (1, 2, 3)])
    board = read(Client(), f"/events/{event.slug}/live/")
    assert board.index("Team 3") < board.index("Team 1")
    read(Client(), f"/events/{event.slug}/projector/")
    assert "Close and report" in read(director, page)
    assert "Close and report" not in read(player, page)
    send(director, f"/events/{event.slug}/close/")
    result = read(director, f"/events/{event.slug}/games/1/")
    assert "count of flags" not in result
    executor = signed_in(cast.executor)
    read(executor, f"/events/{event.slug}/games/1/")
    summary = read(executor, f"/events/{event.slug}/games/1/certify/")
    assert "<dt>Teams</dt><dd>3</dd><dt>Player-hands</dt><dd>48</dd>" in summary
    assert "<dt>Stanzas</dt>" not in summary


def test_one_slip_is_corrected_with_a_reason_and_shows_what_it_breaks(cast: Cast, event: Event) -> None:
    seated(cast, event)
    page = f"/events/{event.slug}/slips/d1-before-1/"
    player = signed_in(cast.players[1])
    assert 'value="12"' in read(player, page)
    send(player, page, key="k1", replaces=0, flags=11)
    assert "11 at table 1 were counted" in read(player, page)
    send(player, page, 422, key="k2", replaces=1, flags=12)
    send(player, page, 409, key="k3", replaces=0, flags=12, reason="Counted again.")
    send(player, page, key="k4", replaces=1, flags=12, reason="Counted again.")
    shown = read(player, page)
    assert "Corrected because: Counted again." in shown
    assert "were counted" not in shown
    read(player, f"/events/{event.slug}/slips/d9-before-1/", 404)


OF_EVENT = ("floor/", "cards/", "cards.pdf", "scoresheets.pdf", "rounds/", "entries/", "records/")
OF_GAME = (
    "",
    "table/",
    "sheet/",
    "draw/",
    "calls/",
    "rule/",
    "violations/",
    "rulings/",
    "report/",
    "stanzas/1/",
)


def test_no_page_of_tables_fails_where_the_game_is_the_event(cast: Cast, event: Event) -> None:
    seated(cast, event)
    here = f"/events/{event.slug}/"
    addresses = [
        *(f"{here}{name}" for name in OF_EVENT),
        *(f"{here}games/1/{name}" for name in OF_GAME),
        *(
            f"/api/v1{here}games/1/{name}"
            for name in ("", "table/", "pad/", "draw/", "violations/", "rulings/")
        ),
        *(f"/api/v1{here}{name}" for name in ("", "floor/", "cards/", "rounds/")),
        *(f"/pad/{event.slug}/1/", "/live/", "/executor/", "/me/", "/calendar/"),
    ]
    for person in (cast.director, cast.executor, cast.players[0]):
        client = signed_in(person)
        answered = {address: client.get(address).status_code for address in addresses}
        assert not [address for address, status in answered.items() if status >= 500]


@pytest.mark.parametrize(
    "page",
    ["table/", "table/stanzas/1/", "sheet/", "scoresheet.pdf", "draw/", "violations/"],
)
def test_one_game_that_is_the_event_has_no_page_of_a_table(cast: Cast, event: Event, page: str) -> None:
    seated(cast, event)
    read(signed_in(cast.director), f"/events/{event.slug}/games/1/{page}", 404)


def test_its_floor_are_its_slips_and_its_tables_have_no_cards(cast: Cast, event: Event) -> None:
    seated(cast, event)
    director = signed_in(cast.director)
    assert director.get(f"/events/{event.slug}/floor/").headers["Location"] == f"/events/{event.slug}/slips/"
    for page in ("cards/", "cards.pdf", "scoresheets.pdf"):
        read(director, f"/events/{event.slug}/{page}", 404)
    for page in ("floor/", "cards/", "games/1/table/", "games/1/draw/", "games/1/violations/"):
        read(director, f"/api/v1/events/{event.slug}/{page}", 404)
    assert director.get(f"/pad/{event.slug}/1/").status_code == 404


def test_a_player_calls_the_executor_of_an_event_without_a_stanza(cast: Cast, event: Event) -> None:
    game = seated(cast, event)
    page = f"/events/{event.slug}/games/1/calls/"
    player = signed_in(cast.players[0])
    shown = read(player, page)
    assert 'name="stanza"' not in shown
    assert f'href="/events/{event.slug}/slips/"' in shown
    send(player, page, kind="irregularity", about="Table 1, a revoke", key="k")
    assert game.calls.get().about == "Table 1, a revoke"


def test_the_director_lets_a_substitute_in_where_the_rules_know_one(cast: Cast) -> None:
    with registered(HIGH_CARD):
        event = team_event(cast, "high-card", "high-card-1")
        teams = enter_teams(cast, event, 2)
        seat_in_order(cast, event, teams, {"cards": 1})
        [newcomer] = newcomers(cast, 1)
        director, page = signed_in(cast.director), f"/events/{event.slug}/teams/{teams[0].pk}/substitute/"
        assert "H-2: who must leave is replaced." in read(director, page)
        typed = {"letter": "A", "comes": "W-999", "from_round": "", "why": "He fell ill."}
        wrong = send(director, page, 422, **typed)
        assert "Nobody has this number" in wrong
        assert 'value="He fell ill."' in wrong
        assert "plays, or played, for Team 2" in send(
            director, page, 422, **{**typed, "comes": cast.players[2].number}
        )
        send(director, page, **{**typed, "comes": newcomer.number, "from_round": "2"})
        listed = read(Client(), f"/events/{event.slug}/teams/")
        assert "New Comer 0" in listed
        assert f"A: {cast.players[0].name}; from round 2 on New Comer 0" in listed
        sent = {"letter": "B", "comes": cast.players[0].number, "why": "Back again."}
        address = f"/api/v1/events/{event.slug}/teams/{teams[0].pk}/substitute/"
        answer = director.post(address, sent, content_type="application/json")
        assert answer.status_code == 200, answer.content
        assert [substitute["letter"] for substitute in answer.json()["teams"][0]["replaced"]] == ["A", "B"]


@pytest.mark.both_databases
def test_no_substitute_where_the_rules_know_none(cast: Cast, event: Event) -> None:
    [team] = enter_teams(cast, event, 1)
    page = f"/events/{event.slug}/teams/"
    director = signed_in(cast.director)
    assert "Substitute" not in read(director, page)
    assert "has no substitutes" in read(director, f"{page}{team.pk}/substitute/", 409)


def test_no_team_comes_to_an_event_in_its_second_day(cast: Cast) -> None:
    """It was offered and taken, and there was no seat for it."""
    event = team_event(cast, "military-whist", "alberta-55-plus", days=2)
    begins = timezone.now() - dt.timedelta(hours=30)
    Event.objects.filter(pk=event.pk).update(starts_at=begins, ends_at=begins + dt.timedelta(hours=48))
    people = dict(zip("ABXY", cast.players, strict=False))
    numbers = {f"player-{letter}": person.number for letter, person in people.items()}
    player, director = signed_in(cast.players[0]), signed_in(cast.director)
    where = f"/events/{event.slug}/"
    for client in (player, director):
        for page in (where, f"{where}entry/", f"{where}teams/"):
            assert "Enter a team" not in read(client, page), page
    assert "takes no more teams" in read(player, f"{where}entry/")
    for client, page in ((player, f"{where}teams/enter/"), (director, f"{where}teams/")):
        assert "so it takes no more teams" in send(client, page, 409, name="Late", **numbers)
    assert not event.teams.exists()
    assert not event.team_invitations.exists()


def test_whoever_runs_it_is_led_from_the_slips_to_the_rest_of_the_evening(cast: Cast, event: Event) -> None:
    seated(cast, event)
    address = f"/events/{event.slug}/"
    page = read(signed_in(cast.director), f"{address}slips/")
    for desk in ("manage/", "announcements/", "projector/"):
        assert f'href="{address}{desk}"' in page, desk
    assert "Call the director" not in page
    player = read(signed_in(cast.players[0]), f"{address}slips/")
    assert (f'href="{address}announcements/"' in player, "Call the director" in player) == (False, True)
