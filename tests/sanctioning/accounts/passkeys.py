"""Adding and showing passkeys on the pages, with a device that is a program."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from django.test import Client, override_settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.passkeys import add_passkey
from tests.sanctioning.accounts.second_factor import PASSWORD
from tests.support.passkeys import Browser, Device, websafe

ORIGIN = "https://whoopie.example"
INDEX = "/account/second-factor/"
NEW = f"{INDEX}passkeys/new/"
AGAIN = f"{INDEX}again/"
CODE = "/login/code/"


def device(**more: Any) -> Device:
    return Device(Browser(ORIGIN), **more)


def passkey_of(account: Account, name: str = "My phone") -> Authenticator:
    """A passkey that was added at the address of the site before."""
    question = {"challenge": websafe(bytes(32)), "user_verification": "preferred", "until": float("inf")}
    answer = device().makes({"challenge": question["challenge"], "rp": {"id": urlsplit(ORIGIN).hostname}})
    with override_settings(SITE_ADDRESS=ORIGIN):
        passkey, _codes = add_passkey(by=account, name=name, question=question, answer=answer)
    return passkey


def question_on(page: str) -> dict[str, Any]:
    """What a page asks of the browser."""
    [question] = re.findall(r'data-question="([^"]+)"', page)
    asked: dict[str, Any] = json.loads(unescape(question))
    return asked


def page_to_add(client: Client, path: str = NEW) -> str:
    """The page for a new passkey; the password is typed again where it is asked for."""
    page = client.get(path, follow=True).content.decode()
    if "Your password again" in page:
        client.post(f"/account/again/?next={path}", {"password": PASSWORD, "next": path})
        page = client.get(path).content.decode()
    return page


def add(client: Client, name: str = "My phone", made: Device | None = None, path: str = NEW) -> Device:
    """Add a passkey; gives the device that keeps it."""
    made = made or device()
    answer = client.post(
        path, {"name": name, "credential": made.makes(question_on(page_to_add(client, path)))}
    )
    assert answer.status_code == 302, answer.content.decode()
    return made


def show(client: Client, shown: Device, path: str = CODE, **changed: Any) -> str:
    """Show a passkey; gives the page that follows."""
    question = question_on(client.get(path, follow=True).content.decode())
    return sent(client, shown.shows(question, **changed), path)


def sent(client: Client, answer: str, path: str = CODE) -> str:
    return client.post(path, {"credential": answer}, follow=True).content.decode()
