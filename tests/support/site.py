"""The whole site as a person starts it, for tests that come to it from outside."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, partial
from http.client import HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import override_settings
from django.utils import timezone
from django.utils.crypto import get_random_string

from sanctioning.accounts.models.account import Account
from tests.support.processes import Process, environment_of_a_process, wait_until
from tests.support.season import prepare
from tests.support.shared import shared_folder
from tests.support.within import Within


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
        with asked_for(self.url + path) as answer:
            return answer.status or 0, answer.read()

    def session_of(self, email: str) -> str:
        """The key of a new session, as this site leaves one when the account signs in by its password."""
        key, until = get_random_string(32).lower(), timezone.now() + timedelta(days=1)
        secret = (self.var / "secret_key").read_text()
        with closing(sqlite3.connect(self.database, timeout=30)) as database, database:
            row = database.execute("SELECT id, password FROM sanctioning_account WHERE email = ?", [email])
            account_id, password = row.fetchone()
            with override_settings(SECRET_KEY=secret):
                session = {
                    SESSION_KEY: str(account_id),
                    BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                    HASH_SESSION_KEY: Account(pk=account_id, password=password).get_session_auth_hash(),
                    "account_authentication_methods": [
                        {"method": "password", "at": time.time(), "email": email}
                    ],
                }
                kept = SessionStore().encode(session)
            database.execute(
                "INSERT INTO django_session (session_key, session_data, expire_date) VALUES (?, ?, ?)",
                [key, kept, f"{until:%Y-%m-%d %H:%M:%S}"],
            )
        return key

    def do(self, code: str) -> str:
        """What the code prints that is carried out within this site."""
        return self._within.do(code)

    @cached_property
    def _within(self) -> Within:
        environment = {
            **environment_of_a_process(),
            **site_environment(self.var),
            "SAAS_SITE_ADDRESS": self.url,
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
        }
        return Within(environment, self.var / "within.log")

    def end(self) -> None:
        """At once: its worker takes seconds to stop, which is for the tests of stopping."""
        if "_within" in self.__dict__:
            self._within.end()
        self.process.kill_all()


def asked_for(address: str, cookies: str = "") -> HTTPResponse | HTTPError:
    """The answer to somebody with these cookies, plain as it left the site; a refusal is one, too."""
    try:
        answer: HTTPResponse = urlopen(Request(address, headers={"Cookie": cookies}), timeout=30)
    except HTTPError as refusal:
        return refusal
    return answer


def site_environment(var: Path) -> dict[str, str]:
    return {"SAAS_VAR": str(var), "SAAS_DB_NAME": str(var / "saas.sqlite3")}


def start_empty_site(var: Path, port: int, **variables: str) -> Site:
    """As `make run DEMO=0` does it on a folder where the tables are made already, and nothing else."""
    shutil.copytree(shared_folder("empty site", partial(prepare, SAAS_DEMO="0")), var, dirs_exist_ok=True)
    return start_site(var, port, SAAS_DEMO="0", **variables)


def start_site(var: Path, port: int, **variables: str) -> Site:
    """Start it just as `make run` does, after the set-up; returns when it has said where it is."""
    var.mkdir(parents=True, exist_ok=True)
    log = var / "start.log"
    environment = {**site_environment(var), "SAAS_PORT": str(port), **variables}
    process = Process("-m", "deploy.start", environment=environment, log=log)

    def has_welcomed() -> bool:
        assert not process.ended, f"The site did not start:\n{process.said()}"
        return "Ctrl-C stops everything" in process.said()

    try:
        wait_until(has_welcomed, 600, "the site is running")
    except AssertionError:
        process.kill()
        raise
    return Site(f"http://localhost:{port}", var, process)
