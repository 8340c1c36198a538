"""An event that is played out: nothing that only makes sense before is offered, or taken."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

from sanctioning.refusal import Refusal
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.team_events import EARLY, enter_teams, newcomers, seat_in_order, signed_in, team_event
from tournaments.formats import format_named
from tournaments.models import Event, Game
from tournaments.services.check_in import check_in, undo_check_in
from tournaments.services.entries import (
    enter_event,
    mark_absent,
    restore_entry,
    withdraw_entry,
)
from tournaments.services.games import open_game
from tournaments.services.rounds import plan_round
from tournaments.services.substitutes import substitute
from tournaments.services.teams import check_in_team, enter_team, withdraw_team

pytestmark = pytest.mark.once

EVENING: Final = {"level": "open", "days": [[15, 15]], "moves": "circle", "pattern": "sample"}
WHIST: Final[dict[str, tuple[str, dict[str, Any], int]]] = {
    "military-whist": ("alberta-55-plus", EVENING, 4),
    "bid-whist": ("cardsharks", {"tournament": "main-event"}, 4),
    "columbus-whist": ("columbus-first-club", {"games": 6, "qualifiers": 2, "pot_cents": 500}, 4),
}
AFTER = MARCH + dt.timedelta(days=30)


def code(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.code


def played(cast: Cast, format_slug: str) -> Event:
    """An event of the game whose result is certified, as far as the hall knows."""
    ruleset, planned, count = WHIST[format_slug]
    event = team_event(cast, format_slug, ruleset)
    teams = enter_teams(cast, event, count)
    seat_in_order(cast, event, teams, planned)
    Game.objects.filter(event=event).update(state=Game.State.CERTIFIED)
    return event


@pytest.mark.parametrize("format_slug", WHIST)
def test_teams_are_neither_offered_anything_nor_changed(cast: Cast, format_slug: str) -> None:
    event = played(cast, format_slug)
    team = event.teams.order_by("number")[0]
    entry = team.members.get(letter="A").entry
    director = signed_in(cast.director)
    comers = newcomers(cast, 4)
    letters = format_named(format_slug).unit.letters
    players = dict(zip(letters, comers, strict=False))
    for act in (
        lambda: withdraw_team(by=cast.director, team=team, at=AFTER),
        lambda: check_in_team(by=cast.director, team=team, at=AFTER),
        lambda: enter_team(
            by=cast.director, event=event, name="Late", players=players, late_for="So.", at=AFTER
        ),
        lambda: withdraw_entry(by=cast.director, entry=entry, at=AFTER),
        lambda: mark_absent(by=cast.director, entry=entry, at=AFTER),
        lambda: undo_check_in(by=cast.director, entry=entry, at=AFTER),
        lambda: plan_round(by=cast.director, event=event, at=AFTER),
    ):
        assert code(act) == "played-out"
    if format_named(format_slug).substitutes:
        come = partial(substitute, by=cast.director, team=team, letter="A", comes=comers[0], why="Ill.")
        assert code(partial(come, at=AFTER)) == "played-out"
    shown = director.get(f"/events/{event.slug}/teams/").content.decode()
    for act_name in ("withdraw", "check-in", "substitute"):
        assert f"/teams/{team.pk}/{act_name}/" not in shown, act_name
    assert 'name="name"' not in shown
    slips = director.get(f"/events/{event.slug}/slips/").content.decode()
    assert "Call the director" not in slips
    assert "<button" not in slips.split("<main")[1].split("</main")[0]
    check_in_desk = f"/events/{event.slug}/manage/check-in/"
    answer = director.get(check_in_desk)
    assert answer.status_code == 200
    assert f"/entries/{entry.pk}/" not in answer.content.decode()
    page = director.get(f"/events/{event.slug}/").content.decode().split("<main")[1]
    assert check_in_desk not in page
    assert f"/events/{event.slug}/teams/enter/" not in page
    assert "Seat a further round" not in page
    assert "Every game is certified" in page
    managed = director.get(f"/events/{event.slug}/manage/").content.decode()
    assert 'name="entry"' not in managed
    assert 'name="number"' not in managed
    assert "Plan the next round" not in director.get(f"/events/{event.slug}/rounds/").content.decode()


def test_a_team_that_is_seated_is_not_offered_to_be_withdrawn(cast: Cast) -> None:
    event = team_event(cast, "bid-whist", "cardsharks")
    teams = enter_teams(cast, event, 4)
    director = signed_in(cast.director)
    assert "/withdraw/" in director.get(f"/events/{event.slug}/teams/").content.decode()
    seat_in_order(cast, event, teams, WHIST["bid-whist"][1])
    shown = director.get(f"/events/{event.slug}/teams/").content.decode()
    assert "/withdraw/" not in shown


def test_players_of_tables_come_and_go_until_the_last_game_has_ended_and_the_day_is_over(cast: Cast) -> None:
    event = sanctioned_event(cast)
    entries = [enter_event(by=cast.director, event=event, person=one, at=EARLY) for one in cast.players[:4]]
    absent = mark_absent(by=cast.director, entry=entries[3], at=MARCH)
    game = open_game(by=cast.director, event=event, planned={"stanzas": 2}, at=MARCH)
    withdraw_entry(by=cast.director, entry=entries[2], at=AFTER)
    Game.objects.filter(pk=game.pk).update(
        state=Game.State.CERTIFIED, acting_executor=cast.executor_appointment
    )
    restore_entry(by=cast.director, entry=entries[2], at=event.ends_at)
    entry = entries[0]
    for act in (
        partial(withdraw_entry, by=cast.players[0], entry=entry),
        partial(check_in, by=cast.director, entry=entry),
        partial(restore_entry, by=cast.director, entry=absent),
    ):
        assert code(partial(act, at=AFTER)) == "played-out"
