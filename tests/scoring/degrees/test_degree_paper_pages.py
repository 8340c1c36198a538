"""Certificates of degrees, printed by the registrar: singly, or several bound into one file."""

from __future__ import annotations

import io

import pikepdf
import pytest
from django.test import Client

from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.certificates.models import Certificate
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
    assert "there is no paper to print" in early.content.decode()
    run_waiting()
    page = registrar.get(LIST).content.decode()
    assert all(f'value="{serial}"' in page for serial in serials)
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


def test_only_the_registrar_prints_them(season: Cast, sign_in: SignIn) -> None:
    assert sign_in(season.players[0]).get(LIST).status_code == 403
    assert Client().get(FILE).status_code == 302
