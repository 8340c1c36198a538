"""Several clocks, workers and hands at once, on PostgreSQL: a due export is made once."""

from __future__ import annotations

from functools import partial

import pytest
from django.core.files.storage import default_storage

from sanctioning.kit.clock import noon, today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_job, run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from scoring.exports.contents import Pieces, pieces_of
from scoring.exports.models import Export, ExportRun
from scoring.exports.services import making
from scoring.exports.services.exports import add_export, remove_export, run_export
from scoring.exports.services.making import EXPORT_JOB, make_what_is_due
from tests.cast import Cast, make_cast
from tests.support.racing import all_at_once, closing_connection

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
CLOCKS = 5


def an_export(cast: Cast) -> Export:
    """Made once already, and due today."""
    export = add_export(by=cast.registrar, what="ledger", of="", file="csv", every="daily", way="mail")
    run_waiting(EXPORT_JOB)
    Export.objects.update(next_on=today())
    return export


def test_of_many_clocks_one_asks_and_of_many_workers_one_makes_it() -> None:
    export = an_export(make_cast())
    clock = closing_connection(partial(make_what_is_due, at=noon(today())))
    assert sorted(map(str, all_at_once([clock] * CLOCKS))) == [*["0"] * (CLOCKS - 1), "1"]
    job = Job.objects.get(kind=EXPORT_JOB, state="queued")
    assert job.key == f"{export.pk}/{today()}"
    done = all_at_once([closing_connection(partial(run_job, job.pk))] * CLOCKS)
    assert sorted(map(str, done)) == [*["False"] * (CLOCKS - 1), "True"]
    assert export.runs.filter(due=str(today())).count() == 1
    assert Message.objects.filter(kind="export-made").count() == 2


def test_run_by_two_hands_it_makes_one_file() -> None:
    cast = make_cast()
    export = an_export(cast)
    run = closing_connection(partial(run_export, by=cast.registrar, export=export))
    outcomes = all_at_once([run, run])
    [refused] = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    assert refused.code == "export-under-way"
    assert run_waiting(EXPORT_JOB) == 1


def test_removed_while_its_file_is_made_it_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = make_cast()
    export = an_export(cast)
    run_export(by=cast.registrar, export=export)
    before = set(default_storage.listdir("exports")[1])

    def removing(one: Export) -> Pieces | None:
        all_at_once([closing_connection(partial(remove_export, by=cast.registrar, export=export))])
        return pieces_of(one)

    monkeypatch.setattr(making, "pieces_of", removing)
    run_waiting(EXPORT_JOB)
    assert not ExportRun.objects.exists()
    assert set(default_storage.listdir("exports")[1]) < before
