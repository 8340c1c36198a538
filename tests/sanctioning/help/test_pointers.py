"""Which part of a guide each page leads to."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from django.urls import get_resolver
from django.urls.resolvers import URLResolver

from sanctioning.help.guides import GUIDES, guide, path_of
from sanctioning.help.pointers import POINTERS, pointer_for


def names(resolver: URLResolver) -> set[str]:
    return {
        name
        for part in resolver.url_patterns
        for name in (names(part) if isinstance(part, URLResolver) else {part.name or ""})
    }


def test_every_pointer_leads_from_a_page_to_a_passage_that_exists() -> None:
    assert POINTERS.keys() <= names(get_resolver())
    for page, target in POINTERS.items():
        slug, _hash, anchor = target.partition("#")
        paths = {passage.path for passage in guide(slug).passages}
        assert (f"{path_of(slug)}#{anchor}" if anchor else path_of(slug)) in paths, page


def test_every_guide_is_linked_from_a_page() -> None:
    assert {target.partition("#")[0] for target in POINTERS.values()} == set(GUIDES)


@pytest.mark.django_db
def test_a_page_leads_to_the_passage_that_explains_it(client: Client) -> None:
    page = client.get("/calendar/").content.decode()
    assert 'href="/help/players/#finding-an-event"' in page
    assert "Finding an event" in page
    assert "(For players)" in page


@pytest.mark.django_db
def test_a_page_that_no_guide_explains_has_no_such_link(client: Client) -> None:
    assert "help-here" not in client.get("/imprint/").content.decode()


def test_an_address_that_leads_nowhere_has_none() -> None:
    assert pointer_for(RequestFactory().get("/nowhere/")) is None
