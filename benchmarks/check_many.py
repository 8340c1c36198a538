"""10,000 records through the command line: memory must stay flat, and time grow in proportion.

Runs `python -m rules_engine check` on 1,000 and on 10,000 files. The bounds: at most 150 MB at the peak, and
at most 1.2 times the time a file of the smaller run.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FEW, MANY = 1_000, 10_000
MOST_MEGABYTES = 150
MOST_GROWTH = 1.2


def write_records(folder: Path) -> list[str]:
    """Full random records, as many as `MANY`, of 40 different games."""
    sys.path.insert(0, str(ROOT))
    from rules_engine.whoopie.random.game import random_game

    games = [json.dumps(random_game(3 + seed % 8, seed, stanzas=10, mishaps=0.3)) for seed in range(40)]
    names = []
    for number in range(MANY):
        path = folder / f"{number:05}.json"
        path.write_text(games[number % len(games)])
        names.append(path.name)
    return names


def check(folder: Path, names: list[str]) -> tuple[float, float]:
    """Seconds of processor time and peak megabytes of one run of the command line."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    process = subprocess.Popen(
        [sys.executable, "-m", "rules_engine", "check", *names],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, resident_kilobytes(process.pid))
        time.sleep(0.01)
    if process.returncode:
        raise SystemExit(f"the check ended with {process.returncode}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, peak / 1024


def resident_kilobytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


def main() -> int:
    """Print memory and growth; 1 if a bound is not kept."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        names = write_records(folder)
        few, _ = check(folder, names[:FEW])
        many, megabytes = check(folder, names)
    growth = (many / MANY) / (few / FEW)
    print(f"peak memory, {MANY:,} records: {megabytes:.0f} MB (bound {MOST_MEGABYTES})")
    print(f"time a record, {MANY:,} records / {FEW:,} records: {growth:.2f} (bound {MOST_GROWTH})")
    return 0 if megabytes <= MOST_MEGABYTES and growth <= MOST_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
