"""What docs/security.md promises and no other test holds; and that every test it names is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.core import mail
from django.test import Client

from config.middleware import CONTENT_SECURITY_POLICY
from sanctioning.accounts.models.account import Account
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.services.registering import found_authority, register_person
from tests.support.processes import ROOT

PAGE: Final = ROOT / "docs/security.md"
PASSWORD: Final = "a long password"
SCRIPT: Final = "<script>alert(1)</script>"


def named_tests() -> list[tuple[str, str]]:
    return re.findall(r"`(tests/[a-z_/0-9]+\.py)::(test_[a-z_0-9]+)`", PAGE.read_text())


@pytest.mark.parametrize(("file", "name"), named_tests())
def test_every_test_that_the_page_names_is_there(file: str, name: str) -> None:
    assert re.search(rf"^ *def {name}\(", (ROOT / file).read_text(), re.MULTILINE)


def test_each_threat_has_its_test() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ") and "---" not in line]
    threats = [row for row in rows if row.count("|") == 4 and not row.startswith("| threat")]
    assert len(threats) >= 20
    assert [row for row in threats if "`tests/" not in row] == []


@pytest.mark.parametrize("path", ["/", "/login/", "/rules/", "/api/v1/clubs/", "/nowhere/"])
def test_every_answer_says_what_a_browser_may_do_with_it(db: None, path: str) -> None:
    found_authority(given_names="Morgan", family_name="Vale")
    headers = Client().get(path).headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "data:" not in headers["Content-Security-Policy"]
    assert headers["Permissions-Policy"].startswith("camera=(self)")
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_a_form_of_another_site_changes_nothing(db: None) -> None:
    found_authority(given_names="Morgan", family_name="Vale")
    ann = Account.objects.create_user("ann@example.org", PASSWORD)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    answer = client.post("/logout/", {}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert client.get("/me/").status_code == 200


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example"])
def test_signing_in_leads_to_no_other_site(db: None, elsewhere: str) -> None:
    found_authority(given_names="Morgan", family_name="Vale")
    Account.objects.create_user("ann@example.org", PASSWORD)
    typed = {"login": "ann@example.org", "password": PASSWORD, "next": elsewhere}
    answer = Client().post(f"/login/?next={elsewhere}", typed)
    assert (answer.status_code, "evil" in answer["Location"]) == (302, False)


def test_nobody_learns_who_has_an_account(db: None) -> None:
    found_authority(given_names="Morgan", family_name="Vale")
    Account.objects.create_user("ann@example.org", PASSWORD)
    answers = []
    for address in ("ann@example.org", "bob@example.org"):
        asked = Client().post("/account/password/reset/", {"email": address}, follow=True)
        signed = Client().post("/login/", {"login": address, "password": "wrong"})
        texts = [page.content.decode().replace(address, "…") for page in (asked, signed)]
        answers.append([asked.status_code, signed.status_code, *map(without_keys, texts)])
    assert answers[0] == answers[1]
    run_waiting()
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]


def without_keys(page: str) -> str:
    """What differs from form to form: the token against forgery, the key, the number of the request."""
    return re.sub(r'value="[A-Za-z0-9_-]{20,}"', 'value="…"', page)


def test_a_name_is_shown_and_never_run(db: None) -> None:
    registrar = found_authority(given_names="Morgan", family_name="Vale")
    person = register_person(by=registrar, given_names=SCRIPT, family_name="Vale")
    page = Client().get(f"/players/{person.number}/").content.decode()
    assert SCRIPT not in page


@pytest.mark.parametrize("name", ["base", "dev", "audit"])
def test_every_library_is_fixed_by_its_hash(name: str) -> None:
    text = (ROOT / f"requirements/{name}.txt").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert len(lines) > 20
    assert [line for line in lines if "==" not in line or "--hash=sha256:" not in line] == []


def test_whoever_finds_a_weakness_is_told_whom_to_write_to() -> None:
    told = Path(ROOT / "SECURITY.md").read_text()
    assert "docs/security.md" in told
    assert "How to report" in told
