"""All that a player's page shows: points over time, what papers in hand would bring, the roster, rivals.

Invariants: what is the player's own business (papers in hand, submissions, bars, violations of canons) is
given only to him and to those who may see private data, the coming entries only to him; whether papers may be
recorded and what that brings is the engine's answer; a constant number of queries.
Terms: in hand (certificates that were issued and not yet recorded).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from rules_engine.points.degrees import standing as degree_standing
from rules_engine.points.recordings import Held
from sanctioning.bars.selectors import BarLine, bars_in_force
from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.same_person import own_keys, same_person
from sanctioning.kit.clock import day_of, today
from sanctioning.offices.permissions import may_see_private_data
from sanctioning.people.models.person import Person
from scoring.degrees.selectors.recording_forecast import judged
from scoring.ledger.models.ledger import LedgerEntry
from scoring.players.selectors.players import PlayerDetail, player_detail
from scoring.players.selectors.points_held import PointsHeld, days_in_ledger, in_hand_of
from scoring.players.selectors.rivals import Rival, rivals_of
from scoring.recordings.models import Submission
from scoring.rosters.lines import RosterKey
from scoring.rosters.selectors.kept_lines import latest_place
from tournaments.entries.selectors.entries import ComingEntry, coming_entries
from tournaments.justice.canons.selectors import OwnCanons, own_canons

Book = LedgerEntry.Book


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOfDay:
    """What a player had by the end of a day on which something changed."""

    day: dt.date
    won: PointsHeld
    recorded: PointsHeld


@dataclass(frozen=True, slots=True, kw_only=True)
class InHand:
    """The good papers not yet recorded, and what recording all of them today would bring.

    `degree` is a new one that they bring, empty for none; `needs_points` and `needs_blue` are what would then
    still be missing to `next_degree`; `short` is what they lack of the least quantity.
    """

    certificates: int
    held: PointsHeld
    accepted: bool
    short: Decimal
    degree: str
    next_degree: str
    needs_points: Decimal
    needs_blue: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterPlace:
    """The line in the newest published roster; `place` among the `players` of the same degree."""

    key: RosterKey
    as_of: dt.date
    degree: str
    points: Decimal
    blue: Decimal
    place: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    number: int
    on: dt.date
    accepted: bool
    points: Decimal
    blue: Decimal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    detail: PlayerDetail
    history: tuple[PointsOfDay, ...]
    on_roster: RosterPlace | None
    in_hand: InHand | None
    sent: tuple[Sent, ...]
    bars: tuple[BarLine, ...]
    canons: OwnCanons | None
    entries: tuple[ComingEntry, ...]
    rivals: tuple[Rival, ...]


def player_page(*, number: str, asker: Person | None = None, card_game: str = "") -> PlayerPage | None:
    """One player in a card game as far as the asker may see; None for a number that nobody has, and for a
    hidden page."""
    detail = player_detail(number=number, asker=asker, card_game=card_game)
    person = person_numbered(number=number)
    if detail is None or person is None:
        return None
    trusted = may_see_private_data(asker, today(), person)
    return PlayerPage(
        detail=detail,
        history=_history(person, detail.card_game),
        on_roster=_on_roster(person, detail.card_game),
        in_hand=_in_hand(person, detail) if trusted else None,
        sent=_sent(person, detail.card_game) if trusted else (),
        bars=bars_in_force(person) if trusted else (),
        canons=own_canons(person) if trusted else None,
        entries=coming_entries(person) if same_person(asker, person) else (),
        rivals=rivals_of(person, detail.card_game, all_of_them=trusted),
    )


def _history(person: Person, card_game: str) -> tuple[PointsOfDay, ...]:
    """One moment for each day of the ledger. No query but that of the ledger."""
    held = {book: PointsHeld() for book in Book.values}
    moments: dict[dt.date, PointsOfDay] = {}
    for row in days_in_ledger(person, card_game):
        held[row.book] = held[row.book].plus(row.points, row.blue)
        moments[row.day] = PointsOfDay(day=row.day, won=held[Book.AWARDED], recorded=held[Book.RECORDED])
    return tuple(moments.values())


def _in_hand(person: Person, detail: PlayerDetail) -> InHand | None:
    papers = in_hand_of(person, detail.card_game)
    if not papers or detail.unrecorded is None:
        return None
    held = Held(detail.recorded.points, detail.recorded.blue, detail.sanctioned_games)
    answer = judged(person, detail.card_game, papers, (), held)
    points = detail.recorded.points + detail.unrecorded.points
    blue = detail.recorded.blue + detail.unrecorded.blue
    after = degree_standing(points, blue, detail.sanctioned_games)
    return InHand(
        certificates=len(papers),
        held=detail.unrecorded,
        accepted=answer.accepted,
        short=answer.short_of_25,
        degree=answer.degree or "" if answer.promoted else "",
        next_degree=after.next.name if after.next else "",
        needs_points=after.needs_points,
        needs_blue=after.needs_blue,
    )


def _on_roster(person: Person, card_game: str) -> RosterPlace | None:
    found = latest_place(card_game, person.number)
    if found is None:
        return None
    roster, placed = found
    return RosterPlace(
        key=roster.key,
        as_of=roster.as_of,
        degree=placed.line.degree,
        points=placed.line.points,
        blue=placed.line.blue_points,
        place=placed.place,
        players=placed.players,
    )


def _sent(person: Person, card_game: str, latest: int = 5) -> tuple[Sent, ...]:
    sent = Submission.objects.filter(person__in=own_keys(person), card_game=card_game)
    rows = sent.order_by("-number")[:latest]
    return tuple(
        Sent(
            number=row.number,
            on=day_of(row.at),
            accepted=row.state == Submission.State.ACCEPTED,
            points=row.total,
            blue=row.blue,
            reason=row.reason,
        )
        for row in rows
    )
