"""What is generated of the client: all of the API, typed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from deploy.client import GENERATOR, build_wheel, own_schema
from deploy.processes import ROOT
from tests.support.client import client_folder

EVERY_MODULE: Final = """
import importlib, pkgutil, stock
names = [module.name for module in pkgutil.walk_packages(stock.__path__, "stock.")]
print(len([importlib.import_module(name) for name in names]))
"""


def test_no_operation_is_left_out() -> None:
    schema = json.loads(own_schema())
    described = [operation for path in schema["paths"].values() for operation in path.values()]
    assert len(described) > 200
    for operation in described:
        part = operation["tags"][0].lower().replace(" ", "_")
        offered = (client_folder() / "saas_client" / "api" / part / "__init__.py").read_text()
        assert f'"{operation["operationId"]}"' in offered


def test_the_client_and_what_the_examples_do_with_it_are_well_typed(tmp_path: Path) -> None:
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}"),
            *("--package", "saas_client", "--module", "examples.online_table"),
        ],
        cwd=ROOT,
        env={"MYPYPATH": str(client_folder())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_a_generator_as_it_is_makes_a_client_whose_every_module_is_read(tmp_path: Path) -> None:
    """Of the schema as it is published, without a template or a setting of ours."""
    described, config, package = tmp_path / "schema.json", tmp_path / "config.json", tmp_path / "stock"
    described.write_bytes(own_schema())
    config.write_text(json.dumps({"post_hooks": []}))
    subprocess.run(
        [
            *(sys.executable, "-m", GENERATOR, "generate", "--meta", "none", "--fail-on-warning"),
            *("--path", described, "--config", config, "--output-path", package),
        ],
        check=True,
        capture_output=True,
    )
    read = subprocess.run(
        [sys.executable, "-c", EVERY_MODULE], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert read.returncode == 0, read.stderr[-2000:]
    assert int(read.stdout) > len(json.loads(own_schema())["paths"])


def test_bodies_are_json_but_where_a_file_is_sent() -> None:
    forms = {
        operation["operationId"]: list(operation["requestBody"]["content"])
        for path in json.loads(own_schema())["paths"].values()
        for operation in path.values()
        if operation.get("requestBody", {}).get("content", {}).keys() - {"application/json"}
    }
    assert "upload_import" in forms
    assert not {"make_token", "add_webhook", "open_game", "report_slip", "announce"} & forms.keys()
    assert all("multipart/form-data" in types for types in forms.values()), forms


def test_a_program_installs_it_as_a_wheel(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(client_folder(), sources, ignore=shutil.ignore_patterns("__pycache__"))
    build_wheel(sources, tmp_path)
    [wheel] = tmp_path.glob("saas_client-1.0.0-*.whl")
    with ZipFile(wheel) as content:
        names = set(content.namelist())
    assert {"saas_client/py.typed", "saas_client/api/tables/report_stanza.py"} <= names
    assert not {name for name in names if name.endswith(".jinja")}
    line = "from saas_client.api import players; print(players.player('W-00001-7').sends['url'])"
    said = subprocess.run(
        [sys.executable, "-c", line],
        env={"PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "/api/v1/players/W-00001-7/\n"
