"""The course of an appeal, against a reader that writes down what stands office by office."""

from __future__ import annotations

from itertools import product

import pytest

from rules_engine.justice.appeal_course import (
    AS_RULED,
    DecidedStep,
    NobodyBefore,
    WhatStands,
    course,
    may_send_back,
    next_office,
    stands_after,
)
from rules_engine.justice.appeal_decisions import DECISIONS
from rules_engine.justice.appeals import LADDER, Matter, Office, appeal

RULING: Matter = "ruling"
NOTHING = WhatStands("nothing")
MANAGING: tuple[Office, ...] = ("Managing",)
ASSOCIATE: tuple[Office, ...] = ("Associate",)


def climbed(matter: Matter, decisions: tuple[str, ...]) -> list[DecidedStep]:
    """Steps taken one at a time, each to the office that hears it next, until the College has decided."""
    steps: list[DecidedStep] = []
    for decision in decisions:
        office = next_office(matter, course(matter, steps))
        if office is None:
            break
        if decision == "sent-back" and not may_send_back(matter, course(matter, steps)):
            continue
        steps.append(DecidedStep(office, decision))  # type: ignore[arg-type]
    return steps


def step_words(steps: list[DecidedStep]) -> list[str]:
    """The oracle: a line for each office, written and struck out as a clerk would."""
    lines = ["Acting:ruling"]
    for index, (office, decision) in enumerate(steps):
        if decision == "sent-back":
            lines.pop()
            continue
        before = lines[-1].split(":", 1)[1] if lines else "ruling"
        after = {"upheld": before, "varied": f"varied{index}<{before}", "overturned": f"nothing<{before}"}
        says = after[decision]
        if decision == "overturned" and before.startswith("nothing<"):
            says = before.removeprefix("nothing<")
        lines.append(f"{office}:{says}")
    return lines


def test_every_course_of_five_decisions_ends_where_the_oracle_says() -> None:
    for decisions in product(DECISIONS, repeat=5):
        steps = climbed(RULING, decisions)
        reached, lines = course(RULING, steps), step_words(steps)
        assert [*reached.decided] == [line.split(":")[0] for line in lines]
        says = lines[-1].split(":", 1)[1].split("<")[0] if lines else "ruling"
        want = WhatStands("varied", int(says[6:])) if says.startswith("varied") else WhatStands(says)  # type: ignore[arg-type]
        assert reached.standing == want, steps


def test_a_further_step_is_the_one_that_the_ladder_accepts() -> None:
    for matter in (RULING, "chaotic-action"):
        for decisions in product(("upheld", "varied", "overturned"), repeat=4):
            for taken in range(4):
                steps = climbed(matter, decisions[:taken])
                reached = course(matter, steps)
                following = next_office(matter, reached)
                heard = appeal(matter, reached.decided, following or "College")
                assert heard.next == following


def test_what_is_sent_back_is_decided_anew_by_the_office_before_and_then_goes_up_again() -> None:
    steps = [DecidedStep("Associate", "upheld"), DecidedStep("Managing", "sent-back")]
    assert course(RULING, steps) == (("Acting",), AS_RULED, "Associate")
    steps.append(DecidedStep("Associate", "overturned"))
    assert course(RULING, steps) == (("Acting", "Associate"), NOTHING, None)
    assert next_office(RULING, course(RULING, steps)) == "Managing"
    back = [DecidedStep("Associate", "sent-back")]
    assert next_office(RULING, course(RULING, back)) == "Acting"
    assert stands_after(RULING, back, "Acting", "varied") == WhatStands("varied", 1)


def test_an_overturned_overturning_restores_what_stood() -> None:
    steps = [DecidedStep("Associate", "varied"), DecidedStep("Managing", "overturned")]
    assert course(RULING, steps).standing == NOTHING
    assert stands_after(RULING, steps, "College", "overturned") == WhatStands("varied", 0)
    assert stands_after(RULING, steps, "College", "upheld") == NOTHING


def test_where_the_managing_executor_is_conflicted_the_college_hears_it() -> None:
    first = course(RULING, [DecidedStep("Associate", "upheld")])
    assert next_office(RULING, first, unable=MANAGING) == "College"
    assert next_office(RULING, course(RULING, []), unable=MANAGING) == "Associate"
    assert next_office("chaotic-action", course("chaotic-action", []), unable=MANAGING) == "College"
    assert next_office(RULING, course(RULING, []), unable=ASSOCIATE) == "Associate"


def test_after_the_college_there_is_nobody_and_a_vote_is_not_held_again() -> None:
    for matter in (RULING, "chaotic-action"):
        whole = [DecidedStep(office, "upheld") for office in LADDER[matter] if office != "Acting"]
        assert next_office(matter, course(matter, whole)) is None
    with pytest.raises(NobodyBefore):
        course("chaotic-action", [DecidedStep("Managing", "sent-back")])
    back = course("chaotic-action", [DecidedStep("Managing", "upheld"), DecidedStep("College", "sent-back")])
    assert back == ((), AS_RULED, "Managing")
