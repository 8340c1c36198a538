"""Signed heads: whoever owns the tables rewrites the rows, and the check names what was done."""

from __future__ import annotations

import datetime as dt
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.guards import guards
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue, run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.services.delivery import as_mail
from sanctioning.kit.sequences.models import Sequence
from scoring.certificates.models import Certificate
from scoring.heads.models import SignedHead
from scoring.heads.selectors import keys_by_fingerprint
from scoring.heads.services import HEAD_JOB, sign_what_is_due
from scoring.heads.signed_head_text import HeadNotGenuine, Sealed, lines_in, read_head
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import post
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.scoring.ledger.test_ledger import posting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def books(cast: Cast, tmp_path: Path, settings: object) -> Cast:
    """A certified game, two entries more, and a head that was signed after them."""
    settings.MEDIA_ROOT = tmp_path / "media"  # type: ignore[attr-defined]
    settings.SIGNING_KEYS_DIR = tmp_path / "keys"  # type: ignore[attr-defined]
    certified(cast, sanctioned_event(cast), cast.players[:4])
    with transaction.atomic():
        post([posting(cast, points) for points in ("2.0", "1.5")], ordered_by=cast.registrar, at=MARCH)
    sign("first")
    return cast


def sign(because: str) -> SignedHead:
    enqueue(kind=HEAD_JOB, key=because)
    assert run_waiting(HEAD_JOB) == 1
    return SignedHead.objects.latest("number")


def owner(*statements: str) -> None:
    """What somebody does who owns the tables; he leaves the guards as he found them."""
    guards.remove()
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    guards.install()


def complaints(*arguments: str) -> list[str]:
    """What the check says; nothing if all is sound."""
    output = StringIO()
    try:
        call_command("verify_ledger", *arguments, stdout=StringIO(), stderr=output)
    except CommandError:
        assert output.getvalue()
    return output.getvalue().splitlines()


def rehash(first: int) -> None:
    """Make the chain sound again from this entry on, as the owner can who knows how it is made."""
    guards.remove()
    previous = LedgerEntry.objects.get(number=first - 1).hash if first > 1 else "0" * 64
    for entry in LedgerEntry.objects.filter(number__gte=first).order_by("number"):
        entry.previous_hash = previous
        entry.hash = previous = entry.content_hash()
        LedgerEntry.objects.filter(pk=entry.pk).update(hash=entry.hash, previous_hash=entry.previous_hash)
    guards.install()


def test_sound_books_are_sound_and_the_head_says_how_far(books: Cast) -> None:
    output = StringIO()
    call_command("verify_ledger", stdout=output)
    entries, rows = LedgerEntry.objects.count(), AuditEntry.objects.count()
    assert output.getvalue().startswith(f"The ledger is sound: {entries} entries. Head 1, signed ")
    assert f"ledger up to entry {entries}, {rows} rows of the trail and 1 certificates." in output.getvalue()


def test_a_history_rewritten_with_all_its_hashes_is_named(books: Cast) -> None:
    owner("UPDATE scoring_ledgerentry SET reason = 'Other' WHERE number = 2")
    rehash(2)
    assert complaints() == ["Entry 3: is not the one that head 1 signed; the chain was rewritten."]


def test_a_tail_cut_with_its_sequence_set_back_is_named(books: Cast) -> None:
    last = LedgerEntry.objects.count()
    owner(
        f"DELETE FROM scoring_ledgerentry WHERE number = {last}",
        f"UPDATE sanctioning_sequence SET last = {last - 1} WHERE name = 'ledger'",
    )
    assert complaints() == [f"Entry {last}: head 1 signed entries up to {last}, the last ones are missing."]


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DELETE FROM sanctioning_auditentry WHERE id = {row}", "1 are missing"),
        ("UPDATE sanctioning_auditentry SET why = 'other' WHERE id = {row}", "changed since"),
    ],
)
def test_rows_of_the_trail_deleted_or_changed_are_named(books: Cast, statement: str, fault: str) -> None:
    sealed = trail_of(SignedHead.objects.get())
    with transaction.atomic():
        row = note(by=None, at=MARCH, action="nothing", thing=Sequence(name="x")).pk
    second = trail_of(sign("second"))
    assert second.count == sealed.count + 1
    owner(statement.format(row=row))
    where = f"The trail, rows {sealed.last + 1} to {second.last} as head 2 signed them"
    assert complaints() == [f"{where}: {fault}."]


@pytest.mark.postgresql
def test_a_change_under_way_waits_for_a_later_head_and_nobody_for_it(books: Cast) -> None:
    """It has the smaller number and commits last; a seal over it would show it as slipped in."""
    sealed = [trail_of(SignedHead.objects.get())]
    with other_connection() as other:
        other.execute(
            "INSERT INTO sanctioning_auditentry (at, written_at, action, why, thing_type, thing_id,"
            " thing_label) VALUES (now(), now(), 'slow', '', 'x', '1', 'x')"
        )
        with transaction.atomic():
            note(by=None, at=MARCH, action="quick", thing=Sequence(name="x"))
        sealed += [trail_of(sign("while it is under way")), trail_of(sign("still"))]
        other.commit()
    sealed.append(trail_of(sign("over")))
    assert [trail.count - sealed[0].count for trail in sealed] == [0, 0, 0, 2]
    assert complaints() == []


def other_connection() -> psycopg.Connection[Any]:
    named = ("dbname", "user", "host", "port")
    return psycopg.connect(**{key: connection.get_connection_params()[key] for key in named})


def trail_of(head: SignedHead) -> Sealed:
    return read_head(head.line, keys_by_fingerprint()).trail


def test_facts_of_a_certificate_changed_in_the_database_are_named(books: Cast) -> None:
    run_waiting()
    certificate = Certificate.objects.get()
    assert complaints() == []
    guards.remove()
    Certificate.objects.update(facts={**certificate.facts, "player_name": "Somebody Else"})
    guards.install()
    assert complaints() == [
        f"The certificates, rows 1 to {certificate.pk} as head 1 signed them: changed since.",
        f"Certificate {certificate.serial} says otherwise than its signed paper.",
    ]


def test_a_certificate_that_no_head_has_yet_is_proven_by_its_paper(books: Cast) -> None:
    run_waiting()
    owner("DELETE FROM scoring_signedhead")
    assert complaints() == []
    owner("UPDATE scoring_certificate SET code = 'other'")
    serial = Certificate.objects.get().serial
    assert complaints() == [f"Certificate {serial} says otherwise than its signed paper."]


def test_heads_kept_in_mails_tell_what_the_database_no_longer_does(books: Cast, tmp_path: Path) -> None:
    """Rewritten, and the heads signed afresh: with the same key, then with one of the owner's own."""
    mailed = tmp_path / "kept.eml"
    mailed.write_bytes(mail_of_head())
    keys = tmp_path / "keys.pem"
    keys.write_text("".join(keys_by_fingerprint().values()))
    assert complaints("--head", str(mailed), "--keys", str(keys)) == []
    owner(
        "UPDATE scoring_ledgerentry SET reason = 'Other' WHERE number = 2", "DELETE FROM scoring_signedhead"
    )
    rehash(2)
    Sequence.objects.filter(name="signed-heads").update(last=0)
    sign("again")
    assert complaints() == []
    output = complaints("--head", str(mailed))
    assert "Signed head 1 was kept outside and says otherwise here." in output
    assert any("contradict each other about the ledger" in sentence for sentence in output)
    owner("DELETE FROM scoring_signedhead", "DELETE FROM sanctioning_signingkey")
    Sequence.objects.filter(name="signed-heads").update(last=0)
    sign("with another key")
    assert complaints() == []
    assert complaints("--keys", str(keys))[0].startswith("Signed head 1 is signed with the key ")


def mail_of_head() -> bytes:
    """The mail as a mailbox keeps it, encoded and broken into lines."""
    return as_mail(Message.objects.get(kind="head-signed"), "kept@example.org").message().as_bytes()


@pytest.mark.once
def test_a_changed_or_foreign_head_proves_nothing(books: Cast) -> None:
    line, published = SignedHead.objects.get().line, keys_by_fingerprint()
    assert read_head(line, published).number == 1
    for changed in (
        line.replace("head/1 1 at", "head/1 2 at"),
        line.replace("ledger 3 ", "ledger 2 "),
        line[:-30],
    ):
        with pytest.raises(HeadNotGenuine):
            read_head(changed, published)
    with pytest.raises(HeadNotGenuine, match="not published"):
        read_head(line, {})
    assert lines_in(f"> {line[:90]}\n{line[90:]}\n".encode()) in ([], [line])
    assert lines_in("\n  ".join(line.split()).encode()) == [line]


def test_the_clock_signs_once_a_day_and_where_something_was_written(books: Cast) -> None:
    sign_what_is_due()
    assert not Job.objects.filter(kind=HEAD_JOB, state=Job.State.QUEUED).exists()
    sign_what_is_due(at=moment(None) + dt.timedelta(days=1))
    assert Job.objects.filter(kind=HEAD_JOB, state=Job.State.QUEUED).count() == 1
    with transaction.atomic():
        note(by=None, at=MARCH, action="nothing", thing=Sequence(name="x"))
    sign_what_is_due()
    assert Job.objects.filter(kind=HEAD_JOB, state=Job.State.QUEUED).count() == 2
    assert Message.objects.filter(kind="head-signed").count() == 1


@pytest.mark.once
def test_everybody_sees_the_latest_heads(books: Cast) -> None:
    line = SignedHead.objects.get().line
    assert line in Client().get("/keys/").content.decode()
    assert [head["line"] for head in Client().get("/api/v1/heads/").json()] == [line]
