"""Errors in the site's look, each with a way on; and what was typed when the session was lost comes back."""

from __future__ import annotations

import datetime as dt
import re
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from sanctioning.kit.clock import today
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.site.errors import ErrorPages
from tests.cast import MARCH, Cast, registered_event, sanctioned_event
from tests.fixtures import SignIn
from tests.support.fees import adopt_fees, invoiced
from tests.support.play import drawn_table, random_body, table
from tests.support.team_events import team_event
from tests.tournaments.directing.test_from_application_to_table import event_form
from tests.tournaments.tables.test_table_pages import form_of
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.terms import EventTerms

NEW = "/clubs/arden-whoopie-club/events/new/"


def test_a_method_that_an_address_does_not_know(db: None) -> None:
    answer = Client().post("/calendar/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "only works from a button" in answer.content.decode()
    assert Client().get("/api/v1/calendar/").status_code == 200


def test_a_body_that_is_too_large(db: None) -> None:
    answer = Client().post("/check/", {"code": "x" * (9 * 1024 * 1024)})
    assert answer.status_code == 413
    assert "too large" in answer.content.decode()


def test_a_fault_of_ours_does_not_claim_that_nothing_was_taken(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be the page after the act that fails: what was sent stands by then."""
    monkeypatch.setattr("scoring.results.views.front_page.render", lambda *_, **__: 1 // 0)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "was not taken" not in page
    assert "first check whether it was accepted" in page


def test_a_refusal_that_no_page_shows_is_a_page(db: None, rf: object) -> None:
    request = Client().get("/").wsgi_request
    refusal = Refusal(code="x", sentence="It stands.", rule="I", remedy="Leave it.")
    page = ErrorPages(lambda _: None).process_exception(request, refusal)  # type: ignore[arg-type, return-value]
    assert page is not None
    assert page.status_code == 409
    assert "It stands." in page.content.decode()
    assert ErrorPages(lambda _: None).process_exception(request, ValueError()) is None  # type: ignore[arg-type, return-value]


def test_a_clash_answers_409_until_it_is_confirmed(cast: Cast, sign_in: SignIn) -> None:
    begins = timezone.now() + dt.timedelta(days=1)
    sanctioned_event(cast, at=begins)
    law = {"level": str(cast.levels["open"].pk), "type": str(cast.types["club-game"].pk)}
    typed = event_form(**law, name="Another evening", first_day=begins.date().isoformat())
    client = sign_in(cast.director)
    answer = client.post(NEW, typed)
    assert answer.status_code == 409
    assert "Register anyway" in answer.content.decode()
    backwards = client.post(NEW, {**typed, "last_day": (begins - dt.timedelta(days=1)).date().isoformat()})
    assert (backwards.status_code, "Register anyway" in backwards.content.decode()) == (422, False)
    assert client.post(NEW, {**typed, "seen": typed["first_day"]}).status_code == 302


def test_an_event_sent_twice_is_said_and_linked(cast: Cast, sign_in: SignIn) -> None:
    law = {"level": str(cast.levels["open"].pk), "type": str(cast.types["club-game"].pk)}
    client = sign_in(cast.director)
    assert client.post(NEW, event_form(**law)).status_code == 302
    again = client.post(NEW, event_form(**law))
    assert again.status_code == 409
    page = again.content.decode()
    assert "Arden Whoopie Club has already registered Spring Whoopie" in page
    assert 'href="/events/spring-whoopie/manage/"' in page
    assert Event.objects.count() == 1


def test_an_event_of_a_day_that_is_over_is_refused(cast: Cast, sign_in: SignIn) -> None:
    law = {"level": str(cast.levels["open"].pk), "type": str(cast.types["club-game"].pk)}
    yesterday = (today() - dt.timedelta(days=1)).isoformat()
    refused = sign_in(cast.director).post(NEW, event_form(**law, first_day=yesterday))
    assert refused.status_code == 422
    assert "sanctioned before it is played" in refused.content.decode()
    assert not Event.objects.exists()


def test_checking_in_who_waits_says_what_to_do(cast: Cast, sign_in: SignIn) -> None:
    event = registered_event(cast, "Small evening", place="Arden", terms=EventTerms(capacity=3))
    *_, waits = [
        enter_event(by=cast.director, event=event, person=player, at=MARCH) for player in cast.players[:4]
    ]
    door = f"/events/{event.slug}/manage/check-in/{waits.pk}/check-in/"
    refused = sign_in(cast.director).post(door)
    assert refused.status_code == 409
    assert "the first person waiting moves up at once" in refused.content.decode()


def test_nobody_is_told_of_another_where_he_reported_himself(cast: Cast, sign_in: SignIn) -> None:
    game = drawn_table(cast, cast.players[:4])
    page = f"/events/{game.event.slug}/games/1/table/stanzas/1/"
    client = sign_in(cast.players[0])
    typed = form_of(random_body(table(cast, game), Random(1)), key="one")
    assert client.post(page, typed).status_code == 302
    again = client.post(page, {**typed, "key": "two"}).content.decode()
    assert "You have already reported stanza 1" in again
    other = sign_in(cast.players[1]).post(page, {**typed, "key": "three"}).content.decode()
    assert "which somebody else reported in the meantime" in other


@pytest.mark.parametrize("referer", [f"http://testserver{NEW}", ""])
def test_what_was_typed_signed_out_waits_where_it_was_typed(
    cast: Cast, sign_in: SignIn, referer: str
) -> None:
    typed = event_form(name="A long form")
    client = Client()
    sent = client.post(NEW, typed, headers={"referer": referer} if referer else {})
    assert sent.headers["Location"] == f"/login/?next={NEW}"
    assert "what you typed has been kept" in client.get("/login/").content.decode()
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    page = client.get(NEW).content.decode()
    assert '<input type="hidden" name="name" value="A long form">' in page
    assert "Send what was typed" not in client.get("/calendar/").content.decode()
    client.post(NEW, typed)
    assert "Send what was typed" not in client.get(NEW).content.decode(), "it is sent"


def test_a_form_whose_token_is_over_comes_back_only_to_the_site_s_own_pages(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    client.get(NEW)
    typed = event_form(name="A long form", csrfmiddlewaretoken="x" * 64)
    own = client.post(NEW, typed, headers={"origin": "http://testserver"})
    assert (own.status_code, own.headers["Location"]) == (302, NEW)
    page = client.get(NEW).content.decode()
    assert 'value="A long form"' in page
    assert "x" * 64 not in page
    foreign = Client(enforce_csrf_checks=True)
    foreign.force_login(cast.director.account)  # type: ignore[arg-type]
    foreign.get(NEW)
    refused = foreign.post(NEW, typed, headers={"origin": "http://elsewhere.example"})
    assert refused.status_code == 403
    assert "A long form" not in foreign.get(NEW).content.decode()


def test_a_password_is_never_kept(cast: Cast) -> None:
    client = Client()
    client.post("/me/data/", {"password": "secret words", "new_password1": "secret words", "address": "x"})
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    assert "secret words" not in str(dict(client.session))


@pytest.mark.both_databases
def test_a_form_with_errors_says_so_in_the_title_and_lists_them_with_links(
    cast: Cast, sign_in: SignIn
) -> None:
    client = sign_in(cast.director)
    assert "<title>Register an event" in client.get(NEW).content.decode()
    page = client.post(NEW, event_form(name="", first_day="soon")).content.decode()
    assert "<title>Error: Register an event" in page
    summary = page.partition('id="errors"')[2].partition("</div>")[0]
    linked = dict(re.findall(r'<a href="#([^"]+)">([^<]+)</a>', summary))
    assert [label.partition(":")[0] for label in linked.values()] == [
        "Name of the event",
        "First day",
        "Level of the sanction",
        "Type",
    ]
    for field in linked:
        assert re.search(rf'id="{field}"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="{field}"', page)


def test_pages_with_fields_of_their_own_list_what_is_wrong_too(cast: Cast, sign_in: SignIn) -> None:
    """The form by which somebody is entered, that of a ruling, those of a team, and that of a payment."""
    game = drawn_table(cast, cast.players[:4])
    teams = team_event(cast, "columbus-whist", "columbus-first-club-2016")
    ruling = {"irregularity": "revoke", "do": "keep"}
    where, pairs = f"/events/{game.event.slug}/", f"/events/{teams.slug}/teams/"
    sent: list[tuple[Person, str, dict[str, str], set[str]]] = [
        (cast.director, f"{where}manage/enter/", {"number": "W-999"}, {"number"}),
        (cast.executor, f"{where}games/1/rule/", ruling, {"id_player"}),
        (cast.director, pairs, {"name": "Owls", "player-A": "W-999"}, {"player-A", "player-B"}),
        (cast.players[0], f"{pairs}enter/", {"player-A": cast.players[0].number}, {"player-B"}),
    ]
    adopt_fees(cast)
    paid = f"/invoices/{invoiced(cast).number}/pay/"
    sent.append((cast.registrar, paid, {"amount": "much"}, {"id_amount"}))
    for person, address, typed, fields in sent:
        answer = sign_in(person).post(address, typed)
        page = answer.content.decode()
        assert (answer.status_code, "<title>Error: " in page, "js/form-errors.js" in page) == (
            422,
            True,
            True,
        )
        summary = page.partition('id="errors"')[2].partition("</div>")[0]
        assert fields <= set(re.findall(r'<a href="#([^"]+)">', summary)), address


@pytest.mark.both_databases
def test_a_refusal_says_so_in_the_title(cast: Cast, sign_in: SignIn) -> None:
    law = {"level": str(cast.levels["open"].pk), "type": str(cast.types["club-game"].pk)}
    yesterday = (today() - dt.timedelta(days=1)).isoformat()
    page = sign_in(cast.director).post(NEW, event_form(**law, first_day=yesterday)).content.decode()
    assert "<title>Error: " in page
    assert "js/form-errors.js" in page
