"""Compile the checker with mypyc into var/compiled, for checking records by the thousand.

The engine is plain Python and stays so: this makes a copy of the package in which the modules on the check's
way are compiled from the same source, some six times faster. Whoever wants it puts var/compiled first on the
path (`PYTHONPATH=var/compiled python -P -m rules_engine check …`); nothing else ever sees it. Needs a C
compiler and Python's headers.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "rules_engine"
COMPILED = ROOT / "var" / "compiled"
STAMP = COMPILED / "stamp"

MODULES = (
    *("bid_whist/bids", "bid_whist/bracket", "bid_whist/canons", "bid_whist/entries"),
    *("bid_whist/pairing", "bid_whist/record", "bid_whist/reneges", "bid_whist/scoring"),
    *("bid_whist/standings", "bid_whist/timetable"),
    *("bid_whist/check/entries", "bid_whist/check/findings", "bid_whist/check/games"),
    *("bid_whist/check/hands", "bid_whist/check/playoff", "bid_whist/check/rounds"),
    *("bid_whist/check/standings", "bid_whist/check/tournament"),
    *("bid_whist/reader/games", "bid_whist/reader/tournament"),
    *("cards", "cycle_collection", "draws", "findings", "matching", "reading", "shuffling", "table_size"),
    *("columbus_whist/auction", "columbus_whist/bids", "columbus_whist/boston_pot"),
    *("columbus_whist/game", "columbus_whist/hand", "columbus_whist/infractions"),
    *("columbus_whist/record", "columbus_whist/signatures", "columbus_whist/standings"),
    *("columbus_whist/check/boston_pot", "columbus_whist/check/event", "columbus_whist/check/findings"),
    *("columbus_whist/check/games", "columbus_whist/check/hands"),
    *("columbus_whist/check/hands_without_books", "columbus_whist/check/ranking"),
    "columbus_whist/check/seats_and_signatures",
    *("columbus_whist/reader/event", "columbus_whist/reader/games", "columbus_whist/reader/hands"),
    "justice/votes",
    *("military_whist/check/days", "military_whist/check/event", "military_whist/check/findings"),
    *("military_whist/check/hands", "military_whist/check/movement_sheet", "military_whist/check/ties"),
    *("military_whist/flags", "military_whist/hand", "military_whist/movement", "military_whist/record"),
    *("military_whist/rotation", "military_whist/standings"),
    *("military_whist/reader/event", "military_whist/reader/sheets_and_playoffs"),
    *("whoopie/averages", "whoopie/course", "whoopie/hand_sizes", "whoopie/record", "whoopie/scoring"),
    "whoopie/tricks",
    *("whoopie/check/bidding", "whoopie/check/evidence", "whoopie/check/game", "whoopie/check/hands"),
    *("whoopie/check/irregularities", "whoopie/check/outcome", "whoopie/check/penalty_cards"),
    *("whoopie/check/play", "whoopie/check/stanzas", "whoopie/check/totals", "whoopie/check/violations"),
    *("whoopie/reader/fields", "whoopie/reader/game", "whoopie/reader/incidents"),
)


KEPT_INSIDE: Final = "-fvisibility=hidden"
"""Nobody outside calls the functions of the compiled copy by their C names, so the C compiler may put one
into another: a check takes some hundredths fewer instructions."""


class CannotCompile(RuntimeError):
    """There is no C compiler, or no Python headers, or the compiler failed; the message says which."""


def fingerprint() -> str:
    """Changes with every source file of the engine and with the Python that compiles it."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(SOURCE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled_engine() -> Path:
    """The folder to put first on the path, made afresh if the source has changed.

    Raises:
        CannotCompile: with what is missing.
    """
    stamp = fingerprint()
    if STAMP.exists() and STAMP.read_text() == stamp:
        return COMPILED
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise CannotCompile(f"no C compiler: {compiler} is missing (Debian's gcc)")
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        raise CannotCompile("Python.h is missing (Debian's python3-dev)")
    shutil.rmtree(COMPILED, ignore_errors=True)
    shutil.copytree(SOURCE, COMPILED / "rules_engine", ignore=shutil.ignore_patterns("__pycache__"))
    (COMPILED / "mypy.ini").write_text("[mypy]\n")
    command = [sys.executable, "-m", "mypyc", *(f"rules_engine/{module}.py" for module in MODULES)]
    # CPPFLAGS come after the flags that Python was built with; CFLAGS would take their place.
    environment = {**os.environ, "MYPYPATH": "", "PYTHONPATH": "", "CPPFLAGS": KEPT_INSIDE}
    done = subprocess.run(
        command,
        cwd=COMPILED,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile(f"mypyc failed:\n{done.stdout[-2000:]}")
    STAMP.write_text(stamp)
    return COMPILED


if __name__ == "__main__":
    try:
        print(compiled_engine())
    except CannotCompile as reason:
        sys.exit(f"The engine is not compiled: {reason}")
