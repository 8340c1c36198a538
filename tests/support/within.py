"""What a test has done within a running site, by a process of that site which waits for the next.

Loading the site takes two seconds, most of what tests have done there a few hundredths.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import django

from tests.support.processes import ROOT


class Within:
    """A process with the site's settings and database; it ends with this one at the latest."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self._log = log
        with log.open("ab") as complaints:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.within"],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )

    def do(self, code: str) -> str:
        """What the code prints."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{json.dumps(code)}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"It did not work:\n{self._log.read_text()}"
        return str(json.loads(answer))

    def end(self) -> None:
        self._process.communicate()


def do_what_comes() -> None:
    """In that process: each line is code, each answer what it printed."""
    for line in sys.stdin:
        with redirect_stdout(StringIO()) as output:
            exec(json.loads(line), {})
        print(json.dumps(output.getvalue()), flush=True)


if __name__ == "__main__":
    django.setup()
    do_what_comes()
