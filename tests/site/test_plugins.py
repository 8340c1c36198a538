"""Plug-ins: the example as it is really installed, what none may do, and what is left when one goes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from django.test import Client

from config.plugins import FoundPlugin, Plugin, find
from saas_high_card.game import HIGH_CARD
from saas_high_card.score_cards import SCORE_CARDS
from sanctioning.doctor import machine
from sanctioning.doctor.findings import Health, Patient
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.plugins import PluginRefused
from tests.cast import Cast
from tests.support.papers import words_of
from tests.support.processes import ROOT, environment_of_a_process
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tournaments.formats.display.registry import PAPERS, papers_of
from tournaments.formats.registry import FORMATS, registered
from tournaments.slips.services.format_papers import FORMAT_PAPERS_JOB

ANYBODY = Patient()
GUIDE = (ROOT / "docs" / "plugins.md").read_text()
WHAT_IS_THERE = """
import json, django
django.setup()
from django.core.management import call_command
from sanctioning.kit.plugins import PLUGINS
from tournaments.formats.registry import format_named
from tournaments.formats.display.registry import papers_of
call_command("check")
[plugin] = PLUGINS.values()
print(json.dumps([plugin.title, plugin.package, plugin.version, plugin.adds,
                  format_named("high-card").title, [*papers_of("high-card")]]))
"""
HOW_IT_STARTS = """
import django
django.setup()
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from sanctioning.doctor.findings import Patient
from sanctioning.doctor.machine import plugins
try:
    call_command("check")
except SystemCheckError as error:
    print("check:", str(error).replace(chr(10), " "))
print("doctor:", plugins(Patient()).health, plugins(Patient()).what)
import config.wsgi
"""


def run_with(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Carry it out in a process that finds the packages of a folder too."""
    environment = {
        **environment_of_a_process(),
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "PYTHONPATH": f"{ROOT}:{folder}",
    }
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_the_example_is_there_once_it_is_installed(tmp_path: Path) -> None:
    [command] = re.findall(r"^\.venv/bin/pip (install .*)$", GUIDE, re.MULTILINE)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    folder = tmp_path / "installed"
    offline = ["--quiet", "--no-index", "--no-build-isolation", "--target", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", *command.split(), *offline], check=True, cwd=tmp_path)
    process = run_with(folder, WHAT_IS_THERE)
    assert process.returncode == 0, process.stderr
    title, package, version, adds, game, papers = json.loads(process.stdout.splitlines()[-1])
    assert (title, package, version) == ("High Card", "saas-high-card", "1.0.0")
    assert adds == ["High Card", "Score cards", "Chat"]
    assert (game, papers) == ("High Card", ["score-cards"])


@pytest.mark.parametrize(
    ("language", "file"), [("toml", "pyproject.toml"), ("python", "saas_high_card/plugin.py")]
)
def test_the_guide_shows_the_example(language: str, file: str) -> None:
    [shown] = re.findall(rf"^ *```{language}\n(.*?)^ *```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert dedent(shown) in (ROOT / "examples" / "plugin" / file).read_text()


def install_by_hand(folder: Path, package: str, name: str, value: str) -> None:
    """What an installer leaves of a package that names a plug-in."""
    metadata = folder / f"{package}-2.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.0\n")
    (metadata / "entry_points.txt").write_text(f"[saas.plugins]\n{name} = {value}\n")


def test_a_site_with_a_plugin_that_cannot_be_loaded_does_not_start(tmp_path: Path) -> None:
    install_by_hand(tmp_path, "torn", "torn", "torn_package.plugin:PLUGIN")
    process = run_with(tmp_path, HOW_IT_STARTS)
    sentence = (
        "The plug-in “torn” of the package torn cannot be loaded: "
        "ModuleNotFoundError: No module named 'torn_package'."
    )
    check, doctor = process.stdout.splitlines()
    assert sentence in check
    assert "pip uninstall torn" in check
    assert doctor == f"doctor: fault {sentence}"
    assert process.returncode == 1
    assert f"PluginRefused: {sentence}" in process.stderr


@pytest.mark.parametrize(
    ("packages", "why"),
    [
        ({"odd": ("odd", "json:dumps")}, "json:dumps is no Plugin"),
        ({"odd": ("odd", "json:nothing")}, "AttributeError: module 'json' has no attribute 'nothing'"),
        (
            {
                "one": ("same", "saas_high_card.plugin:PLUGIN"),
                "two": ("same", "saas_high_card.plugin:PLUGIN"),
            },
            "another plug-in has this name",
        ),
    ],
)
def test_what_is_no_plugin_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packages: dict[str, tuple[str, str]], why: str
) -> None:
    for package, (name, value) in packages.items():
        install_by_hand(tmp_path / package, package, name, value)
        monkeypatch.syspath_prepend(tmp_path / package)
    with pytest.raises(PluginRefused, match=why):
        find()


def found(plugin: Plugin) -> FoundPlugin:
    return FoundPlugin(name="rival", package="saas-rival", version="1", plugin=plugin)


def test_a_format_that_is_there_is_not_replaced() -> None:
    rival = replace(HIGH_CARD, slug="whoopie")
    with pytest.raises(PluginRefused, match=r"saas-rival cannot .*: formats: 'whoopie' is registered twice"):
        found(Plugin(title="Rival", formats=(rival,))).add_formats()
    assert FORMATS["whoopie"].title == "Whoopie"


def test_a_paper_that_is_there_is_not_replaced() -> None:
    name = next(iter(papers_of("military-whist")))
    rival = Plugin(title="Rival", papers={"military-whist": (replace(SCORE_CARDS, name=name),)})
    with pytest.raises(PluginRefused, match=f"'military-whist/{name}' is registered twice"):
        found(rival).add_the_rest()


def test_a_paper_of_no_format_is_named() -> None:
    with pytest.raises(PluginRefused, match="it has papers of “high-card”, and no format has that name"):
        found(Plugin(title="Rival", papers={"high-card": (SCORE_CARDS,)})).add_the_rest()


@pytest.mark.django_db
def test_its_paper_is_listed_and_printed(cast: Cast) -> None:
    with registered(HIGH_CARD), PAPERS.with_one_more("high-card/score-cards", SCORE_CARDS):
        event = team_event(cast, "high-card", "high-card-1")
        seat_in_order(cast, event, enter_teams(cast, event, 4), {"cards": 1})
        client, address = Client(), f"/events/{event.slug}/papers/score-cards.pdf"
        assert cast.director.account is not None
        client.force_login(cast.director.account)
        assert f'href="{address}"' in client.get(f"/events/{event.slug}/slips/").content.decode()
        assert client.get(address).status_code == 202
        run_waiting(FORMAT_PAPERS_JOB)
        [first, second] = words_of(client.get(address).content)
    assert "Table 1" in first
    assert "Team 1" in first
    assert "Team 4" in second


@pytest.mark.django_db
@pytest.mark.both_databases
def test_events_of_a_plugin_that_is_gone_are_named_and_there_again_with_it(cast: Cast) -> None:
    assert machine.plugins(ANYBODY).what == "None is installed."
    with registered(HIGH_CARD):
        event = team_event(cast, "high-card", "high-card-1")
    finding = machine.plugins(ANYBODY)
    assert finding.health == Health.FAULT
    assert "1 event of “high-card”" in str(finding.what)
    refused = Client().get("/calendar/?when=all")
    assert refused.status_code == 422
    assert "There is no format “high-card” here." in refused.content.decode()
    with registered(HIGH_CARD):
        assert event.name in Client().get("/calendar/?when=all").content.decode()
        assert machine.plugins(ANYBODY).health == Health.WELL
