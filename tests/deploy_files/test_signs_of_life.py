"""A worker and the clock give signs of life where somebody looks for them, and touch nothing elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from config.clock import app
from config.signs_of_life import give_a_sign
from deploy.start import waiting_command, worker_command
from tests.support.processes import Process, wait_until

PATIENCE = 60


def clock_command(folder: Path) -> list[str]:
    schedule = ["--pidfile=", "--schedule", str(folder / "beat")]
    return ["python", "-m", "celery", "--app", "config.clock", "beat", *schedule]


PROCESSES: dict[str, Callable[[Path], list[str]]] = {
    "worker": lambda _: [word for word in worker_command() if word != "--clock"],
    "waiting": lambda _: waiting_command(),
    "clock": clock_command,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_gives_signs_while_it_works(name: str, tmp_path: Path) -> None:
    sign = tmp_path / "alive"
    of_its_own = [] if name == "clock" else ["--hostname", f"{name}-{os.getpid()}@signs"]
    process = Process(
        *PROCESSES[name](tmp_path)[1:],
        *of_its_own,
        environment={
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "TMPDIR": str(tmp_path),
            "SAAS_VAR": str(settings.VAR_DIR),
            "SAAS_ALIVE_FILE": str(sign),
        },
        log=tmp_path / "log",
    )
    try:
        wait_until(sign.exists, PATIENCE, f"a first sign of {name}: {process.said()}")
        os.utime(sign, (0, 0))
        wait_until(lambda: sign.stat().st_mtime > 0, PATIENCE, f"a further sign of {name}: {process.said()}")
    finally:
        process.kill()


def test_the_clock_gives_them_by_its_scheduler() -> None:
    assert app.conf.beat_scheduler == "config.signs_of_life:SchedulerThatGivesSigns"


def test_where_nobody_looks_nothing_is_touched_and_a_full_disk_stops_no_work(tmp_path: Path) -> None:
    give_a_sign()
    with override_settings(ALIVE_FILE=tmp_path / "nowhere" / "alive"):
        give_a_sign()
    assert settings.ALIVE_FILE is None
    assert list(tmp_path.iterdir()) == []
