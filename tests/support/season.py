"""The demo season, played once in a run of the tests: for the running sites, and for the tests in a process.

`season_folder()` is the folder of a site that was prepared as `make run` prepares it and has not been started
since. Whoever comes first prepares it, the others wait: processes side by side share it.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import connection

from deploy.processes import any_free_port
from scoring.demo.build import build_demo
from tests.support.kept import Kept, Rows, own_models, put_back, quoted, stored
from tests.support.processes import ROOT, environment_of_a_process
from tests.support.shared import shared_folder

PREPARED = ["saas.sqlite3", "secret_key", "keys", "media"]
ADDRESS = "running"
PAPERS = "scoring.certificate-document"
OF_THE_PAST = (
    *("sanctioning.mail", "sanctioning.invoice-document"),
    *("scoring.roster-document", "scoring.roster-errata"),
)
KEEP_THE_PAPERS_IN_HAND = """
    DELETE FROM sanctioning_job WHERE kind = ? AND json_extract(payload, '$.certificate') NOT IN (
        SELECT certificate.id FROM scoring_certificate AS certificate
        JOIN sanctioning_person AS person ON person.id = certificate.person_id
        JOIN sanctioning_account AS account ON account.id = person.account_id
        WHERE account.email = ? AND certificate.state = 'issued'
    )
"""


def season_folder() -> Path:
    return shared_folder("season", prepare)


def prepare(folder: Path, **variables: str) -> None:
    """As the first start of a site does it."""
    done = subprocess.run(
        [sys.executable, "-m", "deploy.start", "--prepare"],
        cwd=ROOT,
        env={
            **environment_of_a_process(),
            "SAAS_VAR": str(folder),
            "SAAS_DB_NAME": str(folder / "saas.sqlite3"),
            "SAAS_PORT": str(any_free_port()),
            **variables,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"The site was not prepared:\n{done.stdout}{done.stderr}"


def address_of_season() -> str:
    """Where the site was to be at its first start: what it wrote then leads there."""
    return (season_folder() / ADDRESS).read_text().strip().rstrip("/")


def copy_season(to: Path, *, papers_of: str | None = None) -> None:
    """A folder for a site of one's own; `papers_of`: only the certificates that this account has in hand are
    to be printed, no other paper and no mail of the past."""
    folder = season_folder()
    to.mkdir(parents=True, exist_ok=True)
    for name in PREPARED:
        if (folder / name).is_dir():
            shutil.copytree(folder / name, to / name)
        elif (folder / name).exists():
            shutil.copy2(folder / name, to / name)
    if papers_of is not None:
        with sqlite3.connect(to / "saas.sqlite3") as database:
            database.execute(KEEP_THE_PAPERS_IN_HAND, [PAPERS, papers_of])
            past = [[kind] for kind in OF_THE_PAST]
            database.executemany("DELETE FROM sanctioning_job WHERE kind = ?", past)
        database.close()


def demo_season() -> bool:
    """The season in this process's own database, where nothing else is yet."""
    if connection.vendor != "sqlite":
        return played_here()
    put_back(rows_of_season(), finished=True)
    shutil.copytree(season_folder() / "keys", settings.SIGNING_KEYS_DIR, dirs_exist_ok=True)
    return True


played_here = Kept(build_demo, finished=True)


@cache
def rows_of_season() -> Rows:
    """As the file has them, to the byte."""
    database = sqlite3.connect(f"file:{season_folder() / 'saas.sqlite3'}?mode=ro", uri=True)
    rows: Rows = {}
    for model in own_models():
        columns = ", ".join(quoted(field.column) for field in stored(model))
        if season_rows := database.execute(
            f"SELECT {columns} FROM {quoted(model._meta.db_table)}"
        ).fetchall():
            rows[model] = season_rows
    database.close()
    return rows
