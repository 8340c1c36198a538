"""Pages ask the database as often for thirty rows as for three; the ledger, however many players."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import noon
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.selectors.certificates import certificate_check
from scoring.degrees.services.degrees import settle_degrees
from scoring.demo.sample_records import as_file
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post
from scoring.players.selectors.clubs import club_detail
from scoring.players.selectors.players import player_detail
from scoring.recordings.models import DegreeHeld, Submission
from scoring.recordings.services.recordings import record_certificates
from scoring.results.selectors.games import game_detail
from scoring.results.selectors.results import event_detail, latest_results
from scoring.results.services.certification import certify_result, confirm_result
from scoring.results.services.corrections import correct_result
from scoring.rosters.lines import RosterKey
from scoring.rosters.selectors.rosters import roster_detail, rosters
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, open_table, record_of, reported, sanctioned_event
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import calendar
from tournaments.games.models import Game

MAY = dt.date(2025, 5, 15)


def grow(cast: Cast, events: int, games: int) -> None:
    """More events, games and entries of the same people."""
    have = cast.club.events.count()
    for number in range(have, have + events):
        event = sanctioned_event(cast, name=f"Evening {number}")
        for player in cast.players:
            enter_event(by=player, event=event, person=player, at=MARCH)
        for _ in range(games):
            certified(cast, event, cast.players[:4])


def count(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert ask() is not None
    return len(queries)


def asks_of(cast: Cast, asker: Person | None) -> dict[str, Callable[[], Any]]:
    return {
        "calendar": lambda: calendar(asker=asker, day=MAY, past=99),
        "latest results": lambda: latest_results(limit=99),
        "event": lambda: event_detail(slug="evening-0", asker=asker),
        "game": lambda: game_detail(event_slug="evening-0", number=1, asker=asker),
        "player": lambda: player_detail(number=cast.players[0].number, asker=asker),
        "club": lambda: club_detail(slug=cast.club.slug, asker=asker),
        "rosters": lambda: rosters(asker=asker),
        "roster": lambda: roster_detail(RosterKey(MAY), asker=asker),
        "check": lambda: certificate_check(code=Certificate.objects.all()[0].code),
    }


def test_no_selector_asks_more_for_thirty_than_for_three(cast: Cast) -> None:
    askers = {"nobody": None, "player": cast.players[0], "registrar": cast.registrar}
    asks = {(who, name): ask for who, asker in askers.items() for name, ask in asks_of(cast, asker).items()}
    grow(cast, events=1, games=3)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    publish_roster(by=cast.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    three = {name: count(ask) for name, ask in asks.items()}
    grow(cast, events=9, games=3)
    assert {name: count(ask) for name, ask in asks.items()} == three
    assert len(latest_results(limit=99)) == 30
    assert max(three.values()) <= 24


def certifying(cast: Cast, event: Event, players: Sequence[Person], name: str) -> int:
    """Queries of the award step of one game."""
    game = open_table(cast, event, players)
    reported(cast, game, record_of(players, name))
    confirm_result(by=cast.director, game=game, at=MARCH)
    return count(lambda: certify_result(by=cast.executor, game=game, at=MARCH))


def test_the_award_step_asks_as_often_for_ten_players_as_for_three(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    few = certifying(cast, event, cast.players[4:7], "sample-3-players")
    assert Certificate.objects.count() == 2
    assert certifying(cast, event, cast.players, "sample-10-players") == few
    assert Certificate.objects.count() == 8


def test_recording_asks_as_often_for_ten_certificates_as_for_two(cast: Cast) -> None:
    """With the degree that each of the submissions reaches."""
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    for _ in range(13):
        certified(cast, event, cast.players[:4])
    codes = list(Certificate.objects.filter(person=cast.players[0]).values_list("code", flat=True))

    def recording(some: Sequence[str]) -> int:
        return count(
            lambda: record_certificates(by=cast.registrar, person=cast.players[0], codes=some, at=MARCH)
        )

    recording(codes[:1])
    two = recording(codes[1:3])
    assert recording(codes[3:]) == two
    assert list(Submission.objects.values_list("state", flat=True)) == ["accepted"] * 3
    assert DegreeHeld.objects.filter(submission__isnull=False).count() == 3


@transaction.atomic
def give(cast: Cast, people: Sequence[Person], points: str, blue: str = "0.0") -> None:
    """Recorded points, or by a minus sign such as were recorded taken back."""
    postings = [
        Posting(
            book=LedgerEntry.Book.RECORDED,
            card_game="whoopie",
            person_id=person.pk,
            points=Decimal(points),
            blue=Decimal(blue),
            reason="Given to try the degree step.",
            corrects=LedgerEntry.objects.filter(person=person).first(),
        )
        for person in people
    ]
    post(postings, ordered_by=cast.registrar, at=MARCH)


@transaction.atomic
def settling(cast: Cast, people: Sequence[Person]) -> int:
    with CaptureQueriesContext(connection) as queries:
        settle_degrees(by=cast.registrar, at=MARCH, people=people, card_game="whoopie", why="Tried.")
    return len(queries)


@pytest.mark.parametrize("lost", [False, True])
def test_the_degree_step_asks_as_often_for_seven_players_as_for_two(cast: Cast, lost: bool) -> None:
    """Degrees that recorded points bear and nobody conferred, and such as they no longer bear."""
    give(cast, cast.players, "2.0")
    settling(cast, cast.players if lost else cast.players[:1])
    if lost:
        give(cast, cast.players, "-2.0")
    assert settling(cast, cast.players[1:3]) == settling(cast, cast.players[3:])
    held = DegreeHeld.objects.filter(person__in=cast.players[1:], until__isnull=True)
    assert held.count() == (0 if lost else 9)
    good = Certificate.objects.filter(person__in=cast.players[1:], state="issued")
    assert good.count() == (0 if lost else 9)


def test_a_correction_asks_as_often_where_three_recorded_placings_change_as_where_two_do(cast: Cast) -> None:
    event = sanctioned_event(cast)
    games = [certified(cast, event, cast.players, name="sample-10-players").game for _ in range(2)]
    give(cast, cast.players, "30.0", "5.0")
    settling(cast, cast.players)
    for winner in Person.objects.filter(certificates__award__isnull=False).distinct():
        papers = winner.certificates.filter(award__isnull=False)
        record_certificates(
            by=cast.registrar, person=winner, codes=[paper.code for paper in papers], at=MARCH
        )

    def correcting(game: Game, seats: Sequence[Person]) -> int:
        # What waits in a thread takes later messages along, at two queries more.
        waiting = Message.objects.filter(state=Message.State.WAITING)
        waiting.update(state=Message.State.SENT, sent_at=MARCH, attempts=1)
        return count(
            lambda: correct_result(
                by=cast.managing,
                game=game,
                data=as_file(record_of(seats, "sample-10-players")),
                ruling="Ruling 1",
                why="The sheet was read wrongly.",
                idempotency_key=f"order {game.pk}",
                at=MARCH,
            )
        )

    first, second, third = (
        cast.players.index(standing.person)
        for standing in games[0].certifications.get().standings.order_by("place")[:3]
    )
    two, three = list(cast.players), list(cast.players)
    two[first], two[second] = two[second], two[first]
    three[first], three[second], three[third] = three[second], three[third], three[first]
    assert correcting(games[0], two) == correcting(games[1], three)
    assert Certificate.objects.filter(state="void").count() == 5
