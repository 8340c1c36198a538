"""How long the whole check of full records takes, as a multiple of `json.loads` of the same bytes.

Both are timed in turn in this one run, on random games of 3 to 10 players with every card reported, on the
sample records, which report the play without the hands, on events of Military Whist of 16 to 60 tables
and 50 hands with all tricks and flags, on tournaments of Bid Whist and on events of Columbus Whist of 16 to
64 teams with their bidding. The bound is 2.5. The engine is that of the site: compiled where there is a C
compiler, the plain one of the clone beside it.
"""

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))  # behind the engine that is measured

from config.compiled_engine import compiled_engine  # noqa: E402
from deploy.engine import build  # noqa: E402

BOUND = 2.5
ROUNDS = 40


def random_records() -> list[bytes]:
    """Full records: draw, hands, play, totals, now and then a mishap, players coming and going."""
    from rules_engine.whoopie.random.game import random_game

    return [
        json.dumps(
            random_game(3 + seed % 8, seed, mishaps=0.1, changes=seed % 3 == 0, newcomers=("n1", "n2"))
        ).encode()
        for seed in range(24)
    ]


def sample_records() -> list[bytes]:
    """The play-level samples that the tests keep."""
    folder = ROOT / "tests" / "rules_engine" / "data"
    return [path.read_bytes() for path in sorted(folder.glob("sample-*-players.json"))] * 8


def events() -> list[bytes]:
    """Events of Military Whist over two days, now and then a mishap."""
    from rules_engine.military_whist.random.event import random_event

    days = ((15, 15), (20,))
    return [
        json.dumps(random_event(tables, tables, days=days, mishaps=0.2)).encode()
        for tables in (16, 16, 20, 32, 60)
    ]


def tournaments() -> list[bytes]:
    """Tournaments of Bid Whist from the door to the first place, now and then a mishap."""
    from rules_engine.bid_whist.random.tournament import random_tournament

    return [json.dumps(random_tournament(teams, teams, mishaps=0.2)).encode() for teams in (16, 20, 37, 64)]


def evenings() -> list[bytes]:
    """Events of Columbus Whist with every hand, now and then a mishap."""
    from rules_engine.columbus_whist.random.event import random_event

    return [json.dumps(random_event(teams, teams, mishaps=0.2)).encode() for teams in (16, 20, 36, 64)]


def best_time(work: Callable[[bytes], object], records: list[bytes]) -> float:
    begun = time.process_time()
    for record in records:
        work(record)
    return time.process_time() - begun


def ratio(records: list[bytes], check_bytes: Callable[[bytes], object]) -> float:
    """The best whole check over the best parse, of many rounds taken in turn."""
    parse, check = [], []
    for _ in range(ROUNDS):
        parse.append(best_time(json.loads, records))
        check.append(best_time(check_bytes, records))
    return min(check) / min(parse)


def findings_digest(records: list[bytes]) -> str:
    """A digest of the check documents of the records and of faulty ones made from them."""
    from rules_engine.formats import check_document
    from rules_engine.reading import Malformed, load_json

    digest = hashlib.sha256()
    for number, record in enumerate(records):
        for data in (
            record,
            record.replace(b'"JH"', b'"9C"', 1),
            record.replace(b"[10, 3]", b"[6, 7]", 1),
            record[: len(record) - number],
        ):
            try:
                answer: object = check_document(load_json(data)).as_document()
            except Malformed as error:
                answer = [error.pointer, error.message]
            digest.update(json.dumps(answer).encode())
    return digest.hexdigest()


def measure() -> dict[str, float | str]:
    """The ratios of the engine that is first on the path, and what it found."""
    from rules_engine.bid_whist.check.tournament import check_bytes as check_tournament
    from rules_engine.columbus_whist.check.event import check_bytes as check_evening
    from rules_engine.military_whist.check.event import check_bytes as check_event
    from rules_engine.whoopie.check.game import check_bytes as check_game

    full, samples, military, bid = random_records(), sample_records(), events(), tournaments()
    columbus = evenings()
    return {
        "full records": ratio(full, check_game),
        "sample records": ratio(samples, check_game),
        "events of Military Whist": ratio(military, check_event),
        "tournaments of Bid Whist": ratio(bid, check_tournament),
        "events of Columbus Whist": ratio(columbus, check_evening),
        "digest": findings_digest(full + samples + military + bid + columbus),
    }


def measured_in(folder: Path) -> dict[str, float | str]:
    """What `measure` gives for the engine in `folder`, in a process of its own."""
    program = "import json, check_speed; print(json.dumps(check_speed.measure()))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env={"PYTHONPATH": f"{folder}:{ROOT / 'benchmarks'}", "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    measured: dict[str, float | str] = json.loads(done.stdout)
    return measured


def main() -> int:
    """Print the ratios; 1 if the bound is not kept."""
    engines = {"plain": ROOT}
    compiled = compiled_engine()
    if not compiled.is_dir():
        print(build(compiled))
    if compiled.is_dir():
        engines["compiled"] = compiled
    measured = {name: measured_in(folder) for name, folder in engines.items()}
    if len({ratios.pop("digest") for ratios in measured.values()}) > 1:
        print("The compiled engine finds other things than the plain one.")
        return 1
    for name, ratios in measured.items():
        for what, value in ratios.items():
            print(f"whole check / json.loads, {name} engine, {what}: {value:.2f} (bound {BOUND})")
    best = measured.get("compiled", measured["plain"])
    return 0 if all(float(value) <= BOUND for value in best.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
