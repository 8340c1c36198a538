"""What is still to be played of the rounds of an event: slips to hand in, or games at which somebody sits.

Terms: sits (has an open stay there, or before the first deal a seat); to close (what was planned is
played, and the game is not closed yet).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby

from rules_engine.whoopie.check import ending
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.hooks import SLIPS_OF_ROUNDS, SlipsOfRounds
from tournaments.rounds.models.round import Round
from tournaments.tables.models.sheet import Sheet, StanzaVersion
from tournaments.tables.models.stay import Stay

STILL_PLAYED = (*Game.RUNNING, Game.State.SPLITTING)
ALONE = 0
"""In place of the number of a round: games that were opened outside the rounds."""


def still_to_play(event: Event) -> Mapping[int, int]:
    """By the number of a confirmed round how many slips of it are missing, or where each table is a game how
    many games are not over. Four queries at most, eight where one game is the event."""
    if format_named(event.format).hands_in_slips:
        return SLIPS_OF_ROUNDS.only()(event).missing
    confirmed = event.games.filter(round__state=Round.State.OPEN)
    round_of = dict(confirmed.values_list("number", "round__number"))
    live = event.games.filter(state__in=STILL_PLAYED)
    numbers = dict(live.values_list("pk", "number"))
    stays = Stay.objects.filter(player__game__in=numbers)
    begun = dict.fromkeys(stays.values_list("player__game", flat=True))
    sitting = set(stays.filter(until__isnull=True).values_list("player__game", flat=True))
    seated = GamePlayer.objects.filter(game__in=numbers, seat__isnull=False).exclude(game__in=begun)
    sitting |= set(seated.values_list("game", flat=True))
    return Counter(round_of.get(number, ALONE) for number in {numbers[game] for game in sitting})


def slips_since(slips: SlipsOfRounds, number: int) -> int:
    """How many slips of that round were handed in; with the first one every slip of the event counts."""
    return sum(slips.handed_in.values()) if number == 1 else slips.handed_in.get(number, 0)


def games_to_close(event: Event) -> tuple[Game, ...]:
    """In the order of their numbers. Three queries."""
    sat_at = Stay.objects.filter(player__game__event=event, until__isnull=True).values("player__game")
    games = event.games.filter(state=Game.State.PLAYING, pk__in=sat_at)
    playing = {game.pk: game for game in games.order_by("number", "group")}
    starts = {sheet.game_id: sheet.start for sheet in Sheet.objects.filter(game__in=playing)}
    versions = StanzaVersion.objects.filter(game__in=playing).order_by("game", "number", "version")
    rows = versions.values_list("game_id", "number", "body__cards", "body__bids")
    over = set()
    for key, stanzas in groupby(rows, lambda row: row[0]):
        dealt = {number: (cards, len(bids)) for _, number, cards, bids in stanzas}
        start = starts.get(key)
        hand = (start["cards"], start["direction"]) if start else None
        if ending.is_over_after(playing[key].planned, hand, list(dealt.values())):
            over.add(key)
    return tuple(game for key, game in playing.items() if key in over)
