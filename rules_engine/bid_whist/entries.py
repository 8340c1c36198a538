"""Who may enter, what it costs, and who is in the draw.

Section 2 and Canon 1; inventory B-2 to B-8, B-46, readings 7, 8 and 11. Money is whole cents. Who registers
on the spot after the start pays the late fee, each player; who registered online does not, whenever he
arrives. At the very moment of the doors a team is still admitted, after it only if the Director allows it.

Terms: on site (registered at the tournament, not before it online), prepaid (paid in full before the day).
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import time
from typing import Final, NamedTuple

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.timetable import Tournament
from rules_engine.sentences import Said, says
from rules_engine.shuffling import shuffled

LATE_FEE: Final = 1_000
"""Cents for each player."""

PLAYERS: Final = 2


class Charge(NamedTuple):
    """What one player owes, in cents."""

    entry: int
    late: int

    @property
    def total(self) -> int:
        """Entry fee and late fee together."""
        return self.entry + self.late


class Entrant(NamedTuple):
    """A player of a team that wishes to be drawn; `suspended` says that he sits this tournament out."""

    name: str
    paid: bool
    present: bool
    suspended: bool = False


class Obstacle(NamedTuple):
    """Why a team cannot enter or be drawn."""

    rule: str
    reason: Said


def charge(tournament: Tournament, entry_fee: int, registered: time | None) -> Charge:
    """What a player owes who registered on site at this time of the day, or online for None.

    Raises:
        ValueError: for a negative fee.
    """
    if entry_fee < 0:
        raise ValueError("a fee is never negative")
    late = registered is not None and registered > tournament.starts
    return Charge(entry_fee, LATE_FEE if late else 0)


def bar_at_the_door(tournament: Tournament, at: time, allowed_by_director: bool = False) -> Obstacle | None:
    """Why a team that comes to register at this time is turned away; None where it is admitted."""
    if at <= tournament.doors or allowed_by_director:
        return None
    return Obstacle(
        rules.DOORS,
        says(
            "The doors closed at %(doors)s; only the Director may admit.", doors=f"{tournament.doors:%H:%M}"
        ),
    )


def bars_of_draw(players: Sequence[Entrant]) -> tuple[Obstacle, ...]:
    """Why a team's number is not put into the draw, a bar for each thing."""
    bars: list[Obstacle] = []
    if len(players) != PLAYERS:
        bars.append(
            Obstacle(
                rules.PAID_AND_PRESENT,
                says("A team has %(due)s players, not %(players)s.", due=PLAYERS, players=len(players)),
            )
        )
    for player in players:
        if not player.paid:
            bars.append(
                Obstacle(rules.PAID_AND_PRESENT, says("%(player)s has not paid.", player=player.name))
            )
        if not player.present:
            bars.append(
                Obstacle(rules.PAID_AND_PRESENT, says("%(player)s is not present.", player=player.name))
            )
        if player.suspended:
            bars.append(
                Obstacle(
                    rules.CANON_2, says("%(player)s is suspended from this tournament.", player=player.name)
                )
            )
    return tuple(bars)


def forfeits_by_arriving(tournament: Tournament, arrived: time) -> bool:
    """Whether a seated team loses its game because a player of it arrived at this time."""
    return arrived > tournament.doors


def appeared_late(tournament: Tournament, at: time) -> bool:
    """Whether a team appeared so late that the Director may exclude it (Canon 1).

    Registration closes when seating begins; a quarter of an hour later is the start.
    """
    return at > tournament.starts


def prepaid_for_all(prepaid: Mapping[str, AbstractSet[str]], held: AbstractSet[str]) -> tuple[str, ...]:
    """The players who prepaid for every tournament `held`, by name: those in the drawing for a refund."""
    return tuple(sorted(player for player, paid in prepaid.items() if held and held <= paid))


def refund(players: Sequence[str], seed: str) -> str | None:
    """Whom the drawing for a refund names; None where nobody is in it."""
    drawn = shuffled(sorted(players), seed, "refund")
    return drawn[0] if drawn else None
