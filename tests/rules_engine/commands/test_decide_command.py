"""The command `decide`: which lines are questions, exit statuses, and the examples of its document."""

import io
import json
import re
from argparse import ArgumentParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.commands import decide as command
from rules_engine.decide import TOPICS

DOCUMENT = Path(__file__).parents[3] / "docs" / "decide.md"
GOOD = b'{"motion": "type-2-points", "current": 6, "ayes": 4}'
PRETTY = json.dumps(json.loads(GOOD), indent=2).encode()
EXAMPLE = re.compile(r"^\$ echo '(.*)' \| python -m rules_engine decide (\S+)\n(.*)$", re.MULTILINE)


def run(monkeypatch, capsys, data, topic="vote", *file):
    parser = ArgumentParser()
    command.add_arguments(parser)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    status = command.run(parser.parse_args([topic, *file]))
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def summary(answers):
    return ["carried" if given_.get("carried") else given_["error"] for given_ in answers]


@pytest.mark.parametrize(
    ("data", "status", "answers"),
    [
        (GOOD, 0, ["carried"]),
        (PRETTY, 0, ["carried"]),
        (b"\n\n" + PRETTY + b"\n", 0, ["carried"]),
        (GOOD + b"\n" + GOOD + b"\r\n\n" + GOOD + b"\n", 0, ["carried"] * 3),
        (b"{\n" + GOOD + b"\n", 2, ["question-malformed", "carried"]),
        (GOOD + b"\n\xff\n" + GOOD, 2, ["carried", "question-malformed", "carried"]),
        (b"\xef\xbb\xbf" + GOOD + b"\n" + GOOD, 2, ["question-malformed", "carried"]),
        (b"nonsense\nmore", 2, ["question-malformed"] * 2),
        (b'{"a": 1\n{"b": 2\n', 2, ["question-malformed"] * 2),
        (PRETTY[:-5], 2, ["question-malformed"]),
        (PRETTY.replace(b"6", b"}"), 2, ["question-malformed"]),
        (b"", 2, ["question-malformed"]),
        (b"\n \n", 2, ["question-malformed"]),
        (b"[" + GOOD + b"]", 2, ["question-malformed"]),
        (b"[" * 200_000, 2, ["question-malformed"]),
    ],
)
def test_questions_and_statuses(monkeypatch, capsys, data, status, answers):
    got, given_ = run(monkeypatch, capsys, data)
    assert (got, summary(given_)) == (status, answers)


def test_an_unreadable_question_is_pointed_at(monkeypatch, capsys):
    _, given_ = run(monkeypatch, capsys, GOOD.replace(b"6", b'"6"'))
    assert given_ == [
        {
            "error": "question-malformed",
            "pointer": "/current",
            "rule": "docs/decide.md",
            "reason": "a whole number is expected, not a string",
        }
    ]


def test_file_and_dash(monkeypatch, capsys, tmp_path):
    file = tmp_path / "questions"
    file.write_bytes(GOOD + b"\n" + GOOD)
    assert summary(run(monkeypatch, capsys, b"", "vote", str(file))[1]) == ["carried"] * 2
    assert summary(run(monkeypatch, capsys, GOOD, "vote", "-")[1]) == ["carried"]
    for path in (tmp_path / "none", tmp_path):
        status, given_ = run(monkeypatch, capsys, b"", "vote", str(path))
        assert (status, given_[0]["pointer"]) == (2, "")
        assert str(path) in given_[0]["reason"]


def test_unknown_topic(monkeypatch, capsys):
    with pytest.raises(SystemExit) as caught:
        run(monkeypatch, capsys, GOOD, "weather")
    assert caught.value.code == 2


def test_many_questions_may_be_larger_together_than_one(monkeypatch):
    monkeypatch.setattr(command, "MAX_BYTES", 20)
    lines = [
        b'{"n": 1}',
        b"",
        b'{"n": 2}',
        b'{"n": "' + b"x" * 50 + b'"}',
        b'{"n": 3, "m": 123}',
        b'{"n": 4}',
    ]
    got = list(command.questions(io.BytesIO(b"\n".join(lines))))
    assert [question.strip() for question in got[:2]] == [lines[0], lines[2]]
    assert len(got[2]) > 20
    assert [question.strip() for question in got[3:]] == [lines[4], lines[5]]


def test_one_question_too_large_is_one(monkeypatch):
    monkeypatch.setattr(command, "MAX_BYTES", 20)
    assert [len(question) > 20 for question in command.questions(io.BytesIO(b"x" * 1000))] == [True]


@given(st.sampled_from(list(TOPICS)), st.binary(max_size=60))
def test_no_bytes_make_a_traceback(topic, data):
    for question in command.questions(io.BytesIO(data)):
        assert command.reply(topic, question)["error"] == "question-malformed"


@given(st.integers(0, len(GOOD) - 1), st.binary(max_size=2))
def test_a_mutilated_question_is_answered_or_refused(at, bytes_):
    replied = command.reply("vote", GOOD[:at] + bytes_ + GOOD[at + 1 :])
    assert "carried" in replied or replied["pointer"] == "" or replied["pointer"].startswith("/")


def test_the_document_shows_every_topic():
    assert [topic for _, topic, _ in EXAMPLE.findall(DOCUMENT.read_text())] == list(TOPICS)


@pytest.mark.parametrize(("question", "topic", "expected"), EXAMPLE.findall(DOCUMENT.read_text()))
def test_the_examples_of_the_document(question, topic, expected):
    assert json.dumps(command.reply(topic, question.encode())) == expected
