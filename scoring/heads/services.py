"""Signing the head of ledger, trail and certificates: by the clock, and when a roster is published.

Invariants: heads follow one another without gaps; each covers all that the one before covered; what is still
being written waits for the next one, so that nobody has to wait for the seal. It is made by a job, for only
the workers have the private key.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from sanctioning.identity.lookup import holders_of
from sanctioning.kit.audit.unfinished import transactions_writing
from sanctioning.kit.clock import day_of, moment, noon
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.sequences.services import next_number
from sanctioning.offices.models.office import Office
from sanctioning.signing.models import SigningKey
from sanctioning.signing.services import key_in_use, secret_of
from scoring.heads.models import SEQUENCE, SignedHead
from scoring.heads.sealed_rows import (
    CERTIFICATES,
    EMPTY,
    TRAIL,
    last_of,
    sealed_to,
)
from scoring.heads.selectors import keys_by_fingerprint
from scoring.heads.signed_head_text import Head, read_head, signed_line
from scoring.ledger.models.ledger import GENESIS, LedgerEntry
from scoring.rosters.models import Roster

HEAD_JOB: Final = "scoring.sign-head"


class HeadOvertaken(Exception):
    """Another head was signed meanwhile; the job is tried again and follows that one."""


def have_head_signed(*, because: str) -> None:
    """Ask for a signed head, once for each cause, in the caller's transaction."""
    enqueue(kind=HEAD_JOB, key=because)


def have_roster_sealed(roster: Roster) -> None:
    have_head_signed(because=f"roster {roster.key}")


def sign_what_is_due(*, at: dt.datetime | None = None) -> None:
    """The clock asks every hour: a day has one head at least, and another where something was written."""
    at = moment(at)
    last = SignedHead.objects.order_by("-number").first()
    if last is not None and last.at >= _midnight(at) and not _written_since(last):
        return
    with transaction.atomic():
        have_head_signed(because=f"{at:%Y-%m-%dT%H}")


def sign_head(running: RunningJob) -> None:
    """The next head; the first of each day goes to the Managing Executor, and that of each roster.

    Raises:
        Refusal: `key-in-the-past`, `key-not-here`, `key-of-that-day`.
    """
    at, key = moment(None), key_in_use()
    before = SignedHead.objects.order_by("-number").first()
    head = _next_head(before, at, key)
    mailed = before is None or before.at < _midnight(at) or running.key.startswith("roster ")
    with running.completing():
        if next_number(SEQUENCE) != head.number:
            raise HeadOvertaken
        head.save(force_insert=True)
        if mailed:
            send(
                to=holders_of(day_of(at), Office.MANAGING_EXECUTOR),
                kind="head-signed",
                about=head,
                path=reverse("keys"),
                at=at,
            )


def _next_head(before: SignedHead | None, at: dt.datetime, key: SigningKey) -> SignedHead:
    """Where somebody writes just now, it goes as far as the head before saw, once those writers are over."""
    seen_trail, seen_certificates = last_of(TRAIL), last_of(CERTIFICATES)
    writing = transactions_writing(TRAIL.model, CERTIFICATES.model)
    signed = read_head(before.line, keys_by_fingerprint()) if before else None
    trail, certificates = (signed.trail, signed.certificates) if signed else (EMPTY, EMPTY)
    if not writing:
        trail = sealed_to(TRAIL, trail, seen_trail)
        certificates = sealed_to(CERTIFICATES, certificates, seen_certificates)
    elif before and not set(before.writing) & set(writing):
        trail = sealed_to(TRAIL, trail, max(before.seen_trail, trail.last))
        certificates = sealed_to(CERTIFICATES, certificates, max(before.seen_certificates, certificates.last))
    ledger = LedgerEntry.objects.order_by("-number").values_list("number", "hash").first() or (0, GENESIS)
    head = Head(
        number=before.number + 1 if before else 1,
        at=at,
        ledger_number=ledger[0],
        ledger_hash=ledger[1],
        trail=trail,
        certificates=certificates,
        fingerprint=key.fingerprint,
    )
    line = signed_line(head, private_pem=secret_of(key), passphrase=settings.SIGNING_PASSPHRASE)
    return SignedHead(
        number=head.number,
        at=at,
        line=line,
        signed_with=key,
        seen_trail=seen_trail,
        seen_certificates=seen_certificates,
        writing=writing,
    )


def _written_since(head: SignedHead) -> bool:
    """Every change writes into the trail."""
    seen = (head.seen_trail, head.seen_certificates)
    return bool(head.writing) or (last_of(TRAIL), last_of(CERTIFICATES)) != seen


def _midnight(at: dt.datetime) -> dt.datetime:
    return noon(day_of(at), hour=0)
