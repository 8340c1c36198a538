"""One stanza card by card: the engine says what was trump, who was winning and why; here it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules_engine.reading import Malformed
from rules_engine.whoopie.reader import record_of
from rules_engine.whoopie.replay import (
    NothingToReplay,
    ReplayedCard,
    ReplayedStanza,
    ReplayedTrick,
    replay_stanza,
)
from sanctioning.templatetags.saas import rank_name
from sanctioning.views.people import asker
from scoring.selectors.games import FindingView, GameDetail, StanzaView, game_record
from scoring.views.events import find_game
from tournaments.addresses import GameLabel


@dataclass(frozen=True, slots=True)
class Play:
    """One card as shown: `takes_lead` when this very card is winning."""

    player: str
    card: str
    event: str
    rule: str
    trump: str | None
    live: str | None
    winning: str
    why: str
    takes_lead: bool


@dataclass(frozen=True, slots=True)
class Trick:
    number: int
    leader: str
    trump_before: str | None
    plays: tuple[Play, ...]
    winner: str
    why: str
    findings: tuple[FindingView, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    bid: int | str
    taken: int | str
    delta: int
    dealer: bool


@require_safe
def replay(request: HttpRequest, slug: str, game: GameLabel, stanza: int) -> HttpResponse:
    """The tricks of a play-level stanza."""
    person = asker(request)
    found = find_game(slug, game, person)
    shown = next((one for one in found.stanzas if one.number == stanza), None)
    document = game_record(event_slug=slug, number=game.number, group=game.group, asker=person)
    if shown is None or document is None:
        raise Http404("This game has no such stanza.")
    try:
        replayed = replay_stanza(record_of(document), stanza)
    except (NothingToReplay, Malformed) as nothing:
        raise Http404("This stanza was reported without its cards.") from nothing
    replayable = [one.number for one in found.stanzas if one.replayable]
    context = {
        "game": found,
        "label": str(game),
        "stanza": stanza,
        "cards": shown.body["cards"],
        "dealer": found.names.get(shown.body["dealer"], shown.body["dealer"]),
        "defining": replayed.defining,
        "defining_suit": replayed.defining[-1],
        "denomination": rank_name(replayed.denomination) if replayed.denomination else "",
        "tricks": _tricks(replayed, found),
        "seats": _seats(shown, found),
        "before": max((number for number in replayable if number < stanza), default=None),
        "after": min((number for number in replayable if number > stanza), default=None),
        "section": "calendar",
    }
    return render(request, "scoring/replay.html", context)


def _tricks(replayed: ReplayedStanza, game: GameDetail) -> tuple[Trick, ...]:
    findings = [one for one in game.findings if one.stanza == replayed.number]
    return tuple(_trick(trick, game.names, findings) for trick in replayed.tricks)


def _trick(trick: ReplayedTrick, names: dict[str, str], findings: list[FindingView]) -> Trick:
    plays = []
    winning = ""
    for card in trick.cards:
        plays.append(_play(card, names, takes_lead=card.winning == card.player != winning))
        winning = card.winning
    return Trick(
        number=trick.number,
        leader=plays[0].player,
        trump_before=trick.trump,
        plays=tuple(plays),
        winner=names.get(trick.winner, trick.winner),
        why=plays[-1].why,
        findings=tuple(one for one in findings if one.trick == trick.number),
    )


def _play(card: ReplayedCard, names: dict[str, str], *, takes_lead: bool) -> Play:
    return Play(
        player=names.get(card.player, card.player),
        card=card.card,
        event=card.event,
        rule=card.rule,
        trump=card.trump,
        live=card.live,
        winning=names.get(card.winning, card.winning),
        why=card.why,
        takes_lead=takes_lead,
    )


def _seats(stanza: StanzaView, game: GameDetail) -> tuple[Seat, ...]:
    """The bids in bidding order, and what came of them."""
    taken = stanza.taken or {}
    return tuple(
        Seat(
            name=game.names.get(bidder, bidder),
            bid=bid,
            taken=taken.get(bidder, "–"),
            delta=stanza.deltas.get(bidder, 0),
            dealer=bidder == stanza.body["dealer"],
        )
        for bidder, bid in stanza.body["bids"]
    )
