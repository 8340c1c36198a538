"""How fast certificates are printed, as a multiple of printing the same page with WeasyPrint and with care.

All ways are timed in turn in this one run, in processor time, unsigned. The careful floor reads the typefaces
and the style sheet once for all pages; each page is one string with the whole drawing in it. The naive one is
`HTML(string).write_pdf()` with everything in the string, typefaces too. The bound is 2.5 for both. Then one
process and two at once print as many each: two must do at least 1.9 times as much, also in processor time;
what the clock says is printed beside it. The same facts must give the same bytes in both.
"""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

BOUNDS = {"careful": 2.5, "naive": 2.5}
BOUND_OF_TWO = 1.9
ROUNDS = 8
PAPERS = 10
ROUNDS_OF_TWO = 20


def set_up() -> None:
    """Papers are drawn in the language and with the crest that the settings and the database name."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()


def facts() -> Any:
    """A certificate with everything on it that can be on one."""
    import datetime as dt
    from decimal import Decimal

    from scoring.certificates.documents.facts import CertificateFacts

    return CertificateFacts(
        serial="RPC-000123",
        code="K7QM-2RTX-9WB4",
        check_url="https://authority.example/check/K7QM-2RTX-9WB4/",
        player_name="Władysława O’Neill",
        points=Decimal("2.4"),
        blue_points=Decimal("0.6"),
        place=1,
        place_shared=False,
        players_counted=7,
        game_name="Game 3",
        event_name="Autumn Open 1966",
        club_name="Madison Whoopie Club",
        location="Madison",
        level="open",
        sanction_number="S-00014",
        played_on=dt.date(1966, 11, 12),
        certified_on=dt.date(1966, 11, 14),
        issued_on=dt.date(1966, 11, 15),
        acting_executor="Theodore Lindqvist",
    )


def style_of_page() -> str:
    from sanctioning.kit.press.press import shared_style
    from scoring.certificates.documents.certificates import certificate_paper

    return str(shared_style() + certificate_paper(facts()).style.read_text())


def whole_page(style: str) -> str:
    """The same page as one string, with its style in it."""
    import segno

    from scoring.certificates.documents.certificates import certificate_paper
    from scoring.certificates.documents.drawing import INK

    paper = certificate_paper(facts())
    code = segno.make(facts().check_url, error="m").svg_inline(border=0, dark=INK, omitsize=True)
    code = code.replace("<svg", '<svg style="height: 20.5mm"', 1)
    return (
        paper.html.replace("<style>", f"<style>{style}", 1)
        .replace("<body>", f'<body><div style="position: absolute; top: 0; left: 0">{paper.ground}</div>', 1)
        .replace('<div class="qr"></div>', f'<div class="qr">{code}</div>', 1)
    )


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def measure_ways() -> dict[str, float]:
    """The best seconds of processor time a certificate, of rounds taken in turn."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    from scoring.certificates.documents.certificates import certificate_pdf

    style, fonts = style_of_page(), FontConfiguration()
    sheet = CSS(string=style, font_config=fonts)
    naive, careful = whole_page(style), whole_page("")
    ways: dict[str, Callable[[], object]] = {
        "printed": lambda: certificate_pdf(facts()),
        "careful": lambda: HTML(string=careful).write_pdf(stylesheets=[sheet], font_config=fonts),
        "naive": lambda: HTML(string=naive).write_pdf(),
    }
    for work in ways.values():
        work()
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, work in ways.items():
            taken[name].append(seconds(work))
    return {name: min(times) for name, times in taken.items()}


def print_when_told() -> None:
    """A worker: for each line that it reads, print the papers; say how long that took, and their hashes."""
    from scoring.certificates.documents.certificates import certificate_pdf

    certificate_pdf(facts())
    print("ready", flush=True)
    for _ in sys.stdin:
        begun = time.process_time()
        papers = {certificate_pdf(facts()) for _ in range(PAPERS)}
        print(
            time.process_time() - begun, *(hashlib.sha256(paper).hexdigest() for paper in papers), flush=True
        )


class Worker:
    """A process that prints when it is told."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": "random"},
        )
        self.hear()

    def tell(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("print\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        heard = self.process.stdout.readline().strip()
        if not heard:
            raise SystemExit("a worker ended before its work")
        return heard

    def stop(self) -> None:
        self.process.communicate()


def measure_workers() -> tuple[float, float, set[str]]:
    """How much more two workers do than one, by processor time and by the clock; all hashes of papers."""
    workers, hashes = [Worker(), Worker()], set()
    clock: dict[int, list[float]] = {1: [], 2: []}
    busy: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS_OF_TWO):
        for count in clock:
            begun = time.perf_counter()
            for worker in workers[:count]:
                worker.tell()
            heard = [worker.hear().split() for worker in workers[:count]]
            clock[count].append(time.perf_counter() - begun)
            busy[count].append(sum(float(report[0]) for report in heard) / count)
            hashes |= {paper for report in heard for paper in report[1:]}
    for worker in workers:
        worker.stop()
    return 2 * min(busy[1]) / min(busy[2]), 2 * min(clock[1]) / min(clock[2]), hashes


def main() -> int:
    """Print the ratios; 1 if a bound is not kept."""
    taken = measure_ways()
    for name, each in taken.items():
        print(f"certificates a second and core, {name}: {1 / each:.1f}")
    ratios = {floor: taken[floor] / taken["printed"] for floor in BOUNDS}
    for floor, ratio in ratios.items():
        print(f"printed / {floor}: {ratio:.2f} (bound {BOUNDS[floor]})")
    by_work, by_clock, hashes = measure_workers()
    if len(hashes) != 1:
        print("The same facts gave different bytes.")
        return 1
    print(f"two workers / one: {by_work:.2f} (bound {BOUND_OF_TWO}); by the clock {by_clock:.2f}")
    kept = all(ratios[floor] >= bound for floor, bound in BOUNDS.items())
    return 0 if kept and by_work >= BOUND_OF_TWO else 1


if __name__ == "__main__":
    set_up()
    if sys.argv[1:] == ["worker"]:
        print_when_told()
    else:
        sys.exit(main())
