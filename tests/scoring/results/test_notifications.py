"""Players, executors and clubs hear what the ledger says of them, once."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import noon
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.notifications import tell_of_certificates
from scoring.certificates.services.certificates import replace_certificate
from scoring.recordings.services.recordings import record_certificates
from scoring.results.services.certification import certify_result, confirm_result
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, open_table, record_of, reported, sanctioned_event
from tournaments.executors.services.appointing import appoint_acting_executor

MAY = dt.date(2025, 5, 15)


def heard(kind: str) -> list[Person]:
    return [
        message.to for message in Message.objects.filter(kind=kind).select_related("to").order_by("to_id")
    ]


def message_text(kind: str) -> str:
    return Message.objects.filter(kind=kind)[0].text


def event_with_points(cast: Cast) -> list[Certificate]:
    event = sanctioned_event(cast, level="special-event", event_type="tournament")
    certified(cast, event, cast.players[:4])
    return list(Certificate.objects.order_by("number"))


def test_an_executor_hears_of_each_game_and_of_each_appointment_to_it(cast: Cast) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    appoint_acting_executor(by=cast.managing, game=game, appointment=cast.executor_appointment, at=MARCH)
    assert heard("game-given") == [cast.executor] * 2
    assert "of Spring Whoopie at Arden Hall on 8 March 2025" in message_text("game-given")


def test_whoever_runs_the_club_hears_when_the_last_game_of_an_event_is_certified(cast: Cast) -> None:
    event = sanctioned_event(cast)
    waiting = open_table(cast, event, cast.players[4:8])
    certified(cast, event, cast.players[:4])
    assert heard("event-certified") == []
    reported(cast, waiting, record_of(cast.players[4:8]), key="second")
    confirm_result(by=cast.director, game=waiting, at=MARCH)
    certify_result(by=cast.executor, game=waiting, at=MARCH)
    assert heard("event-certified") == [cast.director]
    assert "every game of Spring Whoopie" in message_text("event-certified")
    assert Message.objects.get(kind="event-certified").path == f"/events/{event.slug}/#games"


@pytest.mark.both_databases
def test_a_certificate_is_told_once_to_its_player_alone(cast: Cast) -> None:
    certificates = event_with_points(cast)
    tell_of_certificates(at=MARCH, certificates=certificates)
    assert heard("certificate-issued") == sorted(
        (certificate.person for certificate in certificates), key=lambda person: person.pk
    )
    [first, *_] = Message.objects.filter(kind="certificate-issued").order_by("pk")
    assert certificates[0].serial in first.text
    assert not any(
        certificate.code in message.text for certificate in certificates for message in Message.objects.all()
    )


def test_a_replacement_names_what_counts_no_longer(cast: Cast) -> None:
    old = event_with_points(cast)[0]
    replacement = replace_certificate(by=cast.registrar, certificate=old, why="Torn.", at=MARCH)
    assert f"{replacement.serial} is issued in place of {old.serial}" in message_text("certificate-issued")


def test_a_submission_and_the_degree_that_it_brings(cast: Cast) -> None:
    certificate = event_with_points(cast)[0]
    person = certificate.person
    for spoilt in ([certificate.code], []):
        record_certificates(
            by=cast.registrar, person=person, codes=[certificate.code], mutilated=spoilt, at=MARCH
        )
        Certificate.objects.filter(pk=certificate.pk).update(state="issued")
    assert heard("submission-refused") == heard("submission-accepted") == [person]
    assert "Nothing was recorded" in message_text("submission-refused")
    assert heard("degree-reached") == [person]


def test_a_published_roster_is_told_to_the_clubs_whose_people_it_lists(cast: Cast) -> None:
    event_with_points(cast)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    assert heard("roster-published") == []
    publish_roster(by=cast.registrar, roster=roster, at=noon(MAY + dt.timedelta(days=1)))
    assert heard("roster-published") == [cast.director]


def test_ten_certificates_are_told_of_in_as_many_queries_as_one(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:10], name="sample-10-players")
    certificates = list(Certificate.objects.select_related("person"))
    assert len(certificates) > 2
    Message.objects.all().delete()
    with CaptureQueriesContext(connection) as single:
        tell_of_certificates(at=MARCH, certificates=certificates[:1])
    with CaptureQueriesContext(connection) as all_others:
        tell_of_certificates(at=MARCH, certificates=certificates[1:])
    assert len(single) == len(all_others)
