"""Feeds read back with what RFC 4287 says that they MUST have."""

from __future__ import annotations

import datetime as dt
from typing import Final
from urllib.parse import urlsplit
from xml.etree import ElementTree

from django.test import Client

ATOM: Final = "{http://www.w3.org/2005/Atom}"
TYPE: Final = "application/atom+xml; charset=utf-8"
ONCE: Final = ("id", "title", "updated")
ONCE_AT_MOST: Final = ("subtitle", "generator", "icon", "logo", "rights", "published", "summary", "content")


def feed_at(client: Client, path: str) -> ElementTree.Element:
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, TYPE)
    feed = ElementTree.fromstring(answer.content)
    assert feed.tag == f"{ATOM}feed"
    _check_part(feed)
    # 4.1.1: a feed has an author, unless each of its entries has one.
    assert feed.findall(f"{ATOM}author")
    [own] = [link for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
    assert urlsplit(own.get("href")).path == path
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        _check_part(entry)
        # 4.1.2: an entry without content has an alternate.
        assert [link for link in entry.findall(f"{ATOM}link") if link.get("rel") == "alternate"]
    ids = [said(entry, "id") for entry in entries]
    assert len(set(ids)) == len(ids)
    return feed


def entries_at(client: Client, path: str) -> list[ElementTree.Element]:
    return feed_at(client, path).findall(f"{ATOM}entry")


def said(part: ElementTree.Element, name: str) -> str:
    return part.findtext(f"{ATOM}{name}") or ""


def moment_of(part: ElementTree.Element, name: str = "updated") -> dt.datetime:
    return dt.datetime.fromisoformat(said(part, name))


def _check_part(part: ElementTree.Element) -> None:
    for name in ONCE:
        [element] = part.findall(f"{ATOM}{name}")
        assert (element.text or "").strip()
    for name in ONCE_AT_MOST:
        assert len(part.findall(f"{ATOM}{name}")) <= 1
    for author in part.findall(f"{ATOM}author"):
        [name_of_author] = author.findall(f"{ATOM}name")
        assert name_of_author.text
    # 4.2.6: an identifier is an IRI, not relative; 3.3: a moment has its offset.
    assert urlsplit(said(part, "id")).scheme
    assert moment_of(part).tzinfo is not None
    alternates = [
        (link.get("type"), link.get("hreflang"))
        for link in part.findall(f"{ATOM}link")
        if link.get("rel", "alternate") == "alternate"
    ]
    assert len(alternates) == len(set(alternates))


def assert_answers_304_while_nothing_is_new(client: Client, path: str) -> None:
    first = client.get(path)
    assert client.get(path).content == first.content
    same = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert client.get(path, headers={"If-Modified-Since": first["Last-Modified"]}).status_code == 304
    assert client.head(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(path, headers={"If-None-Match": '"another"'}).status_code == 200
