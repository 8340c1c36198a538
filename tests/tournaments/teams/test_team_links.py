"""A place in a team by a link: sent or passed on, answered once, with a record or without."""

from __future__ import annotations

import datetime as dt
import re
from functools import partial

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.services.provisional import refuse_provisional
from tests.cast import Cast, account
from tests.support.kept_steps import kept_step
from tests.support.refusals import code_of
from tests.support.team_events import signed_in, team_event
from tournaments.entries.services.newcomers import CONFIRM_ENTRY_JOB
from tournaments.events.models.event import Event
from tournaments.teams.models.invitation import InvitationLink, TeamInvitation
from tournaments.teams.selectors.teams import team_list
from tournaments.teams.services.invitations import invite_team, withdraw_invitation
from tournaments.teams.services.open_places import TEAM_LINK_JOB
from tournaments.teams.services.team_links import accept_by_link, send_again
from tournaments.teams.team_links import link_path, link_with

pytestmark = pytest.mark.both_databases


@pytest.fixture
@kept_step
def evening(cast: Cast) -> Event:
    """Of teams of two, in ten years."""
    event = team_event(cast, "bid-whist", "cardsharks")
    event.starts_at += dt.timedelta(days=3650)
    event.ends_at += dt.timedelta(days=3650)
    event.save()
    return event


@pytest.fixture(autouse=True)
def _no_mails_before() -> None:
    cache.clear()


def invited(cast: Cast, event: Event, email: str = "") -> InvitationLink:
    ash = cast.players[0]
    invitation = invite_team(by=ash, event=event, name="Aces", players={"A": ash}, by_link={"B": email})
    return invitation.links.get()


def code_in(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def link_in_mail(page: str) -> str:
    [link] = re.findall(rf"http://testserver(/teams/{page}/\S+)", str(mail.outbox[-1].body))
    return str(link)


def test_a_partner_is_invited_by_mail_signs_in_and_plays(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    asking, page = signed_in(ash), reverse("team-entry", args=[evening.slug])
    assert "Make a link for B" in asking.get(page).content.decode()
    asking.post(page, {"name": "Aces", "player-A": ash.number, "player-B": "Birch@example.org"})
    assert run_waiting(TEAM_LINK_JOB) == 1
    assert mail.outbox[-1].to == ["birch@example.org"]
    link = link_in_mail("join")
    shown = asking.get(page).content.decode()
    assert all(text in shown for text in ("birch@example.org", link, "Send the link to B"))
    stranger = Client().get(link).content.decode()
    assert all(text in stranger for text in ("Aces", "/login/?next=%2Fteams%2Fjoin", "Without an account"))
    partner = signed_in(birch)
    partner.post(link, {"act": "accept"})
    assert [member.entry.person for member in evening.teams.get().members.order_by("letter")] == [ash, birch]
    assert (InvitationLink.objects.get().email, partner.get(link).status_code) == ("", 404)


def test_a_partner_without_a_record_plays(cast: Cast, evening: Event) -> None:
    link = link_path(invited(cast, evening))
    client = Client()
    typed = {"act": "enter", "given_names": "Nell", "family_name": "Newman", "email": "nell@example.org"}
    assert client.post(link, {**typed, "family_name": ""}).status_code == 422
    assert client.post(link, typed)["Location"] == f"/events/{evening.slug}/entry/new/mail/"
    assert not evening.teams.exists()
    run_waiting(CONFIRM_ENTRY_JOB)
    confirming = link_in_mail("confirm")
    assert Client().get(f"/entry/confirm/{code_in(confirming)}/").status_code == 404
    assert "Aces" in client.get(confirming).content.decode()
    assert client.post(confirming)["Location"] == f"/events/{evening.slug}/teams/"
    assert client.post(confirming).status_code == 302, "a second time is the same"
    record = ProvisionalRecord.objects.get()
    assert [member.entry.person.number[0] for member in evening.teams.get().members.all()] == ["W", "P"]
    refuse_provisional(by=cast.registrar, record=record, reason="Nobody.")
    assert evening.teams.get().withdrawn_at is not None


def test_who_may_have_a_number_already_is_named_to_whoever_runs_the_event(cast: Cast, evening: Event) -> None:
    birch, link, client = cast.players[1], link_path(invited(cast, evening)), Client()
    client.force_login(account("nell@example.org"))
    named = {"given_names": birch.given_names, "family_name": birch.family_name}
    client.post(link, {"act": "enter", **named})
    provisional = ProvisionalRecord.objects.get().person
    said = f"{birch.name}, {provisional.number}: possibly the same person as {birch.number}"
    teams = reverse("teams", args=[evening.slug])
    for page in (teams, reverse("manage-event", args=[evening.slug])):
        assert said in " ".join(signed_in(cast.director).get(page).content.decode().split())
    assert birch.number not in signed_in(cast.players[5]).get(teams).content.decode()


def test_namesakes_of_two_teams_are_told_apart(cast: Cast, evening: Event) -> None:
    ash, client = cast.players[0], Client()
    client.force_login(account("nell@example.org"))
    named = {"given_names": ash.given_names, "family_name": ash.family_name}
    client.post(link_path(invited(cast, evening)), {"act": "enter", **named})
    names = {member.name for team in team_list(evening).teams for member in team.members}
    assert names == {
        f"{person.name} ({person.number})" for person in (ash, ProvisionalRecord.objects.get().person)
    }


def test_an_account_without_a_record_needs_no_mail(cast: Cast, evening: Event) -> None:
    link, client = link_path(invited(cast, evening)), Client()
    client.force_login(account("nell@example.org"))
    client.post(link, {"act": "enter", "given_names": "Nell", "family_name": "Newman"})
    assert (evening.teams.get().members.count(), mail.outbox) == (2, [])


def test_a_no_ends_it_for_all_and_needs_no_account(cast: Cast, evening: Event) -> None:
    link = link_path(invited(cast, evening, "birch@example.org"))
    Client().post(link, {"act": "decline"})
    assert TeamInvitation.objects.get().outcome == "declined"
    told = Message.objects.get(kind="team-not-entered")
    assert (told.to, "said no" in told.text) == (cast.players[0], True)
    assert (InvitationLink.objects.get().email, Client().get(link).status_code) == ("", 404)


def test_a_link_that_is_sent_again_kills_the_one_before(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    first = invited(cast, evening, "birch@example.org")
    again = partial(send_again, invitation=first.invitation, letter="B")
    assert code_of(partial(again, by=birch)) == "not-allowed"
    signed_in(ash).post(
        reverse("team-invitation-act", args=[evening.slug, first.invitation.pk, "send-again"]),
        {"letter": "B"},
    )
    assert run_waiting(TEAM_LINK_JOB) == 2
    assert len(mail.outbox) == 1, "the mail of a dead link does not go"
    assert link_with(code_in(link_path(first))) is None
    assert code_of(partial(accept_by_link, by=birch, link=first)) == "link-used"
    assert code_of(partial(send_again, by=ash, invitation=first.invitation, letter="A")) == "link-used"


def test_a_link_ends_with_the_invitation_and_with_entry(cast: Cast, evening: Event) -> None:
    link = invited(cast, evening)
    Event.objects.filter(pk=evening.pk).update(entries_until=today() - dt.timedelta(days=1))
    assert code_of(partial(accept_by_link, by=cast.players[1], link=link)) == "entries-closed"
    assert "Yes, I play" not in Client().get(link_path(link)).content.decode()
    withdraw_invitation(by=cast.players[0], invitation=link.invitation)
    assert link_with(code_in(link_path(link))) is None


def test_nobody_plays_at_two_letters_and_no_letter_is_left_out(cast: Cast, evening: Event) -> None:
    ash = cast.players[0]
    invite = partial(invite_team, by=ash, event=evening, name="Twos", players={"A": ash})
    assert code_of(invite) == "team-incomplete"
    assert code_of(partial(invite, by_link={"Q": ""})) == "team-incomplete"
    link = invited(cast, evening)
    assert code_of(partial(accept_by_link, by=ash, link=link)) == "player-twice"


def test_each_says_with_the_yes_how_the_fee_is_paid(cast: Cast, evening: Event) -> None:
    Event.objects.filter(pk=evening.pk).update(entry_fee="4.50")
    ash, birch, cedar, dogwood, *_others = cast.players
    page = f"/events/{evening.slug}/teams/enter/"
    assert "How will you pay?" in signed_in(ash).get(page).content.decode()
    typed = {"name": "Aces", "player-A": ash.number, "player-B": birch.number, "fee": "promised"}
    signed_in(ash).post(page, typed)
    invitation = TeamInvitation.objects.get()
    assert "How will you pay?" in signed_in(birch).get(page).content.decode()
    signed_in(birch).post(
        f"/events/{evening.slug}/teams/invitations/{invitation.pk}/accept/", {"fee": "unpaid"}
    )
    assert fees_of(evening) == {ash.number: "promised", birch.number: "unpaid"}
    second = invite_team(by=cedar, event=evening, name="Kings", players={"A": cedar}, by_link={"B": ""})
    link = link_path(second.links.get())
    assert "How will you pay?" in signed_in(dogwood).get(link).content.decode()
    signed_in(dogwood).post(link, {"act": "accept", "fee": "promised"})
    assert fees_of(evening)[dogwood.number] == "promised"
    assert AuditEntry.objects.filter(action="promise entry fee").count() == 2


def fees_of(event: Event) -> dict[str, str]:
    return dict(event.entries.values_list("person__number", "fee_state"))


def test_programs_invite_by_link_and_answer(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    address = reverse("api-team-invitations", args=[evening.slug])
    sent = {"name": "Aces", "players": {"A": ash.number}, "by_link": {"B": ""}}
    made = signed_in(ash).post(address, sent, content_type="application/json").json()
    [line] = [player for player in made["invitations"][0]["players"] if player["by_link"]]
    answer = reverse("api-team-link", args=[code_in(line["link"]), "accept"])
    assert signed_in(birch).post(answer).status_code == 200
    assert evening.teams.get().members.count() == 2
    assert signed_in(birch).post(answer).json()["code"] == "link-used"


def test_programs_join_without_a_record(cast: Cast, evening: Event) -> None:
    join = reverse("api-join-team", args=[code_in(link_path(invited(cast, evening)))])
    client, typed = Client(), {"given_names": "Nell", "family_name": "Newman"}
    assert client.post(join, typed, content_type="application/json").status_code == 400
    sent = client.post(join, {**typed, "email": "nell@example.org"}, content_type="application/json")
    assert (sent.status_code, sent.json()) == (202, {"mail": True})
    assert not evening.teams.exists()
    run_waiting(CONFIRM_ENTRY_JOB)
    code = code_in(link_in_mail("confirm"))
    for _time in range(2):
        joined = client.post(reverse("api-confirm-place"), {"code": code}, content_type="application/json")
        assert (joined.status_code, joined.json()) == (
            201,
            {"event": evening.slug, "team": "Aces", "entered": True},
        )
    wrong = client.post(reverse("api-confirm-place"), {"code": "x"}, content_type="application/json")
    assert wrong.json()["code"] == "link-used"
    assert client.post(join, typed, content_type="application/json").json()["code"] == "link-used"


def test_a_program_joins_at_once_for_an_account_without_a_record(cast: Cast, evening: Event) -> None:
    join, client = reverse("api-join-team", args=[code_in(link_path(invited(cast, evening)))]), Client()
    client.force_login(account("nell@example.org"))
    joined = client.post(join, {"family_name": "Newman"}, content_type="application/json")
    assert (joined.status_code, joined.json()["entered"]) == (201, True)


def test_the_way_to_sign_in_leads_back_to_the_link_also_after_something_was_wrong(
    cast: Cast, evening: Event
) -> None:
    path = link_path(invited(cast, evening))
    back = f'href="{reverse("login")}?next={path.replace("/", "%2F")}"'
    client = Client()
    assert back in client.get(path).content.decode()
    wrong = client.post(path, {"act": "enter", "family_name": ""})
    assert (wrong.status_code, back in wrong.content.decode()) == (422, True)
