"""`make chaos`: prints each fault, what the pads were told meanwhile, and what is wrong afterwards.

`RUNS=10 make chaos` does it so often, each time from nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys


def main() -> int:
    asked = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    asked.add_argument("--runs", type=int, default=int(os.environ.get("RUNS") or 1))
    runs = asked.parse_args().runs
    failed = 0
    for run in range(1, runs + 1):
        print(f"\n== run {run} of {runs}", flush=True)
        # A process of its own: Django is set up for one database once.
        done = subprocess.run([sys.executable, "-m", "chaos.run", str(run)], check=False)
        failed += done.returncode != 0
    print(f"\n{runs - failed} runs without a fault, {failed} with", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
