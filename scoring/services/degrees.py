"""Degrees: Novice by taking part, the others by recording; taken away only when their points are gone.

Rule section: IV (degrees of proficiency; a certificate whenever recording promotes).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from rules_engine.degrees import DEGREES, level
from sanctioning.clock import day_of
from sanctioning.identity import identity_of, kept_ids, rows_of
from sanctioning.models import Person
from sanctioning.services.audit import note
from scoring.degrees import NOVICE_NAME, rank_of
from scoring.models import Certificate, DegreeHeld, Submission
from scoring.selectors.recordings import held_by
from scoring.services.certificates import issue_degree_certificate
from scoring.services.news import tell_of_degree, tell_of_lost_degree


def become_novices(*, people: Iterable[int], on: dt.date) -> list[DegreeHeld]:
    """Who took part for the first time; a Novice gets no certificate (reading 69)."""
    asked = list(people)
    kept = kept_ids(asked)
    rows = rows_of(*Person.objects.filter(pk__in=asked))
    holders = DegreeHeld.objects.filter(person__in=rows, until__isnull=True)
    known = set(holders.values_list(identity_of("person"), flat=True))
    return DegreeHeld.objects.bulk_create(
        DegreeHeld(person_id=person, degree=NOVICE_NAME, rank=rank_of(NOVICE_NAME), since=on)
        for person in asked
        if kept.get(person, person) not in known
    )


def promote(
    *, by: Person, at: dt.datetime, person: Person, degree: str, submission: Submission
) -> DegreeHeld:
    """The degree reached by a recording, with one certificate, also over a jump (reading 69)."""
    held = {"points": submission.held_points, "blue": submission.held_blue}
    certificate = issue_degree_certificate(by=by, at=at, person=person, degree=degree, held=held)
    reached = DegreeHeld.objects.create(
        person=person,
        degree=degree,
        rank=rank_of(degree),
        since=day_of(at),
        submission=submission,
        certificate=certificate,
    )
    tell_of_degree(at=at, held=reached)
    return reached


def settle_degree(*, by: Person, at: dt.datetime, person: Person, why: str) -> None:
    """Let the degrees of a person follow the points that are recorded now; done again it changes nothing.

    What the points do not bear was never rightly held and counts for no day; its certificate is void. What
    they bear and nobody conferred is new, with its certificate.
    """
    held = held_by(person)
    reached = level(held.total, held.blue, held.sanctioned_games)
    standing = DegreeHeld.objects.filter(person__in=rows_of(person), until__isnull=True)
    for degree in standing.filter(rank__gt=reached).select_related("certificate"):
        _take_away(by=by, at=at, degree=degree, why=why)
    if reached < 0 or standing.filter(rank__gte=reached).exists():
        return
    name = DEGREES[reached].name
    points = {"points": held.total, "blue": held.blue}
    certificate = (
        issue_degree_certificate(by=by, at=at, person=person, degree=name, held=points) if reached else None
    )
    made = DegreeHeld.objects.create(
        person=person, degree=name, rank=reached, since=day_of(at), certificate=certificate
    )
    if certificate is not None:
        tell_of_degree(at=at, held=made)
    note(by=by, at=at, action="settle degree", thing=made, why=why, after={"degree": name})


def _take_away(*, by: Person, at: dt.datetime, degree: DegreeHeld, why: str) -> None:
    degree.until = degree.since
    degree.save(update_fields=["until"])
    paper = degree.certificate
    if paper is not None and paper.state == Certificate.State.ISSUED:
        Certificate.objects.filter(pk=paper.pk).update(state=Certificate.State.VOID)
        note(
            by=by,
            at=at,
            action="void certificate",
            thing=paper,
            why=why,
            before={"state": paper.state},
            after={"state": Certificate.State.VOID},
        )
    tell_of_lost_degree(at=at, held=degree, why=why)
    note(by=by, at=at, action="settle degree", thing=degree, why=why, before={"degree": degree.degree})
