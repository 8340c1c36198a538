"""`python -m rules_engine`: exit statuses, one document a file, the text report, standard input, pipes."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_engine.__main__ import main
from rules_engine.formats import FORMATS
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


@pytest.mark.parametrize(
    ("name", "times", "status"), [("true", 1, 0), ("faulty", 1, 1), ("faulty", 40, 1), ("torn", 1, 2)]
)
def test_what_was_found_before_the_reader_went_away_is_the_status(
    name: str, times: int, status: int, files: dict[str, str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(
            [sys.executable, "-m", "rules_engine", "check", *[files[name]] * times],
            stdout=gone,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (status, b"")


CANNOT_WRITE = "rules_engine: the output cannot be written: "
FULL = CANNOT_WRITE + "No space left on device\n"
CLOSED = CANNOT_WRITE + "Bad file descriptor\n"
NOT_THERE = (
    "nonesuch: the document: the file cannot be read: [Errno 2] No such file or directory: 'nonesuch'\n"
)
UNREAD = '"the file cannot be read: [Errno 9] Bad file descriptor"'


@pytest.mark.parametrize(
    ("command", "status", "out", "error"),
    [
        ("check faulty >/dev/full", 74, "", FULL),
        ("check --format text true >/dev/full", 74, "", FULL),
        ("replay true --stanza 1 >/dev/full", 74, "", FULL),
        ("random --players 3 --seed 1 >/dev/full", 74, "", FULL),
        ("schema >/dev/full", 74, "", FULL),
        ("decide hand-sizes >/dev/full", 74, "", FULL),
        ("--help >/dev/full", 74, "", FULL),
        ("random --help >/dev/full", 74, "", FULL),
        ("check faulty >/dev/full 2>/dev/full", 74, "", ""),
        ("check faulty >&-", 74, "", CLOSED),
        ("check faulty >&- 2>&-", 74, "", ""),
        ("check faulty <&- >&- 2>&-", 74, "", ""),
        ("--help >&-", 74, "", CLOSED),
        ("check - <&-", 2, UNREAD, ""),
        ("check true <&-", 0, '"ok": true', ""),
        ("check - <&- >&-", 74, "", CLOSED),
        ("decide hand-sizes <&-", 2, "- cannot be read: Bad file descriptor", ""),
        ("decide hand-sizes", 0, '{"cards": [1]', ""),
        (
            "replay - --stanza 1 <&-",
            2,
            "",
            "-: the document: the file cannot be read: [Errno 9] Bad file descriptor\n",
        ),
        ("replay nonesuch --stanza 1", 2, "", NOT_THERE),
        ("replay nonesuch --stanza 1 2>/dev/full", 2, "", ""),
        ("replay nonesuch --stanza 1 2>&-", 2, "", ""),
        ("nonsense 2>/dev/full", 2, "", ""),
        ("nonsense 2>&-", 2, "", ""),
        ("check odd --format text", 1, "Zo\u00eb \U0001f0cf has 1 finding", ""),
        ("check odd --format text # latin-1", 1, "Zo\u00eb \\U0001f0cf has 1 finding", ""),
        ("check odd --format text # ascii", 1, "Zo\\xeb \\U0001f0cf has 1 finding", ""),
        ("replay odd --stanza 1 # ascii", 0, "Zo\\xeb", ""),
        ("check odd # ascii", 1, '"Zo\\u00eb \\ud83c\\udccf"', ""),
        ("replay nonesuch-\u00eb --stanza 1 # ascii", 2, "", "nonesuch-"),
        ("check \u00eb --format text # ascii", 2, "cannot be read as a record", ""),
        ("schema # ascii", 0, '"title": "whoopie-game/1"', ""),
    ],
)
def test_streams_that_are_closed_or_full_or_show_few_letters(
    command: str, status: int, out: str, error: str, files: dict[str, str], tmp_path: Path
) -> None:
    """Never a traceback, and always a status that docs/formats.md tells; after # is the encoding."""
    record = json.dumps(FAULTY | {"id": "Zo\u00eb \U0001f0cf"}).replace('"ann"', '"Zo\u00eb"')
    known = files | {"odd": file(tmp_path, "odd.json", record.encode())}
    words, _, encoding = command.partition(" # ")
    arguments = " ".join(known.get(word, word) for word in words.split(" "))
    environment = {"PATH": os.defpath, "PYTHONPATH": os.getcwd(), "PYTHONIOENCODING": encoding or "utf-8"}
    if encoding == "ascii":
        environment |= {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m rules_engine {arguments}"],
        input=b'{"players": [3]}',
        capture_output=True,
        env=environment,
        check=False,
    )
    output = done.stdout.decode(encoding or "utf-8")
    complaint = done.stderr.decode(encoding or "utf-8")
    assert "Traceback" not in complaint
    assert done.returncode == status
    assert out in output
    assert bool(output) == bool(out)
    assert complaint == error if error.endswith("\n") else complaint.startswith(error)
    assert bool(complaint) == bool(error)


def hears_ctrl_c() -> None:
    """What a script starts in the background does not, and neither does what is started by that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_while_it_is_loaded(files: dict[str, str], tmp_path: Path) -> None:
    """A module that the engine imports stands in the folder it is started in, and presses Ctrl-C."""
    folder = tmp_path / "started here"
    folder.mkdir()
    (folder / "argparse.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, "-m", "rules_engine", "check", files["true"]],
        cwd=folder,
        env={"PATH": os.defpath, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        preexec_fn=hears_ctrl_c,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_ends_without_a_traceback() -> None:
    """The first answer says that the command is at work; then it waits for more on standard input."""
    command = [sys.executable, "-m", "rules_engine", "check", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hears_ctrl_c,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(b" " * 1_000_000)
        running.send_signal(signal.SIGINT)
        _, complaint = running.communicate()
    assert (running.returncode, complaint) == (130, b"")


FORGED = "ann\nforged.json: made by hand is a true record\x1b[2K\u2028\u202e\x85"


@pytest.mark.parametrize("place", ["id", "seats/0"])
def test_no_name_begins_a_line_or_commands_the_terminal(place: str, tmp_path: Path, capsys: Any) -> None:
    record = edited(table_of_four(), {"final/ann": 99})
    renamed = json.loads(json.dumps(record).replace('"ann"', json.dumps(FORGED)))
    name = file(tmp_path, "forged.json", renamed | {"id": FORGED} if place == "id" else renamed)
    assert main(["check", "--format", "text", name]) == 1
    output = capsys.readouterr().out
    assert [line for line in output.split("\n") if "true record" in line and line.startswith("forged")] == []
    assert all(character.isprintable() or character == "\n" for character in output)
    assert "ann\\nforged.json" in output
    assert main(["replay", name, "--stanza", "1"]) == 0
    assert all(character.isprintable() or character == "\n" for character in capsys.readouterr().out)
    assert main(["replay", name, "--stanza", "9"]) == 2
    unread = file(tmp_path, "unread.json", edited(renamed, {"stanzas/0/dealer": 7, f"final/{FORGED}x": 1}))
    assert main(["replay", unread, "--stanza", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_the_text_report_shows_the_running_scores(files: dict[str, str], capsys: Any) -> None:
    assert main(["check", "--format", "text", files["true"]]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    at = lines.index("3 stanzas, 12 player-hands")
    assert lines[at + 1] == "after stanza 1: ann 2, bob 2, cat 3, dan -1"
    assert sorted(lines[at + 3].partition(": ")[2].split(", ")) == ["ann 0", "bob 3", "cat 4", "dan 5"]


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
    def random_record(self, capsys: Any, *arguments: str) -> Json:
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
        record = self.random_record(
            capsys, "--players", "5", "--seed", "3", "--level", level, "--stanzas", "4"
        )
        assert len(record["stanzas"]) == 4
        assert all(("tricks" in stanza) == (level == "play") for stanza in record["stanzas"])
        assert main(["check", file(tmp_path, "random.json", record)]) == 0

    @pytest.mark.parametrize("share", ["5", "-0.1", "1.01", "nan", "inf", "lively"])
    @pytest.mark.parametrize("game", FORMATS)
    def test_more_than_everything_cannot_go_wrong(self, game: str, share: str, capsys: Any) -> None:
        with pytest.raises(SystemExit) as caught:
            main(["random", game, "--seed", "1", f"--mishaps={share}"])
        assert caught.value.code == 2
        assert "a number from 0 to 1" in capsys.readouterr().err

    @pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
    def test_help_tells_the_options_of_every_format(self, arguments: list[str], capsys: Any) -> None:
        with pytest.raises(SystemExit) as caught:
            main(["random", *arguments])
        assert caught.value.code == 0
        output = capsys.readouterr().out
        for option in ("--players", "--mishaps", "--changes", "--tables", "--teams", "--detail", "--seed"):
            assert option in output

    @pytest.mark.parametrize("players", ["2", "11", "10..3", "x", "3..11", ""])
    def test_impossible_tables(self, players: str, capsys: Any) -> None:
        with pytest.raises(SystemExit):
            main(["random", "--players", players, "--seed", "1"])
        assert "players" in capsys.readouterr().err


def test_the_schema_is_printed(capsys: Any) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "whoopie-game/1"
