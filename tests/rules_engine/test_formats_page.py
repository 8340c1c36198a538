"""The examples of docs/formats.md do what the page says."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.formats import check_document
from tests.rules_engine.test_check_faults import CODES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "formats.md").read_text()
RECORD = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0]
SESSIONS = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
EXAMPLES = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", SESSIONS, re.MULTILINE)


def test_the_record_is_true() -> None:
    assert check_document(json.loads(RECORD)).findings == ()


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command[:40] for command, _ in EXAMPLES])
def test_the_examples(command: str, shown: str, tmp_path: Path) -> None:
    (tmp_path / "record.json").write_text(RECORD)
    line = command.replace(
        "python -m", f"PYTHONPATH={shlex.quote(str(ROOT))} {shlex.quote(sys.executable)} -m"
    )
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (shown, "")


def test_every_code_is_explained() -> None:
    table = PAGE[PAGE.index("| code |") :]
    assert set(re.findall(r"`([a-z-]+)`", table.split("\n\n")[0])) - {"code"} == CODES | {"record-malformed"}
