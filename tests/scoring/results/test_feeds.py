"""Results and rosters as Atom, read back as RFC 4287 has it."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast, certified, sanctioned_event
from tests.support.hiding import hide

ATOM: Final = "{http://www.w3.org/2005/Atom}"


def feed_at(client: Client, path: str) -> ElementTree.Element:
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    feed = ElementTree.fromstring(answer.content)
    for part in (feed, *feed.findall(f"{ATOM}entry")):
        for needed in ("id", "title", "updated"):
            assert part.findtext(f"{ATOM}{needed}"), needed
    return feed


def said(entry: ElementTree.Element, name: str) -> str:
    return entry.findtext(f"{ATOM}{name}") or ""


@pytest.mark.both_databases
def test_the_latest_results_of_all_clubs_and_of_one(cast: Cast, client: Client) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    for path in ("/results/feed.atom", f"/clubs/{event.club.slug}/results.atom"):
        [entry] = feed_at(client, path).findall(f"{ATOM}entry")
        assert said(entry, "title") == "Spring Whoopie, game 1"
        assert said(entry, "summary") == "1. A Ash, 3.0 points"
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.get("href") == "http://testserver/events/spring-whoopie/games/1/"
    hide([cast.players[0]])
    [entry] = feed_at(client, "/results/feed.atom").findall(f"{ATOM}entry")
    assert "Ash" not in said(entry, "summary")
    assert client.get("/clubs/nobodys/results.atom").status_code == 404


def test_a_feed_without_entries_is_one(cast: Cast, client: Client) -> None:
    for path in ("/results/feed.atom", "/rosters/feed.atom"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert ElementTree.fromstring(answer.content).findall(f"{ATOM}entry") == []


def test_many_results_ask_as_often_as_one(
    cast: Cast, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Spring Whoopie", "Summer Whoopie", "Autumn Whoopie"):
        certified(cast, sanctioned_event(cast, name=name), cast.players[:4])
    with django_assert_max_num_queries(8):
        assert len(feed_at(client, "/results/feed.atom").findall(f"{ATOM}entry")) == 3
