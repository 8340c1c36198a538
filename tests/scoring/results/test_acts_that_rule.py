"""Acts of the Acting Executor that leave a ruling beside what they do."""

from __future__ import annotations

import pytest

from sanctioning.kit.messages.models import Message
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.support.play import body_for, drawn_table, report, table
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Ruling
from tournaments.reports.services.settlements import settle_in_play
from tournaments.reports.services.settling import settle_finding
from tournaments.tables.services.authorisations import authorise_extrapolation, change_plan, name_scorekeeper
from tournaments.tables.services.seating import get_up

WHY = "Seen at the table."


@pytest.fixture
def game(cast: Cast) -> Game:
    return drawn_table(cast, cast.players[:5])


def last(game: Game) -> Ruling:
    return Ruling.objects.filter(game=game).order_by("number")[Ruling.objects.count() - 1]


def test_settling_a_finding_in_play_is_a_ruling_on_it(cast: Cast, game: Game) -> None:
    body = body_for(table(cast, game), {})
    report(cast, game, {**body, "dealer": body["bids"][0][0]})
    [finding] = [each for each in table(cast, game).findings if each["severity"] == "error"]
    settle_in_play(by=cast.executor, game=game, mark=finding["mark"], reason=WHY, at=MARCH)
    ruled = Ruling.objects.get()
    assert (ruled.kind, ruled.section, ruled.what) == ("finding", finding["rule"], finding["message"])
    assert (ruled.stanza, ruled.reason, ruled.facts) == (1, WHY, {"code": finding["code"]})


def test_settling_a_finding_of_a_report_is_a_ruling_told_to_whom_it_names(cast: Cast) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    record = record_of(cast.players[:4])
    record["stanzas"][2]["scores"][record["seats"][1]] += 1
    sent = reported(cast, game, record)
    finding = sent.findings.filter(severity="error").first()
    assert finding is not None
    settle_finding(by=cast.executor, finding=finding, reason=WHY, at=MARCH)
    ruled = Ruling.objects.get()
    assert [player.record_id for player in ruled.concerned.all()] == [finding.player]
    assert Message.objects.filter(kind="ruling-given", to=cast.players[1]).count() == 1


def test_what_he_orders_at_a_table_is_a_ruling(cast: Cast, game: Game) -> None:
    report(cast, game, body_for(table(cast, game), {}))
    by = cast.executor
    change_plan(by=by, game=game, planned={"stanzas": 9}, reason=WHY, at=MARCH)
    name_scorekeeper(by=by, game=game, player=cast.players[0].number, reason=WHY, at=MARCH)
    leaver = cast.players[4]
    get_up(by=by, game=game, person=leaver, at=MARCH)
    authorise_extrapolation(by=by, game=game, player=leaver.number, reason=WHY, at=MARCH)
    rulings = list(Ruling.objects.order_by("number"))
    assert [ruling.kind for ruling in rulings] == ["play", "play", "extrapolation"]
    assert [ruling.section for ruling in rulings] == [
        "IV",
        "I/Scorekeeper and First Dealer",
        "II/Extrapolation",
    ]
    assert [player.person for player in rulings[2].concerned.all()] == [leaver]
    assert {ruling.reason for ruling in rulings} == {WHY}


@pytest.mark.both_databases
def test_walking_out_is_ruled(cast: Cast, game: Game) -> None:
    report(cast, game, body_for(table(cast, game), {}))
    get_up(by=cast.executor, game=game, person=cast.players[2], walked_out=True, reason=WHY, at=MARCH)
    ruled = Ruling.objects.get()
    assert (ruled.kind, ruled.section, ruled.stanza) == ("entry", "Reading 34", 2)


def test_a_plan_fixed_by_the_director_before_the_first_deal_is_no_ruling(cast: Cast, game: Game) -> None:
    change_plan(by=cast.director, game=game, planned={"stanzas": 9}, reason=WHY, at=MARCH)
    assert not Ruling.objects.exists()
