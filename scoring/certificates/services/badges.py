"""Certificates as Open Badges: signed with their papers, and revoked by status lists.

Invariants: a badge is made once; a list says which are revoked now, whoever changed what: the clock compares
what it should say with what it says, so no service has to think of it. Both are signed by a worker, for only
the workers have the private key.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue, enqueue_many
from sanctioning.people.models.person import Person
from sanctioning.signing.models import SigningKey
from sanctioning.signing.selectors import issuer_did
from sanctioning.signing.services import key_in_use, sign_claims
from scoring.certificates.documents.badge import (
    BITS,
    BadgeFacts,
    Issuer,
    badge_claims,
    encoded_list,
    status_claims,
)
from scoring.certificates.models import Badge, Certificate, StatusList
from scoring.degree_names import full_style

STATUS_JOB: Final = "scoring.badge-status"
LATE_BADGE_JOB: Final = "scoring.certificate-badge"
MOST_AT_ONCE: Final = 2000
State = Certificate.State
REVOKED: Final = (State.VOID, State.REPLACED, State.MUTILATED)
SIGNED_AGAIN_AFTER: Final = dt.timedelta(days=1)


def make_badge(*, certificate: Certificate, key: SigningKey, at: dt.datetime) -> Badge | None:
    """In the transaction that completes the printing; none for somebody who was forgotten meanwhile.

    Raises:
        Refusal: `key-not-here`.
    """
    if certificate.person.anonymised_at is not None:
        return None
    claims = badge_claims(_facts_of(certificate), _issuer(), salt=secrets.token_hex(16))
    badge, _ = Badge.objects.get_or_create(
        certificate=certificate,
        defaults={
            "credential": sign_claims(claims=claims, key=key),
            "signed_with": key,
            "made_at": at,
        },
    )
    return badge


def have_status_lists_signed(*, at: dt.datetime | None = None) -> None:
    """The clock asks every minute: a list is signed when it should say something new, and once a day."""
    at = moment(at)
    standing = {(row.kind, row.part): row for row in StatusList.objects.defer("credential")}
    for kind, part in _parts():
        encoded, row = _encoded_now(kind, part), standing.get((kind, part))
        if row and row.encoded == encoded and at - row.signed_at < SIGNED_AGAIN_AFTER:
            continue
        digest = hashlib.sha256(encoded.encode()).hexdigest()[:16]
        with transaction.atomic():
            enqueue(
                kind=STATUS_JOB,
                key=f"{kind}/{part} {day_of(at)} {digest}",
                payload={"kind": kind, "part": part},
            )


def have_missing_badges_made() -> None:
    """The clock asks every hour: certificates printed before there were badges get theirs, some at a time."""
    printed = Certificate.objects.filter(signed_with__isnull=False, badge__isnull=True)
    keys = printed.filter(person__anonymised_at__isnull=True).order_by("pk").values_list("pk", flat=True)
    papers = {str(key): {"certificate": key} for key in keys[:MOST_AT_ONCE]}
    with transaction.atomic():
        enqueue_many(kind=LATE_BADGE_JOB, payloads=papers)


def sign_status_list(running: RunningJob) -> None:
    """What is revoked is read under the lock of the list, so that an older reading never comes later.

    Raises:
        Refusal: `key-in-the-past`, `key-not-here`, `key-of-that-day`.
    """
    at, key = moment(None), key_in_use()
    kind, part = running.payload["kind"], running.payload["part"]
    with running.completing():
        row, _ = StatusList.objects.select_for_update(no_key=True).get_or_create(
            kind=kind, part=part, defaults={"signed_with": key, "signed_at": at}
        )
        row.encoded, row.signed_with, row.signed_at = _encoded_now(kind, part), key, at
        claims = status_claims(kind=kind, part=part, encoded=row.encoded, issuer=_issuer(), signed_at=at)
        row.credential = sign_claims(claims=claims, key=key)
        row.save()


def forget_badges(person: Person) -> None:
    """Of somebody who is forgotten: their badges are gone from here, and revoked where others keep them."""
    Badge.objects.filter(certificate__person__in=rows_of(person)).delete()


def _parts() -> Iterator[tuple[str, int]]:
    ends = Certificate.objects.order_by().values_list("kind").annotate(Max("number"))
    for kind, last in ends:
        for part in range(last // BITS + 1):
            yield kind, part


def _encoded_now(kind: str, part: int) -> str:
    """In two queries, each of which an index answers."""
    of_part = Certificate.objects.order_by().filter(
        kind=kind, number__gte=part * BITS, number__lt=(part + 1) * BITS
    )
    withdrawn = of_part.filter(state__in=REVOKED).values_list("number", flat=True)
    of_the_forgotten = of_part.filter(person__anonymised_at__isnull=False).values_list("number", flat=True)
    return encoded_list({*withdrawn, *of_the_forgotten})


def _facts_of(certificate: Certificate) -> BadgeFacts:
    degree = certificate.degree
    return BadgeFacts(
        serial=certificate.serial,
        number=certificate.number,
        kind=certificate.kind,
        card_game=certificate.get_card_game_display(),
        degree=full_style(degree, certificate.card_game) if degree else "",
        facts=certificate.facts,
        issued_at=certificate.issued_at,
    )


def _issuer() -> Issuer:
    return Issuer(did=issuer_did(), name=authority().name, site=settings.SITE_ADDRESS)
