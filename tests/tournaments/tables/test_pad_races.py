"""Two at a table's link at the same moment, with real threads on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, make_cast
from tests.support.play import drawn_table, play, random_body, table
from tests.support.racing import all_at_once
from tournaments.games.models import Game
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.services.pads import report_by_link
from tournaments.tables.services.stanzas import CountedStanza, SentStanza
from tournaments.tables.services.table_links import make_link, withdraw_link

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:4])
    play(cast, game, 2, Random(1))
    return game


def test_of_links_made_at_once_one_opens(cast: Cast, game: Game) -> None:
    answers = all_at_once(
        [partial(make_link, by=who, game=game, at=MARCH) for who in (cast.director, cast.executor) * 2]
    )
    assert all(isinstance(answer, TableLink) for answer in answers), answers
    assert TableLink.objects.filter(withdrawn_at=None).count() == 1


def test_a_stanza_and_the_withdrawal_of_its_link_come_one_after_the_other(cast: Cast, game: Game) -> None:
    link = make_link(by=cast.director, game=game, at=MARCH)
    body = random_body(table(cast, game), Random(2))
    sent = SentStanza(number=3, body=body, idempotency_key="one")
    send = partial(report_by_link, link=link, at=MARCH)
    withdraw = partial(withdraw_link, by=cast.director, game=game, at=MARCH)
    acts: list[Callable[[], object]] = [partial(send, sent=sent), partial(send, sent=sent), withdraw]
    answers = all_at_once(acts)
    kept = StanzaVersion.objects.filter(game=game, number=3)
    assert kept.count() in (0, 1)
    for answer in answers[:2]:
        assert isinstance(answer, CountedStanza) or (
            isinstance(answer, Refusal) and answer.code == "link-withdrawn"
        ), answer
    assert [send(sent=sent).version for _ in kept] == list(kept)
    with pytest.raises(Refusal, match="withdrawn"):
        send(sent=replace(sent, idempotency_key="another"))


def test_two_pads_send_one_stanza_and_the_second_hears_what_stands(cast: Cast, game: Game) -> None:
    link = make_link(by=cast.director, game=game, at=MARCH)
    bodies = [random_body(table(cast, game), Random(seed)) for seed in (2, 3)]
    answers = all_at_once(
        [
            partial(
                report_by_link,
                link=link,
                sent=SentStanza(number=3, body=body, idempotency_key=f"{at}"),
                at=MARCH,
            )
            for at, body in enumerate(bodies)
        ]
    )
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert [answer.code for answer in refused] == ["stanza-reported"]
    assert refused[0].facts["stanza"] == StanzaVersion.objects.get(game=game, number=3).body
