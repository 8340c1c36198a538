"""A record as the grid of its sheet: who came and left is in it, and can be corrected with the scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules_engine.whoopie.check import check_record
from rules_engine.whoopie.random_game import random_game
from rules_engine.whoopie.reader import record_of
from scoring.paper_sheets import LEAVES, SITS_DOWN, Change, lay_out
from scoring.record_sheets import RecordSheet, record_sheet

SEEDS = range(12)
FOUR = ("N", "E", "S", "W")


def sheet_of(record: dict[str, Any], *players: str) -> RecordSheet:
    return record_sheet(record, outcomes_of(record), "key", players)


def outcomes_of(record: dict[str, Any]) -> list[Any]:
    document: dict[str, Any] = check_record(record_of(record)).as_document()
    return list(document["stanzas"])


def came_and_left(record: dict[str, Any]) -> list[tuple[Any, ...]]:
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
    left = replace(sheet.sheet, changes=(Change(0, "4", "W", LEAVES, ""),))
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


def test_somebody_who_came_later_than_was_written_down_enters_with_what_the_rules_give() -> None:
    record = random_game(FOUR, 3, stanzas=4)
    sheet = sheet_of(record)
    late = replace(sheet.sheet, changes=(Change(0, "3", "W", SITS_DOWN, "S"),))
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
        one
        for seed in range(60)
        if (one := random_game(4, seed, stanzas=8, changes=True, newcomers=["new"]))
        and [join["player"] for body in one["stanzas"] for join in body.get("joins", ())] == ["new"]
    )
    sheet = sheet_of(record)
    rest = tuple(change for change in sheet.sheet.changes if change.player != "new")
    came = next(change for change in sheet.sheet.changes if change.player == "new")
    late = (*rest, replace(came, before=str(len(record["stanzas"]) + 1)))
    corrected = sheet.corrected(lay_out(sheet.ground, replace(sheet.sheet, changes=late)))
    assert "new" not in corrected["final"]
    assert "new" not in corrected["seats"]
