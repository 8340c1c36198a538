"""Results and rosters as Atom, read back as RFC 4287 has it."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sanctioning.kit.pages.atom import NEVER
from scoring.results.models import Certification
from tests.cast import Cast, certified, sanctioned_event
from tests.scoring.results.test_corrections import correct
from tests.support.atom import (
    ATOM,
    assert_answers_304_while_nothing_is_new,
    entries_at,
    feed_at,
    moment_of,
    said,
)
from tests.support.hiding import hide


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


@pytest.mark.parametrize("path", ["/results/feed.atom", "/rosters/feed.atom", "/announcements/feed.atom"])
def test_a_feed_without_entries_is_one_and_does_not_change(cast: Cast, client: Client, path: str) -> None:
    assert entries_at(client, path) == []
    assert moment_of(feed_at(client, path)) == NEVER
    assert_answers_304_while_nothing_is_new(client, path)


@pytest.mark.both_databases
def test_a_correction_on_the_same_day_is_told_by_its_moment(cast: Cast, client: Client) -> None:
    path, event = "/results/feed.atom", sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    [before] = entries_at(client, path)
    first = Certification.objects.get()
    assert moment_of(before) == moment_of(before, "published") == first.at
    assert_answers_304_while_nothing_is_new(client, path)
    etag, modified = client.get(path)["ETag"], client.get(path)["Last-Modified"]
    corrected_at = first.at + dt.timedelta(hours=2)
    players = [cast.players[1], cast.players[0], *cast.players[2:4]]
    correct(cast, first.game, players, at=corrected_at)
    [after] = entries_at(client, path)
    assert moment_of(after) == corrected_at
    assert moment_of(feed_at(client, path)) == moment_of(after)
    assert [said(after, name) for name in ("id", "published")] == [
        said(before, name) for name in ("id", "published")
    ]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200
    assert client.get(path, headers={"If-Modified-Since": modified}).status_code == 200


def test_many_results_ask_as_often_as_one(
    cast: Cast, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Spring Whoopie", "Summer Whoopie", "Autumn Whoopie"):
        certified(cast, sanctioned_event(cast, name=name), cast.players[:4])
    with django_assert_max_num_queries(8):
        assert len(feed_at(client, "/results/feed.atom").findall(f"{ATOM}entry")) == 3
