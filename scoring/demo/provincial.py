"""The Provincial Games of Military Whist: sixteen teams of eight zones, two days, three tied for first.

Invariants: everything goes through the services; what was counted and played off is one random event of the
engine, in which flags ran out and were lent.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from rules_engine.military_whist.random_event import random_event
from sanctioning.clock import noon
from sanctioning.models import Person, RuleSet
from sanctioning.services.people import register_person
from scoring.demo.applications import sanctioned_event
from scoring.demo.institution import Institution
from scoring.demo.law import adopt_book
from scoring.demo.stacks import Typed, hand_in
from scoring.services.certification import certify_result, confirm_result
from scoring.services.slips import close_event
from tournaments.models import Event, Game
from tournaments.services.check_in import check_in_all
from tournaments.services.entries import set_entry_conditions
from tournaments.services.executors import appoint_acting_executor
from tournaments.services.rounds import confirm_round, plan_round
from tournaments.services.teams import enter_team

PLAYED: Final = dt.date(2026, 11, 6)
CLUB: Final = 2
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
GIVEN: Final = ("Ada", "Alfred", "Beryl", "Cyril", "Dora", "Ernest", "Flora", "George")
FAMILY: Final = (
    "Abbott",
    "Beaumont",
    "Crowfoot",
    "Dunvegan",
    "Ellerslie",
    "Fairbairn",
    "Gleichen",
    "Hobbema",
)
LETTERS: Final = "ABXY"
UNSIGNED: Final = ("leader", "clock", "loan", "ruling", "prizes")
HOUR, MINUTE, DAY = dt.timedelta(hours=1), dt.timedelta(minutes=1), dt.timedelta(days=1)


def adopt_rules(house: Institution, at: dt.datetime) -> RuleSet:
    return adopt_book(
        house,
        slug="alberta-55-plus",
        format_slug="military-whist",
        title="Alberta 55 plus Military Whist Rules",
        sections=["Courtesies", *map(str, range(1, 12)), "TIE BREAKERS", "SAMPLE"],
        at=at,
    )


def play_the_provincial_games(house: Institution) -> None:
    """From entry to certification."""
    opens = noon(PLAYED, 9)
    adopt_rules(house, opens - 30 * DAY)
    director, second = house.directors[CLUB], house.officers[CLUB]
    event = _event(house, director, opens)
    game = _seated(house, director, event, opens)
    played = random_event(len(TEAMS), SEED, level=PLAN["level"], mishaps=MISHAPS)
    reported = partial(hand_in, game, director, second, unsigned=UNSIGNED)
    words = {"leader": {"name": director.name}, "clock-1": {"game": "session"}}
    reported({**words, **_counted(played, 1, "before")}, opens)
    loans = _loans(played)
    reported({**loans, **_counted(played, 1, "after")}, opens + 8 * HOUR)
    reported(_counted(played, 2, "before"), opens + DAY)
    reported(_counted(played, 2, "after"), opens + DAY + 5 * HOUR)
    for number, slips in enumerate(_played_off(played["playoffs"][0]), start=1):
        reported(slips, opens + DAY + 5 * HOUR + 10 * number * MINUTE)
    reported(_last_words(), opens + DAY + 6 * HOUR)
    close_event(by=director, game=game, at=opens + DAY + 6 * HOUR)
    confirm_result(by=second, game=game, at=opens + DAY + 7 * HOUR)
    certify_result(by=house.executors[0].person, game=game, at=opens + DAY + 8 * HOUR)


def _event(house: Institution, director: Person, opens: dt.datetime) -> Event:
    event = sanctioned_event(
        house,
        CLUB,
        name=NAME,
        place="The Drill Hall, Whitstable",
        starts_at=opens,
        ends_at=opens + DAY + 9 * HOUR,
        format_slug="military-whist",
        at=opens - 29 * DAY,
        paid=opens - 25 * DAY,
    )
    of_age = [{"kind": "fifty-five", "level": PLAN["level"]}]
    return set_entry_conditions(by=director, event=event, conditions=of_age, at=opens - 24 * DAY)


def _seated(house: Institution, director: Person, event: Event, opens: dt.datetime) -> Game:
    """First teams of the zones at tables 1 to 8, second teams at 9 to 16."""
    people = _people(house, opens - 23 * DAY)
    for at, name in enumerate(TEAMS):
        enter_team(
            by=director,
            event=event,
            name=name,
            players=dict(zip(LETTERS, people[4 * at :], strict=False)),
            facts={"origin": f"Zone {at % ZONES + 1}", "place": at // ZONES + 1},
            at=opens - 10 * DAY,
        )
    entries = list(event.entries.all())
    check_in_all(by=director, event=event, entries=entries, requirements_met=True, at=opens - 20 * MINUTE)
    made = plan_round(by=director, event=event, planned=PLAN, mode="order", at=opens - 10 * MINUTE)
    [game] = confirm_round(by=director, round=made, at=opens - 10 * MINUTE)
    return appoint_acting_executor(by=house.managing, game=game, appointment=house.executors[0], at=opens)


def _people(house: Institution, at: dt.datetime) -> list[Person]:
    return [
        register_person(
            by=house.registrar,
            given_names=given,
            family_name=family,
            home_club=house.clubs[number % len(house.clubs)],
            birth_date=dt.date(1938 + number // 2, 1 + number % 12, 1 + number % 28),
            at=at,
        )
        for number, (given, family) in enumerate(product(GIVEN, FAMILY))
    ]


def _counted(played: Typed, day: int, when: str) -> dict[str, Typed]:
    flags = played["days"][day - 1][when]
    return {f"d{day}-{when}-{table}": {"flags": held} for table, held in enumerate(flags, start=1)}


def _loans(played: Typed) -> dict[str, Typed]:
    """Every loan and return of both days, numbered as they were written down."""
    told = [
        {"kind": kind, **one}
        for day in played["days"]
        for kind, field in (("lent", "loans"), ("returned", "returns"))
        for one in day.get(field, ())
    ]
    return {f"loan-{number}": slip for number, slip in enumerate(told, start=1)}


def _played_off(playoff: Typed) -> list[dict[str, Typed]]:
    """The draw for the bye, then the two hands: each is due once the one before is kept."""
    tie = f"tie-{'-'.join(map(str, playoff['teams']))}"
    drawn = _cards(playoff["draw"])
    slips: list[dict[str, Typed]] = [{f"{tie}-draw": {f"card-{who}": cards for who, cards in drawn.items()}}]
    for number, hand in enumerate(playoff["hands"], start=1):
        cuts = {f"cut-{who.lower()}": cards for who, cards in _cards(hand["cuts"]).items()}
        said = {"trump": hand["trump_cut"], **cuts, "dealer": hand["dealer"], "tricks": hand["tricks"][0]}
        slips.append({f"{tie}-hand-{number}": said})
    return slips


def _cards(rounds: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Who drew what, round after round, apart by blanks."""
    return {who: " ".join(drawn[who] for drawn in rounds if who in drawn) for who in rounds[0]}


def _last_words() -> dict[str, Typed]:
    return {
        "ruling-1": {"ruling": "Hand 25, table 13: all flags gone, two lent so that play goes on."},
        "prizes": {"prizes": "First: the Alberta cup\nSecond and third: cribbage boards"},
    }
