"""Issuing certificates: the row and its facts at once, the paper by a job.

Invariants: a certificate's facts are written when it is issued and never again; its paper is made from
them alone, so that it is the same whenever it is made.
Rule section: IV.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import Change, note, note_each
from sanctioning.kit.check_characters import new_code
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.jobs.services.jobs import enqueue, enqueue_many
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import reserve
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import is_registrar, require
from sanctioning.people.models.person import Person
from scoring.certificates.documents.facts import without_unsaid
from scoring.certificates.models import Certificate
from scoring.certificates.notifications import tell_of_certificates
from scoring.certificates.permissions import may_record
from scoring.degree_names import full_style, rank_of
from scoring.results.models import Award

DOCUMENT_JOB = "scoring.certificate-document"
Kind = Certificate.Kind
State = Certificate.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """A degree that somebody reached, and the recorded points that it stands on; `since` where it was reached
    before its certificate is issued."""

    person: Person
    card_game: str
    degree: str
    points: Decimal
    blue: Decimal
    since: dt.date | None = None


def issue_rating_certificates(*, by: Person, at: dt.datetime, awards: list[Award]) -> list[Certificate]:
    """One certificate for each award, in the caller's transaction and a constant number of queries; who gets
    one is told by whoever has it issued."""
    if not awards:
        return []
    numbers = reserve(Kind.RATING_POINTS, len(awards))
    known = Person.objects.select_related("merged_into")
    people = known.in_bulk([award.standing.person_id for award in awards])
    demo = is_demo()
    unsaved = [
        _rating_certificate(award, people[award.standing.person_id], number, at, demo)
        for award, number in zip(awards, numbers, strict=True)
    ]
    issued = Certificate.objects.bulk_create(unsaved)
    _issued(issued, by, at)
    return issued


def issue_degree_certificates(
    *, by: Person, at: dt.datetime, reached: Sequence[Reached]
) -> list[Certificate]:
    """The certificates of degrees that were reached, in their order and a constant number of queries."""
    if not reached:
        return []
    numbers = reserve(Kind.DEGREE, len(reached))
    day, demo = day_of(at), is_demo()
    offices = {
        "registrar": by.name if is_registrar(by, day) else _holder_of(Office.REGISTRAR, day),
        "managing_executor": _holder_of(Office.MANAGING_EXECUTOR, day),
    }
    certificates = []
    for rise, number in zip(reached, numbers, strict=True):
        certificate = Certificate(
            kind=Kind.DEGREE,
            number=number,
            person=rise.person,
            card_game=rise.card_game,
            degree=rise.degree,
            points=rise.points,
            blue=rise.blue,
            issued_at=at,
        )
        facts = {
            "degree": full_style(rise.degree, rise.card_game),
            "degree_rank": rank_of(rise.degree),
            "recorded_on": (rise.since or day).isoformat(),
            **offices,
        }
        certificates.append(with_facts(certificate, day, demo, facts))
    issued = Certificate.objects.bulk_create(certificates)
    _issued(issued, by, at)
    return issued


@transaction.atomic
def replace_certificate(
    *, by: Person, certificate: Certificate, why: str, at: dt.datetime | None = None
) -> Certificate:
    """Void a mutilated or lost certificate and issue another for the same award, once.

    Raises:
        Refusal: `not-allowed`, `not-replaceable`, `paper-of-old-books`, `reason-missing`.
    """
    at = moment(at)
    require(may_record(by, day_of(at)), what=_("replace certificates"), who=_("the registrar"), rule="IV")
    why = _require_why(why)
    old = Certificate.objects.select_for_update(no_key=True).get(pk=certificate.pk)
    _require_own_paper(old)
    if old.kind != Kind.RATING_POINTS or old.state not in (State.ISSUED, State.MUTILATED) or old.replaces_id:
        raise Refusal(
            code="not-replaceable",
            sentence=(
                _("%(serial)s cannot be replaced: it is %(state)s, and a replacement itself.")
                if old.replaces_id
                else _("%(serial)s cannot be replaced: it is %(state)s.")
            )
            % {"serial": old.serial, "state": old.get_state_display()},
            rule=_("A replacement is issued once, for a certificate that has not been recorded."),
            remedy=_("Ask the registrar what happened to the certificate."),
        )
    before = old.state
    old.state = State.REPLACED
    old.save(update_fields=["state"])
    [number] = reserve(Kind.RATING_POINTS, 1)
    replacement = Certificate(
        kind=old.kind,
        number=number,
        person=old.person,
        award=old.award,
        card_game=old.card_game,
        points=old.points,
        blue=old.blue,
        replaces=old,
        issued_at=at,
    )
    with_facts(replacement, day_of(at), is_demo(), {"replaces_serial": old.serial}, before=old.facts)
    replacement.save()
    note(
        by=by,
        at=at,
        action="replace certificate",
        thing=old,
        why=why,
        before={"state": before},
        after={"state": old.state, "by": replacement.serial},
    )
    _issued([replacement], by, at)
    tell_of_certificates(at=at, certificates=[replacement])
    return replacement


@transaction.atomic
def mark_mutilated(
    *, by: Person, certificate: Certificate, why: str, at: dt.datetime | None = None
) -> Certificate:
    """The registrar has a mutilated paper in hand: it cannot be recorded, and can be replaced once.

    Raises:
        Refusal: `not-allowed`, `not-markable`, `paper-of-old-books`, `reason-missing`.
    """
    at = moment(at)
    require(
        may_record(by, day_of(at)),
        what=_("mark certificates as mutilated"),
        who=_("the registrar"),
        rule="IV",
    )
    why = _require_why(why)
    locked = Certificate.objects.select_for_update(no_key=True).get(pk=certificate.pk)
    _require_own_paper(locked)
    if locked.kind != Kind.RATING_POINTS or locked.state != State.ISSUED:
        raise Refusal(
            code="not-markable",
            sentence=_("%(serial)s is %(state)s and cannot be marked as mutilated.")
            % {"serial": locked.serial, "state": locked.get_state_display()},
            rule=_("IV: a certificate that may still be recorded must be unmutilated."),
            remedy=_("There is nothing to do: this certificate cannot be recorded."),
        )
    locked.state = State.MUTILATED
    locked.save(update_fields=["state"])
    note(
        by=by,
        at=at,
        action="mark certificate mutilated",
        thing=locked,
        why=why,
        before={"state": State.ISSUED},
        after={"state": locked.state},
    )
    return locked


def sign_what_is_unsigned(*, at: dt.datetime | None = None) -> int:
    """Have each certificate printed and signed that was printed before there were keys; gives how many.

    The paper is made from the same facts, so it says what it said; asked again, nothing is done twice.
    """
    at = moment(at)
    unsigned = Certificate.objects.filter(signed_with__isnull=True).exclude(document="")
    count = 0
    for certificate in unsigned.order_by("pk").iterator():
        with transaction.atomic():
            enqueue(
                kind=DOCUMENT_JOB,
                key=f"{certificate.serial}/signed",
                payload={"certificate": certificate.pk},
            )
            note(by=None, at=at, action="sign certificate", thing=certificate)
        count += 1
    return count


def _require_why(why: str) -> str:
    return require_reason(
        why,
        _("Marking or replacing a certificate needs a reason."),
        rule=_("Every change needs a reason."),
        remedy=_("Write what is wrong with the certificate."),
    )


def _require_own_paper(certificate: Certificate) -> None:
    if certificate.of_earlier_records:
        raise Refusal(
            code="paper-of-old-books",
            sentence=_("Certificate %(serial)s was issued before this system.")
            % {"serial": certificate.earlier_serial},
            rule=_("IV: the Authority marks and replaces the certificates that it issued."),
            remedy=_("It was brought forward, so the player can record it on My page without sending it in."),
        )


def check_address(code: str) -> str:
    """The public address that tells whether a paper is genuine."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}/check/{code}/"


def _rating_certificate(
    award: Award, person: Person, number: int, at: dt.datetime, demo: bool
) -> Certificate:
    standing = award.standing
    certification = standing.certification
    certificate = Certificate(
        kind=Kind.RATING_POINTS,
        number=number,
        person=person,
        award=award,
        card_game=certification.card_game,
        points=award.points,
        blue=award.blue,
        issued_at=at,
    )
    game = certification.game
    event = game.event
    sanction = event.sanction
    assert sanction is not None
    facts = {
        "place": standing.place,
        "place_shared": standing.shared,
        "players_counted": award.numbers["table_size"],
        **without_unsaid({"counted": _counted(award)}),
        "game_name": capfirst(game.name_in_records),
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
    return with_facts(certificate, day_of(at), demo, facts)


def _counted(award: Award) -> str:
    return "teams" if award.numbers["table_size_by"] == "teams" else "players"


def with_facts(
    certificate: Certificate,
    issued_on: dt.date,
    demo: bool,
    facts: Mapping[str, Any],
    *,
    before: Mapping[str, Any] | None = None,
) -> Certificate:
    """The certificate with a code and what its paper says: its own `facts` over those that every one has,
    over those of the one `before` it."""
    certificate.code = new_code()
    certificate.facts = {**(before or {}), **_common_facts(certificate, issued_on, demo), **facts}
    return certificate


def _common_facts(certificate: Certificate, issued_on: dt.date, demo: bool) -> dict[str, object]:
    facts = {
        "serial": certificate.serial,
        "code": certificate.code,
        "check_url": check_address(certificate.code),
        "player_name": certificate.person.identity.name,
        "points": f"{certificate.points:.1f}",
        "blue_points": f"{certificate.blue:.1f}",
        "issued_on": issued_on.isoformat(),
        "card_game": certificate.get_card_game_display(),
        "demo": demo,
    }
    return without_unsaid(facts)


def _issued(certificates: Sequence[Certificate], by: Person, at: dt.datetime) -> None:
    """The trail of what was issued, and the job that prints each."""
    changes = [
        Change(
            thing=certificate,
            after={"person": certificate.person.number, "points": f"{certificate.points:.1f}"},
        )
        for certificate in certificates
    ]
    note_each(by=by, at=at, action="issue certificate", changes=changes)
    papers = {certificate.serial: {"certificate": certificate.pk} for certificate in certificates}
    enqueue_many(kind=DOCUMENT_JOB, payloads=papers, by=by.account)


def _holder_of(office: str, day: dt.date) -> str:
    """The name of whoever holds an office on that day, the one appointed last of several."""
    held = Appointment.objects.on(day).filter(office=office).select_related("person__merged_into")
    last = held.order_by("-first_day", "-pk").first()
    return last.person.identity.name if last else ""
