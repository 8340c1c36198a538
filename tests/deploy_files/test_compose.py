"""compose.yaml is what Compose understands, and gives no process more than it needs."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

from config.settings.environment import Production
from config.settings.values import BASE_DIR
from deploy.dockerfile import stages
from deploy.environment_file import values_of
from tests.deploy_files.test_image import UNITS

DEPLOY = BASE_DIR / "deploy"
FILE = DEPLOY / "compose.yaml"
OTHERS = {"proxy", "database", "redis"}
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")


def told(text: str, values: Mapping[str, str]) -> str:
    """As Compose fills in what the environment says."""
    return VARIABLE.sub(lambda match: values.get(match[1]) or match[2] or "", text)


def read(text: str) -> dict[str, Any]:
    """As Compose understands it; what it would not is refused, and so is a name of nothing."""
    written = yaml.safe_load(told(text, {"SAAS_SITE_ADDRESS": "https://localhost"}))
    compose = PyCompose.from_json(json.dumps(written))
    compose.validate()
    return dict(compose.to_dict())


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return dict(read(FILE.read_text())["services"])


@pytest.mark.parametrize(
    ("written", "slip"),
    [
        ("read_only: true", "readonly: true"),
        ("networks: [inside, outside]", "networks: [insid, outside]"),
        ('volumes: ["site:/srv', 'volumes: ["sites:/srv'),
        ("secrets: [POSTGRES_PASSWORD,", "secrets: [POSTGRES_PASWORD,"),
        ("condition: service_healthy", "condition: healthy"),
    ],
)
def test_a_slip_is_noticed(written: str, slip: str) -> None:
    text = FILE.read_text()
    assert written in text
    with pytest.raises(ValueError):
        read(text.replace(written, slip, 1))


def test_every_process_of_the_site_is_there(services: dict[str, Any]) -> None:
    units = {path.stem.removeprefix("saas-") for path in UNITS}
    assert services.keys() == units | OTHERS | {"migrate", "backup"}
    assert {services[name]["command"][0] for name in units} == units


def test_nobody_has_rights_or_writes_where_nothing_is_kept(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        if name not in OTHERS:
            assert "cap_add" not in service, name


def test_database_and_redis_are_reached_from_within_alone() -> None:
    compose = read(FILE.read_text())
    assert compose["networks"]["inside"]["internal"] is True
    for name in ("database", "redis"):
        assert list(compose["services"][name]["networks"]) == ["inside"]
        assert "ports" not in compose["services"][name]


def test_every_process_that_goes_on_has_a_health_check(services: dict[str, Any]) -> None:
    going_on = services.keys() - {"migrate", "backup", "proxy"}
    assert [name for name in going_on if "test" not in services[name].get("healthcheck", {})] == []


def test_what_the_site_is_told_are_settings_of_it(services: dict[str, Any]) -> None:
    """The site does not start with a variable that it does not know."""
    settings = values_of((DEPLOY / "compose-files/site.env").read_text())
    [image] = [stage for stage in stages(BASE_DIR / "Dockerfile") if not stage.name]
    names = {*settings, *image.environment(), *services["web"]["environment"]}
    known = {f"SAAS_{name}" for name in Production.model_fields} | {"SAAS_SECRETS"}
    assert {name for name in names if name.startswith("SAAS_")} <= known
    secrets = [*services["backup"]["secrets"], *services["web"]["secrets"]]
    assert {secret if isinstance(secret, str) else secret["target"] for secret in secrets} <= known


def started(folder: Path, *words: str, **environment: str) -> list[str]:
    """What `deploy/compose` asks of the container engine; there is none on the machine of a test."""
    engine = folder / "bin" / "docker"
    engine.parent.mkdir(exist_ok=True)
    engine.write_text('#!/bin/sh\nprintf "%s\\n" "$@" >"$ASKED"\n')
    engine.chmod(0o755)
    asked = folder / "asked"
    more = {"PATH": f"{engine.parent}:{os.environ['PATH']}", "ASKED": str(asked), **environment}
    subprocess.run(
        [DEPLOY / "compose", *words],
        env={**os.environ, "SITE_SETTINGS": str(folder / "settings"), **more},
        check=True,
        capture_output=True,
    )
    return asked.read_text().splitlines()


def test_one_command_makes_the_secrets_once_and_starts_everything(tmp_path: Path) -> None:
    asked = started(tmp_path, SITE_ADDRESS="https://saas.example.org:8443")
    assert asked[-4:] == ["up", "--detach", "--wait", "--remove-orphans"]
    settings = values_of((tmp_path / "settings/site.env").read_text())
    assert settings["SAAS_SITE_ADDRESS"] == "https://saas.example.org:8443"
    assert settings["SAAS_ALLOWED_HOSTS"] == "saas.example.org"
    secrets = tmp_path / "settings/secrets"
    assert stat.S_IMODE(secrets.stat().st_mode) == stat.S_IMODE(secrets.parent.stat().st_mode) == 0o700
    first = {path.name: path.read_text() for path in secrets.iterdir()}
    assert first.keys() == read(FILE.read_text())["secrets"].keys()
    assert len(set(first.values())) == len(first)
    assert min(map(len, first.values())) >= 64
    assert started(tmp_path, "logs", "web")[-2:] == ["logs", "web"]
    assert {path.name: path.read_text() for path in secrets.iterdir()} == first
