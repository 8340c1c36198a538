"""An evening of Columbus Whist: eight pairs, six games, every way in which one ends, the line played off.

Invariants: everything goes through the services; the sheets stand in `columbus_sheets`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from sanctioning.kit.clock import noon
from scoring.demo.authority.applications import sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.authority.law import adopt_book
from scoring.demo.whist.columbus_sheets import GONE, PAIRINGS, PLAYOFF, Typed, sheet_at
from scoring.demo.whist.slip_stacks import certify, hand_in
from tournaments.entries.services.check_in import check_in_all
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.services.slips import Reported, report_slips, sign_slips
from tournaments.teams.services.teams import enter_team

PLAYED: Final = dt.date(2026, 11, 12)
CLUB: Final = 0
TEAMS: Final = ("Elm", "Fir", "Oak", "Ash", "Yew", "Rowan", "Hazel", "Alder")
PLAN: Final[dict[str, Any]] = {"games": 6, "qualifiers": None, "pot_cents": 500}
QUALIFIERS: Final = 4
AGAIN, AT_AGAIN = "g4-t3", (3, 7)
PUT_RIGHT: Final = {"first-club": "1"}
WHY: Final = "Who had the first club had not been written down."
TIED: Final = (3, 4)
NAME: Final = "Columbus Whist at the Assembly Rooms"
HOUR, MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)


def play_columbus_whist(authority: DemoAuthority) -> None:
    """From entry to certification."""
    opens = noon(PLAYED, 18)
    evening = Evening(authority, opens)
    for number, pairing in enumerate(PAIRINGS, start=1):
        evening.play(number, pairing)
    evening.decide_the_line()
    evening.close()


class Evening:
    """The event as it goes on; the director reads sheets in, an officer of the club compares and signs."""

    def __init__(self, authority: DemoAuthority, opens: dt.datetime) -> None:
        self.authority = authority
        self.opens = opens
        self.director = authority.directors[CLUB]
        self.second = authority.officers[CLUB]
        self.event = _event(authority, opens)
        people = sorted(authority.players, key=lambda player: player.number)[-2 * len(TEAMS) :]
        self.pairs = {at // 2 + 1: people[at : at + 2] for at in range(0, len(people), 2)}
        self._enter()
        self.game = Game()

    def play(self, number: int, pairing: Sequence[tuple[int, int]]) -> None:
        """One game of everybody: seated, played, read in and signed."""
        at = self.opens + number * 40 * MINUTE
        leads = [[self.pairs[team][0].number for team in table] for table in pairing]
        next_round = plan_round(
            by=self.director, event=self.event, planned=PLAN, mode="hand", tables=leads, at=at
        )
        [self.game] = confirm_round(by=self.director, round=next_round, at=at)
        if self.game.acting_executor is None:
            appointed = self.authority.executors[2]
            appoint_acting_executor(by=self.authority.managing, game=self.game, appointment=appointed, at=at)
        sheets = {
            f"g{number}-t{table}": self._on_paper(f"g{number}-t{table}", teams)
            for table, teams in enumerate(pairing, start=1)
            if not (number == len(PAIRINGS) and GONE in teams)
        }
        hand_in(self.game, self.director, self.second, sheets, at + 30 * MINUTE)

    def decide_the_line(self) -> None:
        """Four go on, of whom two that are level at the line play one game for the last place."""
        at = self.opens + 5 * HOUR
        self._correct(AGAIN, {**self._on_paper(AGAIN, AT_AGAIN), **PUT_RIGHT}, at)
        line = {"line": {"qualifiers": QUALIFIERS}}
        hand_in(self.game, self.director, self.second, line, at + 5 * MINUTE)
        lead, other = (self.pairs[team][0] for team in TIED)
        hand_in(self.game, lead, other, {PLAYOFF: sheet_at(PLAYOFF, TIED)}, at + 30 * MINUTE)

    def close(self) -> None:
        """The record made of the sheets, confirmed by a player and certified."""
        at = self.opens + 6 * HOUR
        certify(self.game, self.director, self.pairs[1][0], at, 10 * MINUTE)

    def _enter(self) -> None:
        """All pairs, who are there before play begins."""
        by, event = self.director, self.event
        for number, name in enumerate(TEAMS, start=1):
            players = dict(zip("AB", self.pairs[number], strict=True))
            enter_team(by=by, event=event, name=name, players=players, at=self.opens - 240 * HOUR)
        came = list(event.entries.all())
        check_in_all(by=by, event=event, entries=came, requirements_met=True, at=self.opens - 20 * MINUTE)

    def _on_paper(self, place: str, teams: tuple[int, int]) -> Typed:
        """A sheet that both teams have signed on paper."""
        signed = {f"signed-{team}": self.pairs[team][0].number for team in teams}
        return sheet_at(place, teams) | signed

    def _correct(self, place: str, typed: Typed, at: dt.datetime) -> None:
        """The director alone corrects what both teams have signed."""
        key = f"demo/{self.game.pk}/{place}/2"
        again = Reported(place=place, typed=typed, idempotency_key=key, replaces=1, reason=WHY)
        slips = report_slips(by=self.director, game=self.game, reported=[again], at=at)
        sign_slips(by=self.second, slips=slips, at=at + 2 * MINUTE)


def _event(authority: DemoAuthority, opens: dt.datetime) -> Event:
    adopt_book(
        authority,
        slug="columbus-first-club-2016",
        format_slug="columbus-whist",
        title="Columbus Whist Players Society, First Club: Playing Rules",
        sections=[*map(str, range(1, 43)), "CLOSING"],
        at=opens - 720 * HOUR,
    )
    return sanctioned_event(
        authority,
        CLUB,
        name=NAME,
        place="Assembly Rooms",
        starts_at=opens,
        ends_at=opens + 8 * HOUR,
        format_slug="columbus-whist",
        at=opens - 700 * HOUR,
        paid=opens - 600 * HOUR,
    )
