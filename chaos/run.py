"""One run, from nothing to the proof."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import psycopg

from chaos.servers import PORT, Cluster, Redis
from chaos.site import HOST, WEB, Site
from deploy.processes import ROOT
from deploy.services import private_folder, unprivileged_user

DATABASE: Final = "saas"
PADS: Final = 8
TABLES_OF_A_PAD: Final = 5
STANZAS: Final = 60
CERTIFIED: Final = 12
CALM: Final = 4.0
"""Seconds of work between two faults."""
SETTLE: Final = 420.0
"""A dead worker's lease runs out after two minutes; what it held is tried again, with pauses."""
MEDIA_SIZE: Final = "size=64m"


def main(seed: int) -> int:
    with ExitStack() as running:
        folder = running.enter_context(private_folder("chaos"))
        primary, standby = running.enter_context(databases())
        redis = running.enter_context(emptied_redis())
        mail = running.enter_context(taken_mail())
        environment = environment_of(folder, primary, standby, redis, mail)
        os.environ.update(environment)
        running.enter_context(small_media(folder))
        prepare()
        site = Site(folder, environment)
        running.callback(site.stop)
        return work(site, primary, standby, redis, seed)


@contextmanager
def databases() -> Iterator[tuple[Cluster, Cluster]]:
    user = unprivileged_user()
    with private_folder("first", user) as first, private_folder("second", user) as second:
        primary, standby = Cluster(first), Cluster(second)
        primary.make()
        primary.start()
        standby.copy_of(primary)
        standby.start()
        try:
            with psycopg.connect(**primary.address, dbname="postgres", autocommit=True) as server:
                server.execute(f"CREATE DATABASE {DATABASE}")
                # A commit is acknowledged once the standby has it too.
                server.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
                server.execute("SELECT pg_reload_conf()")
            yield primary, standby
        finally:
            primary.stop()
            standby.stop()


@contextmanager
def emptied_redis() -> Iterator[Redis]:
    with private_folder("redis") as folder:
        redis = Redis(folder)
        redis.start()
        try:
            yield redis
        finally:
            redis.stop()


@contextmanager
def taken_mail() -> Iterator[int]:
    from tests.support.smtp import mail_server

    with mail_server() as post:
        yield post.port


@contextmanager
def small_media(folder: Path) -> Iterator[None]:
    """Papers on a disk of their own, which can be filled; as root alone, who may mount one."""
    media = folder / "var/media"
    media.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", MEDIA_SIZE, "tmpfs", str(media)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(media)], check=True)


def environment_of(
    folder: Path, primary: Cluster, standby: Cluster, redis: Redis, mail_port: int
) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SAAS_SECRET_KEY": "0123456789-abcdefghijklmnopq-XYZ-of-chaos",
        "SAAS_ALLOWED_HOSTS": HOST,
        "SAAS_SITE_ADDRESS": f"https://{HOST}",
        "SAAS_VAR": str(folder / "var"),
        "SAAS_DB_NAME": DATABASE,
        "SAAS_DB_USER": "postgres",
        "SAAS_DB_HOST": f"{primary.folder},{standby.folder}",
        "SAAS_DB_PORT": str(PORT),
        "SAAS_DB_LOCK_SECONDS": "2",
        "SAAS_BROKER_URL": f"redis://127.0.0.1:{redis.port}/0",
        "SAAS_CACHE_URL": f"redis://127.0.0.1:{redis.port}/1",
        "SAAS_EMAIL_HOST": "127.0.0.1",
        "SAAS_EMAIL_PORT": str(mail_port),
        "SAAS_API_RATE_OF_ACCOUNT": "0",
        "SAAS_API_RATE_OF_ADDRESS": "0",
        "SAAS_LOG_LEVEL": "WARNING",
    }


def prepare() -> None:
    """The tables of the site, and its static files, without which it does not start."""
    for command in (["migrate", "--verbosity", "0"], ["collectstatic", "--no-input", "--verbosity", "0"]):
        subprocess.run([sys.executable, "manage.py", *command], check=True)
    import django

    django.setup()
    logging.disable(logging.CRITICAL)


def work(site: Site, primary: Cluster, standby: Cluster, redis: Redis, seed: int) -> int:
    from django.db import connections

    from chaos.evening import Evening, Office
    from chaos.faults import Faults
    from chaos.load import Pad, Told
    from chaos.proof import faults, wait_for_jobs

    told = Told()
    evening = Evening(PADS * TABLES_OF_A_PAD, STANZAS, CERTIFIED)
    for name in site.names:
        site.start(name)
    for name in WEB:
        site.wait_until_ready(name)
    pads = [Pad(site, evening.tables[number::PADS], told, seed * 100 + number) for number in range(PADS)]
    office = Office(evening, told, pause=8)
    workers: list[Pad | Office] = [*pads, office]
    for worker in workers:
        worker.start()
    for about, fault in Faults(site, primary, standby, redis, DATABASE).every():
        time.sleep(CALM)
        before = len(told.acknowledged)
        print(f"  {about}", flush=True)
        fault()
        print(f"    {len(told.acknowledged) - before} stanzas acknowledged meanwhile", flush=True)
    for pad in pads:
        pad.finishing.set()
    for worker in workers:
        worker.join(SETTLE)
        worker.ended.set()
    # This process's own connections were cut like all others.
    connections.close_all()
    wait_for_jobs(SETTLE)
    sentences = list(faults(told))
    expected = sum(pad.begun for pad in pads)
    print(f"  answers: {dict(sorted(told.statuses.items()))}; the longest took {told.longest:.1f} s")
    print(f"  {len(told.acknowledged)} of {expected} stanzas, {len(told.certified)} of {CERTIFIED} games")
    if len(told.acknowledged) < expected or len(told.certified) < CERTIFIED:
        sentences.append("Not everything was done in the end.")
    for sentence, count in Counter(sentences).items():
        print(f"  WRONG: {sentence}" + (f" ({count} times)" if count > 1 else ""))
    if sentences:
        keep_logs(site.folder, seed)
    print("  nothing is lost, nothing is there twice, nothing is stuck" if not sentences else "", flush=True)
    return 1 if sentences else 0


def keep_logs(folder: Path, seed: int) -> None:
    kept = ROOT / f"var/chaos/{seed}"
    kept.mkdir(parents=True, exist_ok=True)
    for log in folder.glob("*.log"):
        shutil.copy(log, kept)
    print(f"  what the processes said is in {kept}")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
