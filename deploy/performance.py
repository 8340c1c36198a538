"""Runs every benchmark and writes what they print into docs/performance.md, with the machine and the day.

Each prints ratios to a floor that it measures in the same run, and fails where a bound is not kept. Where
some are named, those alone are measured again and the others stay as they were written.
"""

from __future__ import annotations

import ast
import datetime as dt
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Final

from deploy.processes import ROOT

PAGE: Final = ROOT / "docs" / "performance.md"
BENCHMARKS: Final = (
    "check_speed",
    "check_many",
    "movement",
    "certificates",
    "million",
    "booklet",
    "report",
    "slips",
    "boards",
    "hundreds",
    "at_scale",
    "imports",
)
KIBIBYTES_A_GIBIBYTE: Final = 2**20
HEAD: Final = """# What things cost

Made by `make bench`, which measures on the machine that it runs on; run again to see what a change costs.
Figures are ratios to a floor that the same run measures, so that they can be compared between machines; times
in milliseconds only where a benchmark says so.

| | |
|---|---|
| day | {day} |
| machine | {machine} |
| Python | {python} |
"""


def main() -> int:
    sections, kept = written(), True
    for name in sys.argv[1:] or BENCHMARKS:
        print(f"{name} …", flush=True)
        command = [sys.executable, f"benchmarks/{name}.py"]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        print(done.stdout, flush=True)
        kept = kept and not done.returncode
        sections[name] = section(name, done.stdout, done.returncode)
        aside = PAGE.with_suffix(".being-made")
        aside.write_text("\n".join([head(), *(sections[name] for name in BENCHMARKS if name in sections)]))
        aside.replace(PAGE)
    return 0 if kept else 1


def written() -> dict[str, str]:
    """The sections of the page as it is, by benchmark."""
    if not PAGE.exists():
        return {}
    sections = PAGE.read_text().split("\n## ")[1:]
    return {text.split("\n", 1)[0]: f"## {text}" for text in sections}


def head() -> str:
    today = dt.datetime.now(tz=dt.UTC).date()
    return HEAD.format(day=today.isoformat(), machine=machine(), python=platform.python_version())


def machine() -> str:
    """The processor, how many of it, and the memory."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    memory = int(Path("/proc/meminfo").read_text().split()[1]) / KIBIBYTES_A_GIBIBYTE
    return f"{os.cpu_count()} × {model or platform.machine()}, {memory:.0f} GiB"


def section(name: str, printed: str, status: int) -> str:
    """What a benchmark measures, in its own words, and what it printed."""
    words = ast.get_docstring(ast.parse((ROOT / "benchmarks" / f"{name}.py").read_text())) or name
    title, _, rest = words.partition("\n\n")
    verdict = "" if status == 0 else "\n**A bound was not kept.**\n"
    return f"## {name}\n{' '.join(title.split())}\n\n{rest}\n{verdict}\n```\n{printed.strip()}\n```\n"


if __name__ == "__main__":
    sys.exit(main())
