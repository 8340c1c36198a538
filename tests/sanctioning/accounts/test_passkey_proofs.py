"""What proves a passkey and what does not: each wrong answer is refused in words, and opens nothing."""

from __future__ import annotations

import base64
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from sanctioning.accounts import passkeys
from sanctioning.accounts.passkeys import SECONDS_TO_ANSWER, credential_of, made_by, shown_by, site_origin
from sanctioning.kit.refusals import Refusal
from tests.cast import Cast
from tests.sanctioning.accounts.passkeys import (
    CODE,
    NEW,
    ORIGIN,
    add,
    device,
    page_to_add,
    question_on,
    sent,
    show,
)
from tests.sanctioning.accounts.second_factor import opens, sign_in
from tests.support.passkeys import USER_VERIFIED, Device, websafe
from tests.support.seeds import by_seeds

UNPROVEN = "What the browser sent does not prove your passkey here."
LATE = "The page was open for too long, or its answer was sent before."
WRONG = {
    "of another site": {"origin": "https://whoopie.example.org"},
    "of a site below this one": {"origin": "https://games.whoopie.example"},
    "of the same name by http": {"origin": "http://whoopie.example"},
    "of another port": {"origin": f"{ORIGIN}:8443"},
    "in a frame of another site": {"cross_origin": True},
    "to another question": {"challenge": websafe(bytes(32))},
    "for another host": {"host": "example.org"},
    "of the other kind": {"kind": "payment.get"},
    "with nobody there": {"flags": USER_VERIFIED},
}
MALFORMED = {
    "no JSON": "{",
    "no object": '"x"',
    "nothing in it": "{}",
    "null": "null",
    "nested without end": "[" * 15_000,
    "too long": json.dumps({"id": "x" * 30_000}),
    "no base64": json.dumps({"id": "é", "rawId": "é", "type": "public-key", "response": {}}),
    "parts that are numbers": json.dumps({"rawId": 5, "response": {"clientDataJSON": 5}}),
    "parts that are lists": json.dumps({"rawId": [], "response": []}),
    "a surrogate": '{"id": "\\ud800", "rawId": "\\ud800"}',
}


@pytest.fixture(autouse=True)
def _here(settings: Settings) -> Iterator[None]:
    settings.SECOND_FACTOR_REQUIRED = True
    settings.SITE_ADDRESS = f"{ORIGIN}/"
    cache.clear()
    yield
    cache.clear()


class TestShowing:
    @pytest.mark.parametrize("changed", WRONG.values(), ids=WRONG)
    def test_an_answer_made_elsewhere_or_for_something_else_opens_nothing(
        self, cast: Cast, changed: dict[str, Any]
    ) -> None:
        phone = add(sign_in(cast.registrar))
        client = sign_in(cast.registrar)
        page = show(client, phone, **changed)
        assert UNPROVEN in page
        assert f"Open {ORIGIN} and try again" in page
        assert not opens(client)
        show(client, phone)
        assert opens(client)

    @pytest.mark.parametrize("answer", MALFORMED.values(), ids=MALFORMED)
    def test_one_that_is_no_answer_is_refused_in_words(self, cast: Cast, answer: str) -> None:
        add(sign_in(cast.registrar))
        client = sign_in(cast.registrar)
        client.get(CODE)
        assert UNPROVEN in sent(client, answer)
        assert not opens(client)

    def test_it_counts_once_and_in_its_own_session(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        first, second = sign_in(cast.registrar), sign_in(cast.registrar)
        answer = phone.shows(question_on(first.get(CODE).content.decode()))
        second.get(CODE)
        assert UNPROVEN in sent(second, answer), "it was made for the question of another session"
        sent(first, answer)
        assert opens(first)
        third = sign_in(cast.registrar)
        assert LATE in sent(third, answer), "nothing was asked there"
        third.get(CODE)
        assert UNPROVEN in sent(third, answer)
        assert not opens(third)

    def test_a_wrong_one_uses_its_question_up(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        client = sign_in(cast.registrar)
        question = question_on(client.get(CODE).content.decode())
        session = client.session
        asked = session["mfa.webauthn.state"]
        sent(client, phone.shows(question, origin="https://elsewhere.example"))
        assert client.session["mfa.webauthn.state"]["challenge"] != asked["challenge"]
        assert UNPROVEN in sent(client, phone.shows(question))

    def test_it_comes_within_ten_minutes(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        client = sign_in(cast.registrar)
        question = question_on(client.get(CODE).content.decode())
        assert question["timeout"] == SECONDS_TO_ANSWER * 500
        session = client.session
        session["mfa.webauthn.state"]["until"] -= SECONDS_TO_ANSWER + 1
        session.save()
        assert LATE in sent(client, phone.shows(question))
        assert not opens(client)

    def test_the_passkey_of_somebody_else_opens_nothing(self, cast: Cast) -> None:
        add(sign_in(cast.registrar))
        other = add(sign_in(cast.players[0]))
        client = sign_in(cast.registrar)
        assert "does not belong to this account" in show(client, other)
        assert not opens(client)

    def test_a_key_that_calls_itself_as_another_opens_nothing(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        client = sign_in(cast.registrar)
        assert UNPROVEN in show(client, device(id=phone.id, uses=phone.uses))
        assert not opens(client)

    @pytest.mark.both_databases
    def test_a_copied_key_is_known_by_its_count_of_uses(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        copy = phone.copied()
        for _ in range(2):
            show(sign_in(cast.registrar), phone)
        client = sign_in(cast.registrar)
        page = show(client, copy)
        assert "This passkey may have been copied" in page
        assert not opens(client)
        assert Authenticator.objects.get(type="webauthn").data["uses"] == 2
        show(client, phone)
        assert opens(client)

    def test_a_key_that_keeps_no_count_may_be_used_again_and_again(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar), made=device(counts=False))
        for _ in range(3):
            client = sign_in(cast.registrar)
            show(client, phone)
            assert opens(client)

    def test_trying_is_slowed_with_that_of_codes(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        client = sign_in(cast.registrar)
        for _ in range(3):
            show(client, device())
        for _ in range(2):
            client.post(CODE, {"code": "000000"})
        assert "Too many attempts" in show(client, phone)
        assert not opens(client)

    def test_without_the_password_nothing_is_asked(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        client = Client()
        assert client.get(CODE)["Location"].startswith("/login/")
        answer = phone.shows({"challenge": websafe(bytes(32)), "rpId": "whoopie.example"})
        assert client.post(CODE, {"credential": answer})["Location"].startswith("/login/")


class TestAdding:
    @pytest.mark.parametrize("changed", WRONG.values(), ids=WRONG)
    def test_a_passkey_of_another_site_is_not_taken(self, cast: Cast, changed: dict[str, Any]) -> None:
        client = sign_in(cast.players[0])
        question = question_on(page_to_add(client))
        page = client.post(NEW, {"name": "My phone", "credential": device().makes(question, **changed)})
        assert (page.status_code, UNPROVEN in page.content.decode()) == (403, True)
        assert 'value="My phone"' in page.content.decode(), "what was typed stays"
        assert not Authenticator.objects.exists()

    @pytest.mark.parametrize("answer", MALFORMED.values(), ids=MALFORMED)
    def test_what_is_no_answer_is_not_taken(self, cast: Cast, answer: str) -> None:
        client = sign_in(cast.players[0])
        page_to_add(client)
        page = client.post(NEW, {"name": "My phone", "credential": answer})
        assert (page.status_code, UNPROVEN in page.content.decode()) == (403, True)

    def test_an_answer_that_shows_one_adds_none_and_the_other_way_round(self, cast: Cast) -> None:
        client = sign_in(cast.registrar)
        question = question_on(page_to_add(client))
        shows = device().shows({**question, "rpId": "whoopie.example"})
        assert UNPROVEN in client.post(NEW, {"name": "x", "credential": shows}).content.decode()
        phone = add(client)
        other = sign_in(cast.registrar)
        asked = question_on(other.get(CODE).content.decode())
        assert UNPROVEN in sent(other, phone.makes({**asked, "rp": {"id": "whoopie.example"}}))

    def test_an_answer_that_comes_late_or_again_is_not_taken(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        answer = device().makes(question_on(page_to_add(client)))
        session = client.session
        session["mfa.webauthn.state"]["until"] -= SECONDS_TO_ANSWER + 1
        session.save()
        assert LATE in client.post(NEW, {"name": "x", "credential": answer}).content.decode()
        answer = device().makes(question_on(page_to_add(client)))
        assert client.post(NEW, {"name": "x", "credential": answer}).status_code == 302
        assert LATE in client.post(NEW, {"name": "y", "credential": answer}).content.decode()


QUESTION = {
    "challenge": websafe(bytes(range(32))),
    "rp": {"id": "whoopie.example"},
    "rpId": "whoopie.example",
}
KEPT = {"challenge": QUESTION["challenge"], "user_verification": "preferred", "until": float("inf")}


def damaged(answer: str, chance: random.Random) -> str:
    """The answer with some bytes of one part changed, left out or put in."""
    sent = json.loads(answer)
    name = chance.choice(sorted(sent["response"]))
    part = bytearray(base64.urlsafe_b64decode(sent["response"][name] + "=="))
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(part)) if part else 0
        length = chance.choice((0, 1, 1, 1, 20))
        part[place : place + length] = chance.randbytes(chance.choice((0, 1, 1, 2)))
    sent["response"][name] = websafe(bytes(part))
    return json.dumps(sent)


@by_seeds(10)
def test_a_damaged_answer_is_refused_and_never_an_error(seed: int) -> None:
    phone = Device(device().browser)
    made = phone.makes(QUESTION)
    credential = made_by(KEPT, made).credential
    assert credential_of(made_by(KEPT, made).answer) == credential
    shown = phone.shows(QUESTION)
    assert shown_by(KEPT, shown, [credential]).uses == 1
    tries: dict[str, Callable[[str], object]] = {
        made: lambda answer: made_by(KEPT, answer),
        shown: lambda answer: shown_by(KEPT, answer, [credential]),
    }
    chance, codes = random.Random(seed), Counter[str]()
    for answer, read in tries.items():
        for _ in range(100):
            try:
                read(damaged(answer, chance))
            except Refusal as refusal:
                codes[refusal.code] += 1
    assert list(codes) == ["passkey-unproven"]
    assert codes.total() > 150


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://Whoopie.Example/", "https://whoopie.example"),
        ("https://whoopie.example:443", "https://whoopie.example"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("https://whoopie.example:8443/", "https://whoopie.example:8443"),
    ],
)
def test_the_origin_is_written_as_browsers_do(settings: Settings, address: str, origin: str) -> None:
    settings.SITE_ADDRESS = address
    assert site_origin() == origin
    assert passkeys.passkeys_work()
