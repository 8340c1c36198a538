"""The online table among the examples goes on with a game that was begun."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from sanctioning.accounts.services.tokens import make_token
from tests.cast import Cast
from tests.support.bid_whist import seat_round, tournament_of
from tests.support.client import answering_here
from tests.support.play import drawn_table


@pytest.fixture
def example() -> Any:
    return import_module("examples.online_table")


@pytest.fixture
def online(cast: Cast) -> Any:
    from saas_client import Site

    account = cast.director.account
    assert account is not None
    _token, secret = make_token(by=account, name="Online table", scope="report")
    return Site("http://testserver", secret, transport=answering_here())


def test_whist_goes_on_with_the_slips_that_are_missing(
    cast: Cast, example: Any, online: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from saas_client.api import slips

    event, teams = tournament_of(cast, 4)
    seat_round(cast, event, teams, [{"table": 1, "teams": [1, 2]}, {"table": 2, "teams": [3, 4]}])
    play = example.players_of(online, event.slug, "bid-whist")
    first = next(example.due_slips(online, event.slug))
    assert example.report(online, event.slug, first, play)
    begun = capsys.readouterr().out
    example.play_slips(online, event.slug, play)
    assert begun.startswith("Table 1: ")
    assert capsys.readouterr().out.startswith("Table 2: ")
    sheets = online.send(slips.slips(event.slug)).lines
    assert [(sheet.place, sheet.version) for sheet in sheets] == [("r1-t1", 1), ("r1-t2", 1)]


def test_whoopie_goes_on_with_the_stanza_that_is_due(
    cast: Cast, example: Any, online: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from saas_client.api import tables
    from saas_client.models import ReportStanzaBody

    game = drawn_table(cast, cast.players[:4], stanzas=2)
    slug, number = game.event.slug, str(game.number)
    table = online.send(tables.table(slug, number))
    seated = [seat.player for seat in table.seated]
    stanza = example.whoopie_stanza(seated, table.due.dealer, table.due.cards, Random(1))
    body = ReportStanzaBody.from_dict(stanza)
    online.send(tables.report_stanza(slug, number, number=1, body=body))
    example.play_stanzas(online, slug, number)
    stanza_two, end = capsys.readouterr().out.splitlines()
    assert stanza_two.startswith("stanza 2: ")
    assert end == "The game is reported."
