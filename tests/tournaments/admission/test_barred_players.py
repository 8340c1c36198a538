"""Whoever is barred from an event neither enters it nor sits down at its tables."""

from __future__ import annotations

import pytest

from rules_engine.justice.bar_reach import Occasion, Target
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, sanctioned_event
from tests.sanctioning.bars.test_bars import DAY, EARLY, barred
from tournaments.admission.admission import occasion_of
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.games.services.games import open_game, seat_players


@pytest.mark.both_databases
def test_the_occasion_of_an_event_is_read_from_the_event_alone(cast: Cast) -> None:
    event = sanctioned_event(cast)
    occasion = occasion_of(Event.objects.get(pk=event.pk))
    assert event.sanction is not None
    assert occasion == Occasion(
        event=event.slug, club=event.club.slug, level="open", sanction=event.sanction.label
    )


def test_a_barred_player_is_not_entered_and_is_told_why(cast: Cast) -> None:
    player, event = cast.players[0], sanctioned_event(cast)
    barred(cast, player)
    for by in (player, cast.director):
        with pytest.raises(Refusal) as refusal:
            enter_event(by=by, event=event, person=player, at=EARLY)
        assert refusal.value.code == "barred"
        assert "until 7 May 2025: Cards were marked." in refusal.value.sentence
    assert enter_event(by=cast.director, event=event, person=cast.players[1], at=EARLY).state == "entered"


def test_a_bar_reaches_what_it_names_on_its_days(cast: Cast) -> None:
    player, event = cast.players[0], sanctioned_event(cast)
    barred(cast, player, Target("level", "special-event"))
    barred(cast, player, last_day=(MARCH - DAY).date())
    barred(cast, player, first_day=(MARCH + DAY).date())
    barred(cast, player, Target("game", f"{event.slug}/2"))
    enter_event(by=player, event=event, person=player, at=EARLY)
    first, second = (
        open_game(by=cast.director, event=event, planned={"stanzas": 14}, at=MARCH) for _ in range(2)
    )
    seat_players(by=cast.director, game=first, people=[player], at=MARCH)
    with pytest.raises(Refusal) as refusal:
        seat_players(by=cast.director, game=second, people=[cast.players[1], player], at=MARCH)
    assert refusal.value.sentence.startswith(f"{player.name} is barred from game 2 of Spring Whoopie")
