"""Two tabs at once, on PostgreSQL: the last second factor of an office stays, and an answer counts once."""

from __future__ import annotations

from functools import partial

import pytest
from allauth.mfa.models import Authenticator
from pytest_django import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.passkeys import add_passkey, remove_passkey, show_passkey
from sanctioning.kit.refusals import Refusal
from tests.cast import make_cast
from tests.sanctioning.accounts.passkeys import ORIGIN, device, passkey_of
from tests.support.passkeys import websafe
from tests.support.racing import all_at_once, closing_connection

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
CHALLENGE = websafe(bytes(32))
QUESTION = {"challenge": CHALLENGE, "user_verification": "preferred", "until": float("inf")}
ASKED = {"challenge": CHALLENGE, "rp": {"id": "whoopie.example"}, "rpId": "whoopie.example"}


@pytest.fixture
def account(settings: Settings) -> Account:
    settings.SECOND_FACTOR_REQUIRED = True
    settings.SITE_ADDRESS = ORIGIN
    registrar = make_cast().registrar.account
    assert registrar is not None
    return registrar


def codes_of(answers: list[object]) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, Refusal)]


def test_of_two_that_are_removed_at_once_the_last_stays(account: Account) -> None:
    for name in ("Phone", "Key"):
        passkey_of(account, name)
    numbers = Authenticator.objects.filter(type="webauthn").values_list("pk", flat=True)
    acts = [closing_connection(partial(remove_passkey, by=account, number=number)) for number in numbers]
    assert codes_of([*all_at_once(acts)]) == ["second-factor-last"]
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_a_passkey_that_is_shown_twice_at_once_opens_once(account: Account) -> None:
    phone = device()
    answer = phone.makes(ASKED)
    add_passkey(by=account, name="Phone", question=QUESTION, answer=answer)
    shown = phone.shows(ASKED)
    act = closing_connection(partial(show_passkey, by=account, question=QUESTION, answer=shown))
    assert codes_of([*all_at_once([act] * 4)]) == ["passkey-copied"] * 3


def test_an_answer_that_comes_twice_at_once_adds_one(account: Account) -> None:
    act = closing_connection(
        partial(add_passkey, by=account, name="Phone", question=QUESTION, answer=device().makes(ASKED))
    )
    assert codes_of([*all_at_once([act] * 4)]) == ["passkey-known"] * 3
    assert Authenticator.objects.filter(type="webauthn").count() == 1
    assert Authenticator.objects.filter(type="recovery_codes").count() == 1
