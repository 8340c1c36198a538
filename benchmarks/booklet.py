"""The booklet of a roster: time in proportion to its rows, flat memory, and what a second worker gains.

Everything is measured in one run, in processes of their own, in processor time, so that other programs of the
machine have no part in it. A row of 20,000 players may cost at most 1.3 times what a row of 5,000 costs; no
process, the one that binds included, may hold more than 200 MB. For two workers the chunks of 5,000 players
are set by one process, then by two at once, every other chunk each: the longer of the two, with the binding
that one of them does, must be at least 1.7 times quicker than the one. The bytes are the same.
"""

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SMALL, LARGE = 5_000, 20_000
BOUND_OF_ROWS = 1.3
BOUND_OF_MEMORY = 200  # megabytes
BOUND_OF_TWO = 1.7
FAMILIES = ("Ash", "Birch", "Cedar", "Ångström", "O'Neill", "de Vries", "Łukasz", "Featherstonehaugh")
GIVEN = ("Margaret", "Władysława", "Jo", "Bernard", "Odette")


def facts(players: int) -> Any:
    """A roster with names, clubs and degrees as they come."""
    import datetime as dt
    from decimal import Decimal

    from scoring.degree_names import styles_of
    from scoring.rosters.documents.facts import RosterFacts
    from scoring.rosters.lines import RosterLine

    def line(key: int) -> RosterLine:
        rank = (key * 7919 % 97) * (key % 3) // 33 % 6
        points = Decimal(key * 104_729 % 10_000).scaleb(-1)
        return RosterLine(
            name=f"{FAMILIES[key % 8]}{key % 4099}, {GIVEN[key % 5]}",
            number=f"W-{key:05d}-X",
            club=f"Whoopie Club of Arden {key % 199}" if key % 11 else "",
            degree=styles_of("whoopie")[rank],
            degree_rank=rank,
            points=points,
            blue_points=points // 4,
        )

    return RosterFacts(
        as_of=dt.date(1966, 11, 15),
        lines=tuple(map(line, range(1, players + 1))),
        published_on=dt.date(1966, 12, 1),
        serial="Roster 1966/2",
        inputs_hash="ab" * 32,
    )


def work(players: int, share: int, of: int, folder: Path) -> None:
    """Set the chunks of one share; print the processor time that they took and the peak of memory."""
    from scoring.rosters.documents.booklet import chunk_pdf, chunks_of
    from scoring.rosters.documents.page_plan import pages_of

    roster = facts(players)
    planned = pages_of(roster)
    chunk_pdf(roster, planned, 1)
    begun = time.process_time()
    for index in range(share, chunks_of(planned), of):
        (folder / f"{index:04d}.pdf").write_bytes(chunk_pdf(roster, planned, index))
    print(time.process_time() - begun, peak())


def bind_all(players: int, folder: Path) -> None:
    """Bind what lies in the folder; print the processor time, the peak of memory and the hash."""
    from scoring.rosters.documents.booklet import bind
    from scoring.rosters.documents.page_plan import pages_of

    roster = facts(players)
    planned = pages_of(roster)
    begun = time.process_time()
    files = [path.open("rb") for path in sorted(folder.glob("*.pdf"))]
    with tempfile.TemporaryFile() as out:
        bind(roster, planned, files, out)
        taken = time.process_time() - begun
        out.seek(0)
        print(taken, peak(), hashlib.file_digest(out, "sha256").hexdigest())


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(*arguments: object) -> list[str]:
    """One step in a process of its own; gives what it says."""
    return start(*arguments).communicate()[0].split()


def start(*arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, __file__, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "random"},
    )


def booklet(players: int, workers: int) -> tuple[list[float], float, float, str]:
    """Processor seconds of each worker and of the binding, the highest peak, and the hash of the booklet."""
    with tempfile.TemporaryDirectory() as folder:
        running = [start("work", players, share, workers, folder) for share in range(workers)]
        outputs = [process.communicate()[0].split() for process in running]
        bound, held, sha256 = run("bind", players, folder)
    peaks = [float(output[1]) for output in outputs] + [float(held)]
    return [float(output[0]) for output in outputs], float(bound), max(peaks), sha256


def main() -> int:
    """Print the ratios; 1 if a bound is not kept."""
    [small], small_bound, small_peak, first = booklet(SMALL, 1)
    halves, half_bound, half_peak, second = booklet(SMALL, 2)
    [large], large_bound, large_peak, _ = booklet(LARGE, 1)
    per_row = ((large + large_bound) / LARGE) / ((small + small_bound) / SMALL)
    two = (small + small_bound) / (max(halves) + half_bound)
    most = max(small_peak, half_peak, large_peak)
    print(f"booklet of {LARGE:,} players: {large + large_bound:.0f} s of processor time")
    print(f"a row of {LARGE:,} / a row of {SMALL:,}: {per_row:.2f} (bound {BOUND_OF_ROWS})")
    print(f"memory of a process at most: {most:.0f} MB (bound {BOUND_OF_MEMORY})")
    print(f"two workers / one: {two:.2f} (bound {BOUND_OF_TWO})")
    print(f"the same bytes from one worker and from two: {first == second}")
    kept = per_row <= BOUND_OF_ROWS and most <= BOUND_OF_MEMORY and two >= BOUND_OF_TWO
    return 0 if kept and first == second else 1


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    if sys.argv[1:2] == ["work"]:
        work(int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), Path(sys.argv[5]))
    elif sys.argv[1:2] == ["bind"]:
        bind_all(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        sys.exit(main())
