"""Taking imports back: in bounded transactions, with progress, and never what others stand on."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.progress import progress_of, tell_progress
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.terms.services import end_term
from scoring.imports.models import Import
from scoring.imports.selectors import import_page
from scoring.imports.services import taking_back
from scoring.imports.services.kinds.kind import Rows, rows_made
from scoring.imports.services.kinds.people import People
from scoring.imports.services.taking_back import UNDO_JOB, undo_import
from scoring.ledger.selectors.chain_proof import ledger_problems
from tests.cast import FIRST_DAY, Cast
from tests.fixtures import SignIn
from tests.scoring.imports.test_imports import checked, csv_of, outcomes, taken_back, written

pytestmark = pytest.mark.both_databases


def people_of_file(cast: Cast, count: int) -> Import:
    lines = (f"Given{place},Family{place}x" for place in range(count))
    return written(cast.registrar, "people", csv_of("given names,family name", *lines))


@pytest.fixture
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for step in ("AT_ONCE", "ASKED_AT_ONCE"):
        monkeypatch.setattr(taking_back, step, 2)


@pytest.mark.usefixtures("two_at_once")
class TestInSteps:
    def test_progress_is_shown_after_each_step_and_the_trail_has_one_entry(
        self, cast: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        importing, seen = people_of_file(cast, 5), []
        step = People.take_back

        def looking(self: People, *args: object) -> None:
            job = Job.objects.get(kind=UNDO_JOB)
            seen.append((job.progress_done, job.progress_total, rows_made(importing).count()))
            step(self, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(People, "take_back", looking)
        taken_back(cast.registrar, importing)
        assert seen == [(0, 0, 5), (2, 5, 3), (4, 5, 1)]
        assert AuditEntry.objects.filter(action="undo import").count() == 1
        assert not Person.objects.filter(family_name__startswith="Family").exists()

    def test_what_somebody_came_to_stand_on_meanwhile_stays_and_the_rest_can_be_taken_back_later(
        self, cast: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        importing = people_of_file(cast, 5)
        first, step = importing.rows.order_by("number").first(), People.take_back
        assert first is not None
        assert first.person is not None

        def overtaken(self: People, *args: object) -> None:
            step(self, *args)  # type: ignore[arg-type]
            Person.objects.filter(number=cast.outsider.number).update(merged_into=first.person)

        monkeypatch.setattr(People, "take_back", overtaken)
        undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        run_waiting(UNDO_JOB)
        importing.refresh_from_db()
        page = import_page(importing, cast.registrar)
        assert (page.state, page.taken_back, page.under_way) == ("written", 4, False)
        assert "The import cannot be undone while" in page.error
        assert outcomes(checked(cast.registrar, "people", csv_of("name,given names", "Family4x,Given4"))) == [
            "new"
        ]
        Person.objects.filter(number=cast.outsider.number).update(merged_into=None)
        monkeypatch.setattr(People, "take_back", step)
        taken_back(cast.registrar, importing)
        assert not Person.objects.filter(family_name__startswith="Family").exists()

    def test_what_refers_is_asked_part_by_part_and_named_once_wherever_it_is(
        self, cast: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        importing, asked, ask = people_of_file(cast, 5), [], People.referring

        def counting(self: People, of: Import, rows: Rows) -> list[str]:
            asked.append(rows.count())
            return ask(self, of, rows)

        monkeypatch.setattr(People, "referring", counting)
        first, *_, last = importing.rows.order_by("number")
        for merged, row in ((cast.outsider, first), (cast.players[0], last)):
            Person.objects.filter(pk=merged.pk).update(merged_into=row.person)
        with pytest.raises(Refusal) as refusal:
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        assert refusal.value.facts["kept_by"] == ["persons"]
        assert asked == [2, 2, 1]

    def test_nothing_is_taken_back_for_who_has_left_office_meanwhile(self, cast: Cast) -> None:
        importing = people_of_file(cast, 2)
        undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        term = cast.registrar.appointments.get()
        end_term(by=cast.managing, appointment=term, last_day=FIRST_DAY, why="Moves.")
        run_waiting(UNDO_JOB)
        page = import_page(importing, cast.managing)
        assert (page.state, page.taken_back) == ("written", 0)
        assert Person.objects.filter(family_name__startswith="Family").count() == 2

    def test_a_step_needs_few_statements_however_many_kinds_of_things_may_refer(self, cast: Cast) -> None:
        undo_import(by=cast.registrar, importing=people_of_file(cast, 2), why="The wrong file.")
        with CaptureQueriesContext(connection) as statements:
            run_waiting(UNDO_JOB)
        assert len(statements) < 60
        assert not Person.objects.filter(family_name__startswith="Family").exists()

    def test_two_at_once_cannot_take_it_back(self, cast: Cast) -> None:
        importing = people_of_file(cast, 3)
        undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        with pytest.raises(Refusal, match="being processed"):
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        run_waiting(UNDO_JOB)
        with pytest.raises(Refusal, match="has not been written"):
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")


class TestWhatStandsOnIt:
    def test_points_stay_while_an_import_of_degrees_needs_them(self, cast: Cast, sign_in: SignIn) -> None:
        ash = cast.players[0].number
        points = written(cast.managing, "points", csv_of("number,points,blue", f"{ash},30.0,2.0"))
        degrees = written(
            cast.managing, "degrees", csv_of("number,degree,since", f"{ash},Junior Master,2019-05-15")
        )
        page = sign_in(cast.managing).post(f"/imports/{points.pk}/undo/", {"why": "The wrong file."})
        assert page.status_code == 409
        assert f"refers to what it made: import {degrees.pk}." in page.content.decode()
        assert f'href="/imports/{degrees.pk}/#undo"' in page.content.decode()
        taken_back(cast.managing, degrees)
        taken_back(cast.managing, points)
        assert not list(ledger_problems())

    @pytest.mark.parametrize(
        ("kind", "file", "what"),
        [
            ("points", ("old number,points", "7,30.0"), "ledger entries"),
            ("officers", ("old number,office,from", "7,college-member,2019-05-15"), "appointments"),
        ],
    )
    def test_people_stay_with_what_the_books_keep_of_them_for_good(
        self, cast: Cast, sign_in: SignIn, kind: str, file: tuple[str, ...], what: str
    ) -> None:
        people = written(cast.registrar, "people", csv_of("name,old number", "Quist,7"))
        number = Person.objects.get(family_name="Quist").number
        taken_back(cast.managing, written(cast.managing, kind, csv_of(*file)))
        page = sign_in(cast.registrar).post(f"/imports/{people.pk}/undo/", {"why": "The wrong file."})
        text = page.content.decode()
        assert page.status_code == 409
        assert f"such as {number}" in text
        assert what in text
        assert "Take that back first" not in text
        assert f'href="/people/{number}/"' in text

    def test_certificates_that_nobody_recorded_bear_no_degree(self, cast: Cast) -> None:
        ash = cast.players[0].number
        written(cast.managing, "points", csv_of("number,points,blue", f"{ash},30.0,2.0"))
        papers = written(
            cast.managing, "certificates", csv_of("number,serial,points", f"{ash},1998/0417,20.5")
        )
        written(cast.managing, "degrees", csv_of("number,degree,since", f"{ash},Junior Master,2019-05-15"))
        taken_back(cast.managing, papers)
        assert not list(ledger_problems())

    def test_a_file_that_names_who_was_taken_back_is_checked_again(self, cast: Cast) -> None:
        people = written(cast.registrar, "people", csv_of("name,old number", "Quist,7"))
        points = checked(cast.managing, "points", csv_of("old number,points", "7,30.0"))
        assert not import_page(points, cast.managing).stale
        taken_back(cast.registrar, people)
        assert import_page(points, cast.managing).stale
        clubs = written(cast.managing, "clubs", csv_of("name", "Holm Club"))
        members = checked(cast.registrar, "people", csv_of("name,club", "Rust,Holm Club"))
        taken_back(cast.managing, clubs)
        assert import_page(members, cast.registrar).stale


def test_the_progress_of_one_long_transaction_is_seen_from_outside(cast: Cast) -> None:
    importing = people_of_file(cast, 1)
    assert importing.job is not None
    tell_progress(importing.job.pk, 3, 10)
    assert progress_of(importing.job) == (0, 0), "a job that is over says it itself"
    importing.job.state = Job.State.RUNNING
    assert progress_of(importing.job) == (3, 10)
