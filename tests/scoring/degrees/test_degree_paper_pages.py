"""Certificates of degrees, printed by the registrar: singly, or several bound into one file."""

from __future__ import annotations

import datetime as dt
import io

import pikepdf
import pytest
from django.test import Client

from sanctioning.kit.clock import day_of
from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.certificates.models import Certificate
from scoring.degrees.selectors.papers import degree_papers
from scoring.recordings.services.recordings import record_certificates
from tests.cast import Cast, certified, sanctioned_event
from tests.fixtures import SignIn

LIST, FILE = "/registrar/degrees/", "/registrar/degrees/papers.pdf"


@pytest.fixture
def masters(season: Cast) -> list[Certificate]:
    """Two players who have just become Junior Masters, their papers printed."""
    event = sanctioned_event(season, name="Second", level="special-event", event_type="tournament")
    certified(season, event, season.players[4:8])
    for paper in Certificate.objects.filter(kind=Certificate.Kind.RATING_POINTS):
        record_certificates(by=season.registrar, person=paper.person, codes=[paper.code])
    return list(Certificate.objects.filter(kind=Certificate.Kind.DEGREE))


@pytest.mark.both_databases
def test_several_papers_come_in_one_file(season: Cast, masters: list[Certificate], sign_in: SignIn) -> None:
    registrar = sign_in(season.registrar)
    serials = [master.serial for master in masters]
    assert len(serials) == 2
    early = registrar.get(FILE, {"serial": serials})
    assert early.status_code == 409
    assert "there is no certificate to print" in early.content.decode()
    run_waiting()
    listed = registrar.get(LIST)
    assert listed.status_code == 200
    assert all(f'value="{serial}"' in listed.content.decode() for serial in serials)
    answer = registrar.get(FILE, {"serial": serials})
    assert answer.headers["Content-Type"] == "application/pdf"
    with pikepdf.open(io.BytesIO(answer.content)) as book:
        assert len(book.pages) == 2
    with pikepdf.open(io.BytesIO(registrar.get(FILE, {"serial": serials[:1]}).content)) as book:
        assert len(book.pages) == 1


def test_what_cannot_be_printed_is_said_and_the_list_stays(
    season: Cast, masters: list[Certificate], sign_in: SignIn
) -> None:
    registrar = sign_in(season.registrar)
    nothing = registrar.get(FILE)
    assert (nothing.status_code, "No certificate was chosen" in nothing.content.decode()) == (422, True)
    assert masters[0].serial in nothing.content.decode()
    assert "year-month-day" in registrar.get(LIST, {"since": "yesterday"}).content.decode()
    assert masters[0].serial not in registrar.get(LIST, {"search": "nobody"}).content.decode()
    assert (
        masters[0].serial in registrar.get(LIST, {"search": masters[0].person.family_name}).content.decode()
    )
    assert registrar.get(FILE, {"serial": "DC-x"}).status_code == 409
    unknown = [f"DC-x{number}" for number in range(1, 7)]
    refused = registrar.get(FILE, {"serial": unknown}).content.decode()
    assert f"{', '.join(unknown[:5])}: there is no certificate" in refused


def test_they_are_listed_from_a_day_on(season: Cast, masters: list[Certificate], sign_in: SignIn) -> None:
    registrar, serial = sign_in(season.registrar), masters[0].serial
    issued_on = day_of(masters[0].issued_at)
    for since, is_listed in ((issued_on, True), (issued_on + dt.timedelta(days=1), False)):
        assert (serial in registrar.get(LIST, {"since": since.isoformat()}).content.decode()) == is_listed
    assert serial in [paper.serial for paper in degree_papers()]


def test_only_the_registrar_prints_them(season: Cast, sign_in: SignIn) -> None:
    assert sign_in(season.players[0]).get(LIST).status_code == 403
    assert Client().get(FILE).status_code == 302
