"""The player of the demo's scenes: what a step may say, and that every step of every scene can be taken."""

from __future__ import annotations

import datetime as dt
from inspect import signature
from random import Random
from typing import Any

import pytest

from sanctioning.kit.clock import authority_zone
from sanctioning.kit.refusals import Refusal
from scoring.demo.facts import FOLDER, read_facts
from scoring.demo.named import act_named
from scoring.demo.player import DemoStage, span
from scoring.demo.whoopie.evening import Evening
from tests.cast import Cast

SAID_OF_A_STEP = {"do", "as", "at", "refused"}
CLOCK = dt.datetime.fromisoformat("2026-11-06T12:00:00")


class Nobody:
    name = "Nobody"


def stage_of(**known: Any) -> DemoStage:
    stage = DemoStage(Nobody(), random=Random(0))  # type: ignore[arg-type]
    stage.known |= known
    return stage


def test_every_scene_is_on_the_agenda_and_every_step_can_be_taken() -> None:
    agenda = read_facts("agenda")["agenda"]
    scenes = [entry["scene"] for entry in agenda if "scene" in entry]
    assert sorted(scenes) == sorted(path.stem for path in (FOLDER / "scenes").glob("*.toml"))
    steps = [step for scene in scenes for step in read_facts(f"scenes/{scene}")["steps"]]
    steps += [{"authority": "$authority", **entry} for entry in agenda if "do" in entry]
    for step in steps:
        if "remember" not in step:
            check_step(step)


def check_step(step: dict[str, Any]) -> None:
    name: str = step["do"]
    arguments = dict.fromkeys(step.keys() - SAID_OF_A_STEP)
    if name.startswith("$evening."):
        act = signature(getattr(Evening, name.removeprefix("$evening.")))
        arguments["self"] = None
    else:
        act = signature(act_named(name))
    if "at" in act.parameters:
        arguments["at"] = None
    else:
        assert "at" not in step, step
    act.bind(**arguments)


def test_spans() -> None:
    assert span("") == dt.timedelta()
    assert span("3d 12h") == dt.timedelta(days=3, hours=12)
    assert span("-20m") == dt.timedelta(minutes=-20)


@pytest.mark.django_db
def test_moments_are_written_or_counted_from_the_clock_or_from_a_reference() -> None:
    noon = CLOCK.replace(tzinfo=authority_zone())
    stage = stage_of(evening=[noon])
    assert stage.moment("", CLOCK) == stage.moment(CLOCK, "") == noon
    assert stage.moment("1d 2h", CLOCK) == noon + dt.timedelta(days=1, hours=2)
    assert stage.moment("$evening.0 + 5m", CLOCK) == noon + dt.timedelta(minutes=5)
    assert stage.moment("5m", "$evening.0") == noon + dt.timedelta(minutes=5)


def test_references_lead_to_places_keys_fields_and_attributes() -> None:
    stage = stage_of(people=["Ann", "Ben", "Cleo"], table={"due": {"seat-1": Nobody()}})
    assert stage.value("$people.1") == "Ben"
    assert stage.value("$people.0:2") == ["Ann", "Ben"]
    assert stage.value("$table.due.seat-1.name") == "Nobody"
    assert stage.value({"who": ["$people.2", 3]}) == {"who": ["Cleo", 3]}
    assert stage.value("{people[0]} plays") == "Ann plays"


@pytest.mark.django_db
def test_references_lead_to_rows(cast: Cast) -> None:
    stage = stage_of(Person=type(cast.managing))
    person = stage.value(f"$Person.number={cast.managing.number}")
    assert person == cast.managing
    assert stage.value(f"$Person.number={cast.managing.number}.appointments.0.person") == cast.managing


def test_a_step_that_is_to_be_refused_is_refused() -> None:
    def refuse() -> None:
        raise Refusal(code="no", sentence="No.", rule="None.", remedy="None.")

    stage = stage_of(acts={"refuse": refuse, "do": lambda: None})
    stage.take({"do": "$acts.refuse", "refused": True})
    with pytest.raises(AssertionError, match="needs to be refused"):
        stage.take({"do": "$acts.do", "refused": True})


def test_a_function_of_two_modules_is_not_guessed() -> None:
    with pytest.raises(LookupError, match="0 modules"):
        act_named("nobody_defines_this")
