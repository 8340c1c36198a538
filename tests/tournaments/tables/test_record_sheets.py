"""A record as the grid of its sheet: who came and left is in it, and can be corrected with the scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie.check.bidding import bidding_order
from rules_engine.whoopie.check.game import check_record
from rules_engine.whoopie.document import RecordDocument
from rules_engine.whoopie.random.game import random_game
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record_writing import Stay
from tournaments.tables.paper_sheets import LEAVES, SITS_DOWN, SeatChange, lay_out
from tournaments.tables.record_sheets import RecordSheet, record_sheet

SEEDS = range(12)
FOUR = ("N", "E", "S", "W")


def sheet_of(record: dict[str, Any], *players: str) -> RecordSheet:
    return record_sheet(cast(RecordDocument, record), outcomes_of(record), "key", players)


def outcomes_of(record: Mapping[str, Any]) -> list[Any]:
    document: dict[str, Any] = check_record(record_of(record)).as_document()
    return list(document["stanzas"])


def came_and_left(record: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (
            number,
            sorted(body.get("leaves", ())),
            [(join["player"], join["left_of"], join["score"]) for join in body.get("joins", ())],
        )
        for number, body in enumerate(record["stanzas"], start=1)
        if "leaves" in body or "joins" in body
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sheet_with_comers_and_leavers_is_the_record_again(seed: int) -> None:
    record = random_game(5, seed, stanzas=12, changes=True, newcomers=["new"])
    assert came_and_left(record), "somebody came or left"
    sheet = sheet_of(record)
    layout = lay_out(sheet.ground, sheet.sheet)
    assert not layout.wrong
    assert list(layout.seats) == record["seats"]
    assert sheet.changed(layout) == []
    corrected = sheet.corrected(layout)
    assert came_and_left(corrected) == came_and_left(record)
    assert corrected["final"] == record["final"]


def test_somebody_who_left_and_was_not_written_down() -> None:
    record = random_game(FOUR, 3, stanzas=4)
    sheet = sheet_of(record)
    left = replace(sheet.sheet, changes=(SeatChange(0, "4", "W", LEAVES, ""),))
    layout = lay_out(sheet.ground, left)
    assert sheet.changed(layout) == [4]
    corrected = sheet.corrected(layout)
    assert corrected["stanzas"][3]["leaves"] == ["W"]
    assert [player for player, _bid in corrected["stanzas"][3]["bids"]] != list(FOUR)
    assert [body["tricks"] for body in corrected["stanzas"][:3]] == [
        body["tricks"] for body in record["stanzas"][:3]
    ], "the stanzas before keep their cards"
    before = outcomes_of(record)[2]["scores"]["W"]
    assert corrected["final"]["W"] == before
    last = replace(sheet.sheet.rows[3], cells={"W": sheet.sheet.rows[3].cells["W"]}, cards="", dealer="")
    shorter = lay_out(sheet.ground, replace(left, rows=(*sheet.sheet.rows[:3], last)))
    assert (len(shorter.whole), shorter.gap) == (3, None), "what is kept of who is gone begins no row"


def test_somebody_who_came_later_than_was_written_down_enters_with_what_the_rules_give() -> None:
    record = random_game(FOUR, 3, stanzas=4)
    sheet = sheet_of(record)
    late = replace(sheet.sheet, changes=(SeatChange(0, "3", "W", SITS_DOWN, "S"),))
    layout = lay_out(sheet.ground, late)
    assert layout.seats == ("N", "E", "S")
    assert sheet.changed(layout) == [1, 2, 3]
    corrected = sheet.corrected(layout)
    assert corrected["seats"] == ["N", "E", "S"]
    [join] = corrected["stanzas"][2]["joins"]
    scores = outcomes_of(corrected)[1]["scores"]
    assert join["player"] == "W"
    assert join["score"] == int(sum(scores.values()) / 3)


def test_somebody_who_never_sat_there_is_taken_out_whole() -> None:
    record = next(
        random_record
        for seed in range(60)
        if (random_record := random_game(4, seed, stanzas=8, changes=True, newcomers=["new"]))
        and [join["player"] for body in random_record["stanzas"] for join in body.get("joins", ())] == ["new"]
    )
    sheet = sheet_of(record)
    rest = tuple(change for change in sheet.sheet.changes if change.player != "new")
    came = next(change for change in sheet.sheet.changes if change.player == "new")
    late = (*rest, replace(came, before=str(len(record["stanzas"]) + 1)))
    corrected = sheet.corrected(lay_out(sheet.ground, replace(sheet.sheet, changes=late)))
    assert "new" not in corrected["final"]
    assert "new" not in corrected["seats"]


def group_record(*stays: Stay, stanzas: int = 4) -> dict[str, Any]:
    """A group after a split, of three who sat there from the start and whoever came and went by these stays;
    gus had left the parent with 7 and may come back."""
    seats = ("ann", "cat", "dan")
    sat = [stay for stay in stays if stay.left_of is None]
    stays = tuple(Stay(player) for player in seats if all(stay.player != player for stay in sat)) + stays
    head: Any = {
        "ruleset": "whoopie-1966",
        "id": "spring/1B",
        "seats": list(seats),
        "first_dealer": "ann",
        "start": {
            "parent": "spring/1",
            "group": "B",
            "after_stanza": 3,
            "cards": 4,
            "direction": "up",
            "scores": {"ann": 10, "cat": 5, "dan": -3, "gus": 7},
            "average": 6,
            "player_hands": 40,
        },
    }
    bodies: list[Any] = []
    for number in range(1, stanzas + 1):
        table = composing.seated(seats, stays, number)
        dealer = table[(number - 1) % len(table)]
        order = bidding_order(table, dealer)
        bids = [[player, 2 if player == dealer else 0] for player in order]
        made_bids = {player: player != dealer for player in table}
        bodies.append({"cards": number + 3, "dealer": dealer, "bids": bids, "made": made_bids})
    document = composing.compose(head, bodies, stays)
    return cast("dict[str, Any]", composing.with_final(document, check_record(record_of(document)), {}))


# Who went before them, brought 21 from group A; came back from it with 30; and gus of the parent, with 7.
FROM_A = Stay("eve", 2, 2, "ann", returns=True, score=21)
FROM_A_AGAIN = Stay("eve", 4, None, "dan", returns=True, score=30, came_from="spring/1A")
OF_THE_PARENT = Stay("gus", 3, None, "cat", returns=True)


def test_a_corrected_stanza_leaves_who_came_in_with_the_score_they_brought() -> None:
    record = group_record(FROM_A, OF_THE_PARENT, FROM_A_AGAIN)
    assert [score for *_, joins in came_and_left(record) for *_, score in joins] == [21, 7, 30]
    sheet = sheet_of(record)
    assert sheet.corrected(lay_out(sheet.ground, sheet.sheet)) == record
    for number in (2, 3, 4):
        row = sheet.sheet.rows[number - 1]
        ann = replace(row.cells["ann"], made="−" if row.cells["ann"].made == "+" else "+")
        rows = [*sheet.sheet.rows]
        rows[number - 1] = replace(row, cells={**row.cells, "ann": ann})
        layout = lay_out(sheet.ground, replace(sheet.sheet, rows=tuple(rows)))
        assert sheet.changed(layout) == [number]
        corrected = sheet.corrected(layout)
        assert [body.get("joins") for body in corrected["stanzas"]] == [
            body.get("joins") for body in record["stanzas"]
        ]
        assert {**corrected["final"], "ann": 0} == {**record["final"], "ann": 0}


def test_somebody_who_brought_a_score_and_came_a_stanza_later_brings_it_then() -> None:
    sheet = sheet_of(group_record(FROM_A._replace(until=None)))
    late = tuple(replace(change, before="3") for change in sheet.sheet.changes)
    corrected = sheet.corrected(lay_out(sheet.ground, replace(sheet.sheet, changes=late)))
    brought = {"player": "eve", "left_of": "ann", "score": 21, "returns": True}
    assert [body.get("joins") for body in corrected["stanzas"]] == [None, None, [brought], None]


def test_who_came_and_left_before_the_first_deal_is_in_the_grid() -> None:
    record = group_record(
        Stay("dan", 1, 0), Stay("eve", 1, None, "ann"), Stay("bob", 1, 2, "cat"), Stay("dan", 3, 3, "eve")
    )
    assert record["stanzas"][0]["leaves"] == ["dan"]
    sheet = sheet_of(record)
    layout = lay_out(sheet.ground, sheet.sheet)
    assert (layout.wrong, list(layout.seats), sheet.changed(layout)) == ({}, record["seats"], [])
    assert sheet.corrected(layout) == record
    more = replace(sheet.sheet, changes=(*sheet.sheet.changes, SeatChange(9, "1", "cat", LEAVES, "")))
    assert list(lay_out(sheet.ground, more).wrong) == ["change-9"]


def test_a_grid_without_a_whole_row_extrapolates_only_who_left_the_parent() -> None:
    record = group_record(FROM_A)
    record["absent"] = [{"player": "eve", "extrapolate": True}, {"player": "gus", "extrapolate": True}]
    sheet = sheet_of(record)
    assert sheet.corrected(lay_out(sheet.ground, sheet.sheet))["absent"] == record["absent"]
    rows = tuple(replace(row, cells={}) for row in sheet.sheet.rows)
    emptied = sheet.corrected(lay_out(sheet.ground, replace(sheet.sheet, rows=rows)))
    assert (emptied["stanzas"], emptied["absent"]) == ([], record["absent"][1:])
