"""The pages of imports and their endpoints: from the template to the report, and back."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override
from openpyxl import load_workbook

from sanctioning.identity.likeness import folded
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.person import Person
from scoring.imports.columns import ImportColumn
from scoring.imports.models import Import, ImportDocument
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.preparing import CHECK_JOB
from scoring.imports.services.taking_back import UNDO_JOB
from scoring.imports.services.writing import WRITE_JOB
from scoring.ledger.models.ledger import LedgerEntry
from scoring.rosters.services.rosters import compile_roster
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.scoring.imports.test_imports import ROSTER_DAY, csv_of, written
from tests.support.keyed import keyed

pytestmark = pytest.mark.both_databases


def file_of(*lines: str, name: str = "members.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, "\r\n".join(lines).encode(), content_type="text/csv")


class TestPages:
    def test_from_the_file_to_the_report_and_back(self, cast: Cast, sign_in: SignIn) -> None:
        desk = sign_in(cast.registrar)
        assert "No imports yet" in desk.get("/imports/").content.decode()
        lines = ("given names,family name,year of birth", "A,Ash,", "Nova,Quist,1970", "Bob,,1970")
        address = desk.post("/imports/", {"kind": "people", "file": file_of(*lines)})["Location"]
        page = desk.get(address).content.decode()
        assert "Check the file" in page
        assert (
            desk.post(f"{address}check/", {"days": "day", "encoding": "utf-8", "delimiter": ","}).status_code
            == 302
        )
        assert desk.get(address)["Refresh"] == "3"
        run_waiting(CHECK_JOB)
        page = desk.get(address).content.decode()
        assert cast.players[0].number in page
        assert "This is empty and must be filled in." in page
        assert desk.post(f"{address}write/").status_code == 409
        chosen = desk.post(f"{address}choose/", {"row": 2, "choice": "new", "back": "outcome=uncertain"})
        assert chosen["Location"] == f"{address}?outcome=uncertain#row-2"
        assert desk.post(f"{address}write/").status_code == 409, "a wrong row is not left out unsaid"
        assert desk.post(f"{address}write/", {"without_wrong": "1"}).status_code == 302
        run_waiting(WRITE_JOB)
        page = desk.get(f"{address}?outcome=new").content.decode()
        nova = Person.objects.get(family_name="Quist")
        assert f"Nova Quist, {nova.number}" in page
        report = b"".join(desk.get(f"{address}?as=csv")).decode()
        assert "Family name: This is empty" in report
        assert desk.post(f"{address}undo/", {"why": ""}).status_code == 422
        assert desk.post(f"{address}undo/", {"why": "The wrong file."}).status_code == 302
        assert desk.get(address)["Refresh"] == "3"
        assert "It is being undone" in desk.get(address).content.decode()
        assert desk.post(f"{address}undo/", {"why": "Again."}).status_code == 409
        run_waiting(UNDO_JOB)
        assert not Person.objects.filter(family_name="Quist").exists()
        assert "The wrong file." in desk.get(address).content.decode()
        assert desk.post(f"{address}burn/").status_code == 404

    def test_a_template_filled_in_is_read(self, cast: Cast, sign_in: SignIn) -> None:
        desk = sign_in(cast.managing)
        for kind in KINDS.values():
            blank = desk.get(f"/imports/templates/{kind.slug}.csv").content
            book = desk.get(f"/imports/templates/{kind.slug}.xlsx").content
            sheet = load_workbook(io.BytesIO(book)).worksheets[0]
            assert [cell.value for cell in sheet[1]] == [column.name for column in kind.columns]
            form = {"kind": kind.slug, "source": "Old books", "source_day": "2025-01-31"}
            for name, content in (("blank.csv", blank), ("blank.xlsx", book)):
                sent = desk.post("/imports/", {**form, "file": SimpleUploadedFile(name, content)})
                importing = Import.objects.get(pk=sent["Location"].split("/")[2])
                assert importing.settings["columns"] == {
                    column.name: place for place, column in enumerate(kind.columns)
                }
        assert desk.get("/imports/templates/dragons.csv").status_code == 404
        assert desk.get("/imports/templates/people.pdf").status_code == 404

    def test_what_cannot_be_read_is_refused_with_what_was_typed(self, cast: Cast, sign_in: SignIn) -> None:
        desk = sign_in(cast.managing)
        form = {"kind": "points", "source": "", "file": file_of("number,points")}
        answer = desk.post("/imports/", form)
        assert answer.status_code == 422
        assert "The document this comes from is missing" in answer.content.decode()
        assert desk.post("/imports/", {"kind": "people"}).status_code == 422

    def test_points_brought_forward_are_labelled_wherever_they_are_shown(
        self, cast: Cast, sign_in: SignIn, client: Client
    ) -> None:
        desk, ash = sign_in(cast.managing), cast.players[0]
        form = {"kind": "points", "source": "Roster of May 2024", "source_day": "2024-05-15"}
        lines = ("number,recorded,recorded blue", f"{ash.number},30.0,2.0")
        address = desk.post("/imports/", {**form, "file": file_of(*lines)})["Location"]
        desk.post(f"{address}check/")
        run_waiting(CHECK_JOB)
        desk.post(f"{address}write/")
        run_waiting(WRITE_JOB)
        entry = LedgerEntry.objects.get(book="recorded")
        assert "recorded, brought forward" in client.get("/ledger/?kind=brought-forward").content.decode()
        page = client.get(f"/ledger/{entry.number}/").content.decode()
        assert "Roster of May 2024" in page
        assert "/correct/" not in page
        assert "brought forward" in client.get(f"/players/{ash.number}/").content.decode()
        entry_facts = client.get(f"/api/v1/ledger/{entry.number}/").json()
        assert (entry_facts["brought_forward"], entry_facts["cited_from"], entry_facts["import_row"]) == (
            True,
            "Roster of May 2024",
            2,
        )
        page = desk.get(f"/ledger/{entry.number}/").content.decode()
        assert f"{address}?row=2" in page
        correct = f"/ledger/{entry.number}/correct/"
        assert desk.get(correct).status_code == 200
        assert desk.post(correct, {"points": "ten", "blue": "", "why": "Misread."}).status_code == 422
        assert desk.post(correct, {"points": "25,0", "blue": "2", "why": "Misread."}).status_code == 302
        assert sign_in(cast.director).get(correct).status_code == 403
        wrong = {"points": "24.0", "blue": "1.0", "why": "Misread again."}
        for who, status in ((cast.director, 403), (cast.managing, 201)):
            answer = sign_in(who).post(f"/api/v1{correct}", wrong, content_type="application/json")
            assert answer.status_code == status, answer.content
        assert (answer.json()["corrects"], answer.json()["points"]) == (entry.number, "-1.0")


class TestApi:
    def test_a_program_does_the_same(self, cast: Cast, sign_in: SignIn) -> None:
        client = sign_in(cast.registrar)
        lines = ("family_name,given_names", "Quist,Nova", "Rust,Paul")
        sent = client.post("/api/v1/imports/", {"kind": "people", "file": file_of(*lines)}, **keyed())
        assert sent.status_code == 201, sent.content
        address = f"/api/v1/imports/{sent.json()['number']}/"

        def act(name: str, **asked: object) -> dict[str, object]:
            answer = client.post(f"{address}{name}/", asked, content_type="application/json", **keyed())
            assert answer.status_code == 200, answer.content
            document: dict[str, object] = answer.json()
            return document

        assert act("check")["under_way"]
        run_waiting(CHECK_JOB)
        assert [row["outcome"] for row in client.get(f"{address}rows/").json()] == ["new", "new"]
        act("choose", row=3, choice="leave")
        act("write")
        run_waiting(WRITE_JOB)
        assert client.get(address).json()["state"] == "written"
        assert Person.objects.filter(family_name__in=["Quist", "Rust"]).count() == 1
        assert act("undo", why="The wrong file.")["work"] == "undo"
        run_waiting(UNDO_JOB)
        assert client.get(address).json()["state"] == "undone"
        assert len(client.get("/api/v1/imports/").json()) == 1
        assert sign_in(cast.director).get(address).status_code == 403


def labels_of(column: ImportColumn) -> list[str]:
    """What the pages call it in each language."""
    labels = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            labels.append(str(column.label))
    return labels


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_head_is_known_by_each_of_its_names_alone(kind: str) -> None:
    for column in KINDS[kind].columns:
        for name in (column.name, *column.aliases, *labels_of(column)):
            first = next(other for other in KINDS[kind].columns if folded(name) in other.names())
            assert first is column, f"{name!r} is taken by {first.name}"


class TestDocuments:
    def test_the_document_that_is_cited_comes_along_and_is_found_from_each_entry(
        self, cast: Cast, sign_in: SignIn, client: Client
    ) -> None:
        desk, ash = sign_in(cast.managing), cast.players[0]
        scan = SimpleUploadedFile("roster 2024.pdf", b"%PDF-1.7 the old roster")
        form = {"kind": "points", "source": "Roster of May 2024", "source_day": "2024-05-15"}
        lines = ("number,recorded", f"{ash.number},30.0")
        address = desk.post("/imports/", {**form, "file": file_of(*lines), "documents": [scan]})["Location"]
        document = ImportDocument.objects.get()
        desk.post(f"{address}check/")
        run_waiting(CHECK_JOB)
        desk.post(f"{address}write/")
        run_waiting(WRITE_JOB)
        download = f"{address}documents/{document.pk}/"
        entry = LedgerEntry.objects.get(book="recorded")
        for page in (address, f"/ledger/{entry.number}/"):
            assert f'href="{download}"' in desk.get(page).content.decode()
        answer = desk.get(download)
        assert answer.content == b"%PDF-1.7 the old roster"
        assert answer["Content-Disposition"] == 'attachment; filename="roster 2024.pdf"'
        assert download not in client.get(f"/ledger/{entry.number}/").content.decode()
        assert sign_in(cast.director).get(download).status_code == 403

    def test_what_is_no_document_is_refused_and_nothing_is_kept(self, cast: Cast, sign_in: SignIn) -> None:
        desk = sign_in(cast.managing)
        form = {"kind": "points", "source": "Roster", "source_day": "2024-05-15"}
        for documents in (
            [SimpleUploadedFile("a.exe", b"MZ\x00\x01")],
            [SimpleUploadedFile("a.pdf", b"%PDF-1"), SimpleUploadedFile("b.pdf", b"%PDF-2")],
        ):
            sent = {**form, "file": file_of("number,points"), "documents": documents}
            assert desk.post("/imports/", sent).status_code == 422
        assert not Import.objects.exists()

    def test_thrown_away_its_files_go_but_those_that_another_import_has(
        self, cast: Cast, sign_in: SignIn
    ) -> None:
        desk = sign_in(cast.managing)
        form = {"kind": "points", "source": "Roster", "source_day": "2024-05-15"}

        def sent() -> str:
            scan = SimpleUploadedFile("roster.pdf", b"%PDF-1.7 two imports have it")
            answer = desk.post("/imports/", {**form, "file": file_of("number,points"), "documents": [scan]})
            return str(answer["Location"])

        first, second = sent(), sent()
        kept = ImportDocument.objects.first()
        assert kept is not None
        desk.post(f"{first}drop/")
        assert default_storage.exists(kept.file)
        desk.post(f"{second}drop/")


class TestUnrecorded:
    def test_points_won_and_not_recorded_are_seen_on_ones_own_page(
        self, cast: Cast, sign_in: SignIn, client: Client
    ) -> None:
        ash = cast.players[0]
        file = csv_of("number,recorded,unrecorded,unrecorded blue", f"{ash.number},30.0,8.0,1.5")
        written(cast.managing, "points", file)
        own = sign_in(ash).get(f"/players/{ash.number}/").content.decode()
        assert "Brought forward, not yet recorded" in own
        assert "38.0 brought forward" in own, "of what was won"
        assert "30.0 brought forward" in own, "of what is recorded"
        assert (
            "Brought forward, not yet recorded" not in client.get(f"/players/{ash.number}/").content.decode()
        ), "what somebody still holds is theirs to know"
        seen = sign_in(cast.registrar).get(f"/api/v1/players/{ash.number}/").json()
        assert seen["unrecorded_before"] == {"points": "8.0", "blue": "1.5"}
        assert seen["won_before"]["points"] == "38.0"
        assert seen["degrees"][0]["brought_forward"]

    def test_a_roster_says_how_much_of_it_was_brought_forward(
        self, cast: Cast, sign_in: SignIn, client: Client
    ) -> None:
        file = csv_of("number,recorded", *(f"{player.number},30.5" for player in cast.players[:2]))
        written(cast.managing, "points", file)
        roster = compile_roster(by=cast.registrar, as_of=ROSTER_DAY)
        assert roster.brought_forward == Decimal("61.0")
        page = sign_in(cast.registrar).get(f"/rosters/{roster.key}/").content.decode()
        assert "Of which brought forward" in page
        assert "30.5 brought" in page
        assert "brought forward" in client.get("/degrees/?degree=1").content.decode()
