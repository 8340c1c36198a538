"""Importing people, clubs and points: tried out, written, found again, taken back."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Sequence
from decimal import Decimal

import pytest
import xlsxwriter

from sanctioning.clubs.models import Club
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from scoring.imports.models import Import, ImportRow
from scoring.imports.services.correcting import correct_brought_forward
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.preparing import (
    CHECK_JOB,
    check_import,
    choose,
    choose_for_rest,
    drop_import,
    upload_import,
)
from scoring.imports.services.taking_back import UNDO_JOB, undo_import
from scoring.imports.services.writing import WRITE_JOB, is_stale, write_import
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import DegreeHeld
from scoring.rosters.lines import RosterKey
from scoring.rosters.selectors.lines_now import ordered_lines_as_of
from tests.cast import Cast

pytestmark = pytest.mark.both_databases

ROSTER_DAY = dt.date(2025, 5, 15)
DOCUMENT = "Roster of 15 May 2025"


def csv_of(*lines: str, encoding: str = "utf-8") -> io.BytesIO:
    return io.BytesIO("\r\n".join(lines).encode(encoding))


def uploaded(by: Person, kind: str, file: io.BytesIO) -> Import:
    cited = {} if not KINDS[kind].cited else {"source": DOCUMENT, "source_day": ROSTER_DAY}
    return upload_import(by=by, kind=kind, name="old books.csv", file=file, **cited)  # type: ignore[arg-type]


def checked(by: Person, kind: str, file: io.BytesIO) -> Import:
    importing = check_import(by=by, importing=uploaded(by, kind, file))
    run_waiting(CHECK_JOB)
    importing.refresh_from_db()
    assert importing.state == Import.State.CHECKED, importing.job and importing.job.error
    return importing


def written(by: Person, kind: str, file: io.BytesIO, *, without_wrong: bool = False) -> Import:
    importing = checked(by, kind, file)
    write_import(by=by, importing=importing, without_wrong=without_wrong)
    run_waiting(WRITE_JOB)
    importing.refresh_from_db()
    assert importing.state == Import.State.WRITTEN, importing.job and importing.job.error
    return importing


def taken_back(by: Person, importing: Import) -> Import:
    undo_import(by=by, importing=importing, why="The wrong file.")
    run_waiting(UNDO_JOB)
    importing.refresh_from_db()
    assert importing.state == Import.State.UNDONE, importing.job and importing.job.error
    return importing


def outcomes(importing: Import) -> list[str]:
    return list(ImportRow.objects.filter(of=importing).order_by("number").values_list("outcome", flat=True))


def faults(importing: Import) -> dict[int, list[str]]:
    rows = ImportRow.objects.filter(of=importing, outcome="wrong").order_by("number")
    return {row.number: [fault["code"] for fault in row.faults] for row in rows}


def workbook(rows: Sequence[Sequence[object]]) -> io.BytesIO:
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, "default_date_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet()
    for place, row in enumerate(rows):
        sheet.write_row(place, 0, row)
    book.close()
    file.seek(0)
    return file


PEOPLE = (
    "Vorname;Nachname;Verein;Geburtsdatum;E-Mail;Einwilligung;alte Nummer",
    "Änne;Böhm;Arden Whoopie Club;30.4.1958;anne@example.org;ja;1",
    "Carl;Dorn;;1961;;Ergebnisse;2",
    "Eva;Ernst;;;;nein;3",
)


class TestPeople:
    @pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
    def test_they_are_registered_with_what_the_file_says(self, cast: Cast, encoding: str) -> None:
        importing = written(cast.registrar, "people", csv_of(*PEOPLE, encoding=encoding))
        settings = importing.settings
        assert settings["delimiter"] == ";"
        assert settings["days"] == "day"
        anne, carl, eva = (row.person for row in importing.rows.order_by("number"))
        assert anne is not None
        assert carl is not None
        assert eva is not None
        assert (anne.name, anne.home_club, anne.publicity) == ("Änne Böhm", cast.club, "listed")
        assert anne.private.birth_date == dt.date(1958, 4, 30)
        assert anne.private.email == "anne@example.org"
        assert carl.private.birth_date == dt.date(1961, 12, 31), "of a year alone, its last day"
        assert (carl.publicity, eva.publicity) == ("results", "number")
        assert AuditEntry.objects.filter(action="write import").count() == 1

    def test_the_same_file_again_finds_the_same_people(self, cast: Cast) -> None:
        first = written(cast.registrar, "people", csv_of(*PEOPLE))
        again = checked(cast.registrar, "people", csv_of(*PEOPLE))
        assert outcomes(again) == ["same"] * 3
        assert [row.person_id for row in again.rows.all()] == [row.person_id for row in first.rows.all()]
        with pytest.raises(Refusal, match="would create anything"):
            write_import(by=cast.registrar, importing=again)

    def test_who_may_be_somebody_is_chosen(self, cast: Cast) -> None:
        ash = cast.players[0]
        importing = checked(
            cast.registrar, "people", csv_of("given names,family name", "A,Ash", "B,Birsh", "Nova,Quist")
        )
        assert outcomes(importing) == ["uncertain", "uncertain", "new"]
        with pytest.raises(Refusal, match="2 uncertain rows"):
            write_import(by=cast.registrar, importing=importing)
        with pytest.raises(Refusal, match="cannot be"):
            choose(by=cast.registrar, importing=importing, row=2, choice=cast.outsider.number)
        choose(by=cast.registrar, importing=importing, row=2, choice=ash.number)
        assert choose_for_rest(by=cast.registrar, importing=importing, choice="new") == 1
        people = Person.objects.count()
        write_import(by=cast.registrar, importing=importing)
        run_waiting(WRITE_JOB)
        assert Person.objects.count() == people + 2
        assert importing.rows.get(number=2).person == ash

    def test_somebody_registered_since_is_looked_at_first(self, cast: Cast) -> None:
        first = checked(cast.registrar, "people", csv_of("name,given name,old number", "Quist,Nova,7"))
        written(cast.registrar, "people", csv_of("name,given name", "Quist,Nova"))
        with pytest.raises(Refusal, match="after this import was checked"):
            write_import(by=cast.registrar, importing=first)
        assert is_stale(first)
        check_import(by=cast.registrar, importing=first)
        run_waiting(CHECK_JOB)
        assert outcomes(first) == ["uncertain"]

    def test_somebody_registered_before_the_job_begins_is_looked_at_first(self, cast: Cast) -> None:
        first = checked(cast.registrar, "people", csv_of("name", "Quist"))
        write_import(by=cast.registrar, importing=first)
        register_person(by=cast.registrar, given_names="Nova", family_name="Quist")
        run_waiting(WRITE_JOB)
        first.refresh_from_db()
        assert first.state == Import.State.CHECKED
        assert first.job is not None
        assert "Check it again" in first.job.error

    def test_it_is_taken_back_while_nothing_refers_to_it(self, cast: Cast) -> None:
        before = Person.objects.count()
        importing = written(cast.registrar, "people", csv_of(*PEOPLE))
        written(cast.managing, "points", csv_of("old number,points", "1,30.0"))
        with pytest.raises(Refusal, match="ledger entries"):
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        other = written(cast.registrar, "people", csv_of("name", "Zander"))
        taken_back(cast.registrar, other)
        assert Person.objects.count() == before + 3

    def test_a_workbook_is_read(self, cast: Cast) -> None:
        rows: list[list[object]] = [
            ["Given name", "Surname", "dob"],
            ["Nova", "Quist", dt.date(1970, 2, 3)],
            ["Paul", "Rust", 1980],
        ]
        importing = written(cast.registrar, "people", workbook(rows))
        nova, paul = (row.person for row in importing.rows.order_by("number"))
        assert nova is not None
        assert nova.private.birth_date == dt.date(1970, 2, 3)
        assert paul is not None
        assert paul.private.birth_date == dt.date(1980, 12, 31)

    def test_what_is_wrong_is_said_row_by_row(self, cast: Cast) -> None:
        number = cast.players[0].number
        unsound = number[:-1] + ("2" if number[-1] != "2" else "3")
        importing = checked(
            cast.registrar,
            "people",
            csv_of(
                "number,given names,family name,born,club,email",
                ",Ann,,,,",
                f",Bea,{'x' * 81},,,",
                ",Cid,Crow,30.2.1970,,",
                ",Dan,Dove,1.1.07,,",
                ",Eve,Eagle,1850,,",
                ",Fay,Finch,,Nowhere Club,",
                ",Gus,Gull,,,no-address",
                f"{unsound},Hal,Heron,,,",
                "W-99999-,Ian,Ibis,,,",
                f"{number},Jim,Jay,,,",
                ",=1+1,Kite,,,",
                ",Lou,Lark,,,",
                ",Lou,Lark,,,",
                ",Max,Merlin,,,,,too,many",
                "",
                ",N\u200bed,Owl,,,",
            ),
        )
        assert faults(importing) == {
            2: ["missing"],
            3: ["too-long"],
            4: ["no-day"],
            5: ["short-year"],
            6: ["birth-impossible"],
            7: ["club-unknown"],
            8: ["no-email"],
            9: ["number-unsound"],
            10: ["number-unsound"],
            11: ["number-of-another"],
            12: ["formula"],
            14: ["twice-in-file"],
            15: ["cells-over"],
            17: ["no-shape"],
        }
        with pytest.raises(Refusal, match="14 rows are wrong"):
            write_import(by=cast.registrar, importing=importing)

    def test_letters_of_two_encodings_are_told(self, cast: Cast) -> None:
        file = "name\r\nBöhm\r\nMüller\r\nKärcher\r\n".encode() + "Größer\r\n".encode("cp1252")
        assert faults(checked(cast.registrar, "people", io.BytesIO(file))) == {5: ["unreadable"]}
        other = "name\r\nBöhm\r\nMüller\r\nKärcher\r\n".encode("cp1252") + "Größer\r\n".encode()
        assert faults(checked(cast.registrar, "people", io.BytesIO(other))) == {5: ["mixed-encoding"]}

    def test_days_of_the_other_order_are_found_out(self, cast: Cast) -> None:
        importing = checked(
            cast.registrar, "people", csv_of("name,dob", "Quist,12/31/1970", "Rust,02/03/1970")
        )
        assert importing.settings["days"] == "month"
        assert [row.values["born"] for row in importing.rows.all()] == ["1970-12-31", "1970-02-03"]
        doubtful = checked(cast.registrar, "people", csv_of("name,dob", "Quist,02/03/1970"))
        assert not doubtful.settings["certain"]
        check_import(by=cast.registrar, importing=doubtful, asked={"days": "month"})
        run_waiting(CHECK_JOB)
        assert doubtful.rows.get().values["born"] == "1970-02-03"

    def test_only_who_prepares_may_and_it_can_be_thrown_away(self, cast: Cast) -> None:
        with pytest.raises(Refusal, match="registrar"):
            uploaded(cast.director, "people", csv_of(*PEOPLE))
        importing = uploaded(cast.registrar, "people", csv_of(*PEOPLE))
        drop_import(by=cast.registrar, importing=importing)
        assert not Import.objects.exists()

    def test_a_file_that_cannot_be_read_is_refused(self, cast: Cast) -> None:
        for content in (b"", b"\xd0\xcf\x11\xe0 old", b"PK\x03\x04 broken", b"a\0b\n\xff\xfe"):
            with pytest.raises(Refusal, match="cannot be read"):
                uploaded(cast.registrar, "people", io.BytesIO(content))
        importing = uploaded(cast.registrar, "people", csv_of("something else", "Quist"))
        with pytest.raises(Refusal, match="Family name"):
            check_import(by=cast.registrar, importing=importing)
        check_import(by=cast.registrar, importing=importing, asked={"columns": {"family_name": 0}})
        run_waiting(CHECK_JOB)
        assert outcomes(importing) == ["new"]


class TestClubs:
    def test_they_are_approved_with_the_import(self, cast: Cast) -> None:
        file = csv_of("name,place", "Holm Club,Holm", "Arden Whoopie Club,Arden", "Holm club,")
        importing = checked(cast.registrar, "clubs", file)
        assert outcomes(importing) == ["new", "same", "wrong"]
        with pytest.raises(Refusal, match="Managing Executor"):
            write_import(by=cast.registrar, importing=importing, without_wrong=True)
        write_import(by=cast.managing, importing=importing, without_wrong=True)
        run_waiting(WRITE_JOB)
        club = Club.objects.get(name="Holm Club")
        assert club.state == Club.State.APPROVED
        importing.refresh_from_db()
        taken_back(cast.managing, importing)
        assert not Club.objects.filter(name="Holm Club").exists()


class TestPoints:
    def lines(self, cast: Cast) -> io.BytesIO:
        ash, birch = cast.players[:2]
        return csv_of(
            "number;Kartenspiel;Punkte;blau;nicht eingetragen",
            f"{ash.number};Whoopie;112,5;12,0;8,0",
            f"{birch.number};Whist;0;0;3,5",
        )

    def test_they_count_for_degrees_and_rosters_from_the_day_of_their_document(self, cast: Cast) -> None:
        ash, birch = cast.players[:2]
        importing = written(cast.managing, "points", self.lines(cast))
        entries = LedgerEntry.objects.filter(brought_forward__of=importing).order_by("number")
        assert [(entry.book, entry.points, entry.blue) for entry in entries] == [
            ("awarded", Decimal("120.5"), Decimal("12.0")),
            ("recorded", Decimal("112.5"), Decimal("12.0")),
            ("awarded", Decimal("3.5"), Decimal("0.0")),
        ]
        assert {entry.day for entry in entries} == {ROSTER_DAY}
        assert not list(ledger_problems())
        held = {degree.person: degree for degree in DegreeHeld.objects.all()}
        assert (held[ash].degree, held[ash].since, held[ash].certificate) == (
            "Senior Master",
            ROSTER_DAY,
            None,
        )
        assert (held[birch].degree, held[birch].card_game) == ("Novice", "whist")
        [line] = [line for line, _ in ordered_lines_as_of(RosterKey(ROSTER_DAY, "whoopie"))]
        assert (line.number, line.points, line.degree) == (
            ash.number,
            Decimal("112.5"),
            "Senior Master of Whoopie",
        )
        assert outcomes(checked(cast.managing, "points", self.lines(cast))) == ["same", "same"]

    def test_they_are_corrected_like_every_entry(self, cast: Cast) -> None:
        importing = written(cast.managing, "points", self.lines(cast))
        entry = LedgerEntry.objects.get(brought_forward__of=importing, book="recorded")
        with pytest.raises(Refusal, match="Managing Executor"):
            correct_brought_forward(
                by=cast.registrar, entry=entry, points=Decimal("9.0"), blue=Decimal("0.0"), why="Misread."
            )
        correction = correct_brought_forward(
            by=cast.managing, entry=entry, points=Decimal("30.0"), blue=Decimal("2.5"), why="Misread."
        )
        assert (correction.points, correction.blue, correction.day) == (
            Decimal("-82.5"),
            Decimal("-9.5"),
            ROSTER_DAY,
        )
        held = DegreeHeld.objects.get(person=cast.players[0], until=None)
        assert held.degree == "Master"
        with pytest.raises(Refusal, match="was not brought forward"):
            correct_brought_forward(
                by=cast.managing, entry=correction, points=Decimal("9.0"), blue=Decimal("0.0"), why="Misread."
            )
        with pytest.raises(Refusal, match="which corrects one"):
            undo_import(by=cast.managing, importing=importing, why="The wrong file.")
        assert not list(ledger_problems())

    def test_taken_back_they_stay_in_the_books_as_two_entries_that_come_to_nothing(self, cast: Cast) -> None:
        importing = written(cast.managing, "points", self.lines(cast))
        taken_back(cast.managing, importing)
        assert LedgerEntry.objects.count() == 6
        assert sum(entry.points for entry in LedgerEntry.objects.all()) == 0
        assert not DegreeHeld.objects.filter(until=None).exists()
        assert not list(ledger_problems())

    def test_what_is_wrong_is_said(self, cast: Cast) -> None:
        ash, birch, cedar = (player.number for player in cast.players[:3])
        importing = checked(
            cast.managing,
            "points",
            csv_of(
                "number,name,old number,points,blue,game",
                f"{ash},,,12.55,,",
                f"{ash},,,-1,,",
                f"{ash},,,many,,",
                f"{ash},,,10,11,",
                f"{ash},,,0,0,",
                ",,,5,,",
                ",Nobodyatall,,5,,",
                ",,77,5,,",
                f"{birch},,,5,,Poker",
                f"{cedar},,,5,,",
                f"{cedar},,,6,,",
            ),
        )
        assert faults(importing) == {
            2: ["points-of-hundredths"],
            3: ["points-below-nought"],
            4: ["no-points"],
            5: ["blue-above-all"],
            6: ["no-points-at-all"],
            7: ["nobody-named"],
            8: ["nobody-found"],
            9: ["reference-unknown"],
            10: ["card-game-unknown"],
            12: ["twice-in-file"],
        }

    def test_they_need_their_document(self, cast: Cast) -> None:
        with pytest.raises(Refusal, match="document"):
            upload_import(by=cast.managing, kind="points", name="p.csv", file=self.lines(cast))
