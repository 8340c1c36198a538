"""`python -m rules_engine`: exit statuses, one document a file, the text report, standard input, pipes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_engine.__main__ import main
from tests.rules_engine.records import SAMPLES, Json, edited, table_of_four

FAULTY = edited(table_of_four(), {"final/ann": 99})


def run(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "rules_engine", *arguments]
    return subprocess.run(command, input=data, capture_output=True, check=False)


def file(folder: Path, name: str, record: Json | bytes) -> str:
    path = folder / name
    path.write_bytes(record if isinstance(record, bytes) else json.dumps(record).encode())
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    return {
        "true": file(tmp_path, "true.json", table_of_four()),
        "faulty": file(tmp_path, "faulty.json", FAULTY),
        "torn": file(tmp_path, "torn.json", b"{"),
    }


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["true"], 0),
        (["faulty"], 1),
        (["torn"], 2),
        (["true", "faulty"], 1),
        (["torn", "true"], 2),
        (["true", "torn", "faulty", "true"], 2),
    ],
)
def test_exit_statuses_and_a_line_for_each_file(
    names: list[str], status: int, files: dict[str, str], capsys: Any
) -> None:
    assert main(["check", *[files[name] for name in names]]) == status
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [document["ok"] for document in documents] == [name == "true" for name in names]
    assert [document["format"] for document in documents] == ["whoopie-check/1"] * len(names)
    assert [document["id"] for document in documents] == [
        None if name == "torn" else "made by hand" for name in names
    ]


def test_the_samples_are_true() -> None:
    done = run("check", *map(str, SAMPLES))
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == len(SAMPLES) == 5


def test_standard_input() -> None:
    assert run("check", "-", data=json.dumps(table_of_four()).encode()).returncode == 0
    assert run("check", "-", data=json.dumps(FAULTY).encode()).returncode == 1
    torn = run("check", "-", data=b"\xff")
    assert (torn.returncode, torn.stderr) == (2, b"")
    assert json.loads(torn.stdout)["findings"][0]["code"] == "record-malformed"


def test_a_reader_that_goes_away_is_no_error(files: dict[str, str]) -> None:
    many = " ".join([files["true"]] * 400)
    done = subprocess.run(
        f"{sys.executable} -m rules_engine check {many} | head -1",
        shell=True,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == 1


def test_the_text_report(files: dict[str, str], capsys: Any) -> None:
    assert main(["check", "--format", "text", files["true"], files["faulty"], files["torn"]]) == 2
    text = capsys.readouterr().out
    assert f"{files['true']}: made by hand is a true record" in text
    assert f"{files['faulty']}: made by hand has 1 finding" in text
    assert "error final-mismatch (the game): ann's final score is reported as 99; it is 0." in text
    assert f"{files['torn']}: cannot be read as a record" in text
    assert "  1. dan  5" in text


def test_names_that_no_terminal_can_show(tmp_path: Path) -> None:
    odd = json.dumps(edited(table_of_four(), {"id": "caf\u00e9 \U0001f0cf \u0000 \x1b[31m"})).encode()
    for form in ("json", "text"):
        done = run("check", "--format", form, file(tmp_path, "odd.json", odd))
        assert (done.returncode, done.stderr) == (0, b"")


def test_without_django(files: dict[str, str]) -> None:
    code = "import sys; sys.modules['django'] = None; import rules_engine.__main__ as m; sys.exit(m.main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "check", files["true"]], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "arguments",
    [[], ["check"], ["nonsense"], ["replay", "x.json"], ["random"], ["check", "--format", "xml", "x"]],
)
def test_wrong_usage(arguments: list[str], capsys: Any) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


class TestRandom:
    def made(self, capsys: Any, *arguments: str) -> Json:
        assert main(["random", *arguments]) == 0
        record: Json = json.loads(capsys.readouterr().out)
        return record

    def test_the_same_seed_the_same_bytes(self) -> None:
        first, second = (
            run("random", "--players", "3..10", "--seed", "9", "--changes").stdout for _ in range(2)
        )
        assert first == second
        assert run("check", "-", data=first).returncode == 0

    @pytest.mark.parametrize("level", ["play", "score"])
    def test_levels(self, level: str, capsys: Any, tmp_path: Path) -> None:
        record = self.made(capsys, "--players", "5", "--seed", "3", "--level", level, "--stanzas", "4")
        assert len(record["stanzas"]) == 4
        assert all(("tricks" in stanza) == (level == "play") for stanza in record["stanzas"])
        assert main(["check", file(tmp_path, "random.json", record)]) == 0

    @pytest.mark.parametrize("players", ["2", "11", "10..3", "x", "3..11", ""])
    def test_impossible_tables(self, players: str, capsys: Any) -> None:
        with pytest.raises(SystemExit):
            main(["random", "--players", players, "--seed", "1"])
        assert "players" in capsys.readouterr().err


def test_the_schema_is_printed(capsys: Any) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "whoopie-game/1"
