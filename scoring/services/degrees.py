"""Degrees: Novice by taking part, the others by recording.

Rule section: IV (degrees of proficiency; a certificate whenever recording promotes).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from sanctioning.clock import day_of
from sanctioning.models import Person
from scoring.degrees import NOVICE_NAME, rank_of
from scoring.models import DegreeHeld, Submission
from scoring.services.certificates import issue_degree_certificate
from scoring.services.news import tell_of_degree


def become_novices(*, people: Iterable[int], on: dt.date) -> list[DegreeHeld]:
    """Who took part for the first time; a Novice gets no certificate (reading 69)."""
    asked = list(people)
    known = set(
        DegreeHeld.objects.filter(person__in=asked, until__isnull=True).values_list("person_id", flat=True)
    )
    return DegreeHeld.objects.bulk_create(
        DegreeHeld(person_id=person, degree=NOVICE_NAME, rank=rank_of(NOVICE_NAME), since=on)
        for person in asked
        if person not in known
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
