"""A decision and another act on results at the same moment, with real threads on PostgreSQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest

from sanctioning.kit.refusals import Refusal
from scoring.certificates.models import Certificate
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import Submission
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, make_cast, open_table, record_of, reported, sanctioned_event
from tests.support.justice import overturned, puts_in, revoke, ruled
from tests.support.racing import all_at_once
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Ruling

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
JUNE = MARCH + dt.timedelta(days=90)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def ruling(cast: Cast) -> Ruling:
    """By it the third of the players wins a game that is confirmed; without it the first would."""
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    game = open_table(cast, event, cast.players[:4])
    winner = cast.players[0].number
    made_ruling = ruled(cast, game, puts_in(5, revoke(winner)), puts_in(9, revoke(winner)))
    reported(cast, game, record_of(cast.players[:4]))
    confirm_result(by=cast.director, game=game, at=MARCH)
    return made_ruling


def test_a_decision_and_a_certification(cast: Cast, ruling: Ruling) -> None:
    """Certified first, the result is corrected; decided first, it is waiting for a second person again."""
    acts: list[Callable[[], object]] = [
        partial(certify_result, by=cast.executor, game=ruling.game, at=MARCH),
        partial(overturned, cast, ruling, at=MARCH),
    ]
    certified, decided = all_at_once(acts)
    assert not isinstance(decided, Exception)
    game = Game.objects.get(pk=ruling.game_id)
    if isinstance(certified, Refusal):
        assert (certified.code, game.state) == ("game-state", Game.State.REPORTED)
        confirm_result(by=cast.director, game=game, at=MARCH)
        certify_result(by=cast.executor, game=game, at=MARCH)
    else:
        assert isinstance(certified, Certification)
    stands = Certification.objects.get(game=game, current=True)
    assert stands.standings.get(place=1).person == cast.players[0]
    assert Certificate.objects.get(state="issued").person == cast.players[0]
    assert list(ledger_problems()) == []


def test_a_decision_and_the_registrars_desk(cast: Cast, ruling: Ruling) -> None:
    """Recorded first, the points are taken out again; decided first, the paper is void and refused."""
    certify_result(by=cast.executor, game=ruling.game, at=MARCH)
    heir = cast.players[2]
    [paper] = Certificate.objects.all()
    acts: list[Callable[[], object]] = [
        partial(record_certificates, by=cast.registrar, person=heir, codes=[paper.code], at=JUNE),
        partial(overturned, cast, ruling, at=JUNE),
    ]
    recorded, decided = all_at_once(acts)
    assert not isinstance(decided, Exception)
    assert isinstance(recorded, Submission)
    assert (recorded.state, recorded.refused_for) in (("accepted", ""), ("refused", "void"))
    assert sum((entry.points for entry in heir.ledger.all()), Decimal("0.0")) == 0
    paper.refresh_from_db()
    assert paper.state == "void"
    assert not heir.degrees.filter(until__isnull=True).exclude(rank=0).exists()
    assert list(ledger_problems()) == []


def test_two_decisions_about_one_game(cast: Cast, ruling: Ruling) -> None:
    other = ruled(cast, ruling.game, puts_in(7, revoke(cast.players[1].number)))
    confirm_result(by=cast.director, game=ruling.game, at=MARCH)
    certify_result(by=cast.executor, game=ruling.game, at=MARCH)
    answers = all_at_once([partial(overturned, cast, each, at=JUNE) for each in (ruling, other)])
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    stands = Certification.objects.get(game=ruling.game, current=True)
    assert stands.version == 3
    assert dict(stands.report.check_document["final"]) == record_of(cast.players[:4])["final"]
    assert list(ledger_problems()) == []
