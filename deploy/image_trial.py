"""Runs the site from the files of its image, as compose.yaml does: `deploy.image_rehearsal` made them.

Invariants: the processes have the image's user, no capability, and write nowhere but into the folders that a
container is given; what they are told is what compose.yaml tells them.
"""

from __future__ import annotations

import re
import secrets
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, LiteralString

import psycopg

from deploy.dockerfile import Stage
from deploy.image_rehearsal import PATH, said, timed
from deploy.processes import any_free_port, dies_with_parent
from deploy.rehearsal import PASSWORD, Failed
from deploy.services import services

HOST: Final = "saas.example.org"
ADDRESS: Final = f"https://{HOST}"
PROCESSES: Final = ("web", "streams", "worker", "waiting", "clock")
WRITTEN_TO: Final = ("srv/saas/var", "var/backups/saas", "tmp")
DATABASE: Final = "run/database"
SECRETS: Final = "run/secrets"
FOUNDING: Final = """
[managing_executor]
given_names = "Your"
family_name = "Name"
email = "you@example.org"
"""
WELL: Final = ("Database", "Tables", "Worker", "Clock", "Fonts and papers", "Languages", "Rules engine")
"""What the doctor has to be content with; a site that is not set up lacks other things."""
NOT_IN_IT: Final = ("gcc", "cc", "make", "pip", "pip3", "git", "curl")
ROLES: Final = (
    "CREATE ROLE saas_owner LOGIN CREATEDB",
    "CREATE ROLE saas LOGIN",
)
"""As deploy/compose-files/roles.sh makes them."""
CREATE: Final = "CREATE DATABASE saas OWNER saas_owner ENCODING 'UTF8' TEMPLATE template0"
AS_OWNER: Final = {"SAAS_DB_USER": "saas_owner"}
BACKUPS: Final = "/var/backups/saas"


class Container:
    """The image with what it is told, where it runs."""

    def __init__(self, root: Path, stage: Stage, told: dict[str, str]) -> None:
        self._root, self._stage = root, stage
        self._told = {"PATH": PATH, "HOME": "/srv/saas", **stage.environment(), **told}
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def command(self, *words: str) -> list[str]:
        """Within the image, as its user without any right, in its folder."""
        user, group = self._stage.last("USER")[0].split(":")
        [folder] = self._stage.last("WORKDIR")
        rights = ["--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", *rights]
        return ["chroot", str(self._root), *as_user, "env", "--chdir", folder, *words]

    def serve(
        self, *words: str, more: dict[str, str] | None = None, answers: str = "", may_fail: bool = False
    ) -> str:
        command = self.command(*self._stage.last("ENTRYPOINT"), *words)
        return said(command, {**self._told, **(more or {})}, answers=answers, may_fail=may_fail)

    def start(self, process: str) -> None:
        log = (self._root.parent / f"{process}.log").open("wb")
        self._running[process] = subprocess.Popen(
            self.command(*self._stage.last("ENTRYPOINT"), process),
            env={**self._told, "SAAS_ALIVE_FILE": f"/tmp/alive-{process}"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=dies_with_parent(signal.SIGKILL),
        )

    def is_alive(self, probe: str) -> bool:
        """What the health check of compose.yaml asks."""
        try:
            self.serve("alive", probe, more={"SAAS_ALIVE_FILE": f"/tmp/alive-{probe}"})
        except Failed:
            return False
        return True

    def stop(self, process: str) -> float:
        """How long it takes to end when it is asked to."""
        running, begun = self._running.pop(process), time.monotonic()
        running.terminate()
        running.wait(120)
        return time.monotonic() - begun

    def end(self) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            process.wait(120)

    def log(self, process: str) -> str:
        return (self._root.parent / f"{process}.log").read_text()[-3000:]


def try_image(root: Path, stage: Stage) -> None:
    size = said(["du", "--summarize", "--block-size=1M", "--one-file-system", str(root)]).split()[0]
    print(f"# The image has {size} MB", flush=True)
    for name in NOT_IN_IT:
        found = [path for folder in PATH.split(":") if (path := root / folder[1:] / name).exists()]
        expect(not found, f"there is no {name} in it")
    port, stream_port = str(any_free_port()), str(any_free_port())
    with ExitStack() as running:
        beside = running.enter_context(services())
        as_owner_of_the_server(beside, *ROLES, CREATE)
        running.enter_context(as_a_container_sees(root, Path(beside["SAAS_DB_HOST"])))
        told = {
            "SAAS_SITE_ADDRESS": ADDRESS,
            "SAAS_ALLOWED_HOSTS": HOST,
            "SAAS_SECRETS": f"/{SECRETS}",
            "SAAS_DB_HOST": f"/{DATABASE}",
            "SAAS_BROKER_URL": beside["SAAS_BROKER_URL"],
            "SAAS_CACHE_URL": beside["SAAS_BROKER_URL"].removesuffix("0") + "1",
            "WEB_BIND": f"0.0.0.0:{port}",
            "STREAMS_BIND": f"0.0.0.0:{stream_port}",
            "WEB_PROCESSES": "1",
        }
        container = Container(root, stage, told)
        running.callback(container.end)
        rehearse(container, port)
        bring_back(container, port, beside)


def rehearse(container: Container, port: str) -> None:
    with timed("migrate saas"):
        container.serve("migrate", "saas", more=AS_OWNER)
    for process in PROCESSES:
        container.start(process)
    for probe in ("ready", *PROCESSES):
        wait_for(container, probe)
    print(container.serve("manage", "set_up_code").strip(), flush=True)
    expect(asked(port, "/")[0] == 503, "the site says that it is not set up yet")
    container.serve("manage", "found", "/tmp/found.toml", answers=f"{PASSWORD}\n{PASSWORD}\n")
    status, page = asked(port, "/")
    expect(status == 200, f"the site answers at /, and said {status}")
    [style] = re.findall(r'href="(/static/[^"]+\.css)"', page)[:1] or [""]
    expect(asked(port, style)[0] == 200, f"its styles are in the image: {style}")
    wait_until_well(port)
    doctor = container.serve("manage", "doctor", may_fail=True)
    for about in WELL:
        [line] = re.findall(rf"^\S+ +{about}: .*$", doctor, re.MULTILINE)
        expect(line.startswith("fine"), f"the doctor finds: {line}")


def bring_back(container: Container, port: str, beside: dict[str, str]) -> None:
    """A backup, tried and then restored as docs/operator.md says for compose."""
    made = container.serve("manage", "backup", BACKUPS, more=AS_OWNER).strip()
    print(made, flush=True)
    print(container.serve("manage", "rehearse_restore", BACKUPS, more=AS_OWNER).strip(), flush=True)
    for process in PROCESSES:
        expect(container.stop(process) < 30, f"{process} ends when it is asked to")
    as_owner_of_the_server(beside, "ALTER DATABASE saas RENAME TO saas_before", CREATE)
    backup = made.partition(":")[0]
    print(container.serve("manage", "restore", backup, more=AS_OWNER).strip(), flush=True)
    container.serve("migrate", "saas", more=AS_OWNER)
    container.start("web")
    wait_for(container, "ready")
    expect(asked(port, "/")[0] == 200, "the restored site answers at /")


def as_owner_of_the_server(beside: dict[str, str], *statements: LiteralString) -> None:
    parameters = {"host": beside["SAAS_DB_HOST"], "user": "postgres", "dbname": "postgres"}
    with psycopg.connect(**parameters, autocommit=True) as admin:  # type: ignore[arg-type]
        for statement in statements:
            admin.execute(statement)


@contextmanager
def as_a_container_sees(root: Path, database: Path) -> Iterator[None]:
    """Read-only but for what a container is given: folders, secrets as files, a database."""
    (root / DATABASE).mkdir(parents=True)
    (root / SECRETS).mkdir(parents=True)
    (root / SECRETS / "SAAS_SECRET_KEY").write_text(secrets.token_urlsafe(50))
    database.chmod(0o755)
    for command in (
        ["mount", "--bind", str(root), str(root)],
        ["mount", "-o", "remount,bind,ro", str(root)],
        *(["mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(root / name)] for name in WRITTEN_TO),
        ["mount", "--bind", str(database), str(root / DATABASE)],
        ["mount", "-t", "proc", "proc", str(root / "proc")],
        ["mount", "--rbind", "/dev", str(root / "dev")],
    ):
        subprocess.run(command, check=True)
    (root / "tmp/found.toml").write_text(FOUNDING)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", "--recursive", str(root)], check=True)


def wait_until_well(port: str) -> None:
    deadline = time.monotonic() + 120
    while asked(port, "/health/") != (200, "well\n"):
        if time.monotonic() > deadline:
            raise Failed(f"The site is not well: {asked(port, '/health/')[1]}")
        time.sleep(1)
    print("  well: the site says so itself", flush=True)


def wait_for(container: Container, probe: str) -> None:
    deadline = time.monotonic() + 120
    while not container.is_alive(probe):
        if time.monotonic() > deadline:
            raise Failed(f"{probe} does not answer:\n{container.log('web' if probe == 'ready' else probe)}")
        time.sleep(1)
    print(f"  well: {probe} answers its probe", flush=True)


def asked(port: str, path: str) -> tuple[int, str]:
    """As the proxy asks, which ended TLS."""
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise Failed(f"Expected: {what}")
    print(f"  well: {what}", flush=True)
