"""The examples of docs/formats.md do what the page says."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.formats import check_document
from tests.rules_engine.bid_whist.test_check_faults import CODES as BID_CODES
from tests.rules_engine.columbus_whist.test_check_faults import CODES as COLUMBUS_CODES
from tests.rules_engine.military_whist.test_check_faults import CODES as MILITARY_CODES
from tests.rules_engine.whoopie.test_check_faults import CODES as WHOOPIE_CODES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "formats.md").read_text()
RECORDS = dict(re.findall(r"as `([a-z]+\.json)`:\n\n```json\n(.*?)```", PAGE, re.DOTALL))
SESSIONS = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
EXAMPLES = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", SESSIONS, re.MULTILINE)


@pytest.mark.parametrize("name", RECORDS)
def test_the_record_is_true(name: str) -> None:
    assert check_document(json.loads(RECORDS[name])).findings == ()


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command[:40] for command, _ in EXAMPLES])
def test_the_examples(command: str, shown: str, tmp_path: Path) -> None:
    for name, record in RECORDS.items():
        (tmp_path / name).write_text(record)
    line = command.replace(
        "python -m", f"PYTHONPATH={shlex.quote(str(ROOT))} {shlex.quote(sys.executable)} -m"
    )
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (shown, "")


@pytest.mark.parametrize(
    ("head", "codes"),
    [
        ("| code |", WHOOPIE_CODES | {"record-malformed"}),
        ("| code of `military-whist/1` |", MILITARY_CODES),
        ("| code of `bid-whist/1` |", BID_CODES),
        ("| code of `columbus-whist/1` |", COLUMBUS_CODES),
    ],
)
def test_every_code_is_explained(head: str, codes: set[str]) -> None:
    table = PAGE[PAGE.index(head) + len(head) :].split("\n\n")[0]
    listed = set(re.findall(r"`([a-z-]+)`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:])))
    assert listed == codes
