"""Whether the undo of the last act on the floor would still take back that act, and nothing else.

Invariant: nothing is offered once the person was moved, sat down or went home, or their table played on; an
entry is never taken back once they sat, whatever has become of that table.
"""

from __future__ import annotations

from collections.abc import Mapping

from sanctioning.identity.lookup import person_numbered
from tournaments.directing.selectors.floor import Floor, FloorTable
from tournaments.events.models.event import Event
from tournaments.games.selectors.seats import tables_sat_at


def still_undoes(event: Event, floor: Floor, act: str, asked: Mapping[str, object]) -> bool:
    """Of a floor that was read already. Two queries where it would take back an entry, else none."""
    player, game = str(asked.get("player", "")), str(asked.get("game", ""))
    if act in ("wait", "stop-waiting"):
        table = _table(floor, game)
        waits = table is not None and any(floor.kept(waiter.player) == player for waiter in table.waiting)
        return table is not None and table.table.live and waits == (act == "stop-waiting")
    return (
        _is_as_left(floor, act, player, asked.get("state", ""))
        and _sits_at(floor, player) == asked.get("now", "")
        and _no_further(floor, game, asked.get("then"))
        and _no_further(floor, str(asked.get("now", "")), asked.get("since"))
        and _sat_no_more(event, player, asked.get("sat"))
    )


def _sat_no_more(event: Event, player: str, sat: object) -> bool:
    if sat is None:
        return True
    person = person_numbered(number=player)
    return person is not None and tables_sat_at(event, person) == sat


def _is_as_left(floor: Floor, act: str, player: str, state: object) -> bool:
    """Whether the entry is in the state in which the act that would be undone left it."""
    entries = floor.entries
    if act == "restore":
        return any(line.kept_number == player for line in entries.gone)
    if act == "withdraw":
        in_state = {"entered": entries.entered, "waiting": entries.waiting}
        left = in_state.get(str(state), (*entries.entered, *entries.waiting))
        return any(line.kept_number == player for line in left)
    line = next((line for line in entries.entered if line.kept_number == player), None)
    return line is not None and (act == "undo" or line.present == (act == "away"))


def _sits_at(floor: Floor, player: str) -> str:
    return next(
        (
            table.table.address
            for table in floor.tables
            if table.table.live and any(floor.kept(seat.player) == player for seat in table.table.seats)
        ),
        "",
    )


def _no_further(floor: Floor, label: str, then: object) -> bool:
    """Whether a table has gone no further than an undo names it (`undoing_moves.gone_on_to`)."""
    if not label:
        return True
    table = _table(floor, label)
    drawn, _, stanzas = str(then).partition("/")
    return (
        table is not None
        and table.table.live
        and str(table.table.stanzas) == stanzas
        and (drawn == "drawn" or not table.table.drawn)
    )


def _table(floor: Floor, label: str) -> FloorTable | None:
    return next((table for table in floor.tables if table.table.address == label), None)
