"""Numbers in addresses that no row can have: there is nothing at them, and nothing breaks."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.converters import IntConverter

from tests.cast import Cast
from tests.sanctioning.kit.test_messages import client_of
from tests.site.test_rights import addresses
from tests.support.play import drawn_table

pytestmark = pytest.mark.both_databases

HUGE = 10**20


def with_huge_numbers(slug: str, number: str) -> list[str]:
    """Every address that has a whole number in it; what else it names is there."""
    plain: dict[str, Any] = {"slug": slug, "number": number, "game": "1", "kind": "articles"}
    paths = []
    for pattern in addresses(get_resolver()):
        converters = pattern.pattern.converters
        whole = {name for name, converter in converters.items() if type(converter) is IntConverter}
        if not whole or not pattern.name:
            continue
        others = {name: plain.get(name, slug) for name in converters.keys() - whole}
        try:
            paths.append(reverse(pattern.name, kwargs=dict.fromkeys(whole, HUGE) | others))
        except NoReverseMatch:
            continue
    return paths


def test_what_has_a_number_beyond_all_is_not_there(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    paths = with_huge_numbers(game.event.slug, cast.players[0].number)
    assert len(paths) > 60
    clients = [client_of(person) for person in (cast.managing, cast.director, cast.registrar)]
    for client in clients:
        client.raise_request_exception = False
    broken = [
        f"{method} {path}"
        for path in paths
        for client in clients
        for method in ("get", "post")
        if getattr(client, method)(path, headers={"Idempotency-Key": path}).status_code >= 500
    ]
    assert broken == []
