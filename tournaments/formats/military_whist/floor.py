"""The leader's floor of Military Whist: the clock, the hand in play, and where all flags are.

Rule section: courtesy 1 (twenty-five minutes), 3b, 5, 6 and 7a (flags at every table, counted, lent and
returned), 10b (the leader controls play).
Invariant: at every moment as many flags stand on the tables as were given out and lent; a moment where they
do not is said.
Terms: moment (before play, after the last hand that every table told, at the end of a day), due (what all
tables together hold then).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.military_whist import clock
from rules_engine.military_whist.flags import on_the_tables
from rules_engine.military_whist.movement import move_of
from sanctioning.kit.clock import moment
from tournaments.formats.display.countdowns import Countdown
from tournaments.formats.display.registry import FLOORS, FormatFloor
from tournaments.formats.kept_check import KeptCheck, no_stanzas
from tournaments.formats.military_whist import flag_counts as counts
from tournaments.formats.military_whist.hands import hands_told, place
from tournaments.formats.military_whist.leader_slips import (
    CLOCK,
    GAME_WORDS,
    lent_until,
    loans_of,
    next_place,
    told,
)
from tournaments.formats.military_whist.tables import hands_of_days, home_teams, sheet_of
from tournaments.formats.slips import EventHead, Standing
from tournaments.slips.event_folders import EventFolder

UNNEEDED: Final = "loan-unneeded"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFacts(Countdown):
    """The clock that was started last, and for what."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand:
    number: int
    of: int
    day: int
    who: str
    move: int | None
    trump: str
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMoment:
    """`counted` of `tables` have told; `flags` are theirs together, `lent` the leader's among them."""

    words: str
    flags: int
    due: int
    lent: int
    counted: int
    tables: int

    @property
    def whole(self) -> bool:
        return self.counted == self.tables

    @property
    def wrong(self) -> bool:
        """Whether flags are missing, or there are too many."""
        return self.flags != self.due if self.whole else self.flags > self.due


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFlags:
    """`last` is the slip of the last hand told there, which can be corrected; `flags` is None while nothing
    tells them."""

    table: int
    team: str
    flags: int | None
    lent: int
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorFacts:
    clock: ClockFacts | None
    starts: str
    games: tuple[tuple[str, str], ...]
    runs: bool
    hand: NextHand | None
    moments: tuple[HandMoment, ...]
    tables: tuple[TableFlags, ...]


def floor_facts(folder: EventFolder, runs: bool, now: dt.datetime | None = None) -> FloorFacts:
    """The floor as it stands. One query, for the check of the event so far."""
    now = moment(now)
    head, standing = folder.head, folder.standing
    check = folder.check or no_stanzas()
    done = hands_told(head, standing)
    return FloorFacts(
        clock=_clock(folder, now),
        starts=next_place(CLOCK, standing),
        games=tuple((game, str(words)) for game, words in GAME_WORDS.items()),
        runs=runs,
        hand=_next_hand(head, standing, done),
        moments=tuple(_moments(head, standing, check)),
        tables=tuple(_tables(head, standing, check, done)),
    )


def _clock(folder: EventFolder, now: dt.datetime) -> ClockFacts | None:
    started = len(told(CLOCK, folder.standing))
    if not started:
        return None
    slip = folder.slips[f"{CLOCK}-{started}"]
    ends = clock.clock(slip.received_at, now).ends
    return ClockFacts(game=str(GAME_WORDS[slip.body["game"]]), ends=ends, now=now)


def _next_hand(head: EventHead, standing: Standing, done: int) -> NextHand | None:
    """The hand that the leader calls next, of those told hand by hand; the first of a day without any. None
    from the first count at the end of a day on."""
    sheet = sheet_of(head, standing)
    begun = counts.days_begun(head, standing)
    for day, played in enumerate(hands_of_days(head, standing), start=1):
        over = any(
            counts.flags_at(standing, day, counts.AFTER, table) is not None
            for table in range(1, len(head.rounds[0]) + 1)
        )
        number = max(done + 1, played.start)
        if sheet is None or over or day > begun or number not in played:
            continue
        line = sheet[number - 1]
        return NextHand(
            number=number,
            of=played.stop - 1,
            day=day,
            who=line.who,
            move=move_of(line.to),
            trump=line.trump,
            dealer=line.dealer,
        )
    return None


def _moments(head: EventHead, standing: Standing, check: KeptCheck) -> list[HandMoment]:
    tables = len(head.rounds[0])
    moments = []
    for day, played in enumerate(hands_of_days(head, standing)[: counts.days_begun(head, standing)], start=1):
        values = {"day": day}
        before = [counts.flags_at(standing, day, counts.BEFORE, table) for table in range(1, tables + 1)]
        moments.append(_moment(_("Day %(day)s, before play") % values, before, 0))
        held = _held(check, day)
        if held is not None:
            last = played.start + _followed(check, day) - 1
            words = _("Day %(day)s, after hand %(hand)s") % {**values, "hand": last}
            lent = sum(lent_until(head, standing, day, last)) - _not_followed(
                head, standing, check, day, last
            )
            moments.append(_moment(words, held, lent))
        after = [counts.flags_at(standing, day, counts.AFTER, table) for table in range(1, tables + 1)]
        if any(flags is not None for flags in after):
            lent = sum(counts.lent_at_end(head, standing, day))
            moments.append(_moment(_("Day %(day)s, at the end") % values, after, lent))
    return moments


def _not_followed(head: EventHead, standing: Standing, check: KeptCheck, day: int, last: int) -> int:
    """Flags of loans that the check found against the rule, which its course of the flags leaves out."""
    wrong = {
        (finding["hand"], finding["table"]) for finding in check["findings"] if finding["code"] == UNNEEDED
    }
    loans = loans_of(head, standing).get(day, {}).get("loans", ())
    return sum(
        loan["flags"] for loan in loans if loan["hand"] <= last and (loan["hand"], loan["table"]) in wrong
    )


def _moment(words: str, flags: Sequence[int | None], lent: int) -> HandMoment:
    counted = [count for count in flags if count is not None]
    return HandMoment(
        words=words,
        flags=sum(counted),
        due=on_the_tables(len(flags), lent),
        lent=lent,
        counted=len(counted),
        tables=len(flags),
    )


def _tables(head: EventHead, standing: Standing, check: KeptCheck, done: int) -> list[TableFlags]:
    """The flags at each table as the last moment that tells them has it."""
    day = counts.days_begun(head, standing)
    tables = range(1, len(head.rounds[0]) + 1)
    before = [counts.flags_at(standing, day, counts.BEFORE, table) for table in tables]
    held: Sequence[int | None] = _held(check, day) or before
    ended = [counts.flags_at(standing, day, counts.AFTER, table) for table in tables]
    lent = counts.lent_at_end(head, standing, day)
    return [
        TableFlags(
            table=table,
            team=team.name,
            flags=held[table - 1] if (flags := ended[table - 1]) is None else flags,
            lent=lent[table - 1],
            last=place(done, table) if done else "",
        )
        for table, team in enumerate(home_teams(head), start=1)
    ]


def _held(check: KeptCheck, day: int) -> Sequence[int] | None:
    """The flags at each table after the last hand that every table told."""
    days = check.get("days", ())
    hands = days[day - 1]["hands"] if len(days) >= day else ()
    return hands[-1]["held"] if hands else None


def _followed(check: KeptCheck, day: int) -> int:
    return len(check["days"][day - 1]["hands"])


FLOORS.register(
    "military-whist", FormatFloor(template="tournaments/formats/military_whist/floor.html", read=floor_facts)
)
