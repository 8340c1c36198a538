"""Exports on a schedule: made once when due, by the rights of the day, kept for some days."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from openpyxl import load_workbook

from sanctioning.accounts.models.account import Account
from sanctioning.hooks import PERSON_ANONYMISED
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import noon, today
from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person, Publicity
from sanctioning.people.services.own_data import OwnData, change_own_data
from scoring.exports.links import link_address
from scoring.exports.models import Export, ExportRun
from scoring.exports.schedule import next_day
from scoring.exports.selectors import downloaded, subjects_for
from scoring.exports.services import making
from scoring.exports.services.exports import (
    add_export,
    pause_export,
    remove_export,
    remove_exports_of,
    renew_export_link,
    resume_export,
    run_export,
    withdraw_export_link,
)
from scoring.exports.services.making import (
    EXPORT_JOB,
    make_files_again,
    make_what_is_due,
    remove_old_files,
)
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import Cast, certified, sanctioned_event
from tests.support.refusals import code_of
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
DAY = dt.timedelta(days=1)
SOON = noon(dt.date(2026, 11, 25))
MAY = dt.date(2025, 5, 15)


def an_export(by: Person, **more: Any) -> Export:
    asked = {"what": "ledger", "of": "", "file": "csv", "every": "daily", "way": "link", **more}
    return add_export(by=by, **asked)


def published(cast: Cast) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=noon(MAY))
    publish_roster(by=cast.registrar, roster=roster, at=noon(MAY + DAY))


def content(export: Export) -> bytes:
    run_waiting(EXPORT_JOB)
    with default_storage.open(export.runs.all()[0].file) as file:
        return bytes(file.read())


@pytest.mark.parametrize(
    ("every", "day", "due"),
    [
        ("daily", dt.date(2026, 12, 31), dt.date(2027, 1, 1)),
        ("weekly", dt.date(2026, 11, 29), dt.date(2026, 11, 30)),
        ("weekly", dt.date(2026, 11, 30), dt.date(2026, 12, 7)),
        ("monthly", dt.date(2026, 12, 1), dt.date(2027, 1, 1)),
        ("monthly", dt.date(2027, 1, 31), dt.date(2027, 2, 1)),
        ("published", dt.date(2026, 12, 1), None),
    ],
)
def test_when_it_is_due(every: str, day: dt.date, due: dt.date | None) -> None:
    assert next_day(every, day) == due


def test_the_ledger_as_a_table_and_as_lines(cast: Cast) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    table = content(an_export(cast.registrar)).decode("utf-8-sig")
    [heads, *rows] = csv.reader(io.StringIO(table))
    lines = json.loads(content(an_export(cast.registrar, file="json")))
    assert heads[0] == "Entry"
    assert [int(row[0]) for row in rows] == [line["number"] for line in lines]
    assert lines


@pytest.mark.parametrize("file", ["csv", "json", "xlsx"])
def test_the_roster_published_last(cast: Cast, file: str) -> None:
    export = an_export(cast.registrar, what="roster", of="whoopie", file=file)
    run_waiting(EXPORT_JOB)
    assert export.runs.get().state == "nothing"
    published(cast)
    run_export(by=cast.registrar, export=export)
    data = content(export)
    if file == "xlsx":
        assert load_workbook(io.BytesIO(data)).sheetnames == ["2025-05-15"]
    else:
        assert cast.players[0].number in data.decode()


def test_entries_of_an_event_in_the_language_of_its_owner(cast: Cast) -> None:
    event = coming_event(cast)
    enter_event(by=cast.director, event=event, person=cast.players[0])
    Account.objects.filter(person=cast.director).update(language="de")
    export = an_export(cast.director, what="entries", of=event.slug)
    [heads, row] = csv.reader(io.StringIO(content(export).decode("utf-8-sig")))
    assert heads[0] == "Spieler"
    assert row[1] == cast.players[0].number


def coming_event(cast: Cast) -> Event:
    event = sanctioned_event(cast)
    Event.objects.filter(pk=event.pk).update(
        starts_at=noon(today()) + 5 * DAY, ends_at=noon(today()) + 6 * DAY
    )
    return Event.objects.get(pk=event.pk)


def test_what_is_due_is_asked_for_once_and_made_once(cast: Cast) -> None:
    export = an_export(cast.registrar, at=SOON)
    assert export.next_on == SOON.date() + DAY
    assert make_what_is_due(at=SOON) == 0
    late = SOON + 5 * DAY
    assert [make_what_is_due(at=late) for _twice in range(2)] == [1, 0]
    export.refresh_from_db()
    assert export.next_on == late.date() + DAY
    run_waiting(EXPORT_JOB)
    assert set(export.runs.values_list("due", "state")) == {("first", "made"), ("2026-11-26", "made")}
    with pytest.raises(IntegrityError), transaction.atomic():
        ExportRun.objects.create(export=export, due="first", at=SOON, state="made", kept_until=SOON.date())


def test_a_roster_is_exported_when_it_is_published(cast: Cast) -> None:
    before = noon(MAY - DAY)
    export = an_export(cast.registrar, what="roster", of="whoopie", every="published", at=before)
    Job.objects.all().delete()
    assert make_what_is_due() == 0
    published(cast)
    assert [make_what_is_due() for _twice in range(2)] == [1, 0]
    run_waiting(EXPORT_JOB)
    assert export.runs.get().due == "roster 2025-05-15"
    late = an_export(cast.registrar, what="roster", of="whoopie", every="published", file="json")
    assert make_what_is_due() == 0
    assert late.next_on is None


def test_a_file_goes_by_mail(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    export = an_export(cast.registrar, way="mail")
    assert link_address(export, today()) == ""
    run_waiting(EXPORT_JOB, MAIL_JOB)
    [sent] = [one for one in mail.outbox if "Ledger" in one.subject]
    [(name, data, _type)] = sent.attachments
    assert name.startswith("ledger-")
    assert "Entry" in str(data)
    monkeypatch.setattr("scoring.exports.mail_files.MOST_ENCLOSED", 10)
    monkeypatch.setattr(making, "MOST_ENCLOSED", 10)
    run_export(by=cast.registrar, export=export)
    run_waiting(EXPORT_JOB, MAIL_JOB)
    assert mail.outbox[-1].attachments == []
    assert f"/exports/{export.pk}/" in mail.outbox[-1].body
    assert "too large for a mail" in mail.outbox[-1].body


def test_who_loses_the_right_gets_no_more_files_and_is_told(cast: Cast) -> None:
    export = an_export(cast.registrar)
    run_waiting(EXPORT_JOB)
    code = code_in(export)
    assert downloaded(code) is not None
    Appointment.objects.filter(person=cast.registrar, office=Office.REGISTRAR).update(last_day=today() - DAY)
    assert downloaded(code) is None
    Export.objects.update(next_on=today())
    make_what_is_due()
    run_waiting(EXPORT_JOB)
    export.refresh_from_db()
    assert (export.stopped, export.runs.count()) == ("right", 1)
    [message] = Message.objects.filter(kind="export-stopped")
    assert "you no longer have the right to see it" in message.text
    assert AuditEntry.objects.filter(action="stop export", by=None).count() == 1
    for refused in (run_export, resume_export, renew_export_link):
        assert code_of(partial(refused, by=cast.registrar, export=export)) == "not-allowed"
    Appointment.objects.filter(person=cast.registrar).update(last_day=None)
    assert code_of(partial(run_export, by=cast.registrar, export=export)) == "export-off"
    assert resume_export(by=cast.registrar, export=export).stopped == ""


@pytest.mark.parametrize("why", ["account", "over"])
def test_it_stops_with_the_account_and_after_the_event(cast: Cast, why: str) -> None:
    event = coming_event(cast)
    export = an_export(cast.director, what="entries", of=event.slug)
    if why == "account":
        Account.objects.filter(person=cast.director).update(is_active=False)
    else:
        Event.objects.filter(pk=event.pk).update(
            starts_at=noon(today()) - 9 * DAY, ends_at=noon(today()) - 8 * DAY
        )
    run_waiting(EXPORT_JOB)
    export.refresh_from_db()
    assert (export.stopped, export.runs.count()) == (why, 0)


def code_in(export: Export) -> str:
    return link_address(export, today()).rstrip("/").rpartition("/")[2]


def test_a_download_address_ends(cast: Cast) -> None:
    export = an_export(cast.registrar)
    first = code_in(export)
    assert downloaded(first) is None  # nothing is made yet
    run_waiting(EXPORT_JOB)
    assert downloaded(first) == export.runs.get()
    assert downloaded(first, at=noon(today()) + 91 * DAY) is None
    assert downloaded(f"{first}x") is None
    second = code_in(renew_export_link(by=cast.registrar, export=export))
    assert (downloaded(first), downloaded(second)) == (None, export.runs.get())
    for _twice in range(2):
        export = withdraw_export_link(by=cast.registrar, export=export)
    assert (downloaded(second), link_address(export, today())) == (None, "")


@pytest.mark.parametrize("forgotten", [False, True])
def test_who_hides_is_in_no_file_that_can_be_downloaded(cast: Cast, forgotten: bool) -> None:
    certified(cast, sanctioned_event(cast), cast.players[:4])
    winner, export = cast.players[0], an_export(cast.registrar)
    mailed = an_export(cast.registrar, way="mail")
    assert winner.name in content(export).decode()
    if forgotten:
        make_files_again(winner)
        assert PERSON_ANONYMISED["files of exports"] is make_files_again
    else:
        hidden = OwnData(email="", address="", home_club=None, publicity=Publicity.NUMBER)
        change_own_data(by=winner, data=hidden)
    assert (export.runs.exclude(file="").count(), downloaded(code_in(export))) == (0, None)
    Person.objects.filter(pk=winner.pk).update(publicity=Publicity.NUMBER)
    assert winner.name not in content(export).decode()
    assert downloaded(code_in(export)) is not None
    assert not mailed.runs.exclude(file="").exists()


def test_paused_it_makes_nothing(cast: Cast) -> None:
    export = an_export(cast.registrar, at=SOON)
    for _twice in range(2):
        pause_export(by=cast.registrar, export=export)
    assert make_what_is_due(at=SOON + DAY) == 0
    run_waiting(EXPORT_JOB)
    assert not export.runs.exists()
    assert code_of(partial(run_export, by=cast.registrar, export=export)) == "export-off"
    resumed = resume_export(by=cast.registrar, export=export, at=SOON + 7 * DAY)
    assert resumed.next_on == SOON.date() + 8 * DAY
    assert AuditEntry.objects.filter(action="pause export").count() == 1


def test_one_file_at_a_time_and_none_too_large(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    export = an_export(cast.registrar)
    assert code_of(partial(run_export, by=cast.registrar, export=export)) == "export-under-way"
    monkeypatch.setattr(making, "MOST_BYTES", 5)
    run_waiting(EXPORT_JOB)
    assert export.runs.get().state == "large"


def test_what_fails_each_time_is_in_the_log(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(export: Export) -> None:
        raise OSError("no room")

    export = an_export(cast.registrar)
    monkeypatch.setattr(making, "pieces_of", broken)
    Job.objects.filter(kind=EXPORT_JOB).update(attempts=4)
    run_waiting(EXPORT_JOB)
    assert export.runs.get().state == "failed"


def test_files_are_kept_for_some_days(cast: Cast) -> None:
    export = an_export(cast.registrar)
    run_waiting(EXPORT_JOB)
    run = export.runs.get()
    assert remove_old_files(at=noon(today()) + 30 * DAY) == 0
    assert remove_old_files(at=noon(today()) + 31 * DAY) == 1
    run.refresh_from_db()
    assert run.file == ""
    remove_old_files(at=noon(today()) + 500 * DAY)
    assert not export.runs.exists()


@pytest.mark.parametrize("forgotten", [False, True])
def test_removed_it_leaves_no_file(
    cast: Cast, forgotten: bool, django_capture_on_commit_callbacks: object
) -> None:
    export = an_export(cast.registrar)
    run_waiting(EXPORT_JOB)
    file = export.runs.get().file
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        if forgotten:
            remove_exports_of(cast.registrar)
        else:
            remove_export(by=cast.registrar, export=export)
    assert not default_storage.exists(file)
    assert not Export.objects.exists()
    assert code_of(partial(pause_export, by=cast.registrar, export=export)) == "export-unknown"


def test_what_cannot_be_exported_is_refused(cast: Cast) -> None:
    event = coming_event(cast)
    refused = {
        code_of(partial(an_export, cast.registrar, **wrong))
        for wrong in (
            {"what": "people"},
            {"of": "whoopie"},
            {"file": "xlsx"},
            {"every": "published"},
            {"way": "pigeon"},
            {"what": "roster", "of": "poker"},
            {"what": "entries", "of": "nowhere"},
        )
    }
    assert refused == {"export-impossible"}
    others = [
        partial(an_export, cast.players[0]),
        partial(an_export, cast.director),
        partial(an_export, cast.registrar, what="entries", of=event.slug),
        partial(an_export, cast.players[0], what="entries", of=event.slug),
    ]
    assert {code_of(export) for export in others} == {"not-allowed"}
    assert [subject for subject, _title in subjects_for(cast.director)] == [f"entries/{event.slug}"]
    assert [subject for subject, _title in subjects_for(cast.registrar)] == [
        "roster/whoopie",
        "roster/whist",
        "ledger/",
    ]


def test_there_is_a_bound(cast: Cast) -> None:
    for _each in range(20):
        an_export(cast.registrar)
    assert code_of(partial(an_export, cast.registrar)) == "exports-too-many"
