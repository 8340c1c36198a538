"""Who runs the machine makes the first Managing Executor, once."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from tests.cast import Cast

PASSWORD = "a long password"


def found(monkeypatch: pytest.MonkeyPatch, *passwords: str, email: str = "Ann@example.org") -> str:
    typed = iter(passwords)
    monkeypatch.setattr("sanctioning.management.commands.found_authority.getpass", lambda _asked: next(typed))
    output = StringIO()
    names = {"given_names": "Ann", "family_name": "Vale"}
    call_command("found_authority", email=email, stdout=output, **names)
    return output.getvalue()


def test_an_empty_authority_gets_its_first_officer(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Ann Vale is Managing Executor, number W-00001-" in found(monkeypatch, PASSWORD, PASSWORD)
    account = Account.objects.get()
    assert (account.email, account.is_superuser) == ("ann@example.org", False)
    assert holds(account.person, today(), Office.MANAGING_EXECUTOR)
    client = Client()
    answer = client.post("/login/", {"login": "ann@example.org", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/me/")


def test_an_account_that_is_there_keeps_its_password(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    account = Account.objects.create_user("ann@example.org", PASSWORD)
    found(monkeypatch)
    assert Account.objects.get().person.account == account
    assert Account.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize(
    ("passwords", "email", "said"),
    [
        ((PASSWORD, "another password"), "ann@example.org", "The two passwords differ"),
        (("short", "short"), "ann@example.org", "too short"),
        ((PASSWORD, PASSWORD), "no address", "An e-mail address has a name"),
    ],
)
def test_what_was_typed_wrong_makes_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch, passwords: tuple[str, str], email: str, said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        found(monkeypatch, *passwords, email=email)
    assert not Account.objects.exists()


@pytest.mark.both_databases
def test_an_authority_is_founded_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="has a Managing Executor already"):
        found(monkeypatch, PASSWORD, PASSWORD)
    assert not Account.objects.filter(email="ann@example.org").exists()
