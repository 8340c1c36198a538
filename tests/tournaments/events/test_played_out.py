"""An event that is played out: nothing that only makes sense before is offered, or taken."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest
from django.test import Client
from django.utils import timezone

from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.team_events import EARLY, enter_teams, newcomers, seat_in_order, signed_in, team_event
from tournaments.entries.services.check_in import check_in, undo_check_in
from tournaments.entries.services.entries import enter_event, mark_absent, withdraw_entry
from tournaments.entries.services.restoring import restore_entry
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.services.games import open_game
from tournaments.rounds.services.rounds import plan_round
from tournaments.teams.models.team import Team
from tournaments.teams.services.substitutes import substitute
from tournaments.teams.services.teams import check_in_team, enter_team, withdraw_team

EVENING: Final = {"level": "open", "days": [[15, 15]], "moves": "circle", "pattern": "sample"}
WHIST: Final[dict[str, tuple[str, dict[str, Any], int]]] = {
    "military-whist": ("alberta-55-plus", EVENING, 4),
    "bid-whist": ("cardsharks", {"tournament": "main-event"}, 4),
    "columbus-whist": ("columbus-first-club", {"games": 6, "qualifiers": 2, "pot_cents": 500}, 4),
}
OFFERS: Final = (
    ("teams/", "/withdraw/"),
    ("teams/", "/teams/{absent}/check-in/"),
    ("teams/", "/substitute/"),
    ("teams/", 'name="name"'),
    ("slips/", '/calls/"'),
    ("manage/check-in/", "/check-in/{missing}/check-in/"),
    ("manage/check-in/", "/check-in/{missing}/absent/"),
    ("", "/manage/check-in/"),
    ("", "/teams/enter/"),
    ("manage/", 'name="entry"'),
    ("rounds/", "Plan the next round"),
)
"""On each page of an event what is there only while it is played."""
AFTER = MARCH + dt.timedelta(days=30)


def code(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.code


def main_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode().split("<main")[1].split("</main")[0]


def offered(director: Client, absent: Team) -> list[str]:
    """What is offered at the event of these teams, of which one is not here."""
    slug = absent.event.slug
    pages = {path: main_of(director, f"/events/{slug}/{path}") for path, _words in OFFERS}
    known = {"absent": absent.pk, "missing": absent.members.get(letter="A").entry_id}
    return [words for path, words in OFFERS if words.format(**known) in pages[path]]


@pytest.mark.parametrize("format_slug", WHIST)
def test_teams_are_neither_offered_anything_nor_changed(cast: Cast, format_slug: str) -> None:
    ruleset, planned, count = WHIST[format_slug]
    event = team_event(cast, format_slug, ruleset)
    played_as = format_named(format_slug)
    team, *others = enter_teams(cast, event, count)
    comers = newcomers(cast, 2 * len(played_as.unit.letters))
    four, further = (
        dict(zip(played_as.unit.letters, some, strict=True)) for some in (comers[::2], comers[1::2])
    )
    absent = enter_team(by=cast.director, event=event, name="Absent", players=four, at=EARLY)
    seat_in_order(cast, event, [team, *others], planned)
    now = timezone.now()
    Event.objects.filter(pk=event.pk).update(starts_at=now, ends_at=now + dt.timedelta(days=1))
    entry = team.members.get(letter="A").entry
    director = signed_in(cast.director)
    while_played = offered(director, absent)
    one_round = played_as.seating.most(planned) == 1
    never = [] if played_as.substitutes else ["/substitute/"]
    never += ["Plan the next round"] if one_round else []
    assert while_played == [words for _path, words in OFFERS if words not in never]
    Game.objects.filter(event=event).update(state=Game.State.CERTIFIED)
    for act in (
        lambda: withdraw_team(by=cast.director, team=team, at=AFTER),
        lambda: check_in_team(by=cast.director, team=team, at=AFTER),
        lambda: enter_team(
            by=cast.director, event=event, name="Late", players=further, late_for="So.", at=AFTER
        ),
        lambda: withdraw_entry(by=cast.director, entry=entry, at=AFTER),
        lambda: mark_absent(by=cast.director, entry=entry, at=AFTER),
        lambda: undo_check_in(by=cast.director, entry=entry, at=AFTER),
        lambda: plan_round(by=cast.director, event=event, at=AFTER),
    ):
        assert code(act) == "played-out"
    if played_as.substitutes:
        come = partial(substitute, by=cast.director, team=team, letter="A", comes=comers[1], why="Ill.")
        assert code(partial(come, at=AFTER)) == "played-out"
    assert offered(director, absent) == []
    assert "<button" not in main_of(director, f"/events/{event.slug}/slips/")
    page = main_of(director, f"/events/{event.slug}/")
    assert "Seat another round" not in page
    assert "Every game is certified" in page


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
    entries = [
        enter_event(by=cast.director, event=event, person=player, at=EARLY) for player in cast.players[:4]
    ]
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
