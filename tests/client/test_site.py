"""What the client does for every operation: keys, another try, refusals, whole lists."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import httpx
import pytest

from sanctioning.accounts.services.tokens import make_token
from tests.cast import Cast
from tests.support.client import answering_here
from tests.support.play import drawn_table

PROBLEM = {
    "type": "https://site.example/help/errors/not-now/",
    "title": "Not now",
    "status": 409,
    "detail": "Not now.",
    "code": "not-now",
    "sentence": "Not now.",
    "rule": "A rule.",
    "remedy": "Wait.",
    "facts": {"until": "noon"},
}


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Without the pauses."""
    import saas_client

    monkeypatch.setattr("saas_client.site.time.sleep", lambda _seconds: None)
    return saas_client


def answering(*answers: httpx.Response | type[Exception]) -> tuple[Any, list[httpx.Request]]:
    """A site that gives these answers one after the other, and what it was sent."""
    from saas_client import Site

    sent: list[httpx.Request] = []
    left = iter(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        given = next(left)
        if isinstance(given, httpx.Response):
            return given
        raise given("The line is dead.")

    return Site("https://site.example/", "saas_1", transport=httpx.MockTransport(answer)), sent


def test_what_fails_on_its_way_is_sent_again_with_the_same_key(parts: ModuleType) -> None:
    from saas_client.api import messages

    busy = [
        httpx.Response(503, headers={"Retry-After": told}) for told in ("2", "Fri, 27 Nov 2026 09:00:00 GMT")
    ]
    site, sent = answering(httpx.ConnectError, *busy, httpx.Response(200, json={"messages": 3}))
    assert site.send(messages.archive_read_messages()).messages == 3
    [key] = {request.headers["Idempotency-Key"] for request in sent}
    assert (len(sent), len(key)) == (4, 32)
    assert sent[0].headers["Authorization"] == "Bearer saas_1"


def test_two_requests_have_two_keys_and_a_key_of_ones_own_is_kept(parts: ModuleType) -> None:
    from saas_client.api import messages

    read = httpx.Response(200, json={"messages": 0})
    site, sent = answering(read, read, read)
    for key in ({}, {}, {"idempotency_key": "mine"}):
        site.send(messages.archive_read_messages(**key))
    keys = [request.headers["Idempotency-Key"] for request in sent]
    assert (len(set(keys)), keys[2]) == (3, "mine")


def test_a_refusal_is_raised_with_all_it_says(parts: ModuleType) -> None:
    from saas_client.api import messages

    refusal = httpx.Response(409, json=PROBLEM, headers={"Content-Type": "application/problem+json"})
    site, sent = answering(refusal)
    with pytest.raises(parts.Refused) as refused:
        site.send(messages.archive_read_messages())
    assert (refused.value.status, refused.value.code) == (409, "not-now")
    assert refused.value.facts == {"until": "noon"}
    assert str(refused.value) == "Not now. Wait. (https://site.example/help/errors/not-now/)"
    assert len(sent) == 1


def test_the_last_try_says_what_went_wrong(parts: ModuleType) -> None:
    from saas_client.api import messages

    site, sent = answering(*[httpx.ConnectError] * 5, *[httpx.Response(503)] * 5)
    for failure in (httpx.ConnectError, httpx.HTTPStatusError):
        with pytest.raises(failure):
            site.send(messages.archive_read_messages())
    assert len(sent) == 10


def test_a_whole_list_is_read_by_cursor(cast: Cast) -> None:
    from saas_client import Site
    from saas_client.api import players

    asked = players.players(size=3)
    with Site("http://testserver", transport=answering_here()) as site:
        numbers = [line.number for line in site.every(asked)]
        assert len(numbers) == len(set(numbers)) > 6
        assert [line.number for line in site.send(asked)] == numbers[:3]


def test_a_table_reports_by_its_private_link_without_a_token(cast: Cast) -> None:
    from saas_client import Refused, Site
    from saas_client.api import tables

    drawn_table(cast, cast.players[:4])
    assert cast.director.account is not None
    _row, token = make_token(by=cast.director.account, name="Club", scope="run")
    with Site("http://testserver", token, transport=answering_here()) as site:
        with pytest.raises(Refused) as refused:
            site.send(tables.table_link("spring-whoopie", "1"))
        assert refused.value.code == "not-found"
        site.send(tables.act_at_table("spring-whoopie", "1", "link"))
        secret = site.send(tables.table_link("spring-whoopie", "1")).secret
    with Site("http://testserver", table_link=secret, transport=answering_here()) as site:
        assert site.send(tables.pad("spring-whoopie", "1")).by_link
        with pytest.raises(Refused) as refused:
            site.send(tables.table_link("spring-whoopie", "1"))
    assert refused.value.code == "not-authenticated"


def test_what_is_read_can_be_changed_if_nothing_newer_is_there(parts: ModuleType, cast: Cast) -> None:
    from saas_client import Site
    from saas_client.api import accounts, people
    from saas_client.models import OwnData, PublicityEnum

    account = cast.players[0].account
    assert account is not None
    _token, secret = make_token(by=account, name="Own page", scope="full")
    with Site("http://testserver", secret, transport=answering_here()) as site:
        read = site.send_with_etag(people.my_data())
        changed = OwnData(
            email="own@page.example", address="Arden", home_club=None, publicity=PublicityEnum.LISTED
        )
        site.send(people.change_my_data(body=changed, if_match=read.etag))
        with pytest.raises(parts.Refused) as refused:
            site.send(people.change_my_data(body=changed, if_match=read.etag))
        assert refused.value.code == "changed-meanwhile"
        assert [token.name for token in site.send(accounts.tokens())] == ["Own page"]
