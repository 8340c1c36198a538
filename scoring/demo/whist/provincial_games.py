"""The Provincial Games of Military Whist: sixteen teams of eight zones, two days, three tied for first.

Invariants: everything goes through the services; what was counted and played off is one random event of the
engine, in which flags ran out and were lent.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from rules_engine.military_whist.random.event import random_event
from sanctioning.kit.clock import noon
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whist.slip_stacks import Typed, hand_in
from scoring.demo.whist.zone_playoffs import (
    CLUB,
    DAY,
    HOUR,
    LETTERS,
    MINUTE,
    OF_THE_ZONE,
    OF_ZONE_1,
    UNSIGNED,
    ZONE,
    announced,
    certify,
    counted,
    registered,
    seated,
)
from scoring.results.services.advancing import take_over
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.teams.services.teams import enter_team

PLAYED: Final = dt.date(2026, 11, 6)
NAME: Final = "Provincial Games of Military Whist 2026"
SEED, MISHAPS = 2197, 0.3
PLAN: Final[dict[str, Any]] = {
    "level": "provincial",
    "days": [[15, 15], [20]],
    "moves": "circle",
    "pattern": "sample",
}
TEAMS: Final = (
    *("Airdrie", "Banff", "Camrose", "Devon", "Edson", "Fairview", "Grimshaw", "Hinton"),
    *("Innisfail", "Jasper", "Killam", "Lacombe", "Morinville", "Nanton", "Olds", "Ponoka"),
)
ZONES: Final = 8


def play_the_provincial_games(authority: DemoAuthority) -> None:
    """From entry to certification."""
    opens = noon(PLAYED, 9)
    director, second = authority.directors[CLUB], authority.officers[CLUB]
    event = announced(authority, NAME, "The Drill Hall, Whitstable", opens, DAY + 9 * HOUR, PLAN["level"])
    _enter_all(authority, event, opens)
    game = seated(authority, event, PLAN, opens)
    played = random_event(len(TEAMS), SEED, level=PLAN["level"], mishaps=MISHAPS)
    reported = partial(hand_in, game, director, second, unsigned=UNSIGNED)
    words = {"leader": {"name": director.name}, "clock-1": {"game": "session"}}
    reported({**words, **counted(played, 1, "before")}, opens)
    loans = _loans(played)
    reported({**loans, **counted(played, 1, "after")}, opens + 8 * HOUR)
    reported(counted(played, 2, "before"), opens + DAY)
    reported(counted(played, 2, "after"), opens + DAY + 5 * HOUR)
    for number, slips in enumerate(_played_off(played["playoffs"][0]), start=1):
        reported(slips, opens + DAY + 5 * HOUR + 10 * number * MINUTE)
    _rule(game, opens + 7 * HOUR)
    reported(_last_words(), opens + DAY + 6 * HOUR)
    certify(authority, game, opens + DAY + 6 * HOUR)


def _enter_all(authority: DemoAuthority, event: Event, opens: dt.datetime) -> None:
    """Two teams of each zone: those of the first are taken over from its play-offs."""
    director, at = authority.directors[CLUB], opens - 10 * DAY
    zone = Event.objects.get(name=OF_THE_ZONE.name)
    take_over(by=director, event=event, source=zone, origin=ZONE, at=at)
    for number, name in enumerate(TEAMS):
        if name in OF_ZONE_1:
            continue
        people = registered(authority, range(4 * number, 4 * number + 4), opens - 23 * DAY)
        enter_team(
            by=director,
            event=event,
            name=name,
            players=dict(zip(LETTERS, people, strict=True)),
            facts={"origin": f"Zone {number % ZONES + 1}", "place": number // ZONES + 1},
            at=at,
        )


def _loans(played: Typed) -> dict[str, Typed]:
    """Every loan and return of both days, numbered as they were written down."""
    slips = [
        {"kind": kind, **loan}
        for day in played["days"]
        for kind, field in (("lent", "loans"), ("returned", "returns"))
        for loan in day.get(field, ())
    ]
    return {f"loan-{number}": slip for number, slip in enumerate(slips, start=1)}


def _played_off(playoff: Typed) -> list[dict[str, Typed]]:
    """The draw for the bye, then the two hands: each is due once the one before is kept."""
    tie = f"tie-{'-'.join(map(str, playoff['teams']))}"
    drawn = _cards(playoff["draw"])
    slips: list[dict[str, Typed]] = [{f"{tie}-draw": {f"card-{who}": cards for who, cards in drawn.items()}}]
    for number, hand in enumerate(playoff["hands"], start=1):
        cuts = {f"cut-{who.lower()}": cards for who, cards in _cards(hand["cuts"]).items()}
        slip = {"trump": hand["trump_cut"], **cuts, "dealer": hand["dealer"], "tricks": hand["tricks"][0]}
        slips.append({f"{tie}-hand-{number}": slip})
    return slips


def _cards(rounds: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Who drew what, round after round, apart by blanks."""
    return {who: " ".join(drawn[who] for drawn in rounds if who in drawn) for who in rounds[0]}


def _rule(game: Game, at: dt.datetime) -> None:
    assert game.acting_executor is not None
    rule_on(
        by=game.acting_executor.person,
        game=game,
        irregularity="",
        section="8",
        facts={"place": "d1-after-13"},
        what="Hand 25, table 13: all flags were gone.",
        reason="Two were lent, so that play goes on.",
        at=at,
    )


def _last_words() -> dict[str, Typed]:
    return {
        "prizes": {"prizes": "First: the Alberta cup\nSecond and third: cribbage boards"},
    }
