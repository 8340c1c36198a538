"""Importing entries of an event and payments: tried out as they would be done, written, taken back."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from saas_high_card.game import HIGH_CARD
from sanctioning.clubs.models import Club
from sanctioning.fees.models import FeeEntry, Invoice, Payment
from sanctioning.fees.services.club_accounts import credit_of, issue_invoice, open_amount
from sanctioning.fees.services.payments import refund_credit
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.sanctions.models import Sanction
from scoring.imports.models import Import
from scoring.imports.selectors import row_lines
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.preparing import CHECK_JOB, check_import, upload_import
from scoring.imports.services.taking_back import UNDO_JOB, undo_import
from scoring.imports.services.writing import WRITE_JOB
from tests.cast import Cast, registered_event
from tests.fixtures import SignIn
from tests.scoring.imports.test_imports import (
    checked,
    csv_of,
    faults,
    outcomes,
    taken_back,
    uploaded,
    written,
)
from tests.support.fees import OPEN_FEE, adopt_fees, invoiced
from tests.support.keyed import keyed
from tests.support.team_events import team_event
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.formats.registry import registered
from tournaments.teams.models.team import Team

pytestmark = pytest.mark.both_databases


def in_days(days: int) -> dt.datetime:
    return moment(None) + dt.timedelta(days=days)


def event_soon(cast: Cast, **fields: object) -> Event:
    event = registered_event(cast, "Night of the Old Books")
    Event.objects.filter(pk=event.pk).update(
        starts_at=in_days(30),
        ends_at=in_days(31),
        entries_from=None,
        entries_until=None,
        **fields,
    )
    event.refresh_from_db()
    return event


def states(event: Event) -> dict[str, str]:
    return {entry.person.family_name: entry.state for entry in event.entries.select_related("person")}


class TestByWhoeverRunsTheEvent:
    def upload(self, cast: Cast, event: Event, *lines: str, by: Person | None = None) -> Import:
        return upload_import(
            by=by or cast.director, kind="entries", name="e.csv", file=csv_of(*lines), event=event
        )

    def test_from_the_page_of_the_event_to_the_entries_and_back(self, cast: Cast, sign_in: SignIn) -> None:
        event, ash = event_soon(cast), cast.players[0]
        director = sign_in(cast.director)
        address = f"/events/{event.slug}/manage/import/"
        assert address in director.get(f"/events/{event.slug}/manage/").content.decode()
        assert director.get("/imports/templates/entries.csv").status_code == 200
        file = csv_of("number", ash.number)
        file.name = "entries.csv"
        sent = director.post(address, {"file": file})
        importing = Import.objects.get()
        assert sent["Location"] == f"/imports/{importing.pk}/"
        for act, job in (("check", CHECK_JOB), ("write", WRITE_JOB), ("undo", UNDO_JOB)):
            assert director.post(f"/imports/{importing.pk}/{act}/", {"why": "Mine."}).status_code == 302
            assert run_waiting(job) == 1
            entered = {"write": {ash.family_name: "entered"}, "undo": {ash.family_name: "withdrawn"}}
            assert states(event) == entered.get(act, {})
        assert "entries.csv" in director.get(address).content.decode()
        assert director.get("/imports/").status_code == 403

    def test_programs_name_the_event_in_the_address(self, cast: Cast, sign_in: SignIn) -> None:
        event, director = event_soon(cast), sign_in(cast.director)

        def sent(slug: str) -> int:
            data = {"kind": "entries", "file": csv_of("number")}
            return director.post(f"/api/v1/imports/?event={slug}", data, **keyed()).status_code

        assert (sent(event.slug), sent("nowhere"), sent("")) == (201, 404, 403)
        assert Import.objects.get().event == event

    def test_rows_of_other_events_are_wrong_and_the_same_file_serves_for_two(self, cast: Cast) -> None:
        ours, other = event_soon(cast), registered_event(cast, "Another Night")
        number = cast.players[0].number
        importing = self.upload(cast, ours, "event,number", f"{other.slug},{number}", f",{number}")
        check_import(by=cast.director, importing=importing)
        run_waiting(CHECK_JOB)
        assert faults(importing) == {2: ["event-of-another-import"]}
        assert outcomes(importing) == ["wrong", "new"]
        contents = [
            KINDS["entries"].content_of(Import(event=event), {"number": number}) for event in (ours, other)
        ]
        assert len(set(contents)) == 2

    def test_they_learn_of_nobody_when_they_were_born(self, cast: Cast, sign_in: SignIn) -> None:
        event, ash = event_soon(cast), cast.players[0]
        PrivateData.objects.update_or_create(person=ash, defaults={"birth_date": dt.date(1958, 4, 30)})
        importing = self.upload(
            cast, event, "first name,name,born", f"{ash.given_names},{ash.family_name}e,1959-04-30"
        )
        check_import(by=cast.director, importing=importing)
        run_waiting(CHECK_JOB)
        row = importing.rows.get()
        assert (row.outcome, row.candidates) == ("uncertain", [ash.number])
        page = sign_in(cast.director).get(f"/imports/{importing.pk}/").content.decode()
        assert ash.number in page
        assert "1958" not in page

    def test_nobody_else_and_nothing_but_entries(self, cast: Cast, sign_in: SignIn) -> None:
        event = event_soon(cast)
        with pytest.raises(Refusal, match="somebody who runs the event"):
            self.upload(cast, event, "number", by=cast.executor)
        with pytest.raises(Refusal, match="cannot be imported"):
            upload_import(by=cast.director, kind="people", name="p.csv", file=csv_of("name"), event=event)
        importing = self.upload(cast, event, "number", cast.players[0].number)
        stranger = sign_in(cast.executor)
        assert stranger.get(f"/imports/{importing.pk}/").status_code == 403
        assert stranger.post(f"/imports/{importing.pk}/check/").status_code == 403
        of_the_books = uploaded(cast.registrar, "entries", csv_of("event,number"))
        assert sign_in(cast.director).get(f"/imports/{of_the_books.pk}/").status_code == 403
        assert sign_in(cast.registrar).get(f"/imports/{importing.pk}/").status_code == 200


class TestEntries:
    def test_they_enter_and_wait_as_at_the_desk_and_the_check_says_so(self, cast: Cast) -> None:
        event = event_soon(cast, capacity=3)
        ash, birch, cedar, dale = cast.players[:4]
        enter_event(by=cast.director, event=event, person=ash)
        file = csv_of(
            "event,number,first name,name",
            f"{event.slug},{ash.number},,",
            f"{event.name},{birch.number},,",
            f"{event.slug},,{cedar.given_names},{cedar.family_name}",
            f"{event.slug},{dale.number},,",
            f"nowhere,{dale.number},,",
        )
        importing = checked(cast.registrar, "entries", file)
        assert outcomes(importing) == ["same", "new", "new", "new", "wrong"]
        assert faults(importing) == {6: ["event-unknown"]}
        remarks = [line.remark for line in row_lines(list(importing.rows.select_related("of")))]
        assert remarks == ["", "", "", "on the waiting list", ""]
        assert event.entries.count() == 1, "trying it out enters nobody"
        file.seek(0)
        importing = written(cast.registrar, "entries", file, without_wrong=True)
        assert states(event) == {
            ash.family_name: "entered",
            birch.family_name: "entered",
            cedar.family_name: "entered",
            dale.family_name: "waiting",
        }
        taken_back(cast.registrar, importing)
        assert sorted(states(event).values()) == ["entered", "withdrawn", "withdrawn", "withdrawn"]

    def test_whom_the_event_does_not_admit_is_wrong_with_the_reason_in_both_languages(
        self, cast: Cast
    ) -> None:
        event = event_soon(cast)
        Event.objects.filter(pk=event.pk).update(entries_until=dt.date(2020, 1, 1))
        file = csv_of("event,number", f"{event.slug},{cast.players[0].number}")
        importing = checked(cast.registrar, "entries", file)
        [fault] = importing.rows.get().faults
        assert fault["code"] == "refused"
        says = {language[:2]: sentence for language, sentence in fault["facts"]["says"].items()}
        assert "is not taking any more entries" in says["en"]
        assert says["de"] != says["en"]

    def test_not_while_somebody_is_checked_in_or_has_paid(self, cast: Cast) -> None:
        event = event_soon(cast)
        file = csv_of("event,number", f"{event.slug},{cast.players[0].number}")
        importing = written(cast.registrar, "entries", file)
        Entry.objects.update(checked_in_at=moment(None))
        with pytest.raises(Refusal, match="players who are checked in"):
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        Entry.objects.update(checked_in_at=None, fee_state="paid", paid_at=moment(None))
        with pytest.raises(Refusal, match="fees that were paid"):
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")

    def test_a_row_names_as_many_as_enter_together(self, cast: Cast) -> None:
        event = event_soon(cast)
        ash, birch = cast.players[:2]
        file = csv_of("event,number,partners", f"{event.slug},{ash.number},{birch.number}")
        assert faults(checked(cast.registrar, "entries", file)) == {2: ["team-of-another-size"]}


class TestTeams:
    def test_a_team_enters_with_its_players_and_is_withdrawn_as_a_whole(self, cast: Cast) -> None:
        ash, birch, cedar, dale = cast.players[:4]
        with registered(HIGH_CARD):
            event = team_event(cast, "high-card", "high-card-1")
            Event.objects.filter(pk=event.pk).update(starts_at=in_days(30), ends_at=in_days(31))
            file = csv_of(
                "event;number;team;partners",
                f"{event.slug};{ash.number};The Elms;{birch.number}",
                f"{event.slug};{cedar.number};The Oaks;{dale.given_names} {dale.family_name}",
            )
            importing = written(cast.registrar, "entries", file)
            teams = Team.objects.filter(event=event).order_by("number")
            assert [(team.name, team.withdrawn_at) for team in teams] == [
                ("The Elms", None),
                ("The Oaks", None),
            ]
            assert [row.team for row in importing.rows.select_related("team")] == list(teams)
            assert set(states(event).values()) == {"entered"}
            file.seek(0)
            assert outcomes(checked(cast.registrar, "entries", file)) == ["same", "same"]
            taken_back(cast.registrar, importing)
        assert all(team.withdrawn_at for team in teams.all())
        assert sorted(states(event).values()) == ["withdrawn"] * 4

    def test_not_while_one_of_its_players_is_checked_in(self, cast: Cast) -> None:
        ash, birch = cast.players[:2]
        with registered(HIGH_CARD):
            event = team_event(cast, "high-card", "high-card-1")
            Event.objects.filter(pk=event.pk).update(starts_at=in_days(30), ends_at=in_days(31))
            file = csv_of("event,number,partners,team", f"{event.slug},{ash.number},{birch.number},The Elms")
            importing = written(cast.registrar, "entries", file)
            Entry.objects.filter(person=birch).update(checked_in_at=moment(None))
            with pytest.raises(Refusal, match="players who are checked in"):
                undo_import(by=cast.registrar, importing=importing, why="The wrong file.")


def invoice_of(cast: Cast, amount: str) -> Invoice:
    return issue_invoice(
        by=cast.managing,
        at=moment(None),
        club=cast.club,
        amount=Decimal(amount),
        text="Fee",
        due_on=dt.date(2030, 1, 1),
    )


class TestPayments:
    def test_they_settle_invoices_or_become_credit_without_a_letter_and_are_taken_back(
        self, cast: Cast
    ) -> None:
        invoice = invoice_of(cast, "10.00")
        letters = Message.objects.count()
        file = csv_of(
            "invoice;club;amount;date;purpose",
            f"{invoice.label};;12,50;1.5.2025;Fee of May",
            f";{cast.club.name};1.204,00;2.5.2025;Deposit",
        )
        importing = written(cast.registrar, "payments", file)
        assert open_amount(invoice) == 0
        assert credit_of(cast.club) == Decimal("1206.50")
        assert Message.objects.count() == letters
        file.seek(0)
        assert outcomes(checked(cast.registrar, "payments", file)) == ["same", "same"]
        taken_back(cast.registrar, importing)
        assert open_amount(invoice) == Decimal("10.00")
        assert credit_of(cast.club) == 0
        assert Payment.objects.count() == 2, "the account shows both"
        last = FeeEntry.objects.filter(club=cast.club).latest("position")
        assert last.balance == Decimal("10.00")
        file.seek(0)
        assert outcomes(checked(cast.registrar, "payments", file)) == ["new", "new"]

    def test_what_is_wrong_is_said(self, cast: Cast) -> None:
        invoice, settled = invoice_of(cast, "10.00"), invoice_of(cast, "5.00")
        other = Club.objects.create(
            number=77,
            name="Holm Club",
            slug="holm",
            state="approved",
            registered_at=moment(None),
            registered_by=cast.managing,
            approved_at=moment(None),
        )
        written(
            cast.registrar,
            "payments",
            csv_of("invoice,amount,date,text", f"{settled.number},5,2025-05-01,Fee"),
        )
        importing = checked(
            cast.registrar,
            "payments",
            csv_of(
                "invoice,club,amount,date,text",
                f"{invoice.label},,0,2025-05-01,a",
                f"{invoice.label},{other.name},5,2025-05-01,b",
                "INV-09999,,5,2025-05-01,c",
                ",,5,2025-05-01,d",
                f"{settled.label},,5,2025-05-02,e",
                f"{settled.label},,5,2025-05-01,Fee",
                ",Nowhere Club,5,2025-05-01,f",
            ),
        )
        assert faults(importing) == {
            2: ["no-amount"],
            3: ["invoice-of-another-club"],
            4: ["invoice-unknown"],
            5: ["payer-missing"],
            6: ["invoice-settled"],
            8: ["club-unknown"],
        }
        assert outcomes(importing)[5] == "same"

    def test_not_while_its_credit_is_used(self, cast: Cast) -> None:
        file = csv_of("club,amount,date,text", f"{cast.club.name},20,2025-05-02,Deposit")
        importing = written(cast.registrar, "payments", file)
        refund_credit(by=cast.managing, club=cast.club, amount=Decimal("5.00"), reason="Too much")
        with pytest.raises(Refusal, match="the credit that"):
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")

    def test_a_payment_that_granted_a_sanction_stays(self, cast: Cast) -> None:
        adopt_fees(cast)
        invoice = invoiced(cast)
        file = csv_of("invoice,amount,date,text", f"{invoice.label},{OPEN_FEE},2025-05-02,Fee")
        importing = written(cast.registrar, "payments", file)
        sanction = Sanction.objects.get(invoice=invoice)
        assert sanction.state == "granted"
        with pytest.raises(Refusal) as refused:
            undo_import(by=cast.registrar, importing=importing, why="The wrong file.")
        assert refused.value.code == "import-in-use"
        assert f"sanction {sanction.label}, which was granted because of its payment" in str(refused.value)
        importing.refresh_from_db()
        assert (importing.state, open_amount(invoice)) == ("written", Decimal(0))
