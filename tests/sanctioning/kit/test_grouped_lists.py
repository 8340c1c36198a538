"""Rows of dated things stand under months or events, in an order that keeps those together."""

from __future__ import annotations

import datetime as dt
import re

from django.test import Client
from django.utils.timezone import now

from tests.cast import MARCH, Cast, certified, sanctioned_event

BAND = re.compile(r'class="band([^"]*)">\s*<th scope="rowgroup" colspan="(\d+)">(.*?)</th>', re.S)


def bands(path: str, **more: str) -> list[tuple[str, list[str]]]:
    """What stands above each group of a list, and the names of its rows."""
    page = Client().get(path, more).content.decode()
    found = []
    for part in page.split("<tbody>")[1:]:
        band = BAND.search(part)
        names = re.findall(r'<th scope="row"[^>]*>(.*?)</th>', part, re.S)
        found.append((in_words(band.group(3)) if band else "", [in_words(name) for name in names]))
    return found


def in_words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", markup).split())


def test_coming_events_stand_under_their_months(cast: Cast) -> None:
    first = now() + dt.timedelta(days=40)
    later = first + dt.timedelta(days=62)
    for name, at in (("Soon", first), ("Much Later", later)):
        sanctioned_event(cast, name=name, at=at)
    assert bands("/calendar/") == [(f"{first:%B %Y}", ["Soon"]), (f"{later:%B %Y}", ["Much Later"])]
    assert bands("/calendar/", sort="name") == [("", ["Much Later", "Soon"])]
    german = Client(headers={"accept-language": "de"}).get("/calendar/").content.decode()
    assert german.count('scope="rowgroup"') == 2


def test_results_stand_under_their_event(cast: Cast) -> None:
    evening, another = (sanctioned_event(cast, name=name) for name in ("Evening", "Another"))
    for event, games in ((evening, 2), (another, 1)):
        for _ in range(games):
            certified(cast, event, cast.players[:4])
    assert bands("/results/") == [
        ("Another 8 March 2025 · Arden Whoopie Club · open", ["Another, game 1"]),
        ("Evening 8 March 2025 · Arden Whoopie Club · open", ["Evening, game 2", "Evening, game 1"]),
    ]
    assert [title for title, _ in bands("/results/", sort="players")] == [""]
    assert "Evening, game 2" in b"".join(Client().get("/results/?as=csv")).decode()


def test_entries_of_the_ledger_stand_under_their_months(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    certified(cast, event, cast.players[:4], at=MARCH + dt.timedelta(days=33))
    assert bands("/ledger/") == [("April 2025", ["2"]), ("March 2025", ["1"])]
    assert [title for title, _ in bands("/ledger/", sort="points")] == [""]
