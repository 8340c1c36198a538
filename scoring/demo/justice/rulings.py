"""Rulings of the demo season: across the sections, private and public, one replaced, one guiding, one on an
entry.

Purpose: the desk, the table, the case book and the numbers have something to show. The call that waits for a
ruling is made on the floor (`scoring.demo.whoopie.floor`).
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from sanctioning.kit.clock import noon
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whoopie.game_families import RUNNING
from tournaments.entries.services.rulings import rule_on_entry
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.games.selectors.reported import reported_stanzas
from tournaments.justice.case_book.services import mark_guiding
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import rule_on

NAME = "Wetherby Friday Table 2026"
DISPUTED = "ludlow-consolation-2026"


def rule_at_a_table(authority: DemoAuthority) -> None:
    """What was called for at the running table of seven, and what the Managing Executor holds up of it."""
    at = noon(RUNNING, 17)
    game = Game.objects.get(event__name=NAME)
    bids = reported_stanzas(game)[2]["bids"]
    early, turn = bids[2], bids[1][0]
    shown = reported_stanzas(game)[3]["bids"][1][0]
    _rule(
        game,
        at,
        irregularity="bid-out-of-turn",
        facts={"player": early[0], "bid": early[1], "turn": turn},
        stanza=2,
        what="The third bidder spoke before the second.",
        reason="All heard it, and he does not deny it.",
        words="The third bidder named his bid before the second had spoken.",
        public=True,
    )
    dropped: dict[str, Any] = {"player": shown, "cards": ["9C", "JD"], "in_turn": False, "on_purpose": False}
    first = _rule(
        game,
        at + dt.timedelta(minutes=20),
        irregularity="exposed-card",
        facts={**dropped, "cards": ["JD"]},
        stanza=3,
        trick=1,
        what="A card fell on the table.",
        reason="Everybody saw its face.",
    )
    _rule(
        game,
        at + dt.timedelta(minutes=22),
        irregularity="exposed-card",
        facts=dropped,
        stanza=3,
        trick=1,
        what="Two cards fell on the table, not one.",
        reason="The second lay under the first.",
        words="Two cards fell while a trick was played; their owner had played to it already.",
        public=True,
        supersedes=first,
    )
    guiding = _rule(
        game,
        at + dt.timedelta(minutes=50),
        irregularity="misdeal",
        facts={"fault": "wrong-count", "stage": "bidding", "dealer": reported_stanzas(game)[4]["dealer"]},
        stanza=4,
        what="One hand was a card short when the third player bid.",
        reason="The bidding was not finished.",
        words="A hand was found a card short while the third player was bidding.",
        public=True,
    )
    _rule(
        game,
        at + dt.timedelta(minutes=70),
        section="I/Bidding",
        what="May the dealer ask again what was bid before him?",
        reason="Bids are open to all; asking changes nothing.",
        words="The dealer asked to hear all bids again before he bid.",
        public=True,
    )
    mark_guiding(
        by=authority.managing,
        ruling=guiding,
        note="A count that is wrong is a misdeal until the last bid is made.",
        at=at + dt.timedelta(days=1),
    )
    _rule_on_an_entry(authority, at)


def _rule_on_an_entry(authority: DemoAuthority, at: dt.datetime) -> None:
    """Nobody rules at the consolation yet, so the Managing Executor does."""
    event = Event.objects.get(slug=DISPUTED)
    entered = set(event.entries.values_list("person", flat=True))
    rule_on_entry(
        by=authority.managing,
        event=event,
        person=next(player for player in authority.players if player.pk not in entered),
        admitted=False,
        what="He counts the evening at Wetherby towards the series, and would then have a place.",
        reason="The evening was no event of the series; its tables gave no places.",
        at=at,
    )


def _rule(game: Game, at: dt.datetime, **ruling: Any) -> Ruling:
    assert game.acting_executor is not None
    return rule_on(by=game.acting_executor.person, game=game, at=at, **ruling)
