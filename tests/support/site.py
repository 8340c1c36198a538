"""The whole site as a person starts it, for tests that come to it from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from tests.support.processes import ROOT, Process, wait_until


@dataclass(frozen=True)
class Site:
    """A running site with the demo season in its own database."""

    url: str
    var: Path
    process: Process

    @property
    def database(self) -> Path:
        return self.var / "saas.sqlite3"

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and content of a page, as somebody sees it who is not signed in."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read()

    def manage(self, *command: str) -> str:
        """What a management command of this site prints."""
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={
                **os.environ,
                **site_environment(self.var),
                "SAAS_SITE_ADDRESS": self.url,
                "DJANGO_SETTINGS_MODULE": "config.settings.local",
            },
            check=True,
            capture_output=True,
            text=True,
        ).stdout


def site_environment(var: Path) -> dict[str, str]:
    return {"SAAS_VAR": str(var), "SAAS_DB_NAME": str(var / "saas.sqlite3")}


def start_site(var: Path, port: int, seconds: float = 600) -> Site:
    """Start it just as `make run` does, after the set-up; returns when it has said where it is."""
    var.mkdir(parents=True, exist_ok=True)
    log = var / "start.log"
    environment = {**site_environment(var), "SAAS_PORT": str(port)}
    process = Process("-m", "deploy.start", environment=environment, log=log)

    def has_welcomed() -> bool:
        assert not process.ended, f"The site did not start:\n{process.said()}"
        return "Ctrl-C stops everything" in process.said()

    try:
        wait_until(has_welcomed, seconds, "the site is running")
    except AssertionError:
        process.kill()
        raise
    return Site(f"http://localhost:{port}", var, process)
