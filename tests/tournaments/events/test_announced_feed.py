"""Announcements as Atom: what stands at public events, of all clubs and of one."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast, registered_event, sanctioned_event
from tests.support.atom import (
    assert_answers_304_while_nothing_is_new,
    entries_at,
    feed_at,
    moment_of,
    said,
)
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce, take_down

ALL = "/announcements/feed.atom"


@pytest.fixture
def event(cast: Cast) -> Event:
    return sanctioned_event(cast)


@pytest.mark.both_databases
def test_what_is_announced_is_told_until_it_is_taken_down(cast: Cast, event: Event, client: Client) -> None:
    announcement = announce(by=cast.director, event=event, text="Supper <b>is</b> served & hot.")
    of_club = f"/clubs/{event.club.slug}/announcements.atom"
    for path in (ALL, of_club):
        [entry] = entries_at(client, path)
        assert said(entry, "title") == "Spring Whoopie"
        assert said(entry, "summary") == "Supper &lt;b&gt;is&lt;/b&gt; served &amp; hot."
        assert moment_of(entry) == announcement.at
        assert_answers_304_while_nothing_is_new(client, path)
        assert cast.director.family_name not in client.get(path).content.decode()
    before = client.get(ALL)
    down_at = timezone.now() + dt.timedelta(seconds=5)
    take_down(by=cast.director, announcement=announcement, at=down_at)
    assert entries_at(client, ALL) == []
    assert moment_of(feed_at(client, ALL)) == down_at
    for name, value in (("If-None-Match", before["ETag"]), ("If-Modified-Since", before["Last-Modified"])):
        assert client.get(ALL, headers={name: value}).status_code == 200
    assert client.get("/clubs/nobodys/announcements.atom").status_code == 404


@pytest.mark.both_databases
def test_what_is_over_leaves_the_feed(cast: Cast, event: Event, client: Client) -> None:
    now = timezone.now()
    over = now - dt.timedelta(minutes=5)
    announce(by=cast.director, event=event, text="Over.", at=now - dt.timedelta(hours=1), until=over)
    announce(by=cast.director, event=event, text="Still.", at=now - dt.timedelta(minutes=10))
    [entry] = entries_at(client, ALL)
    assert said(entry, "summary") == "Still."
    assert moment_of(feed_at(client, ALL)) == over


def test_nothing_is_told_of_events_that_are_not_announced(cast: Cast, client: Client) -> None:
    hidden = registered_event(cast, "Secret Evening")
    announce(by=cast.director, event=hidden, text="Among ourselves.")
    assert entries_at(client, ALL) == []
    assert "Secret" not in client.get(ALL).content.decode()


def test_pages_name_the_feed(cast: Cast, event: Event, client: Client) -> None:
    of_club = f"/clubs/{event.club.slug}/announcements.atom"
    feeds = {
        f"/events/{event.slug}/announcements/": of_club,
        f"/events/{event.slug}/live/": ALL,
        f"/clubs/{event.club.slug}/": of_club,
        "/live/": ALL,
    }
    for path, feed in feeds.items():
        assert f'href="{feed}"' in client.get(path).content.decode(), path


def test_many_announcements_ask_as_often_as_one(
    cast: Cast, event: Event, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        announce(by=cast.director, event=event, text=f"Number {number}.")
    with django_assert_max_num_queries(6):
        assert len(entries_at(client, ALL)) == 3
