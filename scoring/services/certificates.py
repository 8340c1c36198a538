"""Issuing certificates: the row and its facts at once, the paper by a job.

Invariants: a certificate's facts are written when it is issued and never again; its paper is made from
them alone, so that it is the same whenever it is made.
Rule section: IV.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.conf import settings
from django.db import transaction

from sanctioning.clock import day_of, moment
from sanctioning.codes import new_code
from sanctioning.models import Appointment, Office, Person
from sanctioning.permissions import is_registrar, require
from sanctioning.refusal import Refusal
from sanctioning.selectors.installation import is_demo
from sanctioning.services.audit import note
from sanctioning.services.jobs import enqueue
from sanctioning.services.sequences import reserve
from scoring.degrees import full_style, rank_of
from scoring.models import Award, Certificate
from scoring.permissions import may_record
from scoring.services.news import tell_of_certificates

DOCUMENT_JOB = "scoring.certificate-document"
Kind = Certificate.Kind
State = Certificate.State


def issue_rating_certificates(*, by: Person, at: dt.datetime, awards: list[Award]) -> list[Certificate]:
    """One certificate for each award, in the caller's transaction."""
    if not awards:
        return []
    numbers = reserve(Kind.RATING_POINTS, len(awards))
    people = Person.objects.in_bulk([award.standing.person_id for award in awards])
    demo = is_demo()
    made = [
        _rating_certificate(award, people[award.standing.person_id], number, at, demo)
        for award, number in zip(awards, numbers, strict=True)
    ]
    issued = Certificate.objects.bulk_create(made)
    for certificate in issued:
        _issued(certificate, by, at)
    tell_of_certificates(at=at, certificates=issued)
    return issued


def issue_degree_certificate(
    *, by: Person, at: dt.datetime, person: Person, degree: str, held: dict[str, Any]
) -> Certificate:
    """The certificate of a degree just reached; `held` are the recorded points it stands on."""
    [number] = reserve(Kind.DEGREE, 1)
    certificate = Certificate(
        kind=Kind.DEGREE,
        number=number,
        code=new_code(),
        person=person,
        degree=degree,
        points=held["points"],
        blue=held["blue"],
        issued_at=at,
        facts={},
    )
    certificate.facts = {
        **_common_facts(certificate, person, day_of(at), is_demo()),
        "degree": full_style(degree),
        "degree_rank": rank_of(degree),
        "recorded_on": day_of(at).isoformat(),
        "registrar": by.name if is_registrar(by, day_of(at)) else _holder_of(Office.REGISTRAR, day_of(at)),
        "managing_executor": _holder_of(Office.MANAGING_EXECUTOR, day_of(at)),
    }
    certificate.save()
    _issued(certificate, by, at)
    return certificate


@transaction.atomic
def replace_certificate(
    *, by: Person, certificate: Certificate, why: str, at: dt.datetime | None = None
) -> Certificate:
    """Void a mutilated or lost certificate and issue another for the same award, once."""
    at = moment(at)
    require(may_record(by, day_of(at)), what="replace certificates", who="the registrar", rule="IV")
    _require_why(why)
    old = Certificate.objects.select_for_update(no_key=True).get(pk=certificate.pk)
    if old.kind != Kind.RATING_POINTS or old.state not in (State.ISSUED, State.MUTILATED) or old.replaces_id:
        raise Refusal(
            code="not-replaceable",
            sentence=f"{old.serial} cannot be replaced: it is {old.get_state_display()}"
            f"{' and a replacement itself' if old.replaces_id else ''}.",
            rule="A replacement is issued once, for a certificate that was not recorded.",
            remedy="Ask the registrar what became of the certificate.",
        )
    before = old.state
    old.state = State.REPLACED
    old.save(update_fields=["state"])
    [number] = reserve(Kind.RATING_POINTS, 1)
    made = Certificate(
        kind=old.kind,
        number=number,
        code=new_code(),
        person=old.person,
        award=old.award,
        points=old.points,
        blue=old.blue,
        replaces=old,
        issued_at=at,
    )
    made.facts = {
        **old.facts,
        **_common_facts(made, old.person, day_of(at), is_demo()),
        "replaces_serial": old.serial,
    }
    made.save()
    note(
        by=by,
        at=at,
        action="replace certificate",
        thing=old,
        why=why,
        before={"state": before},
        after={"state": old.state, "by": made.serial},
    )
    _issued(made, by, at)
    tell_of_certificates(at=at, certificates=[made])
    return made


@transaction.atomic
def mark_mutilated(
    *, by: Person, certificate: Certificate, why: str, at: dt.datetime | None = None
) -> Certificate:
    """The registrar has a mutilated paper in hand: it cannot be recorded, and can be replaced once."""
    at = moment(at)
    require(may_record(by, day_of(at)), what="mark certificates as mutilated", who="the registrar", rule="IV")
    _require_why(why)
    found = Certificate.objects.select_for_update(no_key=True).get(pk=certificate.pk)
    if found.kind != Kind.RATING_POINTS or found.state != State.ISSUED:
        raise Refusal(
            code="not-markable",
            sentence=f"{found.serial} is {found.get_state_display()} and is not marked as mutilated.",
            rule="IV: a certificate that may still be recorded must be unmutilated.",
            remedy="Nothing has to be done: this one cannot be recorded.",
        )
    found.state = State.MUTILATED
    found.save(update_fields=["state"])
    note(
        by=by,
        at=at,
        action="mark certificate mutilated",
        thing=found,
        why=why.strip(),
        before={"state": State.ISSUED},
        after={"state": found.state},
    )
    return found


def sign_what_is_unsigned(*, at: dt.datetime | None = None) -> int:
    """Have each certificate printed and signed that was printed before there were keys; gives how many.

    The paper is made from the same facts, so it says what it said; asked again, nothing is done twice.
    """
    at = moment(at)
    unsigned = Certificate.objects.filter(signed_with__isnull=True).exclude(document="")
    asked = 0
    for certificate in unsigned.order_by("pk").iterator():
        with transaction.atomic():
            enqueue(
                kind=DOCUMENT_JOB,
                key=f"{certificate.serial}/signed",
                payload={"certificate": certificate.pk},
            )
            note(by=None, at=at, action="sign certificate", thing=certificate)
        asked += 1
    return asked


def _require_why(why: str) -> None:
    if not why.strip():
        raise Refusal(
            code="reason-missing",
            sentence="A certificate is marked or replaced with a reason.",
            rule="Every change says why.",
            remedy="Write what is wrong with the paper.",
            status=422,
        )


def check_address(code: str) -> str:
    """The public address that tells whether a paper is genuine."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}/check/{code}/"


def _rating_certificate(
    award: Award, person: Person, number: int, at: dt.datetime, demo: bool
) -> Certificate:
    certificate = Certificate(
        kind=Kind.RATING_POINTS,
        number=number,
        code=new_code(),
        person=person,
        award=award,
        points=award.points,
        blue=award.blue,
        issued_at=at,
    )
    standing = award.standing
    certification = standing.certification
    game = certification.game
    event = game.event
    sanction = event.sanction
    assert sanction is not None
    certificate.facts = {
        **_common_facts(certificate, person, day_of(at), demo),
        "place": standing.place,
        "place_shared": standing.shared,
        "players_counted": award.numbers["table_size"],
        "game_name": game.label[0].upper() + game.label[1:],
        "event_name": event.name,
        "club_name": event.club.name,
        "location": event.place,
        "level": sanction.level.name,
        "sanction_number": sanction.label,
        "played_on": event.local_day(game.starts_at).isoformat(),
        "certified_on": day_of(certification.at).isoformat(),
        "acting_executor": certification.certified_by.person.name,
        "replaces_serial": "",
    }
    return certificate


def _common_facts(certificate: Certificate, person: Person, issued_on: dt.date, demo: bool) -> dict[str, Any]:
    return {
        "serial": certificate.serial,
        "code": certificate.code,
        "check_url": check_address(certificate.code),
        "player_name": person.identity.name,
        "points": f"{certificate.points:.1f}",
        "blue_points": f"{certificate.blue:.1f}",
        "issued_on": issued_on.isoformat(),
        "demo": demo,
    }


def _issued(certificate: Certificate, by: Person, at: dt.datetime) -> None:
    note(
        by=by,
        at=at,
        action="issue certificate",
        thing=certificate,
        after={"person": certificate.person.number, "points": f"{certificate.points:.1f}"},
    )
    enqueue(kind=DOCUMENT_JOB, key=certificate.serial, payload={"certificate": certificate.pk}, by=by.account)


def _holder_of(office: str, day: dt.date) -> str:
    """The name of whoever holds an office on that day, the one appointed last of several."""
    held = Appointment.objects.on(day).filter(office=office).select_related("person__merged_into")
    last = held.order_by("-first_day", "-pk").first()
    return last.person.identity.name if last else ""
