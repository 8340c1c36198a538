"""Something in each state for whoever signs in to look at the desks of the demo season."""

from __future__ import annotations

import datetime as dt

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.clock import noon
from scoring.certificates.models import Certificate
from scoring.demo.authority.founding import DemoAuthority
from scoring.recordings.services.recordings import record_certificates

SENT_IN_TOO_SOON = dt.date(2026, 6, 9)


def send_in_too_soon(authority: DemoAuthority) -> None:
    """The player who signs in sends papers that are too few yet, and they are refused."""
    player = authority.players[0]
    in_hand = Certificate.objects.filter(
        person=player,
        kind=Certificate.Kind.RATING_POINTS,
        card_game=WHOOPIE.slug,
        state=Certificate.State.ISSUED,
    )
    codes = list(in_hand.order_by("pk").values_list("code", flat=True))
    if codes:
        record_certificates(by=authority.registrar, person=player, codes=codes, at=noon(SENT_IN_TOO_SOON))
