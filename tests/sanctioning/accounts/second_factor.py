"""Signing in on pages with a second factor, and setting it up."""

from __future__ import annotations

import re

from django.core.cache import cache
from django.test import Client

from sanctioning.people.models.person import Person
from tests.support.authenticator import code_of

PASSWORD = "a long password"
SET_UP = "/account/second-factor/app/"


def sign_in(person: Person, client: Client | None = None) -> Client:
    """As far as the password alone goes."""
    client = client or Client()
    assert person.account is not None
    client.post("/login/", {"login": person.account.email, "password": PASSWORD})
    return client


def set_up(client: Client) -> str:
    """Scan the key and show the first code; gives the key."""
    page = client.get(SET_UP, follow=True).content.decode()
    if "Your password again" in page:
        client.post(f"/account/again/?next={SET_UP}", {"password": PASSWORD, "next": SET_UP})
        page = client.get(SET_UP).content.decode()
    [secret] = re.findall(r'class="code fingerprint">([A-Z2-7]+)<', page)
    answer = client.post(SET_UP, {"code": code_of(secret)})
    assert answer["Location"] == "/account/second-factor/codes/"
    assert "the old ones" not in client.get(answer["Location"]).content.decode(), "there are none yet"
    return str(secret)


def show(client: Client, code: str) -> str:
    return client.post("/login/code/", {"code": code}, follow=True).content.decode()


def forget_used_codes() -> None:
    """A code opens once; as if half a minute had passed."""
    cache.clear()


def opens(client: Client) -> bool:
    return client.get("/me/").status_code == 200
