"""Findings name people, and teams with their letters, wherever pages show them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import translation
from django.utils.html import escape

from rules_engine.sentences import RuledTeam, Several, TeamNumber, says, team_list
from sanctioning.templatetags.saas import named
from tests.cast import MARCH, Cast
from tests.support.columbus import columbus_event, seat
from tests.support.team_events import enter_teams, newcomers, seat_in_order, signed_in, team_event
from tournaments.games.models import Game
from tournaments.reports.services.reports import take_report
from tournaments.slips.services.slips import close_event, report_slip, sign_slip
from tournaments.teams.models.team import Team

NAMES = {"team 3": "Elm", "team 12": "Fir", "3A": "Ann (A of Elm)", "W-00001-7": "Ann", "ruled 3": "Oak"}


ELM, FIR = TeamNumber(3), TeamNumber(12)


@pytest.mark.parametrize(
    ("sentence", "shown_as"),
    [
        (says("Team %(team)s won the play-off.", team=ELM), "Team Elm won the play-off."),
        (
            says(
                "Teams %(teams)s are tied at the line and have not played it off.", teams=team_list([3, 12])
            ),
            "Teams Elm, Fir are tied at the line and have not played it off.",
        ),
        (
            says(
                "team %(team)s is noted as the winner; it is %(due)s.",
                team=ELM,
                due=says("team %(team)s", team=FIR),
            ),
            "team Elm is noted as the winner; it is team Fir.",
        ),
        (
            says("%(teams)s teams tied; the leader's ruling is not recorded.", teams=3),
            "3 teams tied; the leader's ruling is not recorded.",
        ),
        (
            says(
                "%(due)s games are played; these played others: %(teams)s.",
                due=6,
                teams=Several([says("team %(team)s %(games)s", team=ELM, games=5)]),
            ),
            "6 games are played; these played others: team Elm 5.",
        ),
        (
            says(
                "Noted as going on are %(noted)s; by the ranking they are %(due)s.",
                noted=team_list([3]),
                due=team_list([]),
            ),
            "Noted as going on are Elm; by the ranking they are none.",
        ),
        (
            says("The cuts make %(due)s the dealer, not %(dealer)s.", due="3A", dealer="4B"),
            "The cuts make Ann (A of Elm) the dealer, not 4B.",
        ),
        (says("%(player)s plays for two teams.", player="W-00001-7"), "Ann plays for two teams."),
        (
            says(
                "Ruling %(ruling)s sets team %(team)s for the points of the bid; the sheet does not.",
                ruling=3,
                team=RuledTeam(3),
            ),
            "Ruling 3 sets team Oak for the points of the bid; the sheet does not.",
        ),
    ],
)
def test_teams_and_players_by_their_names(sentence: str, shown_as: str) -> None:
    assert named(sentence, NAMES) == shown_as
    with translation.override("de"):
        german = named(sentence, NAMES)
    assert german != shown_as
    assert "team 3" not in german.lower()


def shown(cast: Cast, game: Game) -> dict[str, str]:
    """The pages that show findings of the report of an event."""
    report = signed_in(cast.director).get(f"/events/{game.event.slug}/games/1/")
    desk = signed_in(cast.executor).get("/executor/")
    return {"report": report.content.decode(), "desk": desk.content.decode()}


def seats_of(team: Team) -> dict[str, Any]:
    return {member.letter: member.entry.person for member in team.members.all()}


def test_a_wrong_dealer_is_named_with_his_team(cast: Cast) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    teams = enter_teams(cast, event, 2)
    plan = {"level": "open", "days": [[2]], "moves": "circle", "pattern": "sample"}
    game = seat_in_order(cast, event, teams, plan)
    cuts = {"cut-1a": "9C", "cut-1b": "KD", "cut-2a": "2C", "cut-2b": "3C"}
    slips: dict[str, dict[str, Any]] = {
        f"d1-{when}-{table}": {"flags": 12} for when in ("before", "after") for table in (1, 2)
    }
    slips["tie-1-2-hand-1"] = {"trump": "4H", **cuts, "dealer": "2A", "tricks": 8}
    for place, typed in slips.items():
        slip = report_slip(
            by=cast.director, game=game, place=place, typed=typed, idempotency_key=place, at=MARCH
        )
        sign_slip(by=cast.players[0], slip=slip, at=MARCH)
    due, noted = seats_of(teams[0])["B"], seats_of(teams[1])["A"]
    sentence = f"The cuts make {due.name} (B of Team 1) the dealer, not {noted.name} (A of Team 2)."
    client = signed_in(cast.director)
    for path in ("slips/", "slips/tie-1-2-hand-1/"):
        assert escape(sentence) in client.get(f"/events/{event.slug}/{path}").content.decode(), path
    close_event(by=cast.director, game=game, at=MARCH)
    for name, page in shown(cast, game).items():
        assert escape(sentence) in page, name


@pytest.mark.both_databases
def test_a_stranger_who_signed_is_named(cast: Cast) -> None:
    event, teams = columbus_event(cast, 2)
    [stranger] = newcomers(cast, 1)
    for _number in range(6):
        game = seat(cast, event, teams, [(1, 2)], qualifiers=1)
    left = {"left": "2", "hands": [{"bid": "3", "by": "1", "books": 9}]}
    for place, typed in (("g1-t1", left), ("line", {"qualifiers": 1})):
        slip = report_slip(
            by=cast.director, game=game, place=place, typed=typed, idempotency_key=place, at=MARCH
        )
        sign_slip(by=cast.players[0], slip=slip, at=MARCH)
    record = json.loads(bytes(close_event(by=cast.director, game=game, at=MARCH).record))
    signed = [(1, stranger), (2, seats_of(teams[1])["A"])]
    record["rounds"][0][0]["sheet"] = [{"signed": team, "by": player.number} for team, player in signed]
    game.refresh_from_db()
    data = json.dumps(record).encode()
    take_report(
        by=cast.director, game=game, data=data, idempotency_key="again", reason="So signed.", at=MARCH
    )
    for name, page in shown(cast, game).items():
        assert escape(f"{stranger.name}, who signed for Team 1, does not play for it.") in page, name
