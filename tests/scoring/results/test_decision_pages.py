"""The judge sees what his decision would change; the parties read all that it changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sanctioning.people.services.own_data import correct_person
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.results.models import Certification
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.fixtures import SignIn
from tests.support.appeals import appealed, bench_of, decided, waiting
from tests.support.justice import puts_in, revoke, ruled
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.services.appealing import waive_step

pytestmark = pytest.mark.both_databases


@pytest.fixture
def case(cast: Cast) -> Appeal:
    """The third of the players has won 16.0 points by a ruling that the first appeals."""
    bench_of(cast)
    event = sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")
    game = open_table(cast, event, cast.players[:4])
    winner = cast.players[0].number
    ruling = ruled(cast, game, puts_in(5, revoke(winner)), puts_in(9, revoke(winner)))
    reported(cast, game, record_of(cast.players[:4]))
    confirm_result(by=cast.director, game=game, at=MARCH)
    certify_result(by=cast.executor, game=game, at=MARCH)
    return appealed(cast, ruling)


def test_the_judge_alone_sees_what_each_decision_would_change(
    cast: Cast, case: Appeal, sign_in: SignIn
) -> None:
    address = reverse("appeal-effects", args=[case.number])
    judge = waiting(case).judge
    assert judge is not None
    page = sign_in(judge.person).get(address).content.decode()
    assert "Nothing changes." in page
    assert "Certificate RPC-000001 becomes void." in page
    assert "A certificate for 16.0 points is issued." in page
    assert Certificate.objects.count() == 1
    for other in (cast.players[0], cast.executor, cast.managing, cast.outsider):
        assert sign_in(other).get(address).status_code == 403
    assert sign_in(judge.person).get(reverse("appeal-effects", args=[77])).status_code == 404


def test_what_would_change_is_kept_until_something_happens(cast: Cast, case: Appeal, sign_in: SignIn) -> None:
    address = reverse("appeal-effects", args=[case.number])
    judge = waiting(case).judge
    assert judge is not None
    client = sign_in(judge.person)
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert cast.players[2].name in client.get(address).content.decode()
        asked.append(len(queries))
    assert asked[0] > 50
    # On PostgreSQL tests that run beside this one end transactions between the two, so that it is read again.
    assert asked[1] <= 15 or connection.vendor == "postgresql"
    correct_person(
        by=cast.registrar,
        person=cast.players[2],
        given_names="Renamed",
        family_name=cast.players[2].family_name,
        birth_date=None,
        email="",
        address="",
        why="A slip.",
    )
    assert "Renamed" in client.get(address).content.decode()


def test_programs_read_the_same(cast: Cast, case: Appeal, sign_in: SignIn) -> None:
    judge = waiting(case).judge
    assert judge is not None
    address = reverse("api-appeal-effects", args=[case.number])
    request: Any = {"data": {"decision": "overturned"}, "content_type": "application/json"}
    answer = sign_in(judge.person).post(address, **request).json()
    [game] = answer["games"]
    lines = {line["number"]: line for line in game["people"]}
    winner, heir = lines[cast.players[0].number], lines[cast.players[2].number]
    assert (winner["points_before"], winner["points_after"]) == ("0.0", "16.0")
    assert heir["certificates_void"] == ["RPC-000001"]
    assert sign_in(cast.players[0]).post(address, **request).status_code == 403
    story = reverse("api-case-story", args=[case.number])
    assert sign_in(cast.players[0]).get(story).json() == {"games": [], "bars_lifted": 0}
    assert sign_in(cast.players[5]).get(story).status_code == 403


def test_the_story_leads_to_all_that_followed(cast: Cast, case: Appeal, sign_in: SignIn) -> None:
    address = reverse("case-story", args=[case.number])
    before = sign_in(cast.players[2]).get(address).content.decode()
    assert "Nothing yet: a decision takes effect when it is final." in before
    decided(case, "overturned")
    for player in cast.players[:4]:
        waive_step(by=player, appeal=case, at=MARCH)
    page = sign_in(cast.players[2]).get(address).content.decode()
    now = Certification.objects.get(current=True)
    assert reverse("game-version", args=[now.game.event.slug, "1", now.version]) in page
    for entry in LedgerEntry.objects.filter(number__gt=1):
        assert reverse("ledger-entry", args=[entry.number]) in page
    assert "Certificate RPC-000001 is void." in page
    assert "Certificate RPC-000002 for 16.0 points is issued." in page
    assert "So I find." in page
    [game] = sign_in(cast.players[2]).get(reverse("api-case-story", args=[case.number])).json()["games"]
    assert (game["certified"], game["version"], game["confirmed_again"]) == (True, now.version, False)
    assert sign_in(cast.players[5]).get(address).status_code == 403
    after = sign_in(cast.executor).get(reverse("appeal-effects", args=[case.number]))
    assert after.status_code == 403, "nothing waits any more"
