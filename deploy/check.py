"""The whole suite: linter, types, layers, migrations, and the tests on SQLite, then on PostgreSQL and Redis.

The checks run beside the first tests, which leave a core idle whenever they wait for the browser. One of them
migrates what PostgreSQL copies for every new database, so that no process of the tests has to migrate again.
The demo season is played once, as the first start of a site plays it, in a folder that all processes share;
the running site and the tests of the season take copies of it. On SQLite the tables of the tests are made
straight from the models, on PostgreSQL by the migrations; the running site migrates on SQLite.
Every test runs on SQLite; on PostgreSQL those that commit and those marked `both_databases`. Together they
reach every place of the site that sends a statement, and every operation of the API: the last checks compare
the places of the two runs, and what the API answered with its description.
The last line says for everything together how much passed and how much failed; each of the checks counts as
one.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from deploy import api_traffic, query_coverage
from deploy.processes import ROOT
from deploy.services import ServiceFailed, private_folder, services

PYTHON = sys.executable
REPORTS = ROOT / "var" / "test"
PLACES = REPORTS / "places"
TRAFFIC = REPORTS / "traffic"
NO_TESTS_COLLECTED = 5
ON_POSTGRESQL = ["--only-database", "--migrations"]

# Of the pages, and of the papers, whose templates lie in the packages.
TEMPLATES = ["templates", "sanctioning", "tournaments", "scoring"]

CHECKS: dict[str, list[str]] = {
    "linter": [PYTHON, "-m", "ruff", "check", "."],
    "layout of the code": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "linter of scripts": [str(Path(PYTHON).with_name("oxlint"))],
    "layout of styles and scripts": [str(Path(PYTHON).with_name("oxfmt")), "--check"],
    "layout of the templates": [str(Path(PYTHON).with_name("djangofmt")), "--check", *TEMPLATES],
    "types": [PYTHON, "-m", "mypy", "--no-incremental", "."],
    "layers": [PYTHON, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "tables": [PYTHON, "manage.py", "migrate", "--verbosity", "0"],
}


@dataclass(frozen=True)
class Tally:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def say(sentence: str) -> None:
    print(sentence, flush=True)


@contextmanager
def checks_beside(environment: Mapping[str, str]) -> Iterator[Callable[[], Tally]]:
    """Begins every check; what it gives waits for them and says what they found."""
    begun = {name: begin_check(name, environment) for name in CHECKS}
    try:
        yield lambda: sum((end_check(name, check) for name, check in begun.items()), Tally())
    finally:
        for check in begun.values():
            check.kill()
            check.wait()


def begin_check(name: str, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    with log_of(name).open("wb") as log:
        return subprocess.Popen(
            CHECKS[name],
            cwd=ROOT,
            env={**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def end_check(name: str, check: subprocess.Popen[bytes]) -> Tally:
    if check.wait():
        say(f"{name}: FAILED\n{log_of(name).read_text(errors='replace')}")
        return Tally(failed=1)
    say(f"{name}: passed")
    return Tally(passed=1)


def log_of(name: str) -> Path:
    return REPORTS / f"{name}.log"


def run_tests(name: str, arguments: list[str], environment: Mapping[str, str], *, beside: int = 0) -> Tally:
    """As many tests side by side as there are cores, and some beside these, since others wait."""
    say(f"\nTests on {name}")
    report = REPORTS / f"{name.split()[0]}.xml"
    report.unlink(missing_ok=True)
    processes = str((os.cpu_count() or 1) + beside)
    command = [PYTHON, "-m", "pytest", "-q", "-n", processes, "--dist", "loadgroup", f"--junitxml={report}"]
    done = subprocess.run(
        [*command, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    counted = count(report)
    if done.returncode not in (0, NO_TESTS_COLLECTED) and not counted.failed:
        say(f"The tests on {name} broke off with {done.returncode}.")
        return counted + Tally(failed=1)
    return counted


def count(report: Path) -> Tally:
    """What one run of pytest has written about itself."""
    if not report.exists():
        return Tally()
    suites = ElementTree.parse(report).getroot().iter("testsuite")
    return sum((count_suite(suite) for suite in suites), Tally())


def count_suite(suite: ElementTree.Element) -> Tally:
    tests, failures, errors, skipped = (
        int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")
    )
    return Tally(tests - failures - errors - skipped, failures + errors, skipped)


def run_all(arguments: list[str]) -> Tally:
    try:
        with services() as environment:
            with checks_beside({**environment, "SAAS_DB_NAME": "template1"}) as checked:
                # Those of the browser wait for each of its pages.
                tally = run_tests("SQLite and a folder as broker", arguments, {}, beside=1)
                tally += checked()
            tally += run_tests("PostgreSQL and Redis", [*arguments, *ON_POSTGRESQL], environment)
        return tally if arguments or tally.failed else tally + compare_places() + compare_traffic()
    except ServiceFailed as reason:
        say(f"The services for the tests did not start: {reason}")
        return Tally(failed=1)


def compare_places() -> Tally:
    """Only of two whole runs: any other leaves places out."""
    if missing := query_coverage.not_asked_on_postgresql(PLACES):
        say(f"places: FAILED\n{query_coverage.complaint(missing)}")
        return Tally(failed=1)
    say("places: passed")
    return Tally(passed=1)


def compare_traffic() -> Tally:
    """Only of two whole runs too: an operation may be tried by one test alone."""
    if complaints := api_traffic.complaints(TRAFFIC):
        say("answers of the API: FAILED\n" + "\n".join(complaints))
        return Tally(failed=1)
    say("answers of the API: passed")
    return Tally(passed=1)


def stop_as_with_ctrl_c(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    signal.signal(signal.SIGTERM, stop_as_with_ctrl_c)
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    begun = time.monotonic()
    # Some hundred processes load the same code; none should compile it again because one may not keep it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        with private_folder("scratch") as scratch:
            os.environ.update(TMPDIR=str(scratch), TESTS_SHARED=str(scratch / "shared"))
            os.environ[query_coverage.FOLDER] = str(PLACES)
            os.environ[api_traffic.FOLDER] = str(TRAFFIC)
            tally = run_all(sys.argv[1:])
    except KeyboardInterrupt:
        say("Stopped.")
        return 130
    say(f"\nAll of it took {time.monotonic() - begun:.0f} s.")
    (REPORTS / "summary.txt").write_text(f"{tally}\n")
    say(str(tally))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
