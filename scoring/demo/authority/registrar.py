"""The registrar's work in the demo season: recordings, also refused ones, and rosters."""

from __future__ import annotations

import datetime as dt
from random import Random

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import replace_certificate
from scoring.degrees.selectors.recording_forecast import recording_forecast
from scoring.demo.authority.founding import DemoAuthority
from scoring.recordings.models import Submission
from scoring.recordings.services.recordings import record_certificates
from scoring.rosters.services.rosters import compile_roster, publish_roster


def record_what_is_due(
    authority: DemoAuthority, day: dt.date, random: Random, card_game: str = WHOOPIE.slug
) -> None:
    """Most players who could record send their certificates of a card game in."""
    for player in authority.players:
        codes = _unrecorded(player, card_game)
        if codes and random.random() < 0.85 and recording_forecast(person=player, codes=codes).accepted:
            record_certificates(by=authority.registrar, person=player, codes=codes, at=noon(day))


def record_all(authority: DemoAuthority, person: Person, at: dt.datetime) -> None:
    record_certificates(by=authority.registrar, person=person, codes=_unrecorded(person), at=at)


def refuse_some(authority: DemoAuthority, day: dt.date) -> None:
    """One submission that is too small, and one with a mutilated paper, which is then replaced."""
    small = next(
        player
        for player in authority.players
        if (codes := _unrecorded(player)) and not recording_forecast(person=player, codes=codes).accepted
    )
    record_certificates(by=authority.registrar, person=small, codes=_unrecorded(small), at=noon(day))
    spoilt = next(
        player
        for player in authority.players
        if (codes := _unrecorded(player)) and recording_forecast(person=player, codes=codes).accepted
    )
    codes = _unrecorded(spoilt)
    refused = record_certificates(
        by=authority.registrar, person=spoilt, codes=codes, mutilated=codes[:1], at=noon(day, 14)
    )
    assert refused.state == Submission.State.REFUSED
    replace_certificate(
        by=authority.registrar,
        certificate=Certificate.objects.get(code=codes[0]),
        why="Coffee was poured over the code.",
        at=noon(day, 15),
    )


def send_in_too_soon(authority: DemoAuthority, day: dt.date) -> None:
    """The player who signs in sends papers that are too few yet, and they are refused."""
    player = authority.players[0]
    if codes := _unrecorded(player):
        record_certificates(by=authority.registrar, person=player, codes=codes, at=noon(day))


def compile_only(authority: DemoAuthority, day: dt.date, as_of: dt.date) -> None:
    compile_roster(by=authority.registrar, as_of=as_of, at=noon(day))


def publish(authority: DemoAuthority, day: dt.date, as_of: dt.date, card_game: str = WHOOPIE.slug) -> None:
    before = noon(day - dt.timedelta(days=1))
    roster = compile_roster(by=authority.registrar, as_of=as_of, card_game=card_game, at=before)
    publish_roster(by=authority.registrar, roster=roster, at=noon(day))


def _unrecorded(player: Person, card_game: str = WHOOPIE.slug) -> list[str]:
    issued = Certificate.objects.filter(
        person=player,
        card_game=card_game,
        kind=Certificate.Kind.RATING_POINTS,
        state=Certificate.State.ISSUED,
    )
    return list(issued.order_by("pk").values_list("code", flat=True))
