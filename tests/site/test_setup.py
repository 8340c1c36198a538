"""The set-up before there is an environment: what is missing is named, installed or asked for."""

from __future__ import annotations

import subprocess

from deploy.missing_packages import NEEDS, Need, missing
from tests.support.processes import ROOT

ANOTHER_USER = "id() { echo 1000; }; "
SUDO_ASKS_A_PASSWORD = "sudo() { return 1; }; "
NO_PYTHON = "find_python() { :; }; "


def in_setup(commands: str) -> subprocess.CompletedProcess[str]:
    """Run commands in the shell that has read deploy/setup.sh."""
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"source deploy/setup.sh; {commands}"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_who_may_not_install_is_told_the_one_line() -> None:
    refused = in_setup(ANOTHER_USER + SUDO_ASKS_A_PASSWORD + "install_packages fontconfig chromium")
    assert refused.returncode == 1
    lines = [line.strip() for line in refused.stderr.splitlines() if line.startswith("    ")]
    assert lines == [
        "apt-get update && apt-get install --yes --no-install-recommends fontconfig chromium",
    ]


def test_without_python_everything_is_asked_for_at_once() -> None:
    asked = in_setup(NO_PYTHON + "missing_packages site tests").stdout.split()
    named = [need.package for need in NEEDS if need.purpose in ("site", "tests")]
    assert asked == ["python3", "python3-venv", *named[1:]]


def test_only_what_is_not_there_for_the_purpose_is_missing() -> None:
    there, gone = (lambda: True), (lambda: False)
    needs = [Need("site", "a", there), Need("site", "b", gone), Need("tests", "c", gone)]
    assert missing(["site"], needs) == ["b"]
    assert missing(["site", "tests"], needs) == ["b", "c"]


def test_here_nothing_is_missing() -> None:
    assert in_setup("missing_packages site tests").stdout.strip() == ""


def test_what_goes_wrong_is_shown_and_stops() -> None:
    broken = in_setup("run_quietly 'Trying' bash -c 'echo the disk is full; exit 3'; echo went on")
    assert broken.returncode == 1
    assert broken.stdout == "Trying …\n"
    assert "the disk is full" in broken.stderr
