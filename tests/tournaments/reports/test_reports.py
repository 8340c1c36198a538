"""Taking reports, and settling what the engine finds in them."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.refusals import Refusal
from scoring.demo.playing import with_slip
from scoring.demo.sample_records import as_file
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tournaments.games.models import Game
from tournaments.games.services.games import open_game, seat_players
from tournaments.reports.models.report import Report, ReportFinding, StanzaReport
from tournaments.reports.services.reports import take_report
from tournaments.reports.services.settling import settle_finding


@pytest.fixture
def game(cast: Cast) -> Game:
    return open_table(cast, sanctioned_event(cast), cast.players[:4])


@pytest.fixture
def record(cast: Cast) -> dict[str, Any]:
    return record_of(cast.players[:4])


def test_a_true_record_is_kept_with_its_stanzas(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    report = reported(cast, game, record)
    assert (report.version, report.current, bytes(report.record)) == (1, True, as_file(record))
    assert report.rule_set == cast.rule_set
    stanzas = list(report.stanzas.all())
    assert [stanza.body for stanza in stanzas] == record["stanzas"]
    assert [stanza.scores for stanza in stanzas] == [stanza["scores"] for stanza in record["stanzas"]]
    assert not report.findings.exists()
    game.refresh_from_db()
    assert game.state == "reported"


@pytest.mark.both_databases
def test_the_same_report_sent_twice_is_one(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    first = reported(cast, game, record)
    assert reported(cast, game, record) == first
    assert (Report.objects.count(), StanzaReport.objects.count()) == (1, 14)


def test_a_key_is_not_used_for_another_report(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    reported(cast, game, record)
    with pytest.raises(Refusal) as refusal:
        reported(cast, game, with_slip(record))
    assert refusal.value.code == "idempotency-key-reused"
    with pytest.raises(Refusal) as refusal:
        take_report(by=cast.players[0], game=game, data=as_file(record), idempotency_key="", at=MARCH)
    assert refusal.value.code == "idempotency-key-missing"


def test_a_key_counts_for_its_game_alone(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    other = open_table(cast, game.event, cast.players[4:8])
    reported(cast, game, record, key="one")
    assert reported(cast, other, record_of(cast.players[4:8]), key="one").game == other


def test_a_correction_is_a_new_version_beside_the_old(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    reported(cast, game, with_slip(record), key="wrong")
    reported(cast, game, record, key="right")
    versions = [
        (report.version, report.current, report.check_document["ok"]) for report in game.reports.all()
    ]
    assert versions == [(1, False, False), (2, True, True)]


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (b"", ""),
        (b"{", ""),
        (b"[]", ""),
        (b'{"format": "whoopie-game/1"}', ""),
        (b'{"a":' * 9000, ""),
        ("\ufeff{}".encode(), ""),
    ],
)
def test_what_is_no_record_is_refused_with_the_place(
    cast: Cast, game: Game, data: bytes, pointer: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        take_report(by=cast.players[0], game=game, data=data, idempotency_key="k", at=MARCH)
    assert (refusal.value.code, refusal.value.status) == ("record-malformed", 422)
    assert refusal.value.facts["pointer"] == pointer
    assert not Report.objects.exists()


def test_a_wrong_type_deep_inside_is_pointed_at(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    record["stanzas"][2]["cards"] = "three"
    with pytest.raises(Refusal) as refusal:
        reported(cast, game, record)
    assert refusal.value.facts["pointer"] == "/stanzas/2/cards"


def test_strangers_in_a_record_are_named(cast: Cast, game: Game) -> None:
    with pytest.raises(Refusal) as refusal:
        reported(cast, game, record_of([*cast.players[:3], cast.players[8]]))
    assert refusal.value.code == "player-not-in-game"
    assert refusal.value.facts == {"players": [cast.players[8].number]}


def test_a_record_with_another_end_is_refused(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        reported(cast, game, {**record, "planned": {"stanzas": 99}})
    assert refusal.value.code == "plan-differs"
    assert reported(cast, game, {**record, "planned": {"stanzas": 14}}).version == 1


def test_only_players_and_the_club_report(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    for stranger in (cast.outsider, cast.executor, cast.players[9]):
        with pytest.raises(Refusal) as refusal:
            take_report(by=stranger, game=game, data=as_file(record), idempotency_key="k", at=MARCH)
        assert refusal.value.code == "not-allowed"
    report = take_report(by=cast.director, game=game, data=as_file(record), idempotency_key="k", at=MARCH)
    assert report.reporter == cast.director


def test_no_report_before_an_executor_is_appointed(cast: Cast, record: dict[str, Any]) -> None:
    game = open_game(by=cast.director, event=sanctioned_event(cast), planned={"stanzas": 14}, at=MARCH)
    seat_players(by=cast.director, game=game, people=cast.players[:4], at=MARCH)
    with pytest.raises(Refusal) as refusal:
        reported(cast, game, record)
    assert refusal.value.code == "no-executor-appointed"


@pytest.mark.both_databases
def test_the_database_keeps_a_report_as_it_came(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    report = reported(cast, game, record)
    for changed in ({"record": b"{}"}, {"sha256": "0" * 64}, {"reporter": cast.director}, {"version": 7}):
        with pytest.raises(IntegrityError, match="never written over"), transaction.atomic():
            Report.objects.filter(pk=report.pk).update(**changed)
    StanzaReport.objects.all().delete()
    with pytest.raises(IntegrityError, match="never written over"), transaction.atomic():
        Report.objects.all().delete()


@pytest.mark.both_databases
def test_the_database_has_one_current_report_a_game(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    reported(cast, game, record, key="one")
    reported(cast, game, {**record, "id": "two"}, key="two")
    with pytest.raises(IntegrityError), transaction.atomic():
        game.reports.update(current=True)


def test_a_finding_is_settled_once_by_the_executor_with_a_reason(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    report = reported(cast, game, with_slip(record))
    [finding] = report.findings.all()
    assert (finding.code, finding.stanza, finding.blocks) == ("score-mismatch", 8, True)
    for by, reason, code in (
        (cast.director, "Fine.", "not-allowed"),
        (cast.executor, "  ", "reason-missing"),
    ):
        with pytest.raises(Refusal) as refusal:
            settle_finding(by=by, finding=finding, reason=reason, at=MARCH)
        assert refusal.value.code == code
    settled = settle_finding(by=cast.executor, finding=finding, reason="A slip of the pen.", at=MARCH)
    assert (settled.settled_by, settled.reason, settled.blocks) == (
        cast.executor,
        "A slip of the pen.",
        False,
    )
    with pytest.raises(Refusal) as refusal:
        settle_finding(by=cast.executor, finding=finding, reason="Again.", at=MARCH)
    assert refusal.value.code == "finding-settled"


def test_findings_of_an_earlier_version_are_not_settled(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    old = reported(cast, game, with_slip(record), key="wrong")
    reported(cast, game, record, key="right")
    with pytest.raises(Refusal) as refusal:
        settle_finding(by=cast.executor, finding=old.findings.get(), reason="Late.", at=MARCH)
    assert refusal.value.code == "finding-settled"


@pytest.mark.both_databases
def test_the_database_wants_a_finding_settled_wholly(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    reported(cast, game, with_slip(record))
    for half in ({"settled_by": cast.executor}, {"settled_at": MARCH}, {"reason": "because"}):
        with pytest.raises(IntegrityError, match="finding_settled_wholly"), transaction.atomic():
            ReportFinding.objects.update(**half)


def test_records_of_other_rules_are_refused(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    data = json.dumps({**record, "ruleset": "whoopie-2030"}).encode()
    with pytest.raises(Refusal) as refusal:
        take_report(by=cast.players[0], game=game, data=data, idempotency_key="k", at=MARCH)
    assert refusal.value.code == "other-rule-set"


@pytest.mark.parametrize("trick", [-5, 0, 5, 108])
def test_an_incident_in_a_trick_that_was_never_dealt_is_a_finding_of_its_stanza(
    cast: Cast, game: Game, record: dict[str, Any], trick: int
) -> None:
    incident = {"kind": "revoke-self", "player": record["seats"][0], "trick": trick}
    record["stanzas"][3]["incidents"] = [incident]
    finding = reported(cast, game, record).findings.get(code="incident-unsupported")
    assert (finding.stanza, finding.trick) == (4, None)
    assert f"no trick {trick}" in finding.message


@pytest.mark.parametrize("name", ["\0", "a\0b"])
def test_a_record_with_a_null_character_is_refused(
    cast: Cast, game: Game, record: dict[str, Any], name: str
) -> None:
    record["id"] = name
    with pytest.raises(Refusal) as refusal:
        reported(cast, game, record)
    assert (refusal.value.code, refusal.value.status) == ("record-malformed", 422)
    assert not Report.objects.exists()


def test_a_record_that_names_a_member_twice_is_refused(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    twice = as_file(record).replace(b'"seats":', b'"seats": [], "seats":', 1)
    with pytest.raises(Refusal) as refusal:
        take_report(by=cast.players[0], game=game, data=twice, idempotency_key="k", at=MARCH)
    assert (refusal.value.code, refusal.value.status) == ("record-malformed", 422)
    assert "“seats” twice" in refusal.value.sentence
    assert not Report.objects.exists()


def test_a_record_that_spells_a_backslash_before_u0000_is_kept(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    record["id"] = "a\\u0000"
    assert reported(cast, game, record).check_document["id"] == "a\\u0000"


def test_one_record_sent_with_two_keys_is_one_report(cast: Cast, game: Game, record: dict[str, Any]) -> None:
    first = reported(cast, game, record)
    again = reported(cast, game, record, key="from another program")
    assert again == first
    assert game.reports.count() == 1


def test_what_tells_otherwise_needs_a_reason_and_what_goes_on_does_not(
    cast: Cast, game: Game, record: dict[str, Any]
) -> None:
    half = {**record, "stanzas": record["stanzas"][:6]}
    half.pop("final", None)
    send = partial(take_report, by=cast.players[0], game=game, at=MARCH)
    send(data=as_file(half), idempotency_key="six")
    assert send(data=as_file(record), idempotency_key="all").version == 2
    with pytest.raises(Refusal) as refused:
        send(data=as_file(half), idempotency_key="six again")
    assert (refused.value.code, refused.value.facts["field"]) == ("reason-missing", "reason")
    other = json.loads(json.dumps(record))
    other["stanzas"][2]["incidents"] = []
    with pytest.raises(Refusal):
        send(data=as_file(other), idempotency_key="other")
    corrected = send(data=as_file(other), idempotency_key="other", reason="An incident was not one.")
    assert corrected.version == 3
    assert Report.objects.get(game=game, current=True) == corrected
