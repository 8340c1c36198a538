"""The image is what the other installation is: its libraries, its commands; and no more than that."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from config.settings.values import BASE_DIR
from deploy.dockerfile import NotUnderstood, stages
from deploy.image_rehearsal import BASE, ignored
from deploy.rehearsal import blocks
from tests.site.test_production import NEEDED
from tests.support.processes import environment_of_a_process

FILE = BASE_DIR / "Dockerfile"
SYSTEMD = BASE_DIR / "deploy/systemd"
UNITS = sorted(path for path in SYSTEMD.glob("*.service") if "Restart=always" in path.read_text())
"""Those of processes that go on; the others are carried out by a timer."""
NOT_OF_THE_IMAGE = {"curl", "git", "nginx", "postgresql", "python3-venv", "redis-server"}
ITS_OWN = {"ca-certificates", "postgresql-client", "python3"}
PROGRAMS = Path(sys.executable).parent


def test_the_linter_of_dockerfiles_finds_nothing() -> None:
    said = subprocess.run([PROGRAMS / "hadolint", FILE], capture_output=True, text=True, check=False)
    assert (said.stdout, said.returncode) == ("", 0)


def test_the_rehearsal_understands_every_line() -> None:
    build, image = stages(FILE)
    assert build.base == image.base == BASE
    assert image.last("USER") == ["10001:10001"]
    assert image.last("ENTRYPOINT") == ["/srv/saas/deploy/serve"]


def test_an_instruction_that_nobody_follows_is_refused(tmp_path: Path) -> None:
    strange = tmp_path / "Dockerfile"
    strange.write_text("FROM scratch\nADD a b\n")
    with pytest.raises(NotUnderstood):
        stages(strange)


def installed(text: str) -> set[str]:
    """The packages that a command of apt-get names."""
    [listed] = re.findall(r"apt-get install([^&\n]*)", text.replace("\\\n", " "))
    return {word for word in listed.split() if not word.startswith("-")}


def test_it_has_the_packages_of_an_installation_by_hand() -> None:
    by_hand = installed(blocks("Installing")[0])
    [step] = [step for step in stages(FILE)[-1].steps if step.instruction == "RUN"]
    assert installed(step.argument) == by_hand - NOT_OF_THE_IMAGE | ITS_OWN


def test_what_is_built_by_hand_is_built_in_it() -> None:
    steps = " ".join(step.argument for stage in stages(FILE) for step in stage.steps)
    for part in ("--require-hashes", "deploy.words compile", "deploy.engine", "compileall", "collectstatic"):
        assert part in steps


def test_neither_data_nor_settings_nor_history_come_into_it(tmp_path: Path) -> None:
    names = [path.name for path in BASE_DIR.iterdir()]
    names += [".git", "var", "authority", ".venv", "tests", ".env"]
    kept_out = ignored(BASE_DIR)(str(BASE_DIR), names)
    assert {".git", "var", "authority", ".venv", "tests", ".env"} <= kept_out
    assert {"manage.py", "config", "deploy", "docs"}.isdisjoint(kept_out)
    assert ignored(BASE_DIR)(str(BASE_DIR / "deploy"), ["compose-settings", "serve"]) == {"compose-settings"}


@pytest.mark.parametrize(
    ("told", "folder"), [({}, "/srv/var/static"), ({"SAAS_STATIC": "/srv/collected"}, "/srv/collected")]
)
def test_static_files_are_where_the_image_has_them(told: dict[str, str], folder: str) -> None:
    asked = subprocess.run(
        [sys.executable, "-c", "from django.conf import settings; print(settings.STATIC_ROOT)"],
        cwd=BASE_DIR,
        env={**environment_of_a_process(), **NEEDED, "SAAS_VAR": "/srv/var", **told},
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout.strip() == folder


def site_of_one_command(folder: Path) -> Path:
    """`deploy/serve` beside a Python that writes down what it is asked."""
    (folder / "deploy").mkdir()
    (folder / "deploy/serve").write_text((BASE_DIR / "deploy/serve").read_text())
    (folder / "deploy/serve").chmod(0o755)
    python = folder / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n")
    python.chmod(0o755)
    return folder / "deploy/serve"


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_a_process_is_started_as_its_unit_starts_it(unit: Path, tmp_path: Path) -> None:
    [line] = re.findall(r"^ExecStart=\S+ (.*)$", unit.read_text(), re.MULTILINE)
    words = shlex.split(line.replace("%%", "%").replace("/srv/saas/var", "/of/this/site"))
    serve = site_of_one_command(tmp_path)
    environment = {**os.environ, "SAAS_VAR": "/of/this/site"}
    process = unit.stem.removeprefix("saas-")
    done = subprocess.run([serve, process], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == words


def test_where_it_listens_and_how_many_it_is_the_environment_says(tmp_path: Path) -> None:
    serve = site_of_one_command(tmp_path)
    environment = {**os.environ, "WEB_BIND": "0.0.0.0:80", "WEB_PROCESSES": "7"}
    done = subprocess.run([serve, "web"], env=environment, capture_output=True, text=True, check=True)
    words = json.loads(done.stdout)
    assert words[words.index("--bind") + 1] == "0.0.0.0:80"
    assert words[words.index("--workers") + 1] == "7"


def test_migrating_as_the_owner_gives_the_site_its_rights(tmp_path: Path) -> None:
    serve = site_of_one_command(tmp_path)
    done = subprocess.run([serve, "migrate", "saas"], capture_output=True, text=True, check=True)
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    assert steps == [["manage.py", "migrate", "--verbosity", "0"], ["manage.py", "grant_rights", "saas"]]


def test_what_it_cannot_serve_it_says(tmp_path: Path) -> None:
    refused = subprocess.run([site_of_one_command(tmp_path)], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "web | streams | worker | waiting | clock" in refused.stderr


def alive(process: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BASE_DIR / "deploy/alive.py"), process]
    told = {**os.environ, **environment}
    return subprocess.run(command, env=told, capture_output=True, text=True, check=False)


def test_a_worker_is_alive_while_it_gives_signs(tmp_path: Path) -> None:
    sign = tmp_path / "alive"
    told = {"SAAS_ALIVE_FILE": str(sign)}
    assert "there is no" in alive("worker", **told).stderr
    sign.touch()
    assert alive("worker", **told).returncode == 0
    os.utime(sign, (time.time() - 400,) * 2)  # noqa: TID251 - the clock that the file is dated by
    silent = alive("clock", **told)
    assert (silent.returncode, "was touched 40" in silent.stderr) == (1, True)


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response({"/health/live/": 200, "/stream/": 404}.get(self.path, 503))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_what_listens_is_asked() -> None:
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        bind = f"0.0.0.0:{server.server_port}"
        assert alive("web", WEB_BIND=bind).returncode == 0
        assert "/health/ready/ is answered 503" in alive("ready", WEB_BIND=bind).stderr
        assert alive("streams", STREAMS_BIND=bind).returncode == 0
        server.shutdown()
    assert "nothing answers" in alive("web", WEB_BIND=bind).stderr
