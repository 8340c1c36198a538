"""Starts the site on this machine: database, demo season, web server, worker and clock; Ctrl-C stops all.

With `SAAS_DEMO=0` (`make run DEMO=0`) it is an empty site, for an authority of one's own, beside the demo.

With `--prepare` it ends once the database with the demo season is there; the next start finds it.

The database is made under another name and takes its own when the demo season is in it, so a start that was
broken off leaves nothing half-made behind. Only one start at a time may use a `var/` folder.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO

from config.settings.environment import Local, SettingsWrong, read
from deploy import processes
from deploy.local_network import EVERY_ADDRESS, own_address, own_names, qr_code
from deploy.processes import ROOT
from deploy.supervisor import Kept, Supervisor

try:
    TOLD = read(Local)
except SettingsWrong as wrong:
    sys.exit(str(wrong))
VAR = TOLD.VAR.absolute()
DATABASE = VAR / "saas.sqlite3"
SCRATCH = VAR / "tmp"
BEING_MADE = VAR / "being-made.sqlite3"
HOST = TOLD.HOST
# Where people find the site: whoever lets phones in gets the address that phones have for it.
SHOWN_HOST = {"127.0.0.1": "localhost", EVERY_ADDRESS: own_address()}.get(HOST, HOST)
if TOLD.HTTPS:
    # What signs a certificate takes ten megabytes, and this process stays as long as the site does.
    from deploy.local_certificate import LocalCertificate

    CERTIFICATE: LocalCertificate | None = LocalCertificate(VAR / "tls")
else:
    CERTIFICATE = None
# The two run side by side, each at the same address every time.
FIRST_PORT = 8000 if TOLD.DEMO else 8100
PORTS_TO_TRY = 100
STREAMS_BESIDE = 1000
SECONDS_TO_ANSWER = 120
PREPARE_ONLY = "--prepare"
BY_HTTP = (
    "It is http: without the network phones keep the score while the pad stays open, but cannot open it\n"
    "again until the network is back, and no page can use the camera. For both start it with HTTPS=1."
)
INSTALL = "So that phones trust it, install {} on them (docs/operator.md)."
MAIL_IS_KEPT = "Mail is not sent: it is written to {}. SAAS_EMAIL_HOST names a server that sends it."
MAKING = {
    True: "Making the database and playing the demo season, a minute the first time …",
    False: "Making an empty database for an authority of your own …",
}


class CannotStart(Exception):
    """Why the site does not start, as a sentence for the person at the keyboard."""


def main() -> int:
    signal.signal(signal.SIGTERM, stop_as_with_ctrl_c)
    say = print_at_once
    try:
        VAR.mkdir(parents=True, exist_ok=True)
        (VAR / "log").mkdir(exist_ok=True)
        with (VAR / "running").open("a+") as running:
            port, logins = prepare(running)
            if PREPARE_ONLY not in sys.argv[1:]:
                serve(port, logins)
    except CannotStart as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
    return 0


def prepare(running: IO[str]) -> tuple[int, str]:
    """Everything before the first page; gives the port that the site will answer at, and who can sign in."""
    take_for_ourselves(running)
    port = choose_port()
    note_address(running, port)
    # Known before the demo season is made, whose mails and papers lead to this site.
    os.environ["SAAS_SITE_ADDRESS"] = address(port).rstrip("/")
    names = own_names() if HOST == EVERY_ADDRESS else []
    os.environ["SAAS_ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*TOLD.ALLOWED_HOSTS, SHOWN_HOST, *names]))
    if CERTIFICATE:
        CERTIFICATE.make_for(SHOWN_HOST, *names)
    empty_scratch()
    return port, prepare_database()


def print_at_once(sentence: str) -> None:
    print(sentence, flush=True)


def stop_as_with_ctrl_c(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def take_for_ourselves(running: IO[str]) -> None:
    try:
        fcntl.flock(running, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        running.seek(0)
        raise CannotStart(
            f"The site runs already, at {running.read().strip() or 'an address to come'}."
        ) from None


def note_address(running: IO[str], port: int) -> None:
    running.truncate(0)
    running.write(address(port))
    running.flush()


def empty_scratch() -> None:
    """What killed processes left lying; on the broker's own file system, so that it moves messages whole."""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir()


def address(port: int) -> str:
    return f"{'https' if CERTIFICATE else 'http'}://{SHOWN_HOST}:{port}/"


def choose_port() -> int:
    """The port that was asked for, or else the first free one from 8000 on."""
    if wanted := TOLD.PORT:
        if not processes.is_free(wanted, HOST):
            raise CannotStart(
                f"Port {wanted} is taken by another program. Free it, or choose another SAAS_PORT."
            )
        return wanted
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY):
        if processes.is_free(port, HOST):
            return port
    raise CannotStart(f"No port from {FIRST_PORT} on is free; name one with SAAS_PORT.")


def choose_stream_port(port: int) -> int:
    """The port that was asked for, or one that goes with that of the site: a start finds it free again."""
    if TOLD.STREAM_PORT:
        return TOLD.STREAM_PORT
    beside = (port + offset for offset in range(STREAMS_BESIDE, STREAMS_BESIDE + PORTS_TO_TRY))
    return next((free for free in beside if free < 65536 and processes.is_free(free, HOST)), 0) or (
        processes.any_free_port()
    )


def environment(database: Path = DATABASE) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "SAAS_VAR": str(VAR),
        "SAAS_DB_NAME": str(database),
        "TMPDIR": str(SCRATCH),
    }


def manage(*command: str, database: Path = DATABASE) -> str:
    """Run one management command; gives what it printed, or stops the start with what it said."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**os.environ, **environment(database)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotStart(f"manage.py {' '.join(command)} did not work:\n\n{done.stdout[-4000:]}")
    return done.stdout


def prepare_database() -> str:
    """The tables as this version of the site has them, the demo season, and no lease of a dead worker.

    Gives who can sign in, as the page of the start says it.
    """
    kind = "--demo" if TOLD.DEMO else "--own"
    if has_tables(DATABASE):
        return manage("prepare", *([] if TOLD.DEMO else [kind]))
    print_at_once(MAKING[TOLD.DEMO])
    for leftover in VAR.glob(f"{BEING_MADE.name}*"):
        leftover.unlink()
    logins = manage("prepare", kind, database=BEING_MADE)
    BEING_MADE.rename(DATABASE)
    return logins


def has_tables(database: Path) -> bool:
    """A command that was run before the first start leaves a database without any."""
    if not database.exists():
        return False
    with closing(sqlite3.connect(database)) as connection:
        try:
            return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
        except sqlite3.DatabaseError:
            return True  # What cannot be read is never replaced; what prepares it says what is wrong.


def serve(port: int, logins: str) -> None:
    supervisor = Supervisor(logs=VAR / "log", tell=print_at_once)
    stream_port = choose_stream_port(port)
    variables = {**environment(), "SAAS_STREAM_PORT": str(stream_port)}
    try:
        supervisor.keep(Kept("web", web_command(port), variables))
        supervisor.keep(Kept("streams", streams_command(stream_port), variables))
        for name, command, leases in (
            ("worker", worker_command(), "--others"),
            ("waiting", waiting_command(), "--waiting"),
        ):
            free = partial(manage, "release_leases", leases)
            supervisor.keep(Kept(name, command, variables, before_restart=free))
        wait_for_answer(supervisor, port)
        print_at_once(welcome(port, logins))
        while True:
            supervisor.look_after()
            time.sleep(0.5)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        supervisor.stop()


def web_command(port: int) -> list[str]:
    return [
        *[sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{HOST}:{port}"],
        *["--workers", "2", "--threads", "4", "--timeout", "60", "--graceful-timeout", "5"],
        *["--limit-request-line", "8190", "--preload", "--no-control-socket", *certificate()],
    ]


def streams_command(port: int) -> list[str]:
    """One process for the streams of all readers, which would each hold a thread of the web server's."""
    return [
        *[sys.executable, "-m", "gunicorn", "config.streams", "--bind", f"{HOST}:{port}"],
        *["--worker-class", "asgi", "--worker-connections", "5000", "--timeout", "60"],
        *["--graceful-timeout", "1", "--preload", "--no-control-socket", *certificate()],
    ]


def certificate() -> list[str]:
    return ["--certfile", str(CERTIFICATE.server), "--keyfile", str(CERTIFICATE.key)] if CERTIFICATE else []


def worker_command() -> list[str]:
    """With the clock inside. Always two processes for jobs: Celery crashes while it starts one on demand."""
    return [
        *[sys.executable, "-m", "celery", "--app", "config", "worker", "--concurrency", "2"],
        *["--loglevel", "INFO", "--without-gossip", "--without-mingle", "--without-heartbeat"],
        "--clock",
    ]


def waiting_command() -> list[str]:
    """One process with many threads for jobs that wait for machines of others, such as webhooks."""
    return [
        *[sys.executable, "-m", "celery", "--app", "config", "worker", "--hostname", "waiting@%h"],
        *["--waiting", "--pool", "threads", "--concurrency", "16"],
        *["--loglevel", "INFO", "--without-gossip", "--without-mingle", "--without-heartbeat"],
    ]


def wait_for_answer(supervisor: Supervisor, port: int) -> None:
    deadline = time.monotonic() + SECONDS_TO_ANSWER
    while not answers(port):
        if time.monotonic() > deadline:
            raise CannotStart(f"The site does not answer. Its log ends with:\n\n{supervisor.log_tail('web')}")
        supervisor.look_after()
        time.sleep(0.1)


def answers(port: int) -> bool:
    trusted = ssl.create_default_context(cafile=CERTIFICATE.to_install) if CERTIFICATE else None
    try:
        with urllib.request.urlopen(f"{address(port)}health/", timeout=5, context=trusted) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def welcome(port: int, logins: str) -> str:
    return "\n".join(
        [
            "",
            f"{'The demo' if TOLD.DEMO else 'Your own site'} is at {address(port)}",
            "",
            logins.rstrip(),
            "",
            *whats_kept(),
            *for_phones(port),
            f"Logs are in {VAR / 'log'}. Ctrl-C stops everything.",
        ]
    )


def for_phones(port: int) -> list[str]:
    if HOST != EVERY_ADDRESS:
        return ["Phones in the room cannot reach it; with HOST=0.0.0.0 they can."]
    https = INSTALL.format(CERTIFICATE.to_install) if CERTIFICATE else BY_HTTP
    return ["", f"Phones in the same network open {address(port)}", "", qr_code(address(port)), "", https]


def whats_kept() -> list[str]:
    if TOLD.DEMO:
        return ["To start for real, with an empty site beside this one: make run DEMO=0"]
    mail = f"Mail goes out by {TOLD.EMAIL_HOST}." if TOLD.EMAIL_HOST else MAIL_IS_KEPT.format(VAR / "mail")
    return [f"Everything is kept in {VAR}: back that folder up.", mail]


if __name__ == "__main__":
    sys.exit(main())
