"""Outstanding certificates from before this system: brought forward by serial, recorded once, taken back."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from urllib.parse import quote

import pytest
from django.test import Client

from sanctioning.kit.refusals import Refusal
from scoring.certificates.models import Certificate
from scoring.certificates.selectors.certificates import certificate_card, certificate_check
from scoring.certificates.services.certificates import mark_mutilated, replace_certificate
from scoring.imports.services.correcting import correct_brought_forward
from scoring.imports.services.taking_back import undo_import
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.recordings.models import DegreeHeld, Submission
from scoring.recordings.selectors.own_certificates import certificates_to_send
from scoring.recordings.services.own_recording import record_own
from scoring.recordings.services.recordings import record_certificates
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.scoring.imports.test_imports import checked, csv_of, faults, outcomes, taken_back, written

pytestmark = pytest.mark.both_databases
HEAD = "number,serial,points,blue,date"


def two_of_ash(cast: Cast) -> str:
    ash = cast.players[0].number
    written(
        cast.managing,
        "certificates",
        csv_of(HEAD, f"{ash},1998/0417,20.5,2.5,21.3.1998", f"{ash},No 12 a,6.0,,"),
    )
    return ash


class TestBroughtForward:
    def test_they_can_be_sent_in_though_nothing_was_ever_signed(self, cast: Cast) -> None:
        two_of_ash(cast)
        to_send = certificates_to_send(person=cast.players[0])
        assert [certificate.ready for certificate in to_send] == [True, True]

    def test_they_are_won_and_not_recorded(self, cast: Cast) -> None:
        two_of_ash(cast)
        first, second = Certificate.objects.order_by("number")
        assert (first.earlier_serial, first.state, first.points, first.award) == (
            "1998/0417", "issued", Decimal("20.5"), None,
        )  # fmt: skip
        assert first.issued_at.date() == dt.date(1998, 3, 21)
        assert second.issued_at.date() == dt.date(2025, 5, 15), "the day of the document"
        entries = LedgerEntry.objects.order_by("number")
        assert [(entry.book, entry.points, entry.certificate, entry.day.year) for entry in entries] == [
            ("awarded", Decimal("20.5"), first, 1998),
            ("awarded", Decimal("6.0"), second, 2025),
        ]
        assert DegreeHeld.objects.get().degree == "Novice"
        assert not list(ledger_problems())

    def test_they_are_on_the_pages_of_their_holder_labelled(
        self, cast: Cast, sign_in: SignIn, client: Client
    ) -> None:
        ash = two_of_ash(cast)
        own = sign_in(cast.players[0])
        page = own.get(f"/players/{ash}/").content.decode()
        assert "earlier number 1998/0417" in page
        assert "brought forward" in page
        assert "being made" not in page, "no paper of it is printed"
        assert "earlier number 1998/0417" in own.get("/me/record/").content.decode()
        assert own.get(f"/certificates/{Certificate.objects.first()}.pdf").status_code == 404
        assert "1998/0417" not in client.get(f"/players/{ash}/").content.decode()

    @pytest.mark.parametrize("typed", ["1998/0417", "no  12 A"])
    def test_anybody_can_check_one_by_its_serial_or_code(
        self, cast: Cast, typed: str, client: Client
    ) -> None:
        two_of_ash(cast)
        check = certificate_check(code=typed)
        assert (check.genuine, check.state) == (True, "issued")
        page = client.get("/check/", {"code": typed})
        assert page.status_code == 200
        assert "Earlier serial" in page.content.decode()
        assert "Ash" not in page.content.decode()
        code = Certificate.objects.get(earlier_serial=check.earlier_serial).code
        assert certificate_check(code=code).earlier_serial == check.earlier_serial
        assert certificate_check(code=code).code == code
        program = client.get(f"/api/v1/certificates/{quote(typed)}/")
        assert code not in page.content.decode() + program.content.decode(), "it would record the paper"
        card = certificate_card(text=typed, asker=cast.registrar)
        assert card is not None
        assert (card.code, card.may_mark, card.may_replace) == (code, False, False)
        assert not certificate_check(code="1998/9999").genuine

    def test_a_serial_is_in_the_books_once(self, cast: Cast) -> None:
        ash, birch = two_of_ash(cast), cast.players[1].number
        importing = checked(
            cast.managing,
            "certificates",
            csv_of(
                HEAD,
                f"{ash},1998/0417,20.5,2.5,21.3.1998",
                f"{birch},NO 12 A,6.0,,",
                f"{birch},77,6.0,,",
                f"{birch},77,7.0,,",
                f"{birch},RPC-000001,7.0,,",
                f"{birch},78,7.0,8.0,",
                f"{birch},79,0,,",
            ),
        )
        assert outcomes(importing) == ["same", "wrong", "new", "wrong", "wrong", "wrong", "wrong"]
        assert faults(importing) == {
            3: ["serial-taken"],
            5: ["twice-in-file"],
            6: ["serial-of-this-system"],
            7: ["blue-above-all"],
            8: ["no-points-at-all"],
        }


class TestRecording:
    def test_the_registrar_records_them_by_the_serials_on_the_paper_once(self, cast: Cast) -> None:
        two_of_ash(cast)
        person, serials = cast.players[0], ["1998/0417", "no 12 A"]
        submission = record_certificates(by=cast.registrar, person=person, codes=serials)
        assert submission.state == Submission.State.ACCEPTED
        recorded = LedgerEntry.objects.filter(book="recorded")
        assert sum(entry.points for entry in recorded) == Decimal("26.5")
        assert all(entry.brought_forward for entry in recorded), "labelled where they count"
        again = record_certificates(by=cast.registrar, person=person, codes=serials)
        assert again.state == Submission.State.REFUSED

    def test_the_player_records_them_without_the_paper(self, cast: Cast) -> None:
        two_of_ash(cast)
        serials = [certificate.serial for certificate in Certificate.objects.all()]
        assert record_own(by=cast.players[0], serials=serials).state == Submission.State.ACCEPTED

    def test_a_mutilated_paper_is_refused_and_the_books_still_vouch(self, cast: Cast) -> None:
        two_of_ash(cast)
        codes = ["1998/0417", "No 12 a"]
        refused = record_certificates(
            by=cast.registrar, person=cast.players[0], codes=codes, mutilated=["1998/0417"]
        )
        assert refused.state == Submission.State.REFUSED
        certificate = Certificate.objects.get(earlier_serial="1998/0417")
        assert certificate.state == Certificate.State.ISSUED
        for act in (mark_mutilated, replace_certificate):
            with pytest.raises(Refusal, match="issued before this system"):
                act(by=cast.registrar, certificate=certificate, why="Torn.")


class TestTakenBack:
    def test_they_are_void_and_their_serials_free_again(self, cast: Cast, sign_in: SignIn) -> None:
        ash = two_of_ash(cast)
        [importing] = {certificate.brought_forward.of for certificate in Certificate.objects.all()}  # type: ignore[union-attr]
        taken_back(cast.managing, importing)
        assert set(Certificate.objects.values_list("state", flat=True)) == {"void"}
        assert sum(entry.points for entry in LedgerEntry.objects.all()) == 0
        assert not DegreeHeld.objects.filter(until=None).exists()
        assert "1998/0417" not in sign_in(cast.players[0]).get(f"/players/{ash}/").content.decode()
        two_of_ash(cast)
        assert Certificate.objects.filter(earlier_serial="1998/0417").count() == 2
        assert not list(ledger_problems())

    def test_not_while_one_of_them_is_recorded(self, cast: Cast) -> None:
        two_of_ash(cast)
        record_certificates(by=cast.registrar, person=cast.players[0], codes=["1998/0417", "No 12 a"])
        importing = Certificate.objects.get(earlier_serial="No 12 a").brought_forward.of  # type: ignore[union-attr]
        with pytest.raises(Refusal, match="certificate 1998/0417, which is recorded"):
            undo_import(by=cast.managing, importing=importing, why="The wrong file.")

    def test_what_an_outstanding_one_says_is_not_corrected(self, cast: Cast) -> None:
        two_of_ash(cast)
        entry = LedgerEntry.objects.order_by("number")[0]
        with pytest.raises(Refusal, match="not recorded"):
            correct_brought_forward(
                by=cast.managing, entry=entry, points=Decimal("1.0"), blue=Decimal("0.0"), why="Misread."
            )
