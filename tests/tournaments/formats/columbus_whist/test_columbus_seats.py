"""Six games of Columbus Whist for everybody, of an odd number of teams too."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.columbus_whist.record import GAMES
from rules_engine.decide import answer
from tournaments.formats.columbus_whist.seating import by_hand, drawn, further, games_of
from tournaments.formats.round_seating import ToSeat
from tournaments.formats.slips import EventHead, TeamHead


@pytest.mark.parametrize("mode", ["balanced", "draw"])
@pytest.mark.parametrize("count", [2, 3, 5, 7, 8, 11])
def test_rounds_are_drawn_until_everybody_has_had_six_games(count: int, mode: str) -> None:
    teams = {
        number: TeamHead(number=number, name=f"Team {number}", players={"A": f"{number}A"}, facts={})
        for number in range(1, count + 1)
    }
    units = tuple((f"{number}A", f"{number}B") for number in teams)
    rounds: list[tuple[tuple[int, ...], ...]] = []
    head = EventHead(id="evening", ruleset="", planned={}, teams=teams, rounds=())
    while further(head).open:
        earlier = tuple(
            tuple(f"{team}{letter}" for team in table for letter in "AB")
            for tables in rounds
            for table in tables
        )
        seated = drawn(
            ToSeat(
                units=units,
                mode=mode,
                preferred=4,
                seed=f"{len(rounds)}",
                earlier=earlier,
                teams=tuple(teams.values()),
                head=head,
            )
        )
        assert seated.question is not None
        drawing: Any = answer("columbus-pairing", seated.question)
        assert [[*drawing["tables"], *([team] for team in drawing["out"])], drawing["repeats"]] == [
            [[int(player[:-1]) for player in table[::2]] for table in seated.tables],
            seated.repeats,
        ]
        assert sorted(player for table in seated.tables for player in table) == sorted(
            player for unit in units for player in unit
        )
        rounds.append(tuple(tuple(int(player[:-1]) for player in table[::2]) for table in seated.tables))
        head = EventHead(id="evening", ruleset="", planned={}, teams=teams, rounds=tuple(rounds))
    assert set(games_of(head).values()) == {GAMES}
    assert len(rounds) == (GAMES if count % 2 == 0 else -(-GAMES * count // (count - 1)))


def test_by_hand_the_tables_stand_as_the_officials_set_them_and_who_sits_out_comes_last() -> None:
    """Reading 10: pairings are theirs, those of an odd number of teams too, and may repeat."""
    tables = [["5A", "5B"], ["3A", "3B", "1A", "1B"], ["2A", "2B", "4A", "4B"]]
    to_seat = ToSeat(units=(), mode="hand", preferred=4, seed="", earlier=(tuple(tables[1]),))
    assert by_hand(to_seat, tables).tables == [*tables[1:], tables[0]]
