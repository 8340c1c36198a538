"""What a judge sees before he decides is what happens when he has, and looking leaves no trace."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from sanctioning.kit.messages.models import Message
from scoring.certificates.models import Certificate
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Certification
from scoring.results.selectors.consequences import Touched, consequences_of
from scoring.results.selectors.decision_effects import Effects, effects_of
from scoring.results.services.certification import certify_result, confirm_result
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.support.appeals import DAY, appealed, bench_of, decided, waiting
from tests.support.justice import puts_in, revoke, ruled
from tournaments.games.models import Game
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.services.appealing import appeal_further, waive_step
from tournaments.justice.rulings.models import Ruling

MAY = dt.date(2025, 5, 15)
PUBLISHED = MARCH + 80 * DAY


@pytest.fixture
def ruling(cast: Cast) -> Ruling:
    """By it the third of the players wins 16.0 points; without it the first would."""
    bench_of(cast)
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    game = open_table(cast, event, cast.players[:4])
    winner = cast.players[0].number
    ruling_made = ruled(cast, game, puts_in(5, revoke(winner)), puts_in(9, revoke(winner)))
    reported(cast, game, record_of(cast.players[:4]))
    return ruling_made


@pytest.fixture
def recorded(cast: Cast, ruling: Ruling) -> Ruling:
    """Certified, recorded, and in a roster that is published."""
    confirm_result(by=cast.director, game=ruling.game, at=MARCH)
    certify_result(by=cast.executor, game=ruling.game, at=MARCH)
    [paper] = Certificate.objects.all()
    record_certificates(by=cast.registrar, person=paper.person, codes=[paper.code], at=MARCH)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    publish_roster(by=cast.registrar, roster=roster, at=PUBLISHED)
    return ruling


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY 1')
            rows[model._meta.db_table] = cursor.fetchall()
    return rows


def effects(appeal: Appeal, decision: str, **details: Any) -> Effects:
    step = waiting(appeal)
    assert step.judge is not None
    return effects_of(by=step.judge.person, step=step, decision=decision, at=MARCH + 2 * DAY, **details)


def details(touched: Touched) -> dict[str, Any]:
    """All but the numbers of what is not issued yet."""
    return {
        "person": touched.person,
        "placed": (touched.before, touched.after),
        "void": [paper.serial for paper in touched.void],
        "issued": [(paper.points, paper.blue, paper.state) for paper in touched.issued],
        "recorded": (touched.taken_over, touched.taken_out),
        "degrees": (touched.degrees_lost, touched.degrees_won),
        "entries": [(entry.book, entry.points) for entry in touched.entries],
        "errata": [
            (str(erratum.roster), erratum.said_points, erratum.right_points) for erratum in touched.errata
        ],
    }


def finally_decided(cast: Cast, appeal: Appeal, decision: str) -> None:
    decided(appeal, decision, at=MARCH + 2 * DAY)
    for player in cast.players[:4]:
        waive_step(by=player, appeal=appeal, at=MARCH + 2 * DAY)


def test_what_is_shown_before_is_what_happens_after(cast: Cast, recorded: Ruling) -> None:
    appeal = appealed(cast, recorded)
    before = everything()
    shown = effects(appeal, "overturned")
    assert everything() == before, "looking leaves no trace"
    assert effects(appeal, "upheld").games == ()
    finally_decided(cast, appeal, "overturned")
    [game] = shown.games
    now = Certification.objects.get(game=recorded.game, current=True)
    assert [details(touched) for touched in game.touched] == [
        details(touched) for touched in consequences_of(now)
    ]
    by_person = {touched.person: touched for touched in game.touched}
    heir, winner = by_person[cast.players[2]], by_person[cast.players[0]]
    assert heir.taken_out
    assert heir.degrees_lost == ("Junior Master of Whoopie",)
    assert winner.issued[0].points == 16
    assert shown.rosters == ("Whoopie Roster as of 15 May 2025",)


@pytest.mark.both_databases
def test_a_confirmed_sheet_would_wait_again(cast: Cast, ruling: Ruling) -> None:
    confirm_result(by=cast.director, game=ruling.game, at=MARCH)
    appeal = appealed(cast, ruling)
    [game] = effects(appeal, "overturned").games
    assert (game.certified, game.again) == (False, True)
    [winner] = [touched for touched in game.touched if touched.person == cast.players[0]]
    assert winner.before is not None
    assert winner.after is not None
    assert (winner.before.place, winner.after.place) == (3, 1)
    assert Game.objects.get(pk=ruling.game_id).state == Game.State.CONFIRMED
    assert not Message.objects.filter(kind="confirmation-again").exists()


def test_a_second_judge_sees_what_his_own_decision_would_change(cast: Cast, recorded: Ruling) -> None:
    """An overturning that is appealed has changed nothing yet: to uphold it is what would."""
    appeal = appealed(cast, recorded)
    decided(appeal, "overturned")
    appeal_further(by=cast.players[2], appeal=appeal, grounds="I had won.", at=MARCH)
    assert effects(appeal, "overturned").games == (), "then the ruling stands, as it does now"
    assert len(effects(appeal, "upheld").games) == 1
