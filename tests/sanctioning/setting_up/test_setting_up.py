"""From an empty installation to a founded authority: the code, the first account, law, people; only once."""

from __future__ import annotations

import datetime as dt
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.adapter import get_adapter
from django.core import mail as mails
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.lost_passwords import NEW_PASSWORD_JOB
from sanctioning.authority.services import describe_authority
from sanctioning.clubs.models import Club
from sanctioning.doctor.selectors import EXAMINE_JOB
from sanctioning.kit.clock import moment, today
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import KEPT_SECONDS, authority, keep
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording import localised
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles, FeeSchedule
from sanctioning.law.services.examples import adopt_examples
from sanctioning.law.services.levels import add_level, add_type
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import holds
from sanctioning.setting_up.hand_overs import hand_overs
from sanctioning.setting_up.models import Founding, SetUpCode
from sanctioning.setting_up.selectors import missing_steps
from sanctioning.setting_up.services import (
    LASTS,
    TRIES,
    bring_in,
    bring_in_club,
    found_with_account,
    new_code,
    open_with,
)
from sanctioning.signing.services import make_signing_key
from sanctioning.terms.services import appoint, end_term
from tests.cast import Cast
from tests.support.authenticator import code_of

pytestmark = pytest.mark.both_databases

PASSWORD = "a quiet long evening"
ANN: dict[str, Any] = {"given_names": "Ann", "family_name": "Vale", "email": "ann@example.org"}
DORA: dict[str, Any] = {"given_names": "Dora", "family_name": "Field", "email": "dora@example.org"}
EMIL: dict[str, Any] = {"given_names": "Emil", "family_name": "Stone", "email": "emil@example.org"}
EXAMPLE = Path("docs/found.toml")
CREST = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
WHOSE: dict[str, Any] = {
    "name": "Card League of Leeds",
    "short_name": "CLL",
    "languages": ["en-gb"],
    "language": "en-gb",
    "time_zone": "Europe/London",
    "currency": "GBP",
}


@pytest.fixture
def empty(db: None, settings: Settings) -> None:
    settings.SET_UP_FIRST = True
    caches["process"].clear()


def key_on(page: str) -> str:
    """The key for an app, as the page of the second factor shows it."""
    [key] = re.findall(r'fingerprint">\s*([A-Z2-7]+)', page)
    return str(key)


def refused(code: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        open_with(code=code)
    return refusal.value


def test_a_code_is_kept_as_a_hash_alone_and_a_new_one_takes_its_place(db: None) -> None:
    first = new_code()
    assert first.replace("-", "") not in str(SetUpCode.objects.values().get())
    assert open_with(code=first.lower().replace("-", " ")) == SetUpCode.objects.get().hash
    new_code()
    assert refused(first).code == "code-wrong"


def test_wrong_codes_are_counted_and_then_the_code_is_no_longer_good(db: None) -> None:
    code = new_code()
    assert "9 tries are left" in refused("ABCD").remedy
    for _try in range(TRIES - 2):
        refused("ABCD")
    assert refused("ABCD").code == "code-used-up"
    assert refused(code).code == "code-expired"


def test_the_right_code_costs_no_try(db: None) -> None:
    code = new_code()
    for _time in range(TRIES):
        open_with(code=code)
    assert "9 tries are left" in refused("ABCD").remedy


def test_an_empty_code_costs_no_try(db: None) -> None:
    new_code()
    assert refused(" - ").code == "code-missing"
    assert "9 tries are left" in refused("ABCD").remedy


def test_a_code_expires(db: None) -> None:
    code = new_code(at=moment(None) - dt.timedelta(days=3))
    assert refused(code).code == "code-expired"


def test_a_code_is_good_until_the_moment_at_which_it_expires(db: None) -> None:
    shown_at = moment(None)
    code = new_code(at=shown_at)
    open_with(code=code, at=shown_at + LASTS - dt.timedelta(microseconds=1))
    with pytest.raises(Refusal) as refusal:
        open_with(code=code, at=shown_at + LASTS)
    assert refusal.value.code == "code-expired"


def test_every_page_of_an_empty_site_says_so(empty: None, client: Client) -> None:
    answer = client.get("/results/")
    assert answer.status_code == 503
    assert "This site is not set up yet" in answer.content.decode()
    from_api = client.get("/api/v1/clubs/", headers={"Accept": "application/json"})
    assert (from_api.status_code, from_api.json()["code"]) == (503, "not-set-up")
    assert from_api["Retry-After"] == "60"
    assert client.get("/set-up/managing-executor/")["Location"] == "/set-up/"


def test_the_pages_from_the_code_to_the_second_factor(
    empty: None,
    client: Client,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    code = new_code()
    assert code in client.get(f"/set-up/?code={code}").content.decode()
    wrong = client.post("/set-up/", {"code": "ABCD"})
    assert (wrong.status_code, "tries are left" in wrong.content.decode()) == (422, True)
    assert client.post("/set-up/", {"code": code})["Location"] == "/set-up/authority/"
    assert client.get("/set-up/")["Location"] == "/set-up/authority/", "resumed"
    nameless = client.post("/set-up/authority/", {**WHOSE, "name": ""})
    assert (nameless.status_code, "Give the authority a name." in nameless.content.decode()) == (422, True)
    with django_capture_on_commit_callbacks(execute=True):
        named = client.post("/set-up/authority/", {**WHOSE, "crest": SimpleUploadedFile("crest.svg", CREST)})
    assert named["Location"] == "/set-up/managing-executor/"
    assert WHOSE["name"] in client.get("/set-up/managing-executor/").content.decode()
    typed = {**ANN, "password": PASSWORD, "again": "another"}
    differs = client.post("/set-up/managing-executor/", typed)
    assert (differs.status_code, "ann@example.org" in differs.content.decode()) == (422, True)
    assert not Account.objects.exists()
    answer = client.post("/set-up/managing-executor/", {**typed, "again": PASSWORD})
    assert answer["Location"] == "/account/second-factor/app/?next=%2Fset-up%2Flaw%2F"
    settings.SECOND_FACTOR_REQUIRED = True
    page = client.get(answer["Location"]).content.decode()
    for_the_app = get_adapter().build_totp_url(Account.objects.get(), key_on(page))
    assert "issuer=CLL" in for_the_app
    [crest] = re.findall(r'src="(/crest/[^"]*)"', page)
    assert b"<svg" in client.get(crest).content, "no page of its own stands before it"
    assert key_on(client.get(answer["Location"]).content.decode()) == key_on(page), (
        "the app scanned it already"
    )
    codes = client.post(answer["Location"], {"code": code_of(key_on(page))}, follow=True).content.decode()
    assert 'href="/set-up/law/"' in codes
    other = Client()
    assert other.get("/set-up/authority/")["Location"] == "/login/?next=/set-up/"
    assert other.get("/set-up/")["Location"] == "/login/?next=/set-up/"
    second = other.post("/set-up/managing-executor/", typed, follow=True)
    assert "already has a Managing Executor" in second.content.decode()


def test_law_people_and_club_are_made_on_their_pages(empty: None, client: Client, settings: Settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    person = found_with_account(**ANN, password=PASSWORD)
    assert person.account
    client.force_login(person.account)
    assert [step.title for step in missing_steps()][:4] == [
        "Your authority's name, crest, time zone and contact",
        "Levels and types",
        "Rules of play",
        "Articles of Administration",
    ]
    page = client.get("/set-up/law/").content.decode()
    assert "8.0 (1.0 blue)" in page
    assert "USD" not in page
    assert re.search(r"estricted, [cC]lub game</th>\s*<td>GBP.10.00</td>\s*<td>GBP.5.00", page)
    assert client.post("/set-up/law/", {"first_day": ""}).status_code == 422
    law = client.post("/set-up/law/", {"act": "adopt", "first_day": today().isoformat()})
    assert law["Location"] == "/set-up/people/"
    assert Articles.objects.get().first_day == today()
    for office, name in (("registrar", "Ben"), ("acting-executor", "Cleo")):
        somebody = {"given_names": name, "family_name": "Oake", "email": f"{name}@example.org"}
        answer = client.post("/set-up/people/", {**somebody, "office": office}, follow=True)
        assert "/account/password/reset/" in answer.content.decode()
    director = {"given_names": "Dora", "family_name": "Field", "email": "dora@example.org"}
    second = {f"second_{name}": text for name, text in EMIL.items()}
    named = {"name": "First", "place": "Leeds"}
    assert client.get("/set-up/club/").status_code == 200, "nothing is refused before anything is typed"
    answer = client.post("/set-up/club/", {**director, **second, **named}, follow=True)
    assert "They appear on pages, certificates and mails" in answer.content.decode()
    assert [hand_over.person.family_name for hand_over in hand_overs()] == ["Field", "Oake", "Oake", "Stone"]
    assert client.post("/authority/described/", WHOSE).status_code == 302
    assert "The contact has no e-mail address yet" in client.get("/set-up/").content.decode()
    with_contact = {**WHOSE, "contact_name": "The office", "contact_email": "office@example.org"}
    assert client.post("/authority/described/", with_contact).status_code == 302
    make_signing_key(by=person)
    assert [step.path for step in missing_steps()] == ["/authority/installation/"] * 3
    client.post("/authority/installation/", {"key": "k", "mail": "yes"})
    run_waiting(EXAMINE_JOB)
    for done in ("keys", "backup"):
        client.post("/authority/installation/", {"done": done})
    assert "All done." in client.get("/set-up/").content.decode()
    assert missing_steps() == []


def missing_titles() -> list[str]:
    return [step.title for step in missing_steps()]


def test_law_that_is_adopted_to_come_is_not_set_up_yet(empty: None) -> None:
    person = found_with_account(**ANN, password=PASSWORD)
    adopt_examples(by=person, first_day=today() + dt.timedelta(days=36))
    why = {step.title: step.why for step in missing_steps()}
    begins = localised.day(today() + dt.timedelta(days=36))
    assert why["Articles of Administration"] == (
        f"In force from {begins}. Until then no event can be sanctioned."
    )
    assert why["Fees"] == f"In force from {begins}. Until then no fee is charged."
    assert "A fee for each level" not in why, "the fees to come name one"


def test_drafts_of_the_examples_lead_to_their_adoption(
    empty: None, client: Client, settings: Settings
) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    person = found_with_account(**ANN, password=PASSWORD)
    assert person.account
    client.force_login(person.account)
    client.post("/set-up/law/", {"act": "edit"})
    [step] = [step for step in missing_steps() if step.title == "Articles of Administration"]
    assert (step.path, step.why) == ("/rules/versions/", "Drafted, but not adopted yet.")
    assert "You have drafts that are not adopted yet." in client.get("/set-up/law/").content.decode()
    adopting = {"act": "adopt", "first_day": today().isoformat()}
    answer = client.post("/set-up/law/", adopting, follow=True)
    assert answer.redirect_chain == [("/rules/versions/", 302)]
    assert "Not adopted, because you have your own drafts" in answer.content.decode()


def test_each_level_that_pays_points_needs_a_fee_whatever_it_is_called(empty: None) -> None:
    person = found_with_account(**ANN, password=PASSWORD)
    add_level(by=person, slug="offen", name="Offen")
    add_type(by=person, slug="turnier", name="Turnier")
    scale = EXAMPLE_ARTICLES["scales"]["open"]["tournament"]
    articles = {**EXAMPLE_ARTICLES, "scales": {"offen": {"turnier": scale}}}
    adopt_law(
        by=person,
        version=draft_law(by=person, law=Articles, title="Articles", body=articles),
        first_day=today(),
    )
    assert "A fee for each level" in missing_titles()
    for days, fees in enumerate([{}, {"event": {"offen": {"turnier": "0"}}}]):
        draft = draft_law(by=person, law=FeeSchedule, title="Fees", body=fees)
        adopt_law(by=person, version=draft, first_day=today() - dt.timedelta(days=1 - days))
        asked = [step.why for step in missing_steps() if step.title == "A fee for each level"]
        assert ["sanctioned free of charge: Offen." in why for why in asked] == [True] * (1 - days)


def test_the_link_handed_over_lets_a_director_choose_a_password(db: None, client: Client) -> None:
    person = found_with_account(**ANN, password=PASSWORD)
    bring_in_club(by=person, name="First", place="Leeds", **DORA)
    [hand_over] = hand_overs()
    assert hand_over.offices == ["director", "club officer"]
    form = client.get(hand_over.link.removeprefix("http://testserver"), follow=True)
    assert "Choose a password" in form.content.decode()
    sent = {"password1": PASSWORD, "password2": PASSWORD}
    answer = client.post(form.request["PATH_INFO"], sent)
    assert Account.objects.get(email="dora@example.org").check_password(PASSWORD)
    assert answer["Location"] == "/me/", "signed in at once"
    again = client.get("/account/second-factor/app/")
    assert again.status_code == 200, "the password was typed moments ago"
    assert hand_overs() == []


def test_the_example_law_is_in_the_language_of_whoever_adopts_it(empty: None) -> None:
    person = found_with_account(**ANN, password=PASSWORD)
    with translation.override("de"):
        adopt_examples(by=person, first_day=today())
    articles = Articles.objects.get()
    assert articles.title == "Verwaltungsordnung"
    assert articles.body["penalties_without_merit"][0] == "eine schriftliche Verwarnung"
    assert FeeSchedule.objects.get().title == "Gebühren"


def test_links_that_open_on_this_computer_only_say_so(
    empty: None, client: Client, settings: Settings
) -> None:
    person = found_with_account(**ANN, password=PASSWORD)
    bring_in_club(by=person, name="First", place="Leeds", **DORA)
    assert person.account
    client.force_login(person.account)
    for address, said in (("http://localhost:8100", True), ("http://192.168.1.7:8100", False)):
        settings.SITE_ADDRESS = address
        page = client.get("/set-up/").content.decode()
        assert address in page
        assert ("These links only open on this computer" in page) is said


def test_the_first_mail_to_an_officer_names_the_authority_as_it_is_called_now(db: None) -> None:
    managing = found_with_account(**ANN, password=PASSWORD)
    for name, officer in (("Card League of Leeds", DORA), ("Card League of York", EMIL)):
        before = authority()
        describe_authority(by=managing, name=name)
        bring_in(by=managing, office=Office.REGISTRAR, by_mail=True, **officer)
        keep(before, seconds=-KEPT_SECONDS)  # as in a worker that read it a while ago
        run_waiting(NEW_PASSWORD_JOB)
        mail = mails.outbox[-1]
        assert mail.subject == f"Your account with {name}"
        assert f"an office with {name}," in mail.body
        assert "Sanctioning Authority" not in str(mail.message())


def test_who_is_brought_in_for_a_club_is_at_home_there(db: None) -> None:
    managing = found_with_account(**ANN, password=PASSWORD)
    bring_in_club(by=managing, name="First", place="Leeds", second_officer=EMIL, **DORA)
    at_home = Club.objects.get().members.values_list("family_name", flat=True)
    assert set(at_home) == {"Field", "Stone"}


def test_an_officer_of_two_terms_confirms_nothing_that_they_reported(db: None) -> None:
    managing = found_with_account(**ANN, password=PASSWORD)
    director = bring_in_club(by=managing, name="First", place="Leeds", **DORA)
    term = Appointment.objects.get(office=Office.CLUB_OFFICER)
    end_term(by=managing, appointment=term, last_day=today(), why="A new term.")
    appoint(
        by=managing,
        person=director,
        office=Office.CLUB_OFFICER,
        club=term.club,
        first_day=today() + dt.timedelta(days=1),
    )
    confirming = "Somebody to confirm what the director reports"
    assert confirming in missing_titles()


def test_a_club_whose_director_cannot_be_brought_in_is_not_made(db: None) -> None:
    person = found_with_account(**ANN, password=PASSWORD)
    with pytest.raises(Refusal):
        bring_in_club(by=person, name="F", place="", given_names="", family_name="D", email="no address")
    assert not Club.objects.exists()


def test_the_file_founds_and_goes_on_and_then_says_that_all_is_done(
    db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))
    half = tmp_path / "half.toml"
    half.write_text(EXAMPLE.read_text(encoding="utf-8").split("[law]")[0], encoding="utf-8")
    call_command("found", half, stdout=StringIO())
    assert not Articles.objects.exists()
    output = StringIO()
    call_command("found", EXAMPLE, stdout=output)
    assert "Dora Field is director of First Card Club. Give them this link" in output.getvalue()
    assert "Emil Stone is second officer of First Card Club." in output.getvalue()
    assert Installation.objects.get().name == "Card Players' Federation of Arden"
    assert Founding.objects.get().person.name == "Ann Vale"
    assert Appointment.objects.filter(office=Office.ACTING_EXECUTOR).count() == 1
    again = StringIO()
    call_command("found", EXAMPLE, stdout=again)
    assert again.getvalue() == "Everything that the file asks for is done already.\n"
    other = tmp_path / "other.toml"
    other.write_text(EXAMPLE.read_text(encoding="utf-8").replace("ann@", "eve@"), encoding="utf-8")
    with pytest.raises(CommandError, match="already has a Managing Executor"):
        call_command("found", other)


def test_the_file_goes_on_where_addresses_have_capitals_and_the_crest_is_beside_it(
    db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))
    text = EXAMPLE.read_text(encoding="utf-8").replace("ben@example.org", "Ben.Oake@Example.org")
    text = text.replace("[authority]", '[authority]\ncrest = "crest.svg"')
    (tmp_path / "crest.svg").write_bytes(CREST)
    file = tmp_path / "found.toml"
    file.write_text(text.split("[[acting_executors]]")[0], encoding="utf-8")
    call_command("found", file, stdout=StringIO())
    assert Installation.objects.get().crest_type == "image/svg+xml"
    file.write_text(text, encoding="utf-8")
    call_command("found", file, stdout=StringIO())
    assert Appointment.objects.filter(office=Office.REGISTRAR).count() == 1
    assert Club.objects.get().name == "First Card Club"


@pytest.mark.parametrize(
    ("email", "password", "sentence"),
    [
        ("ann@example.org", "short", "too short"),
        ("ann at home", PASSWORD, "An e-mail address has a name"),
    ],
)
def test_what_was_typed_wrong_makes_nothing(db: None, email: str, password: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        found_with_account(**{**ANN, "email": email}, password=password)
    assert not Account.objects.exists()
    assert not Founding.objects.exists()


def test_an_account_that_is_there_keeps_its_password(db: None) -> None:
    Account.objects.create_user("ann@example.org", PASSWORD)
    with pytest.raises(Refusal, match="already has an account"):
        found_with_account(**ANN, password="another long evening")
    assert Account.objects.get().check_password(PASSWORD)
    assert not Founding.objects.exists()


def test_the_first_officer_holds_the_office_and_nothing_of_the_machine(db: None) -> None:
    person = found_with_account(**{**ANN, "email": "Ann@Example.org"}, password=PASSWORD)
    account = Account.objects.get()
    assert (account.email, account.is_superuser, account.is_staff) == ("ann@example.org", False, False)
    assert (person.account, holds(person, today(), Office.MANAGING_EXECUTOR)) == (account, True)
    with pytest.raises(Refusal, match="already has a Managing Executor"):
        found_with_account(**EMIL, password=PASSWORD)
    assert not Account.objects.filter(email=EMIL["email"]).exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[managing", "cannot be read"),
        ("", "cannot be read at managing_executor"),
        ('[managing_executor]\ngiven_names = "A"', "given_names, family_name and email"),
        (EXAMPLE.read_text(encoding="utf-8").replace("2027-01-01", '"soon"'), "law.first_day"),
        (EXAMPLE.read_text(encoding="utf-8").replace("[club]", "[clubs]"), "cannot be read at"),
        (EXAMPLE.read_text(encoding="utf-8").replace("place =", "plaec ="), r"at club\.plaec"),
        (EXAMPLE.read_text(encoding="utf-8").replace("first_day", "from"), r"at law\.from"),
        (EXAMPLE.read_text(encoding="utf-8").replace("currency", "curency"), r"at authority\.curency"),
        (
            EXAMPLE.read_text(encoding="utf-8").replace('email = "cleo', 'mail = "cleo'),
            r"at acting_executors\.1\.mail",
        ),
        (EXAMPLE.read_text(encoding="utf-8").replace("ann@", "ann"), "An e-mail address has a name"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(
    db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, sentence: str
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))
    file = tmp_path / "found.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=sentence):
        call_command("found", file)
    assert not Account.objects.exists()


def test_no_code_is_printed_once_the_authority_is_founded(cast: Cast) -> None:
    with pytest.raises(CommandError, match="already has a Managing Executor"):
        call_command("set_up_code")
