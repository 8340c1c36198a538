"""Reading `military-whist/1`: from untrusted JSON to a `Record`, or a pointer to what cannot be meant.

What can be meant and is against the rules is read, for the check to find. The shape is the schema's
(`military-whist-1.schema.json`); that a list has an entry for each table, and that a team exists, only the
reader knows.
"""

from collections.abc import Mapping
from typing import Final, cast

from rules_engine import reading
from rules_engine.cards import TWO_DECKS
from rules_engine.military_whist.irregularities import KINDS, MISDEALS
from rules_engine.military_whist.levels import BY_NAME
from rules_engine.military_whist.movement import (
    FEWEST_TABLES,
    MOST_HANDS,
    MOST_TABLES,
    ORDERS,
    PlannedHand,
)
from rules_engine.military_whist.reader.sheets_and_playoffs import read_move, read_playoff, read_teams
from rules_engine.military_whist.record import (
    FORMAT,
    MOST_FLAGS,
    MOST_LENT,
    MOST_PLACE,
    Day,
    Hand,
    Incident,
    Lending,
    Record,
    Team,
)
from rules_engine.military_whist.rotation import LETTERS, PAIRS, PATTERNS, TRUMPS
from rules_engine.reading import Malformed

_NEEDED: Final = ("id", "level", "teams", "pattern", "days")
_OPTIONAL: Final = (
    *("moves", "stopped", "totals", "playoffs", "ranking", "advancing"),
    *("leader", "rulings", "prizes"),
)
_DAY: Final = ("before", "hands", "loans", "returns", "after", "scores")
_SIDES: Final = ("visitors", "home")
_MOST_DAYS: Final = 10
_MOST_SESSIONS: Final = 20
_MOST_PLAYOFFS: Final = 30


def record_of(document: object) -> Record:
    """A record from a parsed document.

    Raises:
        Malformed: with a pointer to what cannot be read.
    """
    read = reading.record_fields(document, FORMAT, _NEEDED, _OPTIONAL)
    teams = _teams(read["teams"])
    return _Reader(len(teams)).record(read, teams)


def _teams(value: object) -> tuple[Team, ...]:
    entries = reading.items(value, "/teams")
    if not FEWEST_TABLES <= len(entries) <= MOST_TABLES:
        raise Malformed("/teams", f"{FEWEST_TABLES} to {MOST_TABLES} teams are expected")
    teams: list[Team] = []
    names: set[str] = set()
    for at, entry in enumerate(entries):
        pointer = f"/teams/{at}"
        read = reading.fields(entry, pointer, ("name",), ("players", "origin", "place"))
        name = reading.text(read["name"], f"{pointer}/name")
        if name in names:
            raise Malformed(f"{pointer}/name", "named twice")
        names.add(name)
        players: dict[str, str] | None = None
        if "players" in read:
            four = reading.fields(read["players"], f"{pointer}/players", LETTERS)
            players = {
                letter: reading.text(four[letter], f"{pointer}/players/{letter}") for letter in LETTERS
            }
        origin = reading.text(read["origin"], f"{pointer}/origin") if "origin" in read else None
        place = reading.integer(read["place"], f"{pointer}/place", 1, MOST_PLACE) if "place" in read else None
        teams.append(Team(name, players, origin, place))
    return tuple(teams)


class _Reader:
    def __init__(self, tables: int) -> None:
        self.tables = tables

    def record(self, read: Mapping[str, object], teams: tuple[Team, ...]) -> Record:
        """The record of these teams."""
        days = tuple(self._day(day, at) for at, day in enumerate(reading.items(read["days"], "/days")))
        if not 1 <= len(days) <= _MOST_DAYS:
            raise Malformed("/days", f"1 to {_MOST_DAYS} days are expected")
        if sum([sum(day.sessions) for day in days]) > MOST_HANDS:
            raise Malformed("/days", f"no more than {MOST_HANDS} hands together are expected")
        _people(read)
        stopped: int | None = None
        if "stopped" in read:
            stop = reading.fields(read["stopped"], "/stopped", ("hand", "reason"))
            reading.text(stop["reason"], "/stopped/reason")
            stopped = reading.integer(stop["hand"], "/stopped/hand", 1, MOST_HANDS)
        tied = reading.items(read.get("playoffs", []), "/playoffs")
        if len(tied) > _MOST_PLAYOFFS:
            raise Malformed("/playoffs", f"no more than {_MOST_PLAYOFFS} play-offs are expected")
        playoffs = tuple(
            [read_playoff(playoff, f"/playoffs/{at}", self.tables) for at, playoff in enumerate(tied)]
        )
        return Record(
            id=reading.text(read["id"], "/id"),
            level=BY_NAME[reading.choice(read["level"], "/level", BY_NAME)],
            teams=teams,
            pattern=reading.choice(read["pattern"], "/pattern", PATTERNS),
            moves=reading.choice(read["moves"], "/moves", ORDERS) if "moves" in read else None,
            days=days,
            stopped=stopped,
            totals=self._numbers(read["totals"], "/totals") if "totals" in read else None,
            playoffs=playoffs,
            ranking=self._ranking(read["ranking"]) if "ranking" in read else None,
            advancing=read_teams(read["advancing"], "/advancing", self.tables)
            if "advancing" in read
            else None,
        )

    def _day(self, value: object, at: int) -> Day:
        pointer = f"/days/{at}"
        read = reading.fields(value, pointer, ("sessions",), _DAY)
        sessions = tuple(
            reading.integer(hands, f"{pointer}/sessions/{number}", 1, MOST_HANDS)
            for number, hands in enumerate(reading.items(read["sessions"], f"{pointer}/sessions"))
        )
        if not 1 <= len(sessions) <= _MOST_SESSIONS:
            raise Malformed(f"{pointer}/sessions", f"1 to {_MOST_SESSIONS} sessions are expected")
        hands: tuple[Hand, ...] | None = None
        if "hands" in read:
            played = reading.items(read["hands"], f"{pointer}/hands")
            if len(played) > MOST_HANDS:
                raise Malformed(f"{pointer}/hands", f"no more than {MOST_HANDS} hands are expected")
            hands = tuple(
                [self._hand(hand, f"{pointer}/hands/{number}") for number, hand in enumerate(played)]
            )
        return Day(
            sessions=sessions,
            before=self._counts(read, "before", pointer),
            hands=hands,
            loans=self._lendings(read.get("loans", []), f"{pointer}/loans"),
            returns=self._lendings(read.get("returns", []), f"{pointer}/returns"),
            after=self._counts(read, "after", pointer),
            scores=self._numbers(read["scores"], f"{pointer}/scores") if "scores" in read else None,
        )

    def _counts(self, read: Mapping[str, object], field: str, pointer: str) -> list[int] | None:
        return self._numbers(read[field], f"{pointer}/{field}", 0) if field in read else None

    def _hand(self, value: object, pointer: str) -> Hand:
        read = reading.fields(
            value, pointer, ("who", "trump", "dealer", "move"), ("tricks", "won", "incidents")
        )
        plan = PlannedHand(
            reading.choice(read["who"], f"{pointer}/who", PAIRS),
            reading.choice(read["trump"], f"{pointer}/trump", TRUMPS),
            reading.choice(read["dealer"], f"{pointer}/dealer", LETTERS),
            read_move(read["move"], f"{pointer}/move", self.tables),
        )
        taken: list[int] | None = None
        home: list[int] | None = None
        if "tricks" in read:
            taken, home = self._tricks(read["tricks"], f"{pointer}/tricks")
        won = self._numbers(read["won"], f"{pointer}/won", -TWO_DECKS, TWO_DECKS) if "won" in read else None
        incidents: tuple[Incident, ...] = ()
        if "incidents" in read:
            entries = reading.items(read["incidents"], f"{pointer}/incidents")
            incidents = tuple(
                self._incident(entry, f"{pointer}/incidents/{at}") for at, entry in enumerate(entries)
            )
        return Hand(plan, taken, home, won, incidents)

    def _tricks(self, value: object, pointer: str) -> tuple[list[int], list[int]]:
        pairs = self._one_a_table(value, pointer)
        taken: list[int] = []
        home: list[int] = []
        for pair in pairs:
            if type(pair) is not list or len(pair) != 2:
                raise Malformed(f"{pointer}/{len(taken)}", "tricks of the visitors and of home are expected")
            visitors = pair[0]
            hosts = pair[1]
            if (
                type(visitors) is not int
                or type(hosts) is not int
                or abs(visitors) > TWO_DECKS
                or abs(hosts) > TWO_DECKS
            ):
                visitors = reading.integer(visitors, f"{pointer}/{len(taken)}/0", -TWO_DECKS, TWO_DECKS)
                hosts = reading.integer(hosts, f"{pointer}/{len(taken)}/1", -TWO_DECKS, TWO_DECKS)
            taken.append(visitors)
            home.append(hosts)
        return taken, home

    def _incident(self, value: object, pointer: str) -> Incident:
        read = reading.fields(value, pointer, ("kind", "table"), ("by", "cause", "note"))
        kind = reading.choice(read["kind"], f"{pointer}/kind", KINDS)
        if kind == "revoke" and "by" not in read:
            raise Malformed(pointer, "field 'by' is missing; it decides who is awarded the tricks")
        if "cause" in read:
            if kind != "misdeal":
                raise Malformed(f"{pointer}/cause", "only a misdeal has a cause")
            reading.choice(read["cause"], f"{pointer}/cause", MISDEALS)
        if "note" in read:
            reading.text(read["note"], f"{pointer}/note")
        by_visitors: bool | None = None
        if "by" in read:
            by_visitors = reading.choice(read["by"], f"{pointer}/by", _SIDES) == "visitors"
        return Incident(kind, reading.integer(read["table"], f"{pointer}/table", 1, self.tables), by_visitors)

    def _lendings(self, value: object, pointer: str) -> tuple[Lending, ...]:
        read: list[Lending] = []
        for at, entry in enumerate(reading.items(value, pointer)):
            place = f"{pointer}/{at}"
            lending = reading.fields(entry, place, ("table", "hand", "flags"))
            read.append(
                Lending(
                    reading.integer(lending["table"], f"{place}/table", 1, self.tables),
                    reading.integer(lending["hand"], f"{place}/hand", 1, MOST_HANDS),
                    reading.integer(lending["flags"], f"{place}/flags", 1, MOST_LENT),
                )
            )
        return tuple(read)

    def _ranking(self, value: object) -> tuple[tuple[int, int], ...]:
        ranking: list[tuple[int, int]] = []
        seen: set[int] = set()
        for at, entry in enumerate(self._one_a_table(value, "/ranking")):
            pair = reading.items(entry, f"/ranking/{at}")
            if len(pair) != 2:
                raise Malformed(f"/ranking/{at}", "a place and a team are expected")
            team = reading.integer(pair[1], f"/ranking/{at}/1", 1, self.tables)
            if team in seen:
                raise Malformed(f"/ranking/{at}/1", "named twice")
            seen.add(team)
            ranking.append((reading.integer(pair[0], f"/ranking/{at}/0", 1, self.tables), team))
        return tuple(ranking)

    def _one_a_table(self, value: object, pointer: str) -> list[object]:
        read = reading.items(value, pointer)
        if len(read) != self.tables:
            raise Malformed(pointer, f"an entry for each of {self.tables} tables is expected")
        return read

    def _numbers(
        self, value: object, pointer: str, low: int = -MOST_FLAGS, high: int = MOST_FLAGS
    ) -> list[int]:
        read = self._one_a_table(value, pointer)
        for at, number in enumerate(read):
            if type(number) is not int or not low <= number <= high:
                reading.integer(number, f"{pointer}/{at}", low, high)
        return cast("list[int]", read)


def _people(read: Mapping[str, object]) -> None:
    """What is kept for people, and of which the rules make nothing: leader, rulings, prizes."""
    if "leader" in read:
        reading.text(read["leader"], "/leader")
    for field in ("rulings", "prizes"):
        reading.texts(read.get(field, []), f"/{field}")
