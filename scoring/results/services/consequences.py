"""What follows from a corrected result: ledger, certificates, recordings, degrees, rosters.

Purpose: the ledger after a correction is that of an authority that had certified the corrected result in
the first place, and show how they came there.
Invariants: nothing is rewritten; an award that stays as it was keeps its entries and its certificate; of one
that changed the entries are taken back by entries that name them, its certificate is void and another is
issued; what the player had recorded of this game stays recorded, with the points that it has now. A degree
stays while recorded points bear it, with a certificate that says them as they are now, and is taken away when
they do not. Nobody is told here: whoever it
touches reads all of it in one message (`scoring.results.notifications`).
Rule section: IV; reading 69.
Terms: gone and fresh (awards of the version before and of the new one that differ), live (a certificate that
is neither void nor replaced).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from sanctioning.identity.same_person import hold
from sanctioning.kit.audit.services import Change, note_each
from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import issue_rating_certificates
from scoring.degrees.services.degrees import Recounted, become_novices, restate_degrees, settle_degrees
from scoring.ledger import reasons
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post
from scoring.recordings.models import RecordedCertificate
from scoring.results.models import Award, Certification, Standing
from scoring.results.services.awards import postings_of
from scoring.rosters.services.errata import note_errata

State = Certificate.State
Book = LedgerEntry.Book
LIVE = (State.ISSUED, State.RECORDED, State.MUTILATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionStep:
    """One correction under way: who enters it and when, the versions before and after, and the people."""

    by: Person
    at: dt.datetime
    before: Certification
    certification: Certification

    @property
    def reason(self) -> str:
        return self.certification.because

    @property
    def orderer(self) -> Person:
        assert self.certification.ordered_by is not None, "a correction is ordered"
        return self.certification.ordered_by


def follow_correction(
    *,
    by: Person,
    at: dt.datetime,
    before: Certification,
    certification: Certification,
    standings: Sequence[Standing],
    awards: Sequence[Award],
) -> int:
    """All that the corrected version brings, in the caller's transaction; gives how many awards changed."""
    step = CorrectionStep(by=by, at=at, before=before, certification=certification)
    stood = set(before.standings.values_list("person_id", flat=True))
    stand = {standing.person_id for standing in standings}
    people = _held(stood | stand)
    gone, fresh = _differing(before, awards)
    voided = _void(step, gone)
    issued = _repost(step, gone, fresh)
    recounted = _rerecord(step, voided, issued)
    if certification.card_game:
        become_novices(people=sorted(stand), card_game=certification.card_game, on=day_of(at))
    changed = {award.standing.person_id for award in (*gone, *fresh)} | (stood ^ stand)
    concerned = list(dict.fromkeys(person for key, person in sorted(people.items()) if key in changed))
    if certification.card_game:
        card_game, why = certification.card_game, step.reason
        settled = settle_degrees(by=by, at=at, people=concerned, card_game=card_game, why=why)
        restate_degrees(by=by, at=at, recounted=recounted, won=settled.won, card_game=card_game, why=why)
        note_errata(by=by, at=at, certification=certification, people=concerned)
    return len({award.standing.person_id for award in (*gone, *fresh)})


def _held(rows: set[int]) -> dict[int, Person]:
    """By record, the person behind it, locked in one order, so that no desk records for them meanwhile."""
    people = list(Person.objects.filter(pk__in=rows).order_by("pk"))
    return dict(zip((person.pk for person in people), hold(people), strict=True))


def _differing(before: Certification, awards: Sequence[Award]) -> tuple[list[Award], list[Award]]:
    """Save the awards; gives those that stand no longer, and those that are new in any respect."""
    old = {
        award.standing.person_id: award
        for award in Award.objects.filter(standing__certification=before).select_related(
            "standing", "continued__standing"
        )
    }
    fresh = []
    for award in awards:
        earlier = old.get(award.standing.person_id)
        if earlier is not None and _says(earlier) == _says(award):
            award.continued = old.pop(award.standing.person_id).root
        else:
            fresh.append(award)
    Award.objects.bulk_create(awards)
    return [award.root for award in old.values()], fresh


def _says(award: Award) -> tuple[object, ...]:
    """All that a certificate prints of an award."""
    standing = award.standing
    return award.points, award.blue, standing.place, standing.shared, award.numbers["table_size"]


def _void(step: CorrectionStep, gone: Sequence[Award]) -> list[Certificate]:
    """Void the certificates of awards that stand no longer; gives those that had been recorded."""
    live = Certificate.objects.filter(award__in=gone, state__in=LIVE).select_related("person")
    certificates = list(live.select_for_update(of=("self",), no_key=True).order_by("pk"))
    Certificate.objects.filter(pk__in=[certificate.pk for certificate in certificates]).update(
        state=State.VOID
    )
    changes = [
        Change(thing=certificate, before={"state": certificate.state}, after={"state": State.VOID})
        for certificate in certificates
    ]
    note_each(by=step.by, at=step.at, action="void certificate", changes=changes, why=step.reason)
    return [certificate for certificate in certificates if certificate.state == State.RECORDED]


def _repost(step: CorrectionStep, gone: Sequence[Award], fresh: list[Award]) -> list[Certificate]:
    """Take the old awards back in the ledger, post the new ones, and issue their certificates."""
    entries = {
        entry.person_id: entry
        for entry in LedgerEntry.objects.filter(
            book=Book.AWARDED, award__in=gone, points__gt=0
        ).select_related("award", "certificate")
    }
    back = [_back(step, entry) for entry in entries.values()]
    post([*back, *postings_of(fresh, entries)], ordered_by=step.orderer, at=step.at)
    return issue_rating_certificates(by=step.by, at=step.at, awards=fresh)


def _rerecord(
    step: CorrectionStep, voided: Sequence[Certificate], issued: Sequence[Certificate]
) -> list[Recounted]:
    """Recorded points of this game follow: what was recorded is taken back, and what it is now recorded.
    Gives by how much that changed what was sent in."""
    recorded = {
        row.certificate.person_id: row
        for row in RecordedCertificate.objects.filter(
            certificate__award__standing__certification__game=step.certification.game
        )
        .select_related("certificate", "entry__award", "entry__certificate", "submission")
        .order_by("id")
    }
    back = [_back(step, recorded[paper.person_id].entry) for paper in voided]
    again = [paper for paper in issued if paper.person_id in recorded]
    forth = [
        Posting(
            book=Book.RECORDED,
            card_game=paper.card_game,
            person_id=paper.person_id,
            points=paper.points,
            blue=paper.blue,
            award=paper.award,
            certificate=paper,
            corrects=recorded[paper.person_id].entry,
            reason=reasons.RECORDED_FOR
            % {"serial": paper.serial, "replaced": recorded[paper.person_id].certificate.serial},
        )
        for paper in again
    ]
    entries = post([*back, *forth], ordered_by=step.orderer, at=step.at)
    RecordedCertificate.objects.bulk_create(
        RecordedCertificate(
            submission=recorded[paper.person_id].submission,
            certificate=paper,
            entry=entry,
            instead_of=recorded[paper.person_id],
        )
        for paper, entry in zip(again, entries[len(back) :], strict=True)
    )
    Certificate.objects.filter(pk__in=[paper.pk for paper in again]).update(state=State.RECORDED)
    taken = [(paper, -paper.points, -paper.blue) for paper in voided]
    recorded_anew = [(paper, paper.points, paper.blue) for paper in again]
    return [
        Recounted(paper.person, recorded[paper.person_id].submission, points, blue)
        for paper, points, blue in (*taken, *recorded_anew)
    ]


def _back(step: CorrectionStep, entry: LedgerEntry) -> Posting:
    """An entry taken back by one that names it."""
    return Posting(
        book=LedgerEntry.Book(entry.book),
        card_game=entry.card_game,
        person_id=entry.person_id,
        points=-entry.points,
        blue=-entry.blue,
        award=entry.award,
        certificate=entry.certificate,
        corrects=entry,
        reason=step.reason,
    )
