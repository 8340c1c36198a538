"""The pages of imports and their endpoints: from the template to the report, and back."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.person import Person
from scoring.imports.kinds import KINDS
from scoring.imports.models import Import
from scoring.imports.services.preparing import CHECK_JOB
from scoring.imports.services.taking_back import UNDO_JOB
from scoring.imports.services.writing import WRITE_JOB
from scoring.ledger.models.ledger import LedgerEntry
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support.keyed import keyed

pytestmark = pytest.mark.both_databases


def file_of(*lines: str, name: str = "members.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, "\r\n".join(lines).encode(), content_type="text/csv")


class TestPages:
    def test_from_the_file_to_the_report_and_back(self, cast: Cast, sign_in: SignIn) -> None:
        desk = sign_in(cast.registrar)
        assert "Nothing was imported yet" in desk.get("/imports/").content.decode()
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
        assert "It is empty, and must be filled in." in page
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
        assert "Family name: It is empty" in report
        assert desk.post(f"{address}undo/", {"why": ""}).status_code == 422
        assert desk.post(f"{address}undo/", {"why": "The wrong file."}).status_code == 302
        assert desk.get(address)["Refresh"] == "3"
        assert "It is being taken back" in desk.get(address).content.decode()
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
        assert "The document that this is cited from is missing" in answer.content.decode()
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
        told = client.get(f"/api/ledger/{entry.number}/").json()
        assert (told["brought_forward"], told["cited_from"], told["import_row"]) == (
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


class TestApi:
    def test_a_program_does_the_same(self, cast: Cast, sign_in: SignIn) -> None:
        client = sign_in(cast.registrar)
        lines = ("family_name,given_names", "Quist,Nova", "Rust,Paul")
        sent = client.post("/api/imports/", {"kind": "people", "file": file_of(*lines)}, **keyed())
        assert sent.status_code == 201, sent.content
        address = f"/api/imports/{sent.json()['number']}/"

        def act(name: str, **asked: object) -> dict[str, object]:
            answer = client.post(f"{address}{name}/", asked, content_type="application/json", **keyed())
            assert answer.status_code == 200, answer.content
            told: dict[str, object] = answer.json()
            return told

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
        assert len(client.get("/api/imports/").json()) == 1
        assert sign_in(cast.director).get(address).status_code == 403


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_head_is_known_by_each_of_its_names_alone(kind: str) -> None:
    for column in KINDS[kind].columns:
        for name in (column.name, *column.aliases):
            first = next(other for other in KINDS[kind].columns if other.is_called(name))
            assert first is column, f"{name!r} is taken by {first.name}"
