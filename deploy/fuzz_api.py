"""The API of a running site off its own schema, as each role: `deploy/fuzz-api`.

Schemathesis makes requests that fit the schema and requests that do not, and looks at each answer: no status
from 500 on, none that the schema does not tell, no body and no header off it, nothing taken that breaks it.
What it takes for right besides is in `deploy/fuzz-api.toml`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import django

from deploy.processes import ROOT, any_free_port

NOBODY: Final = "nobody"
TOKENS: Final = """
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.tokens import make_token
from scoring.demo.people import LOGINS
for email in {login.role: login.email for login in reversed(LOGINS)}.values():
    _row, secret = make_token(by=Account.objects.get(email=email), name="Fuzzing", scope="full")
    print(email.partition("@")[0], secret)
"""
SUMMARY: Final = re.compile(r"^ +([\d,]+ generated.*)$", re.MULTILINE)
LIMITS: Final = {f"SAAS_API_RATE_OF_{whom}": "0" for whom in ("ACCOUNT", "ADDRESS", "WRONG_TOKENS")}
"""Nobody may be kept from asking as often as this does."""


def main() -> int:
    asked = argparse.ArgumentParser(prog="deploy/fuzz-api", description=__doc__)
    asked.add_argument("schemathesis", type=Path)
    asked.add_argument("examples", type=int, nargs="?", default=10, help="of each operation and kind")
    asked.add_argument(
        "--roles", nargs="*", default=[], help=f"all of the demo, and {NOBODY}, if none is said"
    )
    options = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from tests.support.site import start_site

    logs = ROOT / "var" / "fuzz-api-logs"
    logs.mkdir(parents=True, exist_ok=True)
    failed = []
    with tempfile.TemporaryDirectory(prefix="saas-fuzz-api-") as folder:
        site = start_site(Path(folder) / "site", any_free_port(), **LIMITS)
        try:
            roles = [(NOBODY, ""), *_tokens(site.do(TOKENS))]
            for role, secret in roles:
                if options.roles and role not in options.roles:
                    continue
                log = logs / f"{role}.log"
                fine = _try(options.schemathesis.absolute(), site.url, secret, options.examples, log)
                print(f"{role:12} {'holds' if fine else 'FAILED':7} {_summary(log)}  {log}", flush=True)
                failed += [] if fine else [role]
        finally:
            site.end()
    return 1 if failed else 0


def _tokens(printed: str) -> Iterator[tuple[str, str]]:
    for line in printed.split("\n"):
        role, _space, secret = line.partition(" ")
        if secret:
            yield role, secret


def _try(schemathesis: Path, url: str, secret: str, examples: int, log: Path) -> bool:
    shows = ["--header", f"Authorization: Bearer {secret}"] if secret else []
    command: list[str | Path] = [
        schemathesis,
        "--config-file",
        ROOT / "deploy" / "fuzz-api.toml",
        "run",
        f"{url}/api/v1/schema/",
        *shows,
        "--checks=all",
        "--phases=examples,coverage,fuzzing",
        f"--max-examples={examples}",
        "--continue-on-failure",
        "--no-color",
        # A token that revokes itself would end the run; tokens have tests of their own.
        "--exclude-path-regex=tokens",
    ]
    with log.open("w") as told:
        return subprocess.run(command, cwd=log.parent, stdout=told, stderr=told, check=False).returncode == 0


def _summary(log: Path) -> str:
    match = SUMMARY.search(log.read_text())
    return match.group(1) if match else "no summary"


if __name__ == "__main__":
    sys.exit(main())
