"""Copies of everything kept about a person, made by a job, for that person alone, for some days.

Invariants: a copy that is being made is not asked for twice; its file is named by its hash and goes when its
days are over. What is kept is read off the relations to a person, of every layer, so that nothing is left out
because nobody thought of it (`sanctioning.people.selectors.own_data`); the layers above add the papers they
keep.
Terms: papers (the person's own documents).
"""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile
from collections.abc import Callable, Iterable

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.file_not_made_yet import file_not_made_yet
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.registry import Registry
from sanctioning.kit.storage import keep_file
from sanctioning.people.models.own_data import DataCopy
from sanctioning.people.models.person import Person
from sanctioning.people.selectors.own_data import kept_about

COPY_JOB = "sanctioning.data-copy"
COPY_DAYS = 7
READ_ME = """Everything that the Sanctioning Authority keeps about {name}, {number}, on {day}.

Each .json file is one kind of thing, in plain text. `papers/` holds your own documents. Other people are
named only where your own record does not make sense without them. This copy can be downloaded until {last}.
"""
OWN_PAPERS: Registry[Callable[[Person], Iterable[tuple[str, str]]]] = Registry("papers of a person")
"""Papers of a kind: their names in the copy, and where the storage has them."""


@transaction.atomic
def ask_for_copy(*, by: Person, at: dt.datetime | None = None) -> DataCopy:
    """Ask for a copy of one's own data; asked for again while one is being made, it is the same one."""
    at = moment(at)
    [person] = hold([by])
    waiting = DataCopy.objects.filter(person__in=rows_of(person), ready_at__isnull=True).first()
    if waiting is not None and waiting.job and waiting.job.state in ("queued", "running"):
        return waiting
    data_copy = DataCopy.objects.create(person=person, asked_at=at)
    data_copy.job = enqueue(
        kind=COPY_JOB, key=str(data_copy.pk), payload={"copy": data_copy.pk}, by=person.account
    )
    data_copy.save(update_fields=["job"])
    note(by=by, at=at, action="ask for own data", thing=data_copy)
    return data_copy


def make_copy(running: RunningJob) -> None:
    """Pack the zip, showing how far it is."""
    copy = DataCopy.objects.select_related("person").get(pk=running.payload["copy"])
    now = moment(None)
    last_day = day_of(now) + dt.timedelta(days=COPY_DAYS)
    data = _packed(copy.person.identity, day_of(now), last_day, running)
    name, sha256 = keep_file(f"data-copies/{copy.pk}", data, ".zip")
    with running.completing():
        DataCopy.objects.filter(pk=copy.pk).update(
            file=name, sha256=sha256, size=len(data), ready_at=now, last_day=last_day
        )


def copy_bytes(*, by: Person, copy: DataCopy, at: dt.datetime | None = None) -> bytes:
    """The zip, for its person; refuses one that is not made yet or whose days are over.

    Raises:
        Refusal: `file-not-made-yet`, `no-copy`.
    """
    at = moment(at)
    if copy.person_id not in set(rows_of(by).values_list("pk", flat=True)):
        raise _no_copy(_("This copy is not yours."), 404)
    if copy.ready_at is None or copy.last_day is None:
        raise file_not_made_yet()
    if copy.last_day < day_of(at) or not copy.file:
        raise _no_copy(_("This copy has expired."), 409)
    with default_storage.open(copy.file) as file:
        data: bytes = file.read()
    with transaction.atomic():
        note(by=by, at=at, action="download own data", thing=copy)
    return data


def remove_old_copies(*, at: dt.datetime | None = None) -> int:
    """Delete the files whose days are over; gives how many."""
    over = DataCopy.objects.filter(last_day__lt=day_of(moment(at))).exclude(file="")
    return sum(_removed(copy) for copy in over)


def remove_copies_of(person: Person) -> None:
    for copy in DataCopy.objects.filter(person__in=rows_of(person)).exclude(file=""):
        _removed(copy)


def _removed(copy: DataCopy) -> int:
    default_storage.delete(copy.file)
    DataCopy.objects.filter(pk=copy.pk).update(file="", sha256="", size=0)
    return 1


def _packed(person: Person, day: dt.date, last_day: dt.date, running: RunningJob) -> bytes:
    papers = [paper for known in OWN_PAPERS.values() for paper in known(person)]
    parts = kept_about(person)
    total, done = len(parts) + len(papers), 0
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        words = READ_ME.format(name=person.name, number=person.number, day=day, last=last_day)
        packed.writestr("README.txt", words)
        for part_name, read in parts:
            text = json.dumps(read(), indent=2, ensure_ascii=False, default=str)
            packed.writestr(f"{part_name}.json", text)
            running.progress(done := done + 1, total)
        for name, place in papers:
            if default_storage.exists(place):
                with default_storage.open(place) as file:
                    packed.writestr(f"papers/{name}", file.read())
            running.progress(done := done + 1, total)
    return target.getvalue()


def _no_copy(sentence: str, status: int) -> Refusal:
    return Refusal(
        code="no-copy",
        sentence=sentence,
        rule=_("A copy of personal data is for that person only, for seven days."),
        remedy=_("Ask for another copy."),
        status=status,
    )
