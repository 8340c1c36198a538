"""What the clock does for appeals, and what each side writes to them."""

from __future__ import annotations

from functools import partial

import pytest

from sanctioning.kit.messages.models import Message
from sanctioning.offices.models.office import Office
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast
from tests.support.appeals import (
    DAY,
    Bench,
    appealed,
    before_the_college,
    bench_of,
    decided,
    ruling_in,
    waiting,
)
from tests.support.play import drawn_table
from tests.support.refusals import refused
from tournaments.justice.appeals.models import Appeal, Assignment, Statement
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.appeals.services.overdue_appeals import move_appeals_on
from tournaments.justice.appeals.services.statements import state
from tournaments.justice.rulings.models import Ruling

LAST = MARCH + 14 * DAY
PDF = b"%PDF-1.4 a picture of the trick"


@pytest.fixture
def bench(cast: Cast) -> Bench:
    return bench_of(cast, associates=2, members=3)


@pytest.fixture
def ruling(cast: Cast) -> Ruling:
    return ruling_in(cast, drawn_table(cast, cast.players[:4]))


def kinds(kind: str) -> int:
    return Message.objects.filter(kind=kind).count()


@pytest.mark.both_databases
def test_an_overdue_step_is_told_to_all_and_given_to_another_of_the_rank(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    step = waiting(this_appeal)
    move_appeals_on(at=LAST - 3 * DAY)
    assert kinds("appeal-due") == 0
    for day in (LAST - 2 * DAY, LAST - DAY, LAST):
        move_appeals_on(at=day)
    assert (kinds("appeal-due"), kinds("appeal-overdue")) == (1, 0)
    for _ in range(2):
        move_appeals_on(at=LAST + DAY)
    step.refresh_from_db()
    assert (step.judge, step.until) == (bench.associates[1], (LAST + 15 * DAY).date())
    assert [(assignment.judge, assignment.ended_for) for assignment in Assignment.objects.all()] == [
        (bench.associates[0], "overdue"),
        (bench.associates[1], ""),
    ]
    messages = Message.objects.filter(kind="appeal-overdue")
    assert messages.count() == 7  # four players, who ruled, the new judge, the Managing Executor
    refused(
        "not-allowed", decide, by=bench.associates[0].person, step=step, decision="upheld", reasons="Late"
    )
    move_appeals_on(at=LAST + 16 * DAY)
    step.refresh_from_db()
    assert step.judge == bench.associates[1]
    assert Message.objects.filter(kind="appeal-overdue").count() == 14


def test_what_nobody_takes_further_in_time_is_final_the_day_after(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    decided(this_appeal, "overturned")
    move_appeals_on(at=LAST - 2 * DAY)
    assert kinds("appeal-closing") == 5
    move_appeals_on(at=LAST)
    this_appeal.refresh_from_db()
    assert this_appeal.ended == ""
    for _ in range(2):
        move_appeals_on(at=LAST + DAY)
    this_appeal.refresh_from_db()
    assert (this_appeal.ended, this_appeal.ended_at) == ("final", LAST + DAY)
    assert kinds("appeal-final") == 5


@pytest.mark.both_databases
def test_a_step_without_a_judge_is_given_to_the_next_who_is_appointed(cast: Cast, ruling: Ruling) -> None:
    this_appeal = appealed(cast, ruling)
    assert waiting(this_appeal).judge is None
    assert Message.objects.get(kind="appeal-without-judge").to == cast.managing
    appointed = appoint(
        by=cast.managing,
        person=cast.outsider,
        office=Office.ASSOCIATE_EXECUTOR,
        first_day=FIRST_DAY,
        at=JANUARY,
    )
    move_appeals_on(at=MARCH)
    assert waiting(this_appeal).judge == appointed


def test_the_college_that_is_late_keeps_the_appeal_and_all_concerned_see_it(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    step = before_the_college(cast, ruling)
    move_appeals_on(at=MARCH + 43 * DAY)
    step.refresh_from_db()
    assert step.waits
    assert kinds("appeal-overdue") == 9
    assert Appeal.objects.get().ended == ""


def test_each_side_and_the_judge_write_with_a_file_of_a_known_kind(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    write = partial(state, appeal=this_appeal, text="I saw it.", attachment=PDF, name="C:\\trick.pdf")
    judge = bench.associates[0].person
    for person in (cast.players[1], cast.executor, judge):
        write(by=person, at=MARCH)
    for person in (cast.outsider, cast.director, bench.associates[1].person, cast.managing, cast.registrar):
        refused("not-allowed", write, by=person)
    first = Statement.objects.order_by("pk")[0]
    assert first.attachment_name == "trick.pdf"
    with first.attachment.open() as file:
        assert file.read() == PDF
    count = Message.objects.filter(kind="appeal-statement", to=cast.players[0]).count()
    assert count == 3


def test_a_statement_says_something_short_enough_with_a_file_small_enough(
    cast: Cast, bench: Bench, ruling: Ruling
) -> None:
    this_appeal = appealed(cast, ruling)
    write = partial(state, by=cast.players[1], appeal=this_appeal, text="I saw it.")
    refused("statement-missing", write, text=" ")
    refused("statement-too-long", write, text="w" * 20_001)
    assert refused("attachment-kind", write, attachment=b"MZ a program").facts == {"field": "attachment"}
    refused("attachment-too-large", write, attachment=PDF + b"." * 5_000_000)
    for _ in range(20):
        write(at=MARCH)
    refused("statements-enough", write)
    move_appeals_on(at=LAST)
    decided(this_appeal, "upheld")
    move_appeals_on(at=LAST + DAY)
    refused("appeal-ended", write, by=cast.players[2])
