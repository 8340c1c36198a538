"""The rehearsal inside the copy of the machine; `deploy.rehearsal` makes it and starts this."""

from __future__ import annotations

import base64
import http.client
import re
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from deploy.rehearsal import (
    ADDRESS,
    CONTACT,
    PASSWORD,
    ROOT,
    SITE,
    TOLD,
    Failed,
    blocks,
    enter_copy,
    run,
    wait_for,
)

HOST = "saas.example.org"
OWNER_TOLD = Path("/etc/saas-owner.env")
SET_UP = "/account/second-factor/app/"
SYSTEMCTL = Path("/usr/local/sbin/systemctl")
OWNERS = "SELECT count(*), string_agg(DISTINCT tableowner, ',') FROM pg_tables WHERE schemaname = 'public'"


class Visitor:
    """A browser behind the proxy, which ends TLS."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, where it leads, and the page; a form takes its token from the cookie."""
        connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=60)
        headers = {
            "Host": HOST,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.1",
            "Referer": f"https://{HOST}{path}",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(
                {**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
            )
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), answer.read().decode()

    def signs_in(self) -> str:
        self.ask("/login/")
        status, location, page = self.ask("/login/", {"login": ADDRESS, "password": PASSWORD})
        expect(status == 302, f"signing in leads on, and was {status}:\n{page[-1500:]}")
        return location


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise Failed(f"Expected: {what}")
    print(f"  well: {what.splitlines()[0]}", flush=True)


def install() -> None:
    """The first block up to the environment file; a fresh machine has no PostgreSQL of somebody else's."""
    SYSTEMCTL.write_text(
        f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m deploy.rehearsal_systemctl "$@"\n'
    )
    SYSTEMCTL.chmod(0o755)
    first, second = blocks("Installing")[:2]
    started = False
    for command in commands(first.replace("REPOSITORY", f"file://{ROOT}")):
        if "postgres" in command.split() and not started:
            network_of_its_own()
            start_postgresql()
            started = True
        run(command)
    key = run("python3 -c 'import secrets; print(secrets.token_urlsafe(50))'").strip()
    text = (
        TOLD.read_text().replace("SAAS_SECRET_KEY=", f"SAAS_SECRET_KEY={key}") + f"SAAS_CONTACT={CONTACT}\n"
    )
    refused = subprocess.run([SITE / "deploy/manage", "check"], capture_output=True, text=True, check=False)
    expect(
        "SAAS_SECRET_KEY is missing" in refused.stderr, f"the missing key is named\n{refused.stderr[-2000:]}"
    )
    TOLD.write_text(f"{text}SAAS_CONTACT={CONTACT}\n")
    start_redis()
    for command in commands(second):
        run(command)
    founding = TOLD.with_name("found.toml")
    founding.write_text(
        f'[managing_executor]\ngiven_names = "Your"\nfamily_name = "Name"\nemail = "{ADDRESS}"\n'
    )
    run(f"{SITE}/deploy/manage found {founding}", answers=f"{PASSWORD}\n{PASSWORD}\n")


def commands(block: str) -> list[str]:
    """The commands of a block, each with the lines that it goes on in; `umask` is of all of them."""
    joined = block.replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.strip() and not line.startswith("umask")]


def network_of_its_own() -> None:
    """From here on nobody outside is asked for anything, and the ports are the copy's own."""
    import ctypes
    import fcntl
    import socket
    import struct

    if ctypes.CDLL(None, use_errno=True).unshare(0x40000000):  # CLONE_NEWNET
        raise Failed("This machine gives no network of its own.")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        up = struct.pack("16sh14x", b"lo", 0x1 | 0x40)  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(any_socket, 0x8914, up)  # SIOCSIFFLAGS


def start_postgresql() -> None:
    """As the installation of the package leaves it: one cluster, running."""
    version = sorted(Path("/usr/lib/postgresql").iterdir(), key=lambda path: int(path.name))[-1].name
    run(f"rm -rf /etc/postgresql/{version}/main /var/lib/postgresql/{version}/main /var/run/postgresql/*")
    run(f"pg_createcluster {version} main && pg_ctlcluster {version} main start")


def start_redis() -> None:
    run("redis-server --port 6379 --bind 127.0.0.1 --save '' --daemonize yes --dir /tmp")


def stop_postgresql() -> None:
    version = sorted(Path("/usr/lib/postgresql").iterdir(), key=lambda path: int(path.name))[-1].name
    run(f"pg_ctlcluster {version} main stop -m fast")


def owners() -> str:
    return run(f'runuser -u postgres -- psql -At saas -c "{OWNERS}"').splitlines()[-1]


def two_roles() -> None:
    """The section of that name: the tables get an owner of their own, whose password root alone reads."""
    services = "saas-web saas-streams saas-worker saas-waiting saas-clock"
    making, granting = blocks("Two roles in the database")
    run(f"systemctl stop {services}")
    for command in commands(making):
        run(command, answers=f"{PASSWORD}\n{PASSWORD}\n" if "--pwprompt" in command else "")
    lines = [line for line in OWNER_TOLD.read_text().splitlines() if not line.startswith("SAAS_DB_")]
    lines += ["SAAS_DB_USER=saas_owner", f"SAAS_DB_PASSWORD={PASSWORD}", "SAAS_DB_HOST=localhost"]
    OWNER_TOLD.write_text("\n".join(lines) + "\n")
    for command in commands(granting):
        run(command)
    run(f"systemctl start {services}")


def expect_refused(statement: str, sentence: str) -> None:
    """What the role of the site may not do, PostgreSQL refuses it."""
    command = ["runuser", "-u", "saas", "--", "psql", "saas", "-c", statement]
    refused = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    expect(
        refused.returncode != 0 and sentence in refused.stderr,
        f"{statement}: {refused.stderr.strip() or 'done'}",
    )


def becomes_officer() -> Visitor:
    """Signs in, sets up an authenticator app as the site asks, and opens the pages of the office."""
    visitor = Visitor()
    visitor.signs_in()
    status, location, _ = visitor.ask("/authority/")
    expect(location.startswith(SET_UP), "the office leads to setting up a second factor")
    _, location, page = visitor.ask(SET_UP)
    if location:
        visitor.ask(location)
        visitor.ask(location.partition("?")[0], {"password": PASSWORD, "next": SET_UP})
        _, _, page = visitor.ask(SET_UP)
    [secret] = re.findall(r'class="code fingerprint">([A-Z2-7]+)<', page)
    app = TOTP(base64.b32decode(secret + "=" * (-len(secret) % 8)), 6, SHA1(), 30)
    visitor.ask(SET_UP, {"code": app.generate(int(time.time())).decode()})
    for path in ("/me/", "/authority/"):
        status, _, page = visitor.ask(path)
        expect(status == 200, f"the officer opens {path}, and was answered {status}")
    expect("1 Street &amp; Yard #4" in visitor.ask("/rules/")[2], "the contact stands on the page as written")
    return visitor


def officer_keeps_a_backup(officer: Visitor) -> None:
    """One by hand, one by its timer's service, a rehearsal of it, and back into an empty database."""
    saving, nightly, restoring = blocks("Backup")[:3]
    count, owner = owners().split("|")
    for command in commands(saving) + commands(nightly):
        run(command)
    time.sleep(1)  # a backup is named for its second
    run("systemctl start saas-backup")
    run("systemctl start saas-rehearsal")
    expect("can be restored" in Path("/var/log/saas-rehearsal.log").read_text(), "the rehearsal says so")
    newest = sorted(path.name for path in Path("/var/backups/saas").glob("2*Z"))[-1]
    for command in commands(restoring.replace("20261124T033000Z", newest)):
        run(command)
    expect(owners() == f"{count}|saas" and owner == "saas", f"all {count} tables belong to saas again")
    wait_for(lambda: answered() == (200, "well\n"), "the restored site says that it is well")
    expect(officer.ask("/authority/")[0] == 200, "the officer is still signed in after the restore")


def upgrade() -> None:
    """To the version that is there already: every step is taken, whatever it finds to do."""
    done = run("/srv/saas/deploy/upgrade")
    expect("== Done" in done, "the upgrade goes through")
    wait_for(lambda: answered() == (200, "well\n"), "the upgraded site says that it is well")


def back_to_a_moment() -> None:
    """What was written before the moment is there again, and what was written after it is not."""
    archiving, base, recovering = blocks("Backup")[3:6]
    services = "saas-web saas-streams saas-worker saas-waiting saas-clock"
    for command in commands(archiving) + commands(base):
        run(command)
    say = "CREATE TABLE IF NOT EXISTS said (what text); INSERT INTO said VALUES"
    run(f"runuser -u postgres -- psql saas -c \"{say} ('before')\"")
    moment = run("runuser -u postgres -- psql -At -c 'SELECT clock_timestamp()'").splitlines()[-1]
    time.sleep(1)
    run(f"runuser -u postgres -- psql saas -c \"{say} ('after')\"")
    run("runuser -u postgres -- psql -c 'SELECT pg_switch_wal()'")
    run(f"systemctl stop {services}")
    [kept_base] = Path("/var/backups/saas-base").iterdir()
    run(recovering.replace("2026-11-24 21:14:00+00", moment).replace("2026-11-22", kept_base.name))
    ready = "runuser -u postgres -- psql -At -c 'SELECT pg_is_in_recovery()'"
    wait_for(lambda: run(ready).splitlines()[-1] == "f", "the database has come back to its moment")
    kept = run("cd / && runuser -u postgres -- psql -At saas -c 'SELECT what FROM said'").split()
    expect(kept == ["before"], f"the database holds what was there at that moment: {kept}")
    run("runuser -u postgres -- psql saas -c 'DROP TABLE said'")
    run(f"systemctl start {services}")
    wait_for(lambda: answered() == (200, "well\n"), "the site says that it is well")


def rehearse() -> None:
    install()
    wait_for(lambda: answered() == (200, "well\n"), "the site says that it is well")
    officer = becomes_officer()
    run("/srv/saas/deploy/manage make_signing_key")
    belongs = run("stat -c '%U %a' /srv/saas/var/keys/*").split()
    expect(set(belongs[::2]) == {"saas"}, f"keys belong to the services: {belongs}")
    run("/srv/saas/deploy/manage verify_ledger")

    officer_keeps_a_backup(officer)
    upgrade()
    back_to_a_moment()
    expect(officer.ask("/authority/")[0] == 200, "the officer is still signed in afterwards")
    count = owners().partition("|")[0]

    two_roles()
    wait_for(lambda: answered() == (200, "well\n"), "the site of two roles says that it is well")
    expect(owners() == f"{count}|saas_owner", f"all {count} tables belong to saas_owner")
    Visitor().signs_in()
    expect(officer.ask("/authority/")[0] == 200, "the officer is still signed in with two roles")
    expect_refused("ALTER TABLE scoring_ledgerentry DISABLE TRIGGER ALL", "must be owner")
    expect_refused("DELETE FROM sanctioning_auditentry", "permission denied")
    run("/srv/saas/deploy/manage verify_ledger")

    run("redis-cli shutdown nosave || true")
    status, text = answered()
    expect((status, text.startswith("well, but the broker")) == (200, True), f"health says: {text.strip()}")
    Visitor().signs_in()
    expect(officer.ask("/authority/")[0] == 200, "pages are answered without Redis")

    stop_postgresql()
    expect(answered()[0] == 503, "health says that the database does not answer")
    status, _, page = officer.ask("/authority/")
    expect((status, "<!DOCTYPE html>" in page) == (503, True), "a page is answered 503 without PostgreSQL")
    status, _, page = officer.ask("/api/v1/clubs/")
    expect((status, page[:1]) == (503, "{"), "a program is answered 503 in JSON without PostgreSQL")


def answered() -> tuple[int, str]:
    try:
        status, _, text = Visitor().ask("/health/")
    except OSError:
        return 0, ""
    return status, text


if __name__ == "__main__":
    enter_copy()
    try:
        rehearse()
    except Failed as reason:
        print(f"\n{reason}", flush=True)
        sys.exit(1)
    print("\nThe page holds: from nothing to a signed-in officer, and back from a backup.", flush=True)
