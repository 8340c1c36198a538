"""Run a command beside a PostgreSQL and a Redis of its own.

`python -m deploy.with_services pytest tests/site`
"""

from __future__ import annotations

import os
import subprocess
import sys

from deploy.services import services


def main() -> int:
    with services() as environment:
        return subprocess.run(sys.argv[1:], env={**os.environ, **environment}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
