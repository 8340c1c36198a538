"""Degrees: Novice by taking part, the others by recording; taken away only when their points are gone.

Invariants: a degree is of one card game, and stands on the games and points of that one alone; its
certificate says what was recorded up to the day it was won, as corrected since.

Rule section: IV (degrees of proficiency; a certificate whenever recording promotes).
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from django.db.models import F

from rules_engine.points.degrees import DEGREES, level
from rules_engine.points.recordings import Held
from sanctioning.identity.same_person import identity_id, identity_of, kept_ids, rows_of
from sanctioning.kit.audit.services import Change, note_each
from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import Reached, issue_degree_certificates
from scoring.degree_names import NOVICE_NAME, rank_of
from scoring.degrees.notifications import tell_of_degrees, tell_of_lost_degrees
from scoring.degrees.selectors.recording_forecast import held_by
from scoring.recordings.models import DegreeHeld, Submission


class Recounted(NamedTuple):
    """By how much a correction changed what a submission had recorded for somebody."""

    person: Person
    submission: Submission
    points: Decimal
    blue: Decimal


class Settled(NamedTuple):
    """Degrees taken away, and those conferred."""

    lost: list[DegreeHeld]
    won: list[DegreeHeld]


def become_novices(*, people: Iterable[int], card_game: str, on: dt.date) -> list[DegreeHeld]:
    """Who took part for the first time; a Novice gets no certificate (reading 69)."""
    keys = list(people)
    merged_into = kept_ids(keys)
    rows = rows_of(*Person.objects.filter(pk__in=keys))
    holders = DegreeHeld.objects.filter(person__in=rows, card_game=card_game, until__isnull=True)
    known = set(holders.values_list(identity_of("person"), flat=True))
    return DegreeHeld.objects.bulk_create(
        DegreeHeld(
            person_id=person,
            card_game=card_game,
            degree=NOVICE_NAME,
            rank=rank_of(NOVICE_NAME),
            since=on,
        )
        for person in keys
        if merged_into.get(person, person) not in known
    )


def promote(
    *, by: Person, at: dt.datetime, person: Person, degree: str, submission: Submission
) -> DegreeHeld:
    """The degree reached by a recording, with one certificate, also over a jump (reading 69)."""
    reached = Reached(
        person=person,
        card_game=submission.card_game,
        degree=degree,
        points=submission.held_points,
        blue=submission.held_blue,
    )
    conferred = _confer(by=by, at=at, reached=[reached], submission=submission)
    tell_of_settled(at=at, settled=Settled([], conferred), why="")
    return conferred[0]


def settle_degrees(
    *, by: Person, at: dt.datetime, people: Sequence[Person], card_game: str, why: str
) -> Settled:
    """Let the degrees of people in one card game follow the points that are recorded now; done again it
    changes nothing. The people are told by whoever has it done.

    What the points do not bear was never rightly held and counts for no day; its certificate is void. What
    they bear and nobody conferred is new, with its certificate. A constant number of queries.
    """
    held = held_by(people, card_game)
    reached = {
        key: level(player_held.total, player_held.blue, player_held.sanctioned_games)
        for key, player_held in held.items()
    }
    standing: dict[int, list[DegreeHeld]] = defaultdict(list)
    rows = DegreeHeld.objects.filter(person__in=rows_of(*people), card_game=card_game, until__isnull=True)
    for degree in rows.select_related("certificate", "person"):
        standing[identity_id(degree.person)].append(degree)
        if degree.brought_forward_id is not None:  # took part in games that the ledger knows nothing of
            key = identity_id(degree.person)
            reached[key] = max(reached[key], 0)
    lost = [degree for key, rank in reached.items() for degree in standing[key] if degree.rank > rank]
    _take_away(by=by, at=at, degrees=lost, why=why)
    missing = [
        Reached(
            person=person,
            card_game=card_game,
            degree=DEGREES[rank].name,
            points=held[key].total,
            blue=held[key].blue,
        )
        for person in people
        if (rank := reached[key := identity_id(person)]) >= 0
        and all(degree.rank != rank for degree in standing[key])
    ]
    conferred = _confer(by=by, at=at, reached=missing)
    changes = [Change(thing=degree, after={"degree": degree.degree}) for degree in conferred]
    note_each(by=by, at=at, action="settle degree", changes=changes, why=why)
    return Settled(lost, conferred)


def restate_degrees(
    *,
    by: Person,
    at: dt.datetime,
    recounted: Sequence[Recounted],
    won: Sequence[DegreeHeld],
    card_game: str,
    why: str,
) -> None:
    """Void the certificates of standing degrees that say points since corrected, and issue others in their
    place; those just `won` say what is recorded now. A constant number of queries.
    """
    people = [recount.person for recount in recounted]
    if not people:
        return
    rows = DegreeHeld.objects.filter(
        person__in=rows_of(*people),
        card_game=card_game,
        until__isnull=True,
        certificate__state=Certificate.State.ISSUED,
    )
    rows = rows.exclude(pk__in=[degree.pk for degree in won]).order_by("pk")
    held = held_by(people, card_game)
    stale: list[DegreeHeld] = []
    reached: list[Reached] = []
    for degree in rows.select_related("certificate", "person__merged_into", "submission"):
        restated = _restated(degree, [recount for recount in recounted if _covers(degree, recount)], held)
        if restated is not None:
            stale.append(degree)
            reached.append(restated)
    _void([degree.certificate for degree in stale if degree.certificate], by=by, at=at, why=why)
    issued = issue_degree_certificates(by=by, at=at, reached=reached)
    changes = []
    for degree, paper in zip(stale, issued, strict=True):
        before = degree.certificate.serial if degree.certificate else ""
        degree.certificate = paper
        changes.append(
            Change(thing=degree, before={"certificate": before}, after={"certificate": paper.serial})
        )
    DegreeHeld.objects.bulk_update(stale, ["certificate"])
    note_each(by=by, at=at, action="restate degree", changes=changes, why=why)


def _covers(degree: DegreeHeld, recount: Recounted) -> bool:
    """Whether what was recounted had been recorded when the degree was won."""
    if identity_id(degree.person) != identity_id(recount.person):
        return False
    if degree.submission is not None:
        return recount.submission.number <= degree.submission.number
    return day_of(recount.submission.at) <= degree.since


def _restated(degree: DegreeHeld, recounted: Sequence[Recounted], held: Mapping[int, Held]) -> Reached | None:
    """What the certificate of a degree should say, None where it says so; what is recorded now, where what
    is left of the points of that day does not bear the degree."""
    paper = degree.certificate
    assert paper is not None, "asked of degrees with a certificate"
    points = paper.points + sum(recount.points for recount in recounted)
    blue = paper.blue + sum(recount.blue for recount in recounted)
    if (points, blue) == (paper.points, paper.blue):
        return None
    now = held[identity_id(degree.person)]
    if level(points, blue, now.sanctioned_games) < degree.rank:
        points, blue = now.total, now.blue
    return Reached(
        person=degree.person,
        card_game=degree.card_game,
        degree=degree.degree,
        points=points,
        blue=blue,
        since=degree.since,
    )


def tell_of_settled(*, at: dt.datetime, settled: Settled, why: str) -> None:
    """Whoever lost a degree and whoever won one; a Novice hears nothing."""
    tell_of_lost_degrees(at=at, held=settled.lost, why=why)
    tell_of_degrees(at=at, held=[degree for degree in settled.won if degree.certificate is not None])


def _confer(
    *, by: Person, at: dt.datetime, reached: Sequence[Reached], submission: Submission | None = None
) -> list[DegreeHeld]:
    """Degrees from that day on, each with its certificate; a Novice gets none."""
    papered = [rise for rise in reached if rise.degree != NOVICE_NAME]
    issued = issue_degree_certificates(by=by, at=at, reached=papered)
    papers = {certificate.person_id: certificate for certificate in issued}
    return DegreeHeld.objects.bulk_create(
        DegreeHeld(
            person=rise.person,
            card_game=rise.card_game,
            degree=rise.degree,
            rank=rank_of(rise.degree),
            since=day_of(at),
            submission=submission,
            certificate=papers.get(rise.person.pk),
        )
        for rise in reached
    )


def _take_away(*, by: Person, at: dt.datetime, degrees: Sequence[DegreeHeld], why: str) -> None:
    DegreeHeld.objects.filter(pk__in=[degree.pk for degree in degrees]).update(until=F("since"))
    good = Certificate.State.ISSUED
    papers = [
        degree.certificate for degree in degrees if degree.certificate and degree.certificate.state == good
    ]
    _void(papers, by=by, at=at, why=why)
    lost = [Change(thing=degree, before={"degree": degree.degree}) for degree in degrees]
    note_each(by=by, at=at, action="settle degree", changes=lost, why=why)


def _void(papers: Sequence[Certificate], *, by: Person, at: dt.datetime, why: str) -> None:
    """Void issued certificates of degrees."""
    good, void = Certificate.State.ISSUED, Certificate.State.VOID
    Certificate.objects.filter(pk__in=[paper.pk for paper in papers]).update(state=void)
    changes = [Change(thing=paper, before={"state": good}, after={"state": void}) for paper in papers]
    note_each(by=by, at=at, action="void certificate", changes=changes, why=why)
