"""Recording certificates: a submission wholly or not at all.

Purpose: the registrar's desk. The engine judges the submission; this keeps what it said.
Invariants: a certificate is recorded at most once, also when two desks press the button together: the
player's row and the certificates are locked before they are judged, and the database has them unique;
a refused submission is kept with its reason.
Rule section: IV (unmutilated certificates, 25.0 or a new degree); reading 68.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.points import recordings as law
from sanctioning.identity.same_person import hold, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.check_characters import normal_code
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.law.selectors.in_force import articles_in_force
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.permissions import may_record
from scoring.certificates.selectors.certificates import codes_meant
from scoring.degrees.selectors.recording_forecast import judged
from scoring.degrees.services.degrees import promote
from scoring.ledger import reasons
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post
from scoring.points import NO_POINTS
from scoring.recordings.models import RecordedCertificate, Submission
from scoring.recordings.notifications import tell_of_submission

State = Certificate.State


@transaction.atomic
def record_certificates(
    *,
    by: Person,
    person: Person,
    codes: Sequence[str],
    mutilated: Sequence[str] = (),
    at: dt.datetime | None = None,
) -> Submission:
    """Record what a player sent in. The answer is a submission, accepted or refused with its reason.

    `codes` are read from the papers, `mutilated` those of them whose paper is mutilated. A player may record
    own certificates that the system has signed; no paper has to be looked at then.

    Raises:
        Refusal: `card-games-mixed`, `code-unknown`, `no-law-in-force`, `not-allowed`, `not-signed-yet`.
    """
    at = moment(at)
    at_the_desk = may_record(by, day_of(at))
    allowed = at_the_desk or same_person(by, person)
    require(allowed, what=_("record certificates"), who=_("the registrar"), rule="IV")
    codes, mutilated = codes_meant(codes), codes_meant(mutilated)
    [person] = hold([person])
    certificates = _found(codes)
    if not at_the_desk:
        _require_signed(certificates.values())
    spoilt = set(map(normal_code, mutilated))
    card_game = _one_card_game(certificates.values())
    sent = [certificates[normal_code(typed) or ""] for typed in codes]
    answer = judged(person, card_game, sent, spoilt)
    submission = Submission.objects.create(
        number=next_number("submission"),
        person=person,
        card_game=card_game,
        registrar=by,
        at=at,
        state=Submission.State.ACCEPTED if answer.accepted else Submission.State.REFUSED,
        codes=list(codes),
        mutilated=list(mutilated),
        total=answer.rest,
        blue=sum((certificate.blue for certificate in certificates.values()), NO_POINTS),
        held_points=answer.total,
        held_blue=answer.blue,
        refused_for=answer.refused_for or "",
        reason=answer.reason,
        articles=articles_in_force(day_of(at)),
        answer=_as_kept(answer),
    )
    if answer.accepted:
        _record(by, at, submission, list(certificates.values()))
        if answer.promoted and answer.degree:
            promote(by=by, at=at, person=person, degree=answer.degree, submission=submission)
    else:
        _mark_mutilated(certificates, spoilt)
    after = {"state": submission.state, "total": f"{answer.total:.1f}", "degree": answer.degree}
    note(by=by, at=at, action="record certificates", thing=submission, why=answer.reason, after=after)
    tell_of_submission(at=at, submission=submission)
    return submission


def _record(by: Person, at: dt.datetime, submission: Submission, certificates: list[Certificate]) -> None:
    entries = post(
        [
            Posting(
                book=LedgerEntry.Book.RECORDED,
                card_game=submission.card_game,
                person_id=certificate.person_id,
                points=certificate.points,
                blue=certificate.blue,
                award=certificate.award,
                certificate=certificate,
                brought_forward=certificate.brought_forward,
                reason=reasons.RECORDED % {"serial": certificate.serial, "submission": submission.number},
            )
            for certificate in certificates
        ],
        ordered_by=by,
        at=at,
    )
    RecordedCertificate.objects.bulk_create(
        RecordedCertificate(submission=submission, certificate=certificate, entry=entry)
        for certificate, entry in zip(certificates, entries, strict=True)
    )
    Certificate.objects.filter(pk__in=[certificate.pk for certificate in certificates]).update(
        state=State.RECORDED
    )


def _found(codes: Sequence[str]) -> dict[str, Certificate]:
    """The Rating Point Certificates of these codes, locked in one order so that two desks cannot cross."""
    normal = {typed: normal_code(typed) for typed in codes}
    rows = (
        Certificate.objects.select_related("person__merged_into", "award", "brought_forward")
        .select_for_update(of=("self",), no_key=True)
        .filter(code__in=[code for code in normal.values() if code], kind=Certificate.Kind.RATING_POINTS)
        .order_by("pk")
    )
    by_code = {certificate.code: certificate for certificate in rows}
    unknown = [typed for typed, code in normal.items() if code not in by_code]
    if unknown or not codes:
        raise Refusal(
            code="code-unknown",
            sentence=_("No Rating Point Certificate has the code %(names)s.") % {"names": ", ".join(unknown)}
            if unknown
            else _("No certificate was sent in."),
            rule="IV",
            remedy=_(
                "Compare the code with the certificate, character by character. Nothing has been "
                "recorded yet."
            ),
            status=422,
            facts={"codes": unknown},
        )
    return by_code


def _one_card_game(certificates: Iterable[Certificate]) -> str:
    """The card game of them all: points of one count for no degree of another."""
    serials: dict[str, list[str]] = {}
    for certificate in certificates:
        serials.setdefault(certificate.get_card_game_display(), []).append(certificate.serial)
    if len(serials) > 1:
        named = "; ".join(f"{name}: {', '.join(held)}" for name, held in serials.items())
        raise Refusal(
            code="card-games-mixed",
            sentence=_("These certificates are for several card games: %(told)s.") % {"told": named},
            rule=_("IV: a degree is won with recorded points of its own card game."),
            remedy=_("Send in the certificates of each card game separately. Nothing has been recorded yet."),
            status=422,
            facts={"serials": serials},
        )
    card_game: str = next(certificate.card_game for certificate in certificates)
    return card_game


def _require_signed(certificates: Iterable[Certificate]) -> None:
    unsigned = [
        certificate.serial
        for certificate in certificates
        if certificate.signed_with_id is None and not certificate.of_earlier_records
    ]
    if unsigned:
        raise Refusal(
            code="not-signed-yet",
            sentence=_("%(names)s: the system has not signed this certificate.")
            % {"names": ", ".join(unsigned)},
            rule=_(
                "IV: only unmutilated certificates are recorded; online, a signature replaces the "
                "printed certificate."
            ),
            remedy=_("Wait until its PDF is ready, or send the printed certificate to the registrar."),
            facts={"serials": unsigned},
        )


def _mark_mutilated(certificates: dict[str, Certificate], spoilt: set[str | None]) -> None:
    """But for papers from before this system, which nobody could replace: the import vouches for those."""
    Certificate.objects.filter(
        pk__in=[certificate.pk for code, certificate in certificates.items() if code in spoilt],
        state=State.ISSUED,
        brought_forward=None,
    ).update(state=State.MUTILATED)


def _as_kept(answer: law.Recording) -> dict[str, object]:
    return {
        name: f"{value:.1f}" if name in ("total", "blue", "short_of_25", "rest") else value
        for name, value in answer._asdict().items()
    }
