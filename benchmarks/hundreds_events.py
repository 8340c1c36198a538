"""Events of whist of any size, made through the services as a director, a leader and players make them.

Each is told as a course that stops at the moments at which its pages are worth a look, with the name of the
moment. Reported are whole rounds in one stack, as a scorekeeper's desk hands them in.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from rules_engine.bid_whist.random.hands import RandomSheets
from rules_engine.columbus_whist.random.event import random_event as random_evening
from rules_engine.military_whist.random.event import random_event as random_meeting
from sanctioning.accounts.models.account import Account
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint
from scoring.demo.whist.bid_whist import typed_hand, typed_sheet
from scoring.demo.whist.slips import Typed
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, make_cast, sanctioned_event
from tests.support.columbus import PLAN as EVENING
from tests.support.columbus import typed_of
from tests.support.team_events import rules_of
from tests.support.whist_slips import slips_of
from tournaments.entries.services.check_in import check_in_all, settle_entry_fees
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.registry import format_named
from tournaments.formats.slips import Due
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.event_folders import folder_of
from tournaments.slips.models import Slip
from tournaments.slips.services.slips import Reported, close_event, report_slips, sign_slips
from tournaments.teams.services.teams import enter_team

EARLY: Final = MARCH - dt.timedelta(days=10)
SEED: Final = "1966"
MAIN: Final = {"tournament": "main-event"}
DAYS: Final = [[15, 15], [20]]
MEETING: Final = {"level": "open", "days": DAYS, "moves": "circle", "pattern": "sample"}
ROUNDS: Final = 4
STAGES: Final = (64, 32, 16, 8, 4, 2)


@dataclass(kw_only=True)
class PlayedEvent:
    """An event and whoever looks at it; `people` are its players, team after team."""

    cast: Cast
    second: Person
    event: Event
    people: list[Person]
    game: Game = field(default_factory=Game)
    reported: list[Slip] = field(default_factory=list)

    @property
    def director(self) -> Person:
        return self.cast.director

    def take_in(self) -> None:
        """Everybody comes and pays."""
        came = list(self.event.entries.all())
        settle_entry_fees(by=self.director, event=self.event, entries=came, to="paid", at=MARCH)
        check_in_all(by=self.director, event=self.event, entries=came, at=MARCH)

    def seat(self, **how: Any) -> None:
        """The next round, seated and confirmed; the first one has its Acting Executor appointed."""
        at = self.event.starts_at
        new_round = plan_round(by=self.director, event=self.event, at=at, **how)
        [self.game] = confirm_round(by=self.director, round=new_round, at=at)
        if self.game.acting_executor is None:
            by, appointment = self.cast.managing, self.cast.executor_appointment
            self.game = appoint_acting_executor(by=by, game=self.game, appointment=appointment, at=at)

    def report(self, slips: Mapping[str, Typed]) -> None:
        """A stack read in by the director."""
        stack = [
            Reported(place=place, typed=typed, idempotency_key=f"{self.game.pk}/{place}")
            for place, typed in slips.items()
        ]
        self.reported += report_slips(by=self.director, game=self.game, reported=stack, at=MARCH)

    def sign(self) -> None:
        """What was reported and is to be signed, by another who runs the club."""
        due = folder_of(self.game).due
        slips = [slip for slip in self.reported if due[slip.place].signed]
        if slips:
            sign_slips(by=self.second, slips=slips, at=MARCH)
        self.reported = []

    def hand_in(self, slips: Mapping[str, Typed]) -> None:
        self.report(slips)
        self.sign()

    def end(self) -> None:
        """Closed, confirmed and certified."""
        close_event(by=self.director, game=self.game, at=MARCH)
        confirm_result(by=self.second, game=self.game, at=MARCH)
        certify_result(by=self.cast.executor, game=self.game, at=MARCH)


Course = Iterator[str]


def entered_event(
    cast: Cast, second: Person, people: Sequence[Person], format_slug: str, teams: int, at: dt.datetime
) -> PlayedEvent:
    """A sanctioned event with so many teams entered; nobody of them is there yet."""
    name = f"{teams} teams of {format_slug}"
    event = sanctioned_event(cast, name=name, format_slug=format_slug, at=at, days=2)
    letters = format_named(format_slug).unit.letters
    held = list(people[: teams * len(letters)])
    for number in range(teams):
        players = dict(zip(letters, held[number * len(letters) :], strict=False))
        enter_team(by=cast.director, event=event, name=f"Team {number + 1}", players=players, at=EARLY)
    return PlayedEvent(cast=cast, second=second, event=event, people=held)


def crowd(cast: Cast, count: int, first: str) -> list[Person]:
    """So many players, of whom the first has an account."""
    people = [
        register_person(by=cast.registrar, given_names="Pat", family_name=f"Player {number}", at=JANUARY)
        for number in range(count)
    ]
    people[0].account = Account.objects.create_user(f"{first}@example.org", "a long password")
    people[0].save(update_fields=["account"])
    return people


def bid_whist(played: PlayedEvent) -> Course:
    """A Main Event from the door to the last match."""
    yield "entered"
    played.take_in()
    sheets = RandomSheets(Random(SEED), 0.0)
    for number in range(1, ROUNDS + 1):
        played.seat(planned=MAIN if number == 1 else None, seed=f"{SEED}/{number}")
        played.report(_bid_sheets(played, sheets, f"r{number}-"))
        if number == 1:
            yield "round 1 to be signed"
        played.sign()
    played.hand_in(_bid_sheets(played, sheets, "seat-tie"))
    yield "bracket drawn"
    for teams in STAGES:
        played.hand_in(_bid_sheets(played, sheets, f"b{teams}-"))
    played.hand_in(_bid_sheets(played, sheets, "third"))
    played.end()
    yield "certified"


def columbus_whist(played: PlayedEvent) -> Course:
    """An evening of six games, from the door to the line."""
    played.take_in()
    evening = random_evening(played.event.teams.count(), 3, mishaps=0.0)
    leads = {at: person.number for at, person in enumerate(played.people[::2], start=1)}
    for number, games in enumerate(evening["rounds"], start=1):
        tables = [[leads[team] for team in game["teams"]] for game in games]
        played.seat(planned={**EVENING, "qualifiers": evening["qualifiers"]}, mode="hand", tables=tables)
        played.report(
            {
                f"g{number}-t{at}": typed_of(game) | {f"signed-{team}": leads[team] for team in game["teams"]}
                for at, game in enumerate(games, start=1)
            }
        )
        if number == 1:
            yield "game 1 to be signed"
        played.sign()
    played.hand_in({"line": {"qualifiers": evening["qualifiers"]}})
    yield "at the line"


def military_whist(played: PlayedEvent) -> Course:
    """Fifty hands over two days, every hand of every table told."""
    played.take_in()
    tables = played.event.teams.count()
    played.seat(planned=MEETING, seed=SEED)
    slips = slips_of(random_meeting(tables, 3, days=DAYS, mishaps=0.0))
    hands = iter(range(1, 51))
    for day, sessions in enumerate(DAYS, start=1):
        played.hand_in(_those(slips, f"d{day}-before-"))
        for _hand in range(sum(sessions)):
            played.hand_in(_those(slips, f"h{next(hands)}-"))
        played.report(_those(slips, f"d{day}-after-"))
        yield f"day {day} to be signed"
        played.sign()


def _those(slips: Mapping[str, Typed], beginning: str) -> dict[str, Typed]:
    return {place: typed for place, typed in slips.items() if place.startswith(beginning)}


def _bid_sheets(played: PlayedEvent, sheets: RandomSheets, beginning: str) -> dict[str, Typed]:
    """A sheet for each slip of that name that is due."""
    sheet_fields: dict[str, Typed] = {}
    for due in folder_of(played.game).due.values():
        if due.needed and due.place.startswith(beginning):
            sheet_fields |= _bid_sheet(sheets, due)
    return sheet_fields


def _order(due: Due) -> Typed:
    """Equal teams in the order in which they were drawn, or in which they stand."""
    at = {named.name: str(place) for place, named in enumerate(due.fields, start=1)}
    return {
        field.name: str(field.initial)
        or (at[field.name] if field.kind == "choice" else "So the Director decides.")
        for field in due.fields
    }


def _bid_sheet(sheets: RandomSheets, due: Due) -> dict[str, Typed]:
    if not due.teams:
        return {due.place: _order(due)}
    first, other = due.teams
    if due.place.startswith("seat-tie"):
        hand, points = sheets.hand((first, other), 0.1)
        winner = str(first if points[0] > points[1] else other)
        return {due.place: {"hands": [typed_hand(hand)], "winner": winner}}
    return typed_sheet(due.place, sheets.sheet(due.table, (first, other), 0.05))


GAMES: Final = (
    ("bid-whist", "cardsharks", 200, bid_whist),
    ("columbus-whist", "columbus-first-club-2016", 200, columbus_whist),
    ("military-whist", "alberta-55-plus", 60, military_whist),
)
FEW: Final = 8


def courses() -> Iterator[tuple[PlayedEvent, PlayedEvent, Callable[[PlayedEvent], Course]]]:
    """Each game with few teams and with hundreds."""
    cast = make_cast()
    second = crowd(cast, 1, "second")[0]
    appoint(
        by=cast.managing,
        person=second,
        office=Office.DIRECTOR,
        club=cast.club,
        first_day=FIRST_DAY,
        at=JANUARY,
    )
    people = crowd(cast, 400, "pat")
    for day, (game, ruleset, teams, course) in enumerate(GAMES):
        rules_of(cast, game, ruleset)
        few, many = (
            entered_event(cast, second, people, game, count, MARCH + dt.timedelta(days=10 * day + at))
            for at, count in enumerate((FEW, teams))
        )
        yield few, many, course
