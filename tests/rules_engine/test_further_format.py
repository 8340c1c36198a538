"""A format that the engine has never heard of: one value in the register, and every command knows it."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from rules_engine.__main__ import main
from rules_engine.findings import Finding, finding_at, unreadable_record
from rules_engine.formats import FORMATS, check_document
from rules_engine.reading import Malformed, fields, integer, text
from rules_engine.record_format import ConsoleCommand, RandomRecords, RecordFormat
from rules_engine.sentences import says


class Spot(NamedTuple):
    toss: int | None = None


class TossCheck(NamedTuple):
    """The check of one toss of a coin: heads is 1, tails 0, and whoever called must have called it."""

    id: str | None
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        return not self.findings

    def as_document(self) -> dict[str, object]:
        findings = [finding.as_document() for finding in self.findings]
        return {"format": "toss-check/1", "id": self.id, "ok": self.ok, "findings": findings}


def check_toss(document: object) -> TossCheck:
    read = fields(document, "", ("format", "id", "called", "fell", "won"))
    won = integer(read["called"], "/called", 0, 1) == integer(read["fell"], "/fell", 0, 1)
    if (read["won"] is True) == won:
        return TossCheck(text(read["id"], "/id"), ())
    wrong = finding_at("call-lost", "T-1", says("The call was another one."), Spot(1))
    return TossCheck(text(read["id"], "/id"), (wrong,))


def unreadable(error: Malformed) -> TossCheck:
    return TossCheck(None, unreadable_record(error, Spot()))


def summary(document: Mapping[str, Any]) -> list[str]:
    return [f"tossed as {document['id']}"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--called", type=int, default=1)


def random_toss(arguments: argparse.Namespace) -> dict[str, Any]:
    fell = Random(arguments.seed).randint(0, 1)
    won = fell == arguments.called
    return {"format": "toss/1", "id": "toss", "called": arguments.called, "fell": fell, "won": won}


def add_side(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("side")


def flip(arguments: argparse.Namespace) -> int:
    print(arguments.side[::-1])
    return 0


@pytest.fixture
def toss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RecordFormat:
    schema = tmp_path / "toss.schema.json"
    schema.write_text('{"title": "toss/1"}')
    known = RecordFormat(
        name="toss/1",
        check_name="toss-check/1",
        check=check_toss,
        unreadable=unreadable,
        summary=summary,
        schema=schema,
        random=RandomRecords(add_arguments, random_toss),
        topics={},
        commands={"flip": ConsoleCommand("turn a word round", add_side, flip)},
    )
    monkeypatch.setitem(FORMATS, known.name, known)
    return known


@pytest.mark.usefixtures("toss")
class TestToss:
    def said(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
        status = main(arguments)
        return status, capsys.readouterr().out

    def test_random_records_are_true(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        status, output = self.said(capsys, "random", "toss/1", "--seed", "3", "--called", "0")
        assert (status, json.loads(output)["called"]) == (0, 0)
        record = tmp_path / "toss.json"
        record.write_text(output)
        assert self.said(capsys, "check", "--format", "text", str(record)) == (
            0,
            f"{record}: toss is a true record\n  tossed as toss\n",
        )

    def test_faults_have_the_places_of_the_game(self, capsys: pytest.CaptureFixture[str]) -> None:
        record = {"format": "toss/1", "id": "toss", "called": 1, "fell": 0, "won": True}
        document = json.loads(json.dumps(check_document(record).as_document()))
        assert document["findings"] == [
            {
                "code": "call-lost",
                "severity": "error",
                "toss": 1,
                "rule": "T-1",
                "message": "The call was another one.",
            }
        ]

    def test_what_is_unreadable_is_answered_in_its_own_words(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        record = tmp_path / "torn.json"
        record.write_text('{"format": "toss/1", "id": 7}')
        status, printed = self.said(capsys, "check", str(record))
        document = json.loads(printed)
        assert (status, document["format"], document["findings"][0]["toss"]) == (2, "toss-check/1", None)

    def test_schema_and_own_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.said(capsys, "schema", "toss/1") == (0, '{"title": "toss/1"}\n')
        assert self.said(capsys, "flip", "heads") == (0, "sdaeh\n")


def test_without_it_nobody_knows_the_toss() -> None:
    with pytest.raises(Malformed) as malformed:
        check_document({"format": "toss/1"})
    assert malformed.value.pointer == "/format"


def test_random_asks_for_a_known_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["random", "--help"])
    output = capsys.readouterr().out
    assert all(name in output for name in FORMATS)
