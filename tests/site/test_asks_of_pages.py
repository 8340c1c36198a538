"""How often each page of the demo season asks the database, whoever looks at it.

Fifteen times at most.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import Resolver404, resolve

from sanctioning.accounts.models.account import Account
from scoring.demo.people import LOGINS
from tests.support.season import demo_season

NOT_PAGES: Final = re.compile(r"/(api|admin|static|health|logout)/|.*\.[a-z]{3,4}")
MOST: Final = 15
ONE_OF_EACH: Final = {login.role: login.email for login in reversed(LOGINS)}


class Links(HTMLParser):
    """The addresses to which a page leads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get("href") if tag == "a" else None
        if address:
            self.addresses.append(address)


def name_of(path: str) -> str:
    """What the address list calls a page, with the act where one address serves several; "" of none."""
    try:
        match = resolve(path)
    except Resolver404:
        return ""
    return "-".join(filter(None, (match.url_name, match.kwargs.get("act"))))


def note(queries: Counter[str], execute: Callable[..., Any], sql: str, *more: Any) -> Any:
    """Django's own log keeps nine thousand queries, and writes out each with its values."""
    queries[sql] += 1
    return execute(sql, *more)


def walked(client: Client) -> Iterator[tuple[str, str, int]]:
    """One page of each kind to which links lead, and how often it asks: when it is opened, or, where that is
    often, when it is opened again."""
    waiting = deque(["/me/", "/"])
    kinds = Counter(map(name_of, waiting))
    while waiting:
        path = waiting.popleft()
        kind = name_of(path)
        queries = Counter[str]()
        with connection.execute_wrapper(partial(note, queries)):
            answer = client.get(path)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        if queries.total() > MOST:
            queries.clear()
            with connection.execute_wrapper(partial(note, queries)):
                client.get(path)
        yield kind, path, queries.total()
        for link in Links(answer.content.decode()).addresses:
            target = urlsplit(urljoin(path, link))
            kind = name_of(target.path)
            if kind and not target.netloc and not kinds[kind] and not NOT_PAGES.match(target.path):
                kinds[kind] += 1
                waiting.append(target.path)


@pytest.mark.django_db
def test_no_page_asks_more_than_fifteen_times(settings: LazySettings) -> None:
    assert demo_season()
    settings.WAITING_COUNT_SECONDS = 3600
    asked: dict[str, tuple[int, str]] = {}
    for role, email in {"public": "", **ONE_OF_EACH}.items():
        caches["process"].clear()
        client = Client()
        if email:
            client.force_login(Account.objects.get(email=email))
        for kind, path, queries in walked(client):
            asked[kind] = max(asked.get(kind, (0, "")), (queries, f"{role}: {path}"))
    wrong = [
        f"{kind} asks {queries} times, {where}"
        for kind, (queries, where) in sorted(asked.items())
        if queries > MOST
    ]
    assert not wrong, "\n".join(wrong)
