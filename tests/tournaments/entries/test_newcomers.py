"""Somebody without a member number enters by a confirmed address, plays, and is decided on later."""

from __future__ import annotations

import datetime as dt
import re
from functools import partial

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from sanctioning.identity.same_person import same_person
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.kit.waiting.registry import holder_of, waiting_for
from sanctioning.people.models.identity import Claim, Merge
from sanctioning.people.models.person import Person
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.selectors.registry import registry
from sanctioning.people.services.claims import ask_for_record
from sanctioning.people.services.merging import undo_merge
from sanctioning.people.services.provisional import accept_provisional, refuse_provisional
from sanctioning.people.services.refused_addresses import erase_refused_addresses
from sanctioning.people_search.meant import meant
from tests.cast import Cast, account, sanctioned_event
from tests.fixtures import SignIn
from tests.support.refusals import code_of
from tournaments.entries import newcomer_links
from tournaments.entries.entry_links import entry_path
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer_links import OnlineEntry, confirming_path, entry_confirmed
from tournaments.entries.selectors.scanned import scanned_number
from tournaments.entries.services.check_in import check_in_and_pay
from tournaments.entries.services.newcomers import CONFIRM_ENTRY_JOB, enter_newcomer
from tournaments.events.models.event import Event

pytestmark = pytest.mark.both_databases

NELL = {"given_names": "Nell", "family_name": "Newman", "email": "Nell@Example.org"}


@pytest.fixture
def event(cast: Cast) -> Event:
    """In a week, of three places, for four and a half."""
    cache.clear()
    event = sanctioned_event(cast)
    starts_at = timezone.now() + dt.timedelta(days=7)
    Event.objects.filter(pk=event.pk).update(
        starts_at=starts_at, ends_at=starts_at + dt.timedelta(hours=4), capacity=3, entry_fee="4.50"
    )
    event.refresh_from_db()
    return event


def newcomer(event: Event, name: str = "Newman", email: str = "nell@example.org") -> OnlineEntry:
    return OnlineEntry(event=event.pk, given_names="Nell", family_name=name, email=email)


def enter(event: Event, name: str = "Newman", email: str = "nell@example.org") -> Entry:
    return enter_newcomer(event=event, newcomer=newcomer(event, name, email))


def record_of(entry: Entry) -> ProvisionalRecord:
    return ProvisionalRecord.objects.get(person=entry.person)


def link_in_mail() -> str:
    [link] = re.findall(r"http://testserver(/entry/confirm/\S+)", str(mail.outbox[-1].body))
    return str(link)


def test_a_visitor_enters_by_a_link_in_a_mail(client: Client, cast: Cast, event: Event) -> None:
    assert "Enter without an account" in client.get(f"/events/{event.slug}/").content.decode()
    address = f"/events/{event.slug}/entry/new/"
    assert "How will you pay?" in client.get(address).content.decode()
    wrong = client.post(address, {**NELL, "email": "nell"})
    assert (wrong.status_code, "Newman" in wrong.content.decode()) == (422, True)
    sent = client.post(address, {**NELL, "fee": "promised", "club": cast.club.pk})
    told = client.get(sent["Location"]).content.decode()
    assert f"<strong>{NELL['email']}</strong>" in told
    assert NELL["email"] not in sent["Location"]
    assert f'href="{address}?again"' in told
    again = client.get(f"{address}?again").content.decode()
    assert f'value="{NELL["email"]}"' in again
    assert f'value="{NELL["family_name"]}"' in again
    assert NELL["email"] not in client.get(address).content.decode()
    assert NELL["email"] not in Client().get(f"{address}?again").content.decode()
    assert "Check your e-mail" in client.get(sent["Location"]).content.decode()
    assert not Person.objects.filter(family_name="Newman").exists(), "nobody is entered by another's word"
    assert run_waiting(CONFIRM_ENTRY_JOB) == 1
    assert (mail.outbox[-1].to, Job.objects.get(kind=CONFIRM_ENTRY_JOB).payload) == (["Nell@Example.org"], {})
    link = link_in_mail()
    elsewhere = Client()
    assert "Yes, enter me" in elsewhere.get(link).content.decode()
    assert not event.entries.exists(), "a scanner of mails opens links too"
    page = elsewhere.post(link, follow=True).content.decode()
    entry = event.entries.get()
    assert (entry.state, entry.fee_state, entry.entered_by) == ("entered", "promised", entry.person)
    assert (entry.person.number[:2], entry.person.number in page) == ("P-", True)
    record = record_of(entry)
    assert (record.email, record.club, event.name in record.occasion) == ("nell@example.org", cast.club, True)
    assert entry.person.home_club is None, "naming a club makes nobody its member"
    assert elsewhere.post(link)["Location"] == entry_path(entry), "a second time is the same entry"
    assert event.entries.count() == 1
    assert Message.objects.filter(kind="entry-taken", to=entry.person).count() == 1


def test_a_link_that_was_made_up_or_is_too_old_enters_nobody(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = confirming_path(newcomer(event))
    assert client.get(path).status_code == 200
    assert client.post(f"{path[:-2]}x/").status_code == 404
    code = path.rstrip("/").rpartition("/")[2]
    assert entry_confirmed(code) == newcomer(event)
    monkeypatch.setattr(newcomer_links, "GOOD_FOR", dt.timedelta(seconds=-1))
    assert client.post(path).status_code == 404
    assert not event.entries.exists()


def test_an_account_without_a_record_needs_no_mail(cast: Cast, event: Event) -> None:
    client, nell = Client(), account("nell@example.org")
    client.force_login(nell)
    ask_for_record(account=nell, family_name="Newman")
    led = client.get(f"/events/{event.slug}/entry/")
    assert led["Location"] == f"/events/{event.slug}/entry/new/"
    assert 'name="email"' not in client.get(led["Location"]).content.decode()
    client.post(led["Location"], {"given_names": "Nell", "family_name": "Newman"})
    entry = event.entries.get()
    assert (entry.person.account, entry.state, mail.outbox) == (nell, "entered", [])
    assert "Your entry" in client.get(f"/events/{event.slug}/entry/").content.decode()
    assert Claim.objects.get().state == "withdrawn", "the registrar is asked once"
    assert client.get("/me/").status_code == 200


def test_a_visitor_who_makes_an_account_later_keeps_the_entry(event: Event) -> None:
    entry, nell = enter(event), account("nell@example.org")
    again = enter_newcomer(event=event, newcomer=newcomer(event), account=nell)
    assert (again.pk, Person.objects.get(pk=entry.person.pk).account) == (entry.pk, nell)


def test_the_same_address_is_one_person_and_names_one(event: Event) -> None:
    entry = enter(event)
    assert enter(event, "néwman", "NELL@example.org ").pk == entry.pk
    assert code_of(partial(enter, event, "Other")) == "address-used"
    assert (event.entries.count(), ProvisionalRecord.objects.count()) == (1, 1)


def test_a_full_event_has_them_wait_and_a_closed_one_has_no_record_made(cast: Cast, event: Event) -> None:
    entries = [enter(event, f"Newman{letter}", f"{letter}@example.org") for letter in "abcd"]
    assert [entry.state for entry in entries] == ["entered", "entered", "entered", "waiting"]
    Event.objects.filter(pk=event.pk).update(entries_until=today() - dt.timedelta(days=1))
    assert code_of(partial(enter, event, "Late", "late@example.org")) == "entries-closed"
    assert ProvisionalRecord.objects.count() == 4


def test_mails_are_sent_only_so_often(client: Client, event: Event) -> None:
    answers = [client.post(f"/events/{event.slug}/entry/new/", NELL).status_code for _turn in range(6)]
    assert answers == [302] * 5 + [429]


def test_the_evening_waits_for_nothing(cast: Cast, event: Event) -> None:
    """Found by number at the door and wherever somebody is asked for, present and paid."""
    entry = enter(event)
    assert scanned_number(event, entry.person.number) == entry.person.number
    assert scanned_number(event, f"https://x.example{entry_path(entry)}") == entry.person.number
    assert meant(asker=cast.director, text=entry.person.number.lower()).person == entry.person
    check_in_and_pay(by=cast.director, event=event, entries=[entry])
    assert event.entries.get().is_present


def test_it_waits_for_the_registrar_with_likely_doubles(cast: Cast, event: Event, sign_in: SignIn) -> None:
    ash = cast.players[0]
    entry = enter(event, ash.family_name)
    Person.objects.filter(pk=ash.pk).update(given_names="Nell")
    [waits] = [kind for kind in waiting_for(holder_of(cast.registrar)) if kind.kind == "provisional"]
    assert [line.name for line in waits.lines] == [entry.person.name]
    assert Message.objects.filter(kind="provisional-made", to=cast.registrar).count() == 1
    page = registry(asker=cast.registrar)
    assert page is not None
    assert [double.number for double in page.provisional[0].doubles] == [ash.number]
    shown = sign_in(cast.registrar).get("/people/").content.decode()
    assert all(text in shown for text in ("Who entered without a number", entry.person.number, ash.number))
    assert "provisional" not in {kind.kind for kind in waiting_for(holder_of(cast.director))}


def test_the_registrar_says_which_member_it_is_and_takes_it_back(
    cast: Cast, event: Event, sign_in: SignIn
) -> None:
    entry, ash = enter(event), cast.players[0]
    address = f"/people/provisional/{record_of(entry).pk}/"
    assert sign_in(cast.director).post(address, {"act": "accept", "number": ash.number}).status_code == 403
    client = sign_in(cast.registrar)
    assert client.post(address, {"act": "accept", "number": ""}).status_code == 422
    assert (
        client.post(address, {"act": "accept", "number": ash.number, "reason": "Known."}).status_code == 302
    )
    assert same_person(Person.objects.get(pk=entry.person.pk), ash)
    assert enter(event).pk == entry.pk, "the address leads to the member now"
    decide = partial(accept_provisional, by=cast.registrar, record=record_of(entry))
    assert code_of(decide) == "provisional-decided"
    undo_merge(by=cast.registrar, merge=Merge.objects.get(), reason="Somebody else.")
    assert list(ProvisionalRecord.objects.waiting()) == [record_of(entry)]


def test_a_new_member_gets_the_next_number(cast: Cast, event: Event, sign_in: SignIn) -> None:
    entry = enter(event)
    before = Person.objects.filter(number__startswith="W-").count()
    sign_in(cast.registrar).post(
        f"/people/provisional/{record_of(entry).pk}/", {"act": "new", "home_club": cast.club.slug}
    )
    member = Person.objects.get(pk=entry.person.pk).identity
    assert (member.number[:7], member.home_club) == (f"W-{before + 1:05d}", cast.club)
    assert (member.name, member.private.email) == ("Nell Newman", "nell@example.org")
    told = Message.objects.get(kind="provisional-accepted")
    assert (told.to, member.number in told.text) == (member, True)


def test_who_was_refused_is_withdrawn_and_told_and_may_enter_again(cast: Cast, event: Event) -> None:
    entry = enter(event)
    refuse = partial(refuse_provisional, by=cast.registrar, record=record_of(entry))
    assert code_of(partial(refuse, reason=" ")) == "reason-missing"
    refuse(reason="No such person.")
    assert event.entries.get().state == "withdrawn"
    told = Message.objects.get(kind="provisional-refused")
    assert (told.to, "No such person." in told.text) == (entry.person, True)
    assert AuditEntry.objects.get(action="refuse provisional record").by == cast.registrar
    assert code_of(partial(refuse, reason="Again.")) == "provisional-decided"
    assert enter(event).person != entry.person


def test_the_address_of_somebody_refused_is_erased_after_fourteen_days(cast: Cast, event: Event) -> None:
    refused, other = enter(event), enter(event, "Nolan", "ned@example.org")
    refused_at = timezone.now()
    refuse_provisional(by=cast.registrar, record=record_of(refused), reason="No such person.", at=refused_at)
    assert erase_refused_addresses(at=refused_at + dt.timedelta(days=13)) == 0
    assert erase_refused_addresses(at=refused_at + dt.timedelta(days=14)) == 1
    assert erase_refused_addresses(at=refused_at + dt.timedelta(days=15)) == 0
    kept = [(record_of(entry).email, entry.person.private.email) for entry in (refused, other)]
    assert kept == [("", ""), ("ned@example.org", "ned@example.org")]
    assert AuditEntry.objects.get(action="erase the address of somebody refused").by is None


def test_programs_enter_and_decide(cast: Cast, event: Event) -> None:
    client = Client()
    address = f"/api/v1/events/{event.slug}/entries/newcomers/"
    sent = client.post(address, {**NELL, "club": cast.club.slug}, content_type="application/json")
    assert (sent.status_code, sent.json()) == (202, {"mail": True})
    run_waiting(CONFIRM_ENTRY_JOB)
    code = link_in_mail().rstrip("/").rpartition("/")[2]
    entered = client.post("/api/v1/entries/confirm/", {"code": code}, content_type="application/json")
    assert (entered.status_code, entered.json()["state"]) == (201, "entered")
    again = client.post("/api/v1/entries/confirm/", {"code": code}, content_type="application/json")
    assert (again.status_code, again.json()) == (201, entered.json()), (
        "a link that is opened twice enters once"
    )
    client.force_login(account("ned@example.org"))
    ned = {"given_names": "Ned", "family_name": "Norris"}
    at_once = client.post(address, ned, content_type="application/json")
    assert (at_once.status_code, at_once.json()["state"]) == (201, "entered")
    wrong = client.post("/api/v1/entries/confirm/", {"code": "x"}, content_type="application/json")
    assert wrong.json()["code"] == "link-unknown"
