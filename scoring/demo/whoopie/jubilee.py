"""The jubilee of the rules in the demo season: a Grand Master whose degree hangs on a ruling.

Purpose: the whole ladder of appeals can be driven in the demo. He won both games; in the second another was
ahead until a revoke was ruled against him, who may appeal it (`appellant@demo.example`). Overturned, it takes
the game, its certificate and the degree with it.
Invariant: it happened in the days before the season is built, so that the time to appeal still runs.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.clock import noon, today
from scoring.certificates.models import Certificate
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whist import running_evenings
from scoring.demo.whoopie.game_families import Evening
from scoring.recordings.services.recordings import record_certificates
from tournaments.games.models import Game
from tournaments.justice.rulings.services.rulings import rule_on

NAME = "Jubilee of the Rules"
DAY = dt.timedelta(days=1)
# Places in the list of players.
MASTER, RIVAL, OTHER = 4, 1, 2
PLAYERS = (MASTER, RIVAL, OTHER, 5, 6)
REVOKED = 3
# Who makes which bid, stanza by stanza; everybody else fails.
FIRST: Final[tuple[dict[int, int], ...]] = (
    {},
    {MASTER: 1},
    {MASTER: 2, OTHER: 1},
    {MASTER: 2, OTHER: 2},
    {OTHER: 2},
    {MASTER: 3, RIVAL: 1},
)
SECOND: Final[tuple[dict[int, int], ...]] = (
    {RIVAL: 1},
    {RIVAL: 1, MASTER: 1},
    {RIVAL: 2, MASTER: 1},
    {MASTER: 2, OTHER: 1},
    {RIVAL: 2, MASTER: 1},
    {RIVAL: 2, OTHER: 2},
)


def evening_before(day: dt.date) -> dt.date:
    """Three days before, or four: on the evening of the whist events no Acting Executor is free."""
    evening = day - 3 * DAY
    return evening - DAY if evening == running_evenings.PLAYED else evening


def make_a_grand_master(authority: DemoAuthority) -> None:
    """Two games of an evening days ago, certified the day after, and recorded two days after."""
    day = evening_before(today())
    people = [authority.players[player] for player in PLAYERS]
    evening = Evening(authority, NAME, day, people, planned=len(FIRST), level="jubilee")
    first = evening.table(len(PLAYERS))
    _play(evening, authority, first, FIRST)
    evening.certify(first)
    second = evening.table(len(PLAYERS))
    _play(evening, authority, second, SECOND)
    _rule(evening, authority, second)
    evening.certify(second)
    master = authority.players[MASTER]
    papers = Certificate.objects.filter(
        person=master,
        kind=Certificate.Kind.RATING_POINTS,
        card_game=WHOOPIE.slug,
        state=Certificate.State.ISSUED,
    )
    codes = list(papers.order_by("pk").values_list("code", flat=True))
    record_certificates(by=authority.registrar, person=master, codes=codes, at=noon(day + 2 * DAY, 9))


def _play(
    evening: Evening, authority: DemoAuthority, game: Game, script: tuple[Mapping[int, int], ...]
) -> None:
    for makers in script:
        now = evening.now(game)
        assert now.due is not None
        bids = {authority.players[player].number: bid for player, bid in makers.items()}
        body = _body(now.due.cards, now.due.dealer, now.due.order, bids)
        evening.report(game, now.due, now.seated[0].player, body)


def _body(cards: int, dealer: str, order: tuple[str, ...], makers: Mapping[str, int]) -> dict[str, Any]:
    """A stanza without its cards: those who fail bid them all, one none where nobody makes his bid."""
    failing = [player for player in order if player not in makers]
    bids = {**dict.fromkeys(failing, cards), **makers}
    if not makers:
        bids[failing[0]] = 0
    return {
        "cards": cards,
        "dealer": dealer,
        "bids": [[player, bids[player]] for player in order],
        "made": {player: player in makers for player in order},
    }


def _rule(evening: Evening, authority: DemoAuthority, game: Game) -> None:
    rival, other = authority.players[RIVAL].number, authority.players[OTHER].number
    rule_on(
        by=evening.executor.person,
        game=game,
        irregularity="revoke",
        facts={
            "player": rival,
            "card": "9C",
            "led": "H",
            "held_suit": True,
            "found_by": "another",
            "after": [],
            "next_plays": [[other, "3D"]],
            "separable": True,
            "bidding_begun": False,
            "lying": [],
        },
        stanza=REVOKED,
        trick=2,
        what="A heart was led; he played the nine of clubs, and had a heart in the next trick.",
        reason="Two saw the heart, and the next trick was begun when it was said.",
        words="A heart was led and a club was played to it by one who had a heart in the next trick; another "
        "player said so when that trick was begun.",
        public=True,
        at=evening.at,
    )
