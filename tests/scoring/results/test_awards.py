"""Awards by the Articles that were in force when the event was sanctioned."""

from __future__ import annotations

import copy
import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from rules_engine.whoopie.random.game import random_game
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import adopt_law, draft_law
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.models import DegreeHeld, Submission
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Award, Certification
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import JANUARY, MARCH, Cast, certified, open_table, reported, sanctioned_event
from tournaments.events.models.event import Event

SANCTIONED = (MARCH - dt.timedelta(days=20)).date()


def adopt(cast: Cast, first_day: dt.date, **changes: Any) -> None:
    body = {**copy.deepcopy(EXAMPLE_ARTICLES), **changes}
    drafted = draft_law(
        by=cast.managing, law=Articles, title="Other Articles", first_day=first_day, body=body, at=JANUARY
    )
    adopt_law(by=cast.managing, version=drafted, at=JANUARY)


def points() -> list[Decimal]:
    return [award.points for award in Award.objects.order_by("pk")]


def test_two_places_are_paid_at_a_table_that_averaged_six(cast: Cast) -> None:
    """Seven are ranked, 53 player-hands in 8 stanzas are six a stanza: 5 to 7 players, two places."""
    certified(cast, sanctioned_event(cast), cast.players[:7], name="sample-score-level")
    [first, second] = Award.objects.order_by("pk")
    assert (first.numbers["own_player_hands"], first.numbers["stanzas"], first.numbers["table_size"]) == (
        53,
        8,
        6,
    )
    assert (first.points, second.points) == (Decimal("4.0"), Decimal("2.0"))


def test_articles_may_count_those_ranked_instead(cast: Cast) -> None:
    """Eight are ranked in a game that had seven at the table: three places instead of two."""
    adopt(cast, SANCTIONED, table_size="finals")
    certified(cast, sanctioned_event(cast), cast.players[:8], name="sample-7-players")
    assert {award.numbers["table_size"] for award in Award.objects.all()} == {8}
    assert points() == [Decimal("3.1")] * 3


def test_too_few_player_hands_bring_no_points(cast: Cast) -> None:
    adopt(cast, SANCTIONED, least_player_hands=57)
    certified(cast, sanctioned_event(cast), cast.players[:4])
    assert not Award.objects.exists()
    assert not Certificate.objects.exists()
    assert Certification.objects.get().player_hands == 56


def test_just_enough_player_hands_do(cast: Cast) -> None:
    adopt(cast, SANCTIONED, least_player_hands=56)
    certified(cast, sanctioned_event(cast), cast.players[:4])
    assert points() == [Decimal("3.0")]


def test_articles_adopted_after_the_sanction_change_nothing(cast: Cast) -> None:
    event = sanctioned_event(cast)
    adopt(cast, SANCTIONED + dt.timedelta(days=1), least_player_hands=9999)
    certified(cast, event, cast.players[:4])
    assert points() == [Decimal("3.0")]
    assert Award.objects.get().numbers["articles"] == 1


@pytest.mark.both_databases
def test_each_thing_keeps_the_law_of_its_own_day(cast: Cast) -> None:
    """An event that of its sanction, an application that of its sending in, a recording that of its day."""
    early = sanctioned_event(cast, level="series-playoff-consolation")
    certified(cast, early, cast.players[:4])
    adopt(cast, MARCH.date() + dt.timedelta(days=10), table_size="finals")
    late = sanctioned_event(cast, name="Summer Whoopie", at=MARCH + dt.timedelta(days=40))
    for event in (early, late):
        certified(cast, event, cast.players[:4], at=MARCH + dt.timedelta(days=50))
    numbers = [award.numbers for award in Award.objects.order_by("pk")]
    assert [(figures["articles"], figures["table_size_by"]) for figures in numbers] == [
        (1, "truncated-average"),
        (1, "truncated-average"),
        (2, "finals"),
    ]
    laws = [
        (sanction.applied_under.number, sanction.articles.number) for sanction in sanctions_of(early, late)
    ]
    assert laws == [(1, 1), (2, 2)]
    paper = Certificate.objects.order_by("number")[0]
    for day in (5, 50):
        record_certificates(
            by=cast.registrar,
            person=paper.person,
            codes=[paper.code],
            at=MARCH + dt.timedelta(days=day),
        )
    assert [submission.articles.number for submission in Submission.objects.order_by("number")] == [1, 2]
    degree = DegreeHeld.objects.get(degree="Junior Master")
    assert degree.submission is not None
    assert degree.submission.articles.number == 1


def sanctions_of(*events: Event) -> list[Any]:
    return [Event.objects.get(pk=event.pk).sanction for event in events]


@pytest.mark.parametrize(
    ("level", "event_type", "won", "blue"),
    [
        ("restricted", "club-game", "1.5", "0.0"),
        ("restricted", "tournament", "2.5", "0.0"),
        ("open", "tournament", "5.0", "0.0"),
        ("special-event", "club-game", "8.0", "1.0"),
        ("series-playoff-consolation", "tournament", "16.0", "4.0"),
    ],
)
def test_points_depend_on_level_and_type(
    cast: Cast, level: str, event_type: str, won: str, blue: str
) -> None:
    certified(cast, sanctioned_event(cast, level=level, event_type=event_type), cast.players[:4])
    award, entry, certificate = Award.objects.get(), LedgerEntry.objects.get(), Certificate.objects.get()
    for thing in (award, entry, certificate):
        assert (thing.points, thing.blue) == (Decimal(won), Decimal(blue))


def test_an_early_leaver_is_extrapolated_into_a_paid_place(cast: Cast) -> None:
    """He left third or lower and stands first or second by the extrapolated score."""
    record, leaver = lifted_leaver([player.number for player in cast.players[:7]])
    game = open_table(cast, sanctioned_event(cast), cast.players[:7], stanzas=12)
    report = reported(cast, game, record)
    assert report.check_document["ok"]
    confirm_result(by=cast.director, game=game, at=MARCH)
    certification = certify_result(by=cast.executor, game=game, at=MARCH)
    final, played = record["final"], played_scores(record)
    assert {row.record_id: (row.score, row.extrapolated) for row in certification.standings.all()} == {
        player: (final[player], final[player] - played[player]) for player in final
    }
    assert Award.objects.get(standing__record_id=leaver).standing.extrapolated > 0


def lifted_leaver(numbers: list[str]) -> tuple[dict[str, Any], str]:
    """The first random game that lifts a leaver into the two paid places of a table of six."""
    for seed in range(500):
        record = random_game(numbers[:6], seed, stanzas=12, changes=True, newcomers=numbers[6:])
        final, played = record["final"], played_scores(record)
        for player in final:
            before = sum(score > played[player] for score in played.values())
            after = sum(score > final[player] for score in final.values())
            if before >= 2 and after < 2 and len(final) == 7:
                return record, player
    raise AssertionError("no such game among the first 500")


def played_scores(record: dict[str, Any]) -> dict[str, int]:
    scores: dict[str, int] = {}
    for stanza in record["stanzas"]:
        scores.update(stanza["scores"])
    return scores
