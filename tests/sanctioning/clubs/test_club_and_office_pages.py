"""Clubs and offices by the pages alone: what was typed stays, and who has no business there stays out."""

from __future__ import annotations

import datetime as dt
import html

from django.test import Client
from django.utils.timezone import now

from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import holds
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, Cast, open_table, sanctioned_event
from tests.fixtures import SignIn
from tests.support.fees import adopt_fees, invoiced

NEW = {"name": "Strays", "place": "Stow", "time_zone": "Europe/London"}


def test_a_club_is_registered_asked_answered_and_approved(cast: Cast, sign_in: SignIn) -> None:
    stranger, managing = sign_in(cast.outsider), sign_in(cast.managing)
    assert cast.outsider.number in stranger.get("/register-club/").content.decode()
    wrong = stranger.post("/register-club/", {**NEW, "officers": "W-99999-9"})
    page = wrong.content.decode()
    assert (wrong.status_code, "Nobody has the number W-99999-9" in page, "Stow" in page) == (422, True, True)
    stranger.post("/register-club/", {**NEW, "officers": cast.outsider.number})
    assert "Clubs to decide on (1)" in managing.get("/authority/").content.decode()
    assert "Strays" in managing.get("/authority/clubs/").content.decode()
    managing.post("/clubs/strays/desk/ask/", {"text": "Where do you meet?"})
    page = stranger.get("/clubs/strays/desk/").content.decode()
    assert "It is the club's turn" in page
    assert "Strays" in stranger.get("/me/").content.decode()
    silent = stranger.post("/clubs/strays/desk/answer/", {"text": ""})
    assert silent.status_code == 422
    stranger.post("/clubs/strays/desk/answer/", {"text": "At the mill."})
    managing.post("/clubs/strays/desk/approve/")
    assert holds(cast.outsider, today(), Office.CLUB_OFFICER, club=Club.objects.get(slug="strays"))
    assert "Register an event" in stranger.get("/clubs/strays/desk/").content.decode()


def test_a_refused_club_keeps_the_reason_that_was_missing(cast: Cast, sign_in: SignIn) -> None:
    sign_in(cast.outsider).post("/register-club/", {**NEW, "officers": cast.outsider.number})
    managing = sign_in(cast.managing)
    assert managing.post("/clubs/strays/desk/refuse/", {"text": " "}).status_code == 422
    managing.post("/clubs/strays/desk/refuse/", {"text": "No room."})
    assert "“No room.”" in sign_in(cast.outsider).get("/clubs/strays/desk/").content.decode()
    assert sign_in(cast.director).get("/clubs/strays/desk/").status_code == 404
    denied = sign_in(cast.director).post("/clubs/strays/desk/apply/", {})
    assert denied.status_code == 403


def test_officers_keep_the_terms_of_their_club(cast: Cast, sign_in: SignIn) -> None:
    sign_in(cast.outsider).post("/register-club/", {**NEW, "officers": cast.outsider.number})
    sign_in(cast.managing).post("/clubs/strays/desk/approve/")
    officer, day = sign_in(cast.outsider), today()
    term = {"person": cast.players[0].number, "office": "director", "first_day": day.isoformat()}
    wrong = officer.post("/clubs/strays/desk/terms/", {**term, "person": "W-999"})
    assert (wrong.status_code, "Nobody has this number" in wrong.content.decode()) == (422, True)
    officer.post("/clubs/strays/desk/terms/", term)
    appointment = Appointment.objects.get(person=cast.players[0])
    answer = officer.post(f"/terms/{appointment.pk}/end/", {"day": day.isoformat(), "why": ""})
    assert (answer.status_code, f'value="{day}"' in answer.content.decode()) == (422, True)
    officer.post(f"/terms/{appointment.pk}/end/", {"day": day.isoformat(), "why": "Moves."})
    appointment.refresh_from_db()
    assert appointment.last_day == day
    own = Appointment.objects.get(person=cast.outsider)
    last = officer.post(f"/terms/{own.pk}/end/", {"day": day.isoformat(), "why": "Tired."})
    assert "would have no officer" in last.content.decode()


def test_the_managing_executor_keeps_the_offices_of_the_authority(cast: Cast, sign_in: SignIn) -> None:
    managing, day = sign_in(cast.managing), today()
    assert sign_in(cast.registrar).get("/authority/offices/").status_code == 403
    term = {"person": cast.outsider.number, "office": "college-member", "first_day": day.isoformat()}
    page = managing.post("/authority/offices/", term, follow=True).content.decode()
    assert "Otto Stray is appointed member of the College of Executors" in page
    again = managing.post("/authority/offices/", term)
    assert (again.status_code, "already holds this office" in again.content.decode()) == (409, True)
    own = Appointment.objects.get(person=cast.managing, office=Office.MANAGING_EXECUTOR)
    alone = managing.post(f"/terms/{own.pk}/end/", {"day": day.isoformat(), "why": "Tired."})
    assert "would have no Managing Executor" in alone.content.decode()
    tomorrow = (day + dt.timedelta(days=1)).isoformat()
    passing = {"day": tomorrow, "why": "Retires.", "to": cast.executor.number}
    page = managing.post(f"/terms/{own.pk}/pass/", passing, follow=True).content.decode()
    assert "The office passes to Edgar Hale" in page
    assert "To come" in page


def test_the_page_of_a_club_has_results_for_all_and_the_account_for_its_own(
    season: Cast, sign_in: SignIn
) -> None:
    event = sanctioned_event(season, name="Autumn Whoopie", at=now() + dt.timedelta(days=30))
    adopt_fees(season)
    invoice = invoiced(season)
    path = f"/clubs/{season.club.slug}/"
    public = html.unescape(Client().get(path).content.decode())
    assert "Latest results" in public
    assert "Arden Special, game 1" in public
    assert invoice.label not in public
    director = html.unescape(sign_in(season.director).get(path).content.decode())
    assert f"/invoices/{invoice.number}/" in director
    assert "Owed" in director
    member = sign_in(season.players[0]).get(path).content.decode()
    assert invoice.label not in member
    manage = f'href="/events/{event.slug}/manage/"'
    assert manage in sign_in(season.director).get(path).content.decode()
    assert manage not in sign_in(season.players[0]).get(path).content.decode()


def test_the_desk_of_a_club_has_all_that_waits_there_and_nothing_of_other_clubs(
    season: Cast, sign_in: SignIn
) -> None:
    open_table(season, sanctioned_event(season, name="Late Whoopie"), season.players[:4])
    adopt_fees(season)
    invoice = invoiced(season)
    other = register_club(by=season.managing, name="Other Club", place="Elsewhere", at=JANUARY)
    approve_club(by=season.managing, club=other, at=JANUARY)
    appoint(
        by=season.managing, person=season.director, office=Office.DIRECTOR, club=other, first_day=FIRST_DAY
    )
    director = sign_in(season.director)
    desk = html.unescape(director.get(f"/clubs/{season.club.slug}/desk/").content.decode())
    assert "1 invoice to pay" in desk
    assert f"/invoices/{invoice.number}/" in desk
    assert "1 game to be reported" in desk
    told = director.get(f"/api/v1/clubs/{season.club.slug}/desk/").json()
    assert told["account"]["balance"] == str(invoice.amount)
    elsewhere = html.unescape(director.get("/clubs/other-club/desk/").content.decode())
    assert "Nothing is waiting for you" in elsewhere
    assert invoice.label not in elsewhere
