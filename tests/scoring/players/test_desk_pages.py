"""What each office does from its pages, and how a refusal keeps what was typed."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import strip_tags

from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from scoring.recordings.models import Submission
from scoring.rosters.models import Roster
from tests.cast import Cast, open_table, record_of, reported, sanctioned_event
from tests.fixtures import SignIn
from tournaments.games.models import Game
from tournaments.reports.models.report import Report, ReportFinding

GAME = "/events/spring-whoopie/games/1/"


def upload(client: Client, data: bytes, key: str = "k1") -> object:
    file = SimpleUploadedFile("game.json", data, "application/json")
    return client.post(f"{GAME}report/", {"file": file, "text": "", "key": key})


def faulty(cast: Cast) -> dict[str, object]:
    """A record with a wrong running total in its third stanza."""
    record = record_of(cast.players[:4])
    scores = record["stanzas"][2]["scores"]
    first = next(iter(scores))
    record["stanzas"][2]["scores"] = {**scores, first: scores[first] + 3}
    return record


def test_a_game_goes_from_upload_to_certificates(cast: Cast, sign_in: SignIn) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    player, director, executor = (
        sign_in(cast.players[0]),
        sign_in(cast.director),
        sign_in(cast.executor),
    )
    assert "Send the report" in player.get(GAME).content.decode()
    upload(player, as_file(record_of(cast.players[:4])))
    assert "Confirm the final sheet" not in player.get(GAME).content.decode()
    assert "Confirm the final sheet" in director.get(GAME).content.decode()
    director.post(f"{GAME}confirm/")
    answer = executor.post(f"{GAME}certify/", follow=True)
    assert "The game is certified" in answer.content.decode()
    game.refresh_from_db()
    assert game.state == Game.State.CERTIFIED
    assert Certificate.objects.count() == 1


def test_a_file_that_is_no_record_is_refused_and_kept(cast: Cast, sign_in: SignIn) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:4])
    answer = upload(sign_in(cast.players[0]), b'{"format": "something else"}')
    page = answer.content.decode()  # type: ignore[attr-defined]
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "cannot be read as a game record" in page
    assert "something else" in page
    assert not Report.objects.exists()


def test_an_empty_form_says_beside_the_field_what_is_missing(cast: Cast, sign_in: SignIn) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:4])
    answer = sign_in(cast.players[0]).post(f"{GAME}report/", {"text": "", "key": "k"})
    assert answer.status_code == 422
    assert 'id="id_file_error"' in answer.content.decode()


def test_a_finding_is_settled_with_a_reason_and_never_without(cast: Cast, sign_in: SignIn) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    reported(cast, game, faulty(cast))
    finding = ReportFinding.objects.get()
    executor = sign_in(cast.executor)
    page = executor.get(GAME).content.decode()
    assert "Settle this finding" in page
    findings = strip_tags(page.split("Findings</h2>")[1].split("</section>")[0])
    assert cast.players[0].number not in findings
    refused = executor.post(f"{GAME}findings/{finding.pk}/", {"reason": "   "})
    assert (refused.status_code, "A finding is settled with a reason" in refused.content.decode()) == (
        422,
        True,
    )
    executor.post(f"{GAME}findings/{finding.pk}/", {"reason": "The sheet shows an erasure."})
    assert "The sheet shows an erasure." in Client().get(GAME).content.decode()


def test_a_refusal_keeps_the_reason_that_was_typed(cast: Cast, sign_in: SignIn) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    reported(cast, game, faulty(cast))
    finding = ReportFinding.objects.get()
    answer = sign_in(cast.director).post(f"{GAME}findings/{finding.pk}/", {"reason": "I say so."})
    assert answer.status_code == 403
    assert "You may not settle findings of this game" in answer.content.decode()
    assert "You wrote: “I say so.”" in answer.content.decode()


def test_the_registrar_sees_what_codes_bring_before_recording(season: Cast, sign_in: SignIn) -> None:
    registrar, player = sign_in(season.registrar), season.players[0]
    code = Certificate.objects.get().code
    typed = {"number": player.number.lower(), "codes": f"{code}\n"}
    page = registrar.post("/registrar/", {**typed, "act": "look"}).content.decode()
    assert "A Ash: 12.0 points so far" in page
    assert "becomes Junior Master of Whoopie" in page
    assert not Submission.objects.exists()
    done = registrar.post("/registrar/", {**typed, "act": "record"}, follow=True).content.decode()
    assert "Submission 1 of A Ash is recorded" in done
    again = registrar.post("/registrar/", {**typed, "act": "record"})
    assert again.status_code == 409
    assert "has been recorded already" in again.content.decode()
    assert code in again.content.decode()


def test_slips_of_the_registrar_are_told_beside_the_field(season: Cast, sign_in: SignIn) -> None:
    registrar = sign_in(season.registrar)
    answer = registrar.post("/registrar/", {"number": "W-99999-2", "codes": "ABC", "act": "record"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Nobody has this number" in page
    assert "W-99999-2" in page
    unknown = registrar.post(
        "/registrar/", {"number": season.players[0].number, "codes": "ABC", "act": "record"}
    )
    assert unknown.status_code == 422
    assert "is not a code" in unknown.content.decode()


def test_only_the_registrar_comes_to_the_desk(season: Cast, sign_in: SignIn) -> None:
    assert Client().get("/registrar/")["Location"] == "/login/?next=/registrar/"
    refused = sign_in(season.outsider).get("/registrar/")
    assert refused.status_code == 403
    assert "You may not record certificates" in refused.content.decode()
    assert sign_in(season.director).get("/registrar/rosters/").status_code == 403


@pytest.mark.both_databases
def test_a_roster_is_compiled_and_published(season: Cast, sign_in: SignIn) -> None:
    registrar = sign_in(season.registrar)
    registrar.post("/registrar/rosters/compile/", {"as_of": "2025-05-15"})
    assert "working copy" in registrar.get("/registrar/rosters/").content.decode()
    publish = "/registrar/rosters/2025-05-15/publish/"
    question = registrar.post(publish).content.decode()
    assert "This cannot be undone." in question
    assert "Publish the Whoopie Roster as of 15 May 2025?" in question
    assert not Roster.objects.filter(published_at__isnull=False).exists()
    page = registrar.post(publish, {"sure": "yes"}, follow=True).content.decode()
    assert "The roster is published" in page
    assert Roster.objects.get().published_at is not None
    again = registrar.post("/registrar/rosters/compile/", {"as_of": "2025-05-15"}, follow=True)
    assert "as of 15 May 2025 is published and final, so nothing was compiled" in again.content.decode()
    assert "being made." not in again.content.decode()
    wrong = registrar.post("/registrar/rosters/compile/", {"as_of": dt.date(2025, 5, 16).isoformat()})
    assert "There is no roster as of 16 May" in wrong.content.decode()


def test_my_page_shows_codes_papers_and_the_desk(season: Cast, sign_in: SignIn) -> None:
    certificate = Certificate.objects.get()
    page = sign_in(season.players[0]).get("/me/").content.decode()
    assert certificate.code in page
    assert "ash@example.org" in page
    being_made = sign_in(season.players[0]).get(f"/certificates/{certificate.serial}.pdf")
    assert being_made.status_code == 202
    assert sign_in(season.players[1]).get(f"/certificates/{certificate.serial}.pdf").status_code == 404
    assert "Record certificates" in sign_in(season.registrar).get("/me/").content.decode()
    game = open_table(season, sanctioned_event(season), season.players[:4])
    assert game.event.name in sign_in(season.executor).get("/me/").content.decode()


def test_signing_in_keeps_the_address_and_says_what_is_wrong(season: Cast, client: Client) -> None:
    answer = client.post("/login/", {"login": "ash@example.org", "password": "wrong"})
    assert "Wrong e-mail address or password" in answer.content.decode()
    assert "ash@example.org" in answer.content.decode()
    right = client.post("/login/", {"login": "Ash@example.org", "password": "a long password"})
    assert right["Location"] == "/me/"


def test_uploads_sent_twice_count_once(cast: Cast, sign_in: SignIn) -> None:
    open_table(cast, sanctioned_event(cast), cast.players[:4])
    player = sign_in(cast.players[0])
    data = json.dumps(record_of(cast.players[:4])).encode()
    upload(player, data)
    upload(player, data)
    assert Report.objects.count() == 1


def test_a_desk_without_tools_has_no_heading_for_them(cast: Cast, sign_in: SignIn) -> None:
    reported(cast, open_table(cast, sanctioned_event(cast), cast.players[:4]), record_of(cast.players[:4]))
    assert "Your tools" in sign_in(cast.director).get("/me/").content.decode()
    page = sign_in(cast.players[1]).get("/me/").content.decode()
    assert "Waiting for you" in page
    assert "Your tools" not in page
