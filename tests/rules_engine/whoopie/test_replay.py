"""A stanza replayed: who is winning after each card, what is trump, and why, with the rule."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules_engine.__main__ import main
from rules_engine.whoopie.random.game import random_game
from tests.rules_engine.records import Json, one_stanza, table_of_four, without_cards
from tests.rules_engine.whoopie import oracle
from tests.support.seeds import by_seeds

EXAMPLE = "A KS, B 8D, C JH, D JS, E QS, F JC, G AS"


def replayed(record: Json, stanza: int, folder: Path, capsys: Any, form: str = "json") -> Any:
    path = folder / "record.json"
    path.write_text(json.dumps(record))
    assert main(["replay", str(path), "--stanza", str(stanza), "--format", form]) == 0
    printed = capsys.readouterr().out
    return json.loads(printed) if form == "json" else printed


def test_the_example_of_the_rules(tmp_path: Path, capsys: Any) -> None:
    [trick] = replayed(one_stanza(EXAMPLE, "JD"), 1, tmp_path, capsys)["tricks"]
    shown = [(card["player"], card["trump"], card["winning"]) for card in trick["cards"]]
    assert shown == [
        *[("A", "D", "A"), ("B", "D", "B"), ("C", "H", "C"), ("D", "S", "C")],
        *[("E", "S", "E"), ("F", "C", "E"), ("G", "C", "E")],
    ]
    assert (trick["number"], trick["trump"], trick["winner"]) == (1, "D", "E")
    rules = [card["rule"] for card in trick["cards"]]
    assert rules[2] == rules[3] == rules[5] == "I/Trumps and Whoopie cards"
    assert rules[0] == rules[6] == "I/Play"


def test_the_example_in_words(tmp_path: Path, capsys: Any) -> None:
    text = replayed(one_stanza(EXAMPLE, "JD"), 1, tmp_path, capsys, "text")
    lines = [line.strip() for line in text.splitlines()]
    assert lines[0] == "Stanza 1, Whoopie Defining Card JD"
    assert "Trick 1, trump before it: diamonds" in lines
    assert "C is winning: the first jack of trumps; of equal trumps the first played wins" in lines
    assert "E is winning: the highest trump so far, the queen of trumps" in lines
    assert lines[-1] == "E wins the trick; trump after it: clubs"


def test_incidents_stand_in_their_tricks(tmp_path: Path, capsys: Any) -> None:
    incidents: list[Json] = [
        {"kind": "bid-out-of-turn", "player": "A", "bid": 0},
        {"kind": "misdeal", "reason": "a card fell"},
        {"kind": "no-whoopie-call", "player": "C", "trick": 1},
        {"kind": "exposed-card", "player": "B", "trick": 1, "card": "8D", "on_table": 1},
    ]
    record = one_stanza(EXAMPLE, "JD", incidents=incidents)
    shown = replayed(record, 1, tmp_path, capsys)["incidents"]
    assert [(incident["kind"], incident["player"]) for incident in shown] == [
        *[("bid-out-of-turn", "A"), ("misdeal", None), ("no-whoopie-call", "C"), ("exposed-card", "B")]
    ]
    assert shown[3] == {"kind": "exposed-card", "player": "B", "trick": 1, "cards": ["8D"], "on_table": 1}
    lines = [line.strip() for line in replayed(record, 1, tmp_path, capsys, "text").splitlines()]
    trick = lines.index("Trick 1, trump before it: diamonds")
    assert lines.index("A: bid-out-of-turn (bid 0)") < lines.index("misdeal") < trick
    assert trick < lines.index("C: no-whoopie-call") < lines.index("B: exposed-card (cards 8D, on table 1)")


@pytest.mark.parametrize(
    ("tricks", "defining", "expected"),
    [
        ("A *, B 7H, C 7S\nA 7D, B 5H, C 8D", "*", [(None, None, "A"), (None, "D", "C")]),
        ("A KS, B *, C 6S\nC 2H, A 9C, B AS", "5C", [("C", "J", "C"), ("J", "J", "C")]),
        ("A *, B 5H, C 6D", "5C", [("C", "H", "A")]),
    ],
)
def test_trump_before_and_after(
    tricks: str, defining: str, expected: list[Any], tmp_path: Path, capsys: Any
) -> None:
    shown = replayed(one_stanza(tricks, defining), 1, tmp_path, capsys)["tricks"]
    assert [(trick["trump"], trick["cards"][-1]["trump"], trick["winner"]) for trick in shown] == expected


@by_seeds(12)
def test_random_games_against_the_oracle(seed: int, tmp_path: Path, capsys: Any) -> None:
    record = random_game(3 + seed % 8, seed, stanzas=6)
    for number, stanza in enumerate(record["stanzas"], 1):
        shown = replayed(record, number, tmp_path, capsys)
        assert [trick["winner"] for trick in shown["tricks"]] == oracle.winners(stanza)[0]
        for trick, plays in zip(shown["tricks"], stanza["tricks"], strict=True):
            assert [[card["player"], card["card"]] for card in trick["cards"]] == plays
            assert trick["cards"][-1]["winning"] == trick["winner"]
            assert all(
                card["event"] and card["why"] and card["rule"].startswith("I/") for card in trick["cards"]
            )


@pytest.mark.parametrize(
    ("record", "stanza"),
    [
        (table_of_four(), 0),
        (table_of_four(), 4),
        (table_of_four(), -1),
        (without_cards(table_of_four()), 1),
        ({}, 1),
    ],
)
def test_nothing_to_replay(record: Json, stanza: int, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    assert main(["replay", str(path), "--stanza", str(stanza)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(str(path))
    assert "Traceback" not in printed.err
