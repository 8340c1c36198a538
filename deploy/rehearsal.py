"""Follows docs/operator.md to the letter, on a copy of this machine that is thrown away afterwards.

Purpose: `deploy/rehearse` runs the commands of the page as they stand there, from *Installing* to a signed-in
officer, then a backup back into an empty database, two roles in it, then Redis and PostgreSQL down. Where a
step does not do what the page says, it ends with the step and what was said.
Invariant: nothing outside the copy changes; processes, mounts and network end with it.
Terms: copy (this machine's files under a layer in memory); block (a code block of the page).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "operator.md"
SITE: Final = Path("/srv/saas")
TOLD: Final = Path("/etc/saas.env")
COPY: Final = Path("/tmp/saas-rehearsal")
PASSWORD: Final = "a long password of the officer"
ADDRESS: Final = "you@example.org"
# What a reader writes into the file: their own key, and a value with spaces and signs that a shell would run.
CONTACT: Final = "The Registrar (mornings)|1 Street & Yard #4"


class Failed(Exception):
    """A step of the page did not do what the page says."""


def blocks(heading: str) -> list[str]:
    """The code blocks under a heading of the page."""
    section = PAGE.read_text().partition(f"### {heading}\n")[2].partition("\n### ")[0]
    return re.findall(r"^```\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)


def run(command: str, *, answers: str = "", quiet: bool = True) -> str:
    """One command of a block, in a shell of root as its reader has one."""
    print(f"# {command}".replace("\n", "\n# "), flush=True)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        input=answers,
        cwd="/root",
        env={**os.environ, "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # so that a password is read from these answers, and not at the keyboard
        check=False,
    )
    if done.returncode:
        raise Failed(f"{command}\n\nended with {done.returncode}:\n{done.stdout[-4000:]}")
    if not quiet:
        print(done.stdout, flush=True)
    return done.stdout


def main() -> int:
    """Outside: a copy of the machine with processes of its own, and this program again inside it."""
    if os.geteuid() != 0:
        print("Run this as root: it makes users, services and databases on a copy of this machine.")
        return 1
    inside = [sys.executable, "-m", "deploy.rehearsal_inside"]
    command = ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child", *inside]
    COPY.mkdir(exist_ok=True)
    try:
        return subprocess.run(command, cwd=ROOT, check=False).returncode
    finally:
        shutil.rmtree(COPY, ignore_errors=True)


def enter_copy() -> None:
    """Become a process of the copy; what is written from now on is gone with it."""
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=75%", "tmpfs", str(COPY)], check=True)
    layers = {name: COPY / name for name in ("upper", "work", "root")}
    for folder in layers.values():
        folder.mkdir()
    options = f"lowerdir=/,upperdir={layers['upper']},workdir={layers['work']}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(layers["root"])], check=True)
    for name in ("dev", "sys"):
        subprocess.run(["mount", "--rbind", f"/{name}", str(layers["root"] / name)], check=True)
    subprocess.run(["mount", "-t", "proc", "proc", str(layers["root"] / "proc")], check=True)
    os.chroot(layers["root"])
    os.chdir("/")


def wait_for(answers: Callable[[], bool], what: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not answers():
        if time.monotonic() > deadline:
            logs = "\n".join(path.read_text()[-3000:] for path in Path("/var/log").glob("saas-*.log"))
            raise Failed(f"After {seconds:.0f} s still not: {what}\n{logs}")
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
