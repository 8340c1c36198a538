"""Records as files: what is unpacked and what is not, whose game it is, and what becomes of each."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.support.keyed import keyed
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.games.services.games import open_game
from tournaments.reports.archives import MOST_BYTES, MOST_FILES, files_of
from tournaments.reports.models.record_files import RecordBatch, RecordFile
from tournaments.reports.models.report import Report
from tournaments.reports.selectors.record_files import batch_of
from tournaments.reports.services.record_files import (
    AT_ONCE,
    RECORDS_JOB,
    assign_file,
    discard_file,
    send_records,
)


def zipped(files: dict[str, bytes]) -> bytes:
    zip_bytes = io.BytesIO()
    with zipfile.ZipFile(zip_bytes, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return zip_bytes.getvalue()


def as_bytes(record: Any) -> bytes:
    return json.dumps(record).encode()


def test_a_zip_is_unpacked_with_its_folders_and_without_its_furniture() -> None:
    files = {"a.json": b"{}", "round 1/table 2/b.JSON": b"[]", "__MACOSX/._a.json": b"x", ".DS_Store": b"x"}
    assert [
        (record_file.path, record_file.data) for record_file in files_of([("all.zip", zipped(files))])
    ] == [
        ("a.json", b"{}"),
        ("round 1/table 2/b.JSON", b"[]"),
    ]


def test_what_can_be_no_record_is_told_of_one_by_one() -> None:
    files = {
        "notes.txt": b"x",
        "more.zip": zipped({"a.json": b"{}"}),
        "/".join("abcdefghij") + ".json": b"{}",
    }
    assert all(
        record_file.refused and not record_file.data for record_file in files_of([("all.zip", zipped(files))])
    )


def test_a_bomb_is_never_unpacked() -> None:
    bomb = zipped({"bomb.json": b"0" * (MOST_BYTES * 20), "good.json": b"{}"})
    bad, good = files_of([("bomb.zip", bomb)])
    assert "larger than a record" in bad.refused
    assert good.data == b"{}"


@pytest.mark.parametrize(
    "sent",
    [
        [],
        [("empty.zip", zipped({}))],
        [("many.zip", zipped({f"{at}.json": b"{}" for at in range(MOST_FILES + 1)}))],
        [("big.zip", zipped({f"{at}.json": bytes(MOST_BYTES) for at in range(17)}))],
    ],
)
def test_an_upload_that_is_nothing_or_too_much_is_refused_whole(sent: list[tuple[str, bytes]]) -> None:
    with pytest.raises(Refusal) as refusal:
        files_of(sent)
    assert refusal.value.code in ("no-files", "upload-too-large")


def test_a_damaged_zip_is_one_file_that_cannot_be_read() -> None:
    whole = zipped({"a.json": b"{}" * 400, "b.json": b"{}"})
    broken = whole[:40] + b"\xff\xff\xff\xff" + whole[44:]
    record_files = files_of([("broken.zip", broken)])
    assert record_files[0].refused
    assert "not a zip" in files_of([("Letters.ZIP", b"Dear Sirs,")])[0].refused
    locked = bytearray(zipped({"a.json": b"{}"}))
    locked[6] |= 1
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    assert "password" in files_of([("locked.zip", bytes(locked))])[0].refused


@pytest.fixture
def event(cast: Cast) -> Event:
    return sanctioned_event(cast)


@pytest.fixture
def game(cast: Cast, event: Event) -> Game:
    return open_table(cast, event, cast.players[:4])


def states(batch: RecordBatch) -> dict[str, str]:
    return dict(batch.files.values_list("path", "state"))


def test_one_good_one_faulty_and_one_unreadable_file(cast: Cast, event: Event, game: Game) -> None:
    record = record_of(cast.players[:4])
    other = open_table(cast, event, cast.players[4:8])
    faulty = record_of(cast.players[4:8])
    faulty["stanzas"][3]["scores"][cast.players[4].number] += 1
    unreadable = {**record, "stanzas": [{"cards": "one"}]}
    files = {"good.json": record, "faulty.json": faulty, "unreadable.json": unreadable}
    sent = zipped({path: as_bytes(record) for path, record in files.items()})
    batch = send_records(by=cast.director, event=event, sent=[("evening.zip", sent)])
    assert states(batch) == {"good.json": "taken", "faulty.json": "taken", "unreadable.json": "refused"}
    view = batch_of(event, batch.pk)
    assert view is not None
    by_path = {file.path: file for file in view.files}
    assert (by_path["good.json"].game, by_path["good.json"].findings) == (str(game.number), 0)
    assert (by_path["faulty.json"].game, by_path["faulty.json"].errors) == (str(other.number), 1)
    assert by_path["unreadable.json"].pointer.startswith("/stanzas/0")
    assert Report.objects.count() == 2


def test_the_same_record_again_is_the_report_that_stands(cast: Cast, event: Event, game: Game) -> None:
    sent = [("a.json", as_bytes(record_of(cast.players[:4])))]
    for _ in range(2):
        assert set(states(send_records(by=cast.director, event=event, sent=sent)).values()) == {"taken"}
    assert Report.objects.count() == 1


def test_nothing_replaces_a_report_before_somebody_says_so(cast: Cast, event: Event, game: Game) -> None:
    reported(cast, game, record_of(cast.players[:4]))
    changed = record_of(cast.players[:4])
    changed["stanzas"][0]["scores"] = {}
    batch = send_records(by=cast.director, event=event, sent=[("a.json", as_bytes(changed))])
    file = batch.files.get()
    assert file.state == "unmatched"
    assert "already has a report" in file.sentence
    assign_file(by=cast.director, file=file, game=game)
    assert Report.objects.get(current=True).version == 2
    with pytest.raises(Refusal, match="already dealt with this file"):
        discard_file(by=cast.director, file=file)


def test_players_of_two_tables_leave_it_to_the_director(cast: Cast, event: Event, game: Game) -> None:
    second = open_table(cast, event, cast.players[:4])
    batch = send_records(
        by=cast.director, event=event, sent=[("a.json", as_bytes(record_of(cast.players[:4])))]
    )
    file = batch.files.get()
    assert "several games" in file.sentence
    with pytest.raises(Refusal, match="No game is chosen"):
        assign_file(by=cast.director, file=file, game=None)
    another = sanctioned_event(cast, name="Another evening")
    elsewhere = open_game(by=cast.director, event=another, planned={"stanzas": 14}, at=MARCH)
    with pytest.raises(Refusal, match="No game is chosen"):
        assign_file(by=cast.director, file=file, game=elsewhere)
    assign_file(by=cast.director, file=file, game=second)
    assert Report.objects.get().game == second
    stranger = send_records(
        by=cast.director, event=event, sent=[("b.json", as_bytes(record_of(cast.players[5:9])))]
    )
    discard_file(by=cast.director, file=stranger.files.get())
    assert stranger.files.get().state == "refused"


def test_the_name_of_a_game_in_a_record_decides(cast: Cast, event: Event, game: Game) -> None:
    second = open_table(cast, event, cast.players[:4])
    record = {**record_of(cast.players[:4]), "id": f"{event.slug}/{second.number}"}
    send_records(by=cast.director, event=event, sent=[("a.json", as_bytes(record))])
    assert Report.objects.get().game == second


def test_only_whoever_runs_the_club_sends_them(cast: Cast, event: Event) -> None:
    with pytest.raises(Refusal) as refusal:
        send_records(by=cast.players[0], event=event, sent=[("a.json", b"{}")])
    assert refusal.value.status == 403


@pytest.mark.both_databases
def test_many_are_read_by_a_job_and_the_page_tells_how_far_it_is(
    cast: Cast, client: Client, event: Event, game: Game
) -> None:
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    good = as_bytes(record_of(cast.players[:4]))
    files = {f"{at:02}.json": good if not at else b"nonsense" for at in range(AT_ONCE + 1)}
    upload = SimpleUploadedFile("all.zip", zipped(files), "application/zip")
    page = client.post(f"/events/{event.slug}/records/", {"files": upload}, follow=True)
    assert "have not been read yet" in page.content.decode()
    assert page["Refresh"] == "3"
    run_waiting(RECORDS_JOB)
    job = Job.objects.get(kind=RECORDS_JOB)
    assert (job.state, job.progress_done) == ("done", AT_ONCE + 1)
    page = client.get(page.redirect_chain[-1][0])
    assert "Refresh" not in page
    assert page.content.decode().count("cannot be read as a game record") == AT_ONCE
    assert RecordFile.objects.filter(state="taken").count() == 1


@pytest.mark.both_databases
def test_programs_send_and_settle_them_too(cast: Cast, client: Client, event: Event, game: Game) -> None:
    open_table(cast, event, cast.players[:4])
    client.force_login(cast.director.account)  # type: ignore[arg-type]
    address = f"/api/v1/events/{event.slug}/records/"
    upload = SimpleUploadedFile("a.json", as_bytes(record_of(cast.players[:4])), "application/json")
    answer = client.post(address, {"files": upload}, **keyed())
    assert answer.status_code == 201, answer.content
    batch = answer.json()
    assert batch["unmatched"] == 1
    settled = client.post(
        f"{address}{batch['id']}/1/assign/", {"game": str(game.number)}, content_type="application/json"
    )
    assert settled.json()["files"][0]["state"] == "taken"
    assert client.get(address).json()[0]["taken"] == 1
    assert client.post(address, {}).status_code == 422
