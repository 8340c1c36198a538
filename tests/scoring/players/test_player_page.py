"""The player's page: points over time, certificates, roster, entries and bars; and who sees what of it."""

from __future__ import annotations

import datetime as dt
import html
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.services import impose_bar
from sanctioning.kit.clock import noon, today
from sanctioning.kit.messages.models import Message
from scoring.certificates.models import Certificate
from scoring.players.selectors.player_page import PointsOfDay, player_page
from scoring.players.selectors.points_held import PointsHeld
from scoring.players.views.points_chart import points_chart
from scoring.recordings.services.recordings import record_certificates
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import Cast, certified, sanctioned_event
from tests.fixtures import SignIn
from tournaments.entries.services.entries import enter_event
from tournaments.events.services.changes import cancel_event

MAY = dt.date(2025, 5, 15)


def page_of(client: Client, path: str = "/me/") -> str:
    return html.unescape(client.get(path).content.decode())


def test_papers_in_hand_say_what_recording_them_brings(season: Cast, sign_in: SignIn) -> None:
    winner = season.players[0]
    page = page_of(sign_in(winner))
    assert "Your unrecorded certificates add up to 12.0 points" in page
    assert "Recorded together they make you a Junior Master of Whoopie." in page
    assert "more not recorded" in page
    assert "unrecorded certificates" not in page_of(Client(), f"/players/{winner.number}/")
    record_certificates(by=season.registrar, person=winner, codes=[Certificate.objects.get().code])
    after = page_of(sign_in(winner))
    assert "unrecorded certificates add up" not in after
    assert "Submission 1" in after


def test_the_winner_is_led_to_the_first_certificate(season: Cast, sign_in: SignIn) -> None:
    winner, certificate = season.players[0], Certificate.objects.get()
    page = page_of(sign_in(winner))
    assert "This is your first certificate: 12.0 points" in page
    assert page.index(f"/certificates/{certificate.serial}.pdf") < page.index("Points over time")
    [message] = Message.objects.filter(kind="certificate-issued")
    assert (message.to, message.path) == (winner, "/me/?card_game=whoopie#certificates")
    assert "first certificate" not in page_of(sign_in(season.registrar), f"/players/{winner.number}/")
    record_certificates(by=season.registrar, person=winner, codes=[certificate.code])
    assert "first certificate" not in page_of(sign_in(winner))


def test_points_over_time_come_from_the_ledger(season: Cast) -> None:
    winner = season.players[0]
    record_certificates(by=season.registrar, person=winner, codes=[Certificate.objects.get().code])
    shown = player_page(number=winner.number)
    assert shown is not None
    won = shown.detail.awarded
    assert [moment.won for moment in shown.history] == [won, won]
    assert [moment.recorded for moment in shown.history] == [PointsHeld(), won]
    page = page_of(Client(), f"/players/{winner.number}/")
    assert "Points over time" in page
    assert page.count("<polyline") == 3
    assert "Points over time" not in page_of(Client(), f"/players/{season.players[3].number}/")


@pytest.mark.parametrize(("most", "top"), [("0.5", 4), ("4.0", 4), ("4.1", 8), ("12.0", 20), ("333.3", 400)])
def test_the_scale_ends_on_a_round_number(most: str, top: int) -> None:
    held = PointsHeld(points=Decimal(most))
    day = dt.date(2025, 3, 8)
    chart = points_chart([PointsOfDay(day=day, won=held, recorded=PointsHeld())], day + dt.timedelta(days=10))
    assert chart is not None
    assert chart.ticks[0] == top
    assert chart.ticks[-1] == 0
    assert len(chart.rules) == len(chart.ticks)
    assert chart.won.split()[0] == "0.0,400.0"
    assert chart.won.split()[-1].startswith("1000.0,")


def test_what_is_not_blue_is_ordinary() -> None:
    assert PointsHeld(points=Decimal("4.0"), blue=Decimal("1.5")).ordinary == Decimal("2.5")


def test_nothing_won_draws_nothing() -> None:
    assert points_chart([], dt.date(2025, 3, 8)) is None


@pytest.mark.both_databases
def test_the_newest_roster_gives_the_place_among_the_same_degree(season: Cast) -> None:
    winner = season.players[0]
    at = noon(dt.date(2025, 4, 1))
    record_certificates(by=season.registrar, person=winner, codes=[Certificate.objects.get().code], at=at)
    roster = compile_roster(by=season.registrar, as_of=MAY, at=noon(MAY))
    publish_roster(by=season.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    page = page_of(Client(), f"/players/{winner.number}/")
    assert "number 1 of 1 with the degree Junior Master of Whoopie" in page
    novice = page_of(Client(), f"/players/{season.players[2].number}/")
    assert "of 3 with the degree Novice of Whoopie" in novice


def test_entries_and_bars_are_the_players_own(season: Cast, sign_in: SignIn) -> None:
    player = season.players[1]
    event = sanctioned_event(season, name="Autumn Whoopie", at=now())
    enter_event(by=player, event=event, person=player)
    impose_bar(
        by=season.managing,
        person=player,
        reach=[Target("everything")],
        first_day=today(),
        last_day=None,
        why="A test of patience.",
    )
    own = page_of(sign_in(player))
    assert "/events/autumn-whoopie/entry/" in own
    assert "A test of patience." in own
    public = page_of(Client(), f"/players/{player.number}/")
    assert "/events/autumn-whoopie/entry/" not in public
    assert "A test of patience." not in public


def test_an_event_that_was_called_off_is_no_longer_to_come(season: Cast) -> None:
    player = season.players[1]
    event = sanctioned_event(season, name="Autumn Whoopie", at=now())
    enter_event(by=player, event=event, person=player)

    def coming() -> list[str]:
        page = player_page(number=player.number, asker=player)
        return [entry.event_slug for entry in page.entries] if page else []

    assert coming() == ["autumn-whoopie"]
    stranger = player_page(number=player.number, asker=season.players[2])
    assert stranger is not None
    assert stranger.entries == ()
    cancel_event(by=season.director, event=event, why="The roof leaks.")
    assert coming() == []


def test_games_lead_to_their_replay_where_the_cards_were_reported(season: Cast) -> None:
    event = sanctioned_event(season, name="Score Only")
    certified(season, event, season.players[:7], name="sample-score-level")
    page = page_of(Client(), f"/players/{season.players[0].number}/")
    assert "/events/arden-special/games/1/stanzas/1/" in page
    assert "/events/score-only/games/1/stanzas/" not in page


def test_the_page_asks_the_same_with_few_games_and_with_many(season: Cast, sign_in: SignIn) -> None:
    event = sanctioned_event(season, name="Many")
    client = sign_in(season.players[0])

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get("/me/")
        return len(captured)

    certified(season, event, season.players[:4])
    few = queries()
    for _ in range(3):
        certified(season, event, season.players[:4])
    assert queries() == few
