"""Pages and programs of the ledger: tracing, correcting, papers, own recording, long work."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from sanctioning.kit.clock import noon
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.sent_once.keys import FIELD
from sanctioning.people.models.person import Person
from sanctioning.signing.models import SigningKey
from scoring.certificates.models import Certificate
from scoring.demo.sample_records import as_file
from scoring.heads.models import SignedHead
from scoring.heads.services import HEAD_JOB
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Certification
from scoring.results.services.corrections import correct_result
from scoring.rosters.models import Erratum
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, record_of
from tests.fixtures import SignIn
from tests.support.atom import assert_answers_304_while_nothing_is_new, entries_at, moment_of, said
from tournaments.games.models import Game

MAY = dt.date(2025, 5, 15)
GAME = "/events/arden-special/games/1/"
ROSTER = "/rosters/2025-05-15/"


def order(cast: Cast) -> Certification:
    first, second, *rest = cast.players[:4]
    return correct_result(
        by=cast.managing,
        game=Game.objects.get(),
        data=as_file(record_of([second, first, *rest])),
        ruling="Ruling 7 of 2025",
        why="Two names were exchanged.",
        idempotency_key="order",
        at=noon(dt.date(2025, 6, 2)),
    )


@pytest.fixture
def published(season: Cast) -> Cast:
    """The first player's 12.0 points are recorded and printed."""
    [paper] = Certificate.objects.all()
    record_certificates(by=season.registrar, person=season.players[0], codes=[paper.code], at=MARCH)
    roster = compile_roster(by=season.registrar, as_of=MAY, at=MARCH)
    publish_roster(by=season.registrar, roster=roster, at=noon(dt.date(2025, 5, 20)))
    return season


def test_the_list_of_entries_names_what_each_corrects(season: Cast) -> None:
    first = LedgerEntry.objects.get()
    order(season)
    listed = Client().get("/ledger/", {"as": "csv"}).getvalue().decode().removeprefix("\ufeff")
    lines = csv.DictReader(io.StringIO(listed))
    assert [(line["Entry"], line["Corrects entry"]) for line in lines] == [
        ("3", ""),
        ("2", str(first.number)),
        (str(first.number), ""),
    ]


@pytest.mark.both_databases
def test_every_figure_leads_to_its_stanzas_and_rule(published: Cast) -> None:
    """From the roster by links alone: line, ledger entry, certificate, placing, game, rule."""
    visitor = Client()
    line = f"{ROSTER}players/{published.players[0].number}/"
    assert f'href="{line}"' in visitor.get(ROSTER).content.decode()
    page = visitor.get(line).content.decode()
    entry = LedgerEntry.objects.get(book="recorded")
    assert f'href="/ledger/{entry.number}/"' in page
    assert "RPC-000001" in page
    text = visitor.get(f"/ledger/{entry.number}/").content.decode()
    for address in (f"{GAME}versions/1/", f"{GAME}#stanzas", "/rules/#section-4"):
        assert f'href="{address}"' in text
        assert visitor.get(address.partition("#")[0]).status_code == 200
    assert 'id="stanzas"' in visitor.get(GAME).content.decode()
    assert Certificate.objects.get(kind="rating-points").code not in page + text


def test_the_page_of_a_roster_says_how_far_the_signed_books_went_when_it_was_published(
    season: Cast,
) -> None:
    """Publishing it asks for a head of its own, which is signed at once."""
    roster = compile_roster(by=season.registrar, as_of=MAY, at=MARCH)
    assert run_waiting(HEAD_JOB) == 0
    publish_roster(by=season.registrar, roster=roster)
    heading = "State of the records when it was published"
    assert heading not in Client().get(ROSTER).content.decode(), "not before it is signed"
    assert run_waiting(HEAD_JOB) == 1
    words = f'{heading}</summary><p class="fingerprint">{SignedHead.objects.get().line}</p>'
    assert words in unescape(Client().get(ROSTER).content.decode())


def test_a_novice_has_a_line_without_entries_and_strangers_none(published: Cast) -> None:
    assert (
        "No points have been recorded"
        in Client().get(f"{ROSTER}players/{published.players[1].number}/").content.decode()
    )
    for address in (f"{ROSTER}players/W-99999-2/", "/ledger/99/", "/rosters/2025-11-15/players/W-00001-2/"):
        assert Client().get(address).status_code == 404


def test_the_same_bytes_as_table_workbook_and_json(published: Cast) -> None:
    order(published)
    for name in ("roster.csv", "roster.xlsx", "roster.json"):
        first, again = (Client().get(f"{ROSTER}{name}").getvalue() for _ in range(2))
        assert first == again
    rows = list(csv.DictReader(io.StringIO(Client().get(f"{ROSTER}roster.csv").getvalue().decode())))
    printed = json.loads(Client().get(f"{ROSTER}roster.json").getvalue())
    assert [row["points"] for row in rows] == [line["points"] for line in printed["lines"]]
    assert (printed["players"], printed["lines"][0]["name"]) == (len(rows), "Ash, A")


def test_a_name_that_is_a_formula_does_nothing_in_the_table_of_a_roster(season: Cast) -> None:
    Person.objects.filter(pk=season.players[0].pk).update(family_name="=1+1")
    roster = compile_roster(by=season.registrar, as_of=MAY, at=MARCH)
    publish_roster(by=season.registrar, roster=roster, at=noon(dt.date(2025, 5, 20)))
    rows = list(csv.DictReader(io.StringIO(Client().get(f"{ROSTER}roster.csv").getvalue().decode())))
    assert [row["name"] for row in rows if "1+1" in row["name"]] == ["'=1+1, A"]


@pytest.mark.both_databases
def test_a_correction_from_its_page_to_the_erratum(published: Cast, sign_in: SignIn) -> None:
    managing = sign_in(published.managing)
    assert f'href="{GAME}correct/"' in managing.get(GAME).content.decode()
    first, second, *rest = published.players[:4]
    text = as_file(record_of([second, first, *rest])).decode()
    empty = managing.post(f"{GAME}correct/", {"text": text, "ruling": "", "why": "", "key": "k"})
    assert empty.status_code == 422
    assert "Name the ruling or appeal" in empty.content.decode()
    typed = {"text": text, "ruling": "Ruling 7", "why": "Exchanged.", "key": "k"}
    done = managing.post(f"{GAME}correct/", typed, follow=True).content.decode()
    assert "Version 2 is certified" in done
    assert "This result was corrected" in done
    before = Client().get(f"{GAME}versions/1/").content.decode()
    assert "corrected since" in before
    page = Client().get(ROSTER).content.decode()
    assert Erratum.objects.count() == 1
    assert "1 erratum to this roster" in unescape(page).replace("\xa0", " ")
    assert re.search(r"printed Junior Master of Whoopie.*correct Novice of Whoopie", page, re.DOTALL)
    assert Client().get(f"{ROSTER}errata.pdf").status_code == 202


@pytest.mark.both_databases
def test_others_are_refused_and_keep_what_they_typed(published: Cast, sign_in: SignIn) -> None:
    typed = {"text": "{}", "ruling": "Ruling 7", "why": "Because I say so.", "key": "k"}
    answer = sign_in(published.registrar).post(f"{GAME}correct/", typed)
    assert answer.status_code == 403
    assert "Because I say so." in answer.content.decode()


def test_a_day_that_is_none_is_answered_with_a_sentence(season: Cast, sign_in: SignIn) -> None:
    registrar = sign_in(season.registrar)
    for typed in ("", "yesterday", "2025-13-40"):
        answer = registrar.post("/registrar/rosters/compile/", {"as_of": typed})
        assert (answer.status_code, "is not a date" in answer.content.decode()) == (422, True)


@pytest.mark.both_databases
def test_the_registrar_marks_and_replaces(season: Cast, sign_in: SignIn) -> None:
    registrar, paper = sign_in(season.registrar), Certificate.objects.get()
    desk = "/registrar/certificates/"
    assert paper.serial in registrar.get(desk, {"paper": paper.code.lower()}).content.decode()
    assert "No certificate found" in registrar.get(desk, {"paper": "RPC-9"}).content.decode()
    refused = registrar.post(f"{desk}{paper.serial}/mutilated/", {"why": " "})
    assert refused.status_code == 422
    torn = {"why": "Torn."}
    assert (
        "This cannot be undone." in registrar.post(f"{desk}{paper.serial}/mutilated/", torn).content.decode()
    )
    marked = registrar.post(f"{desk}{paper.serial}/mutilated/", {**torn, "sure": "yes"}, follow=True)
    assert "is marked as mutilated" in marked.content.decode()
    replaced = registrar.post(f"{desk}{paper.serial}/replace/", {**torn, "sure": "yes"}, follow=True)
    assert "Replaced by" in replaced.content.decode()
    assert sign_in(season.players[0]).get(desk).status_code == 403


def test_a_player_records_from_home(season: Cast, sign_in: SignIn) -> None:
    player, paper = sign_in(season.players[0]), Certificate.objects.get()
    waiting = player.get("/me/record/").content.decode()
    assert "the certificate is being made" in waiting
    key = SigningKey.objects.create(fingerprint="f" * 64, first_day=dt.date(2025, 1, 1), made_at=MARCH)
    Certificate.objects.update(signed_with=key)
    looked = player.post(
        "/me/record/", {"serial": paper.serial, "act": "look", FIELD: "a key"}
    ).content.decode()
    assert "you become Junior Master of Whoopie" in looked
    nothing = player.post("/me/record/", {"act": "record", FIELD: "a key"})
    assert (nothing.status_code, "No certificate was chosen" in nothing.content.decode()) == (422, True)
    done = player.post("/me/record/", {"serial": paper.serial, "act": "record"}, follow=True)
    assert "is recorded" in done.content.decode()
    assert done.redirect_chain == [("/me/?card_game=whoopie", 302)]
    again = player.post("/me/record/", {"serial": paper.serial, "act": "record"})
    assert (again.status_code, "recorded already" in again.content.decode()) == (409, True)


@pytest.mark.both_databases
def test_long_work_is_seen_cancelled_and_tried_again(published: Cast, sign_in: SignIn) -> None:
    registrar = sign_in(published.registrar)
    job = Job.objects.filter(kind="scoring.roster-document").latest("pk")
    assert "The booklet of a roster" in registrar.get("/jobs/").content.decode()
    address = reverse("job", args=[job.pk])
    assert registrar.get(address)["Refresh"] == "3"
    assert "It is cancelled" in registrar.post(f"{address}cancel/", follow=True).content.decode()
    assert registrar.post(f"{address}cancel/").status_code == 409
    assert "It will be tried again" in registrar.post(f"{address}again/", follow=True).content.decode()
    assert sign_in(published.players[0]).get(address).status_code == 404
    by_program = f"/api/v1{address}"
    assert registrar.post(f"{by_program}cancel/").json()["state"] == "cancelled"
    assert registrar.post(f"{by_program}again/").json()["state"] == "queued"


@pytest.mark.both_databases
def test_a_club_has_its_part(published: Cast) -> None:
    slug = published.club.slug
    page = Client().get(f"{ROSTER}clubs/{slug}/").content.decode()
    assert "Ash, A" in page
    assert Client().get(f"{ROSTER}clubs/{slug}/part.pdf").status_code == 202
    assert Job.objects.filter(kind="scoring.roster-document", payload__club=published.club.name).count() == 1


def test_programs_do_the_same(published: Cast, sign_in: SignIn) -> None:
    order(published)
    number = published.players[0].number
    line = Client().get(f"/api/v1{ROSTER}players/{number}/").json()
    assert (line["points"], [source["certificate"] for source in line["sources"]]) == ("12.0", ["RPC-000001"])
    assert Client().get("/api/v1/ledger/1/").json()["corrected_by"] != []
    assert Client().get(f"/api/v1{ROSTER}errata/").json()[0]["right_points"] == "0.0"


@pytest.mark.both_databases
def test_a_published_roster_is_an_entry_of_the_feed(published: Cast, client: Client) -> None:
    [entry] = entries_at(client, "/rosters/feed.atom")
    assert "Roster" in said(entry, "title")
    assert moment_of(entry) == moment_of(entry, "published")
    assert_answers_304_while_nothing_is_new(client, "/rosters/feed.atom")
    order(published)
    [corrected] = entries_at(client, "/rosters/feed.atom")
    assert moment_of(corrected) == noon(dt.date(2025, 6, 2)) > moment_of(entry)


def test_a_program_reads_the_ledger_as_its_page_has_it(season: Cast) -> None:
    client = Client()
    lines = client.get("/api/v1/ledger/", {"size": "200"}).json()
    assert [line["number"] for line in lines] == [
        entry.number for entry in LedgerEntry.objects.order_by("-number")
    ]
    number = season.players[0].number
    own = client.get("/api/v1/ledger/", {"player": number, "kind": "first"}).json()
    assert own
    assert {line["player_number"] for line in own} == {number}


def test_a_program_reads_the_degrees_and_who_holds_them(season: Cast, sign_in: SignIn) -> None:
    client = Client()
    assert [step["name"] for step in client.get("/api/v1/degrees/").json()][-1] == "Novice"
    holders = client.get("/api/v1/degrees/holders/").json()
    assert {line["number"] for line in holders} >= {player.number for player in season.players[:4]}
    papers = "/api/v1/degrees/papers/"
    assert sign_in(season.registrar).get(papers, {"since": "2020-01-01"}).json() == []
    assert sign_in(season.registrar).get(papers, {"since": "May"}).status_code == 400
    assert sign_in(season.director).get(papers).status_code == 403
