"""Errata: what a published roster says and should say, since a certified result was corrected.

Invariants: the roster itself never changes; what is right is what the same question gives today by which it
was compiled; errata of a roster are numbered in sequence, dated and never changed. The rosters are locked
before they are looked at, so that a correction meets each either unpublished or with all it needs to know.
Rule section: IV (semi-annual Whoopie Roster); design, "What always holds" 8.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from sanctioning.kit.audit.services import note
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.rosters.lines import RosterLine
from scoring.rosters.models import Erratum, Roster
from scoring.rosters.selectors.kept_lines import line_on
from scoring.rosters.selectors.lines_now import lines_as_of
from scoring.rosters.services.rosters import have_compiled

ERRATA_JOB = "scoring.roster-errata"
NOT_LISTED = RosterLine(
    name="", number="", club="", degree="", degree_rank=-1, points=Decimal("0.0"), blue_points=Decimal("0.0")
)


def note_errata(
    *, by: Person, at: dt.datetime, certification: Certification, people: Sequence[Person]
) -> list[Erratum]:
    """Compare each roster of its card game since the game with what it would say now, in the caller's
    transaction.

    Working copies follow: each is compiled again.
    """
    first = certification.game.event.local_day(certification.game.starts_at)
    of_it = Roster.objects.filter(card_game=certification.card_game, as_of__gte=first)
    rosters = of_it.select_for_update(no_key=True).order_by("as_of")
    noted: list[Erratum] = []
    for roster in rosters:
        if roster.published and people:
            new = _errata_of(roster, by, at, certification, people)
            noted += new
            if new:
                enqueue(kind=ERRATA_JOB, key=f"{roster.key}/{new[-1].number}", payload={"roster": roster.pk})
        elif people:
            have_compiled(key=roster.key, because=f"correction {certification.pk}")
    return noted


def _errata_of(
    roster: Roster, by: Person, at: dt.datetime, certification: Certification, people: Sequence[Person]
) -> list[Erratum]:
    now = {line.number: line for line, _ in lines_as_of(roster.key, people)}
    numbered = roster.errata.count()
    errata = []
    for person in people:
        printed, right = _said(roster, person), now.get(person.number, NOT_LISTED)
        if _figures(printed) == _figures(right):
            continue
        numbered += 1
        errata.append(
            Erratum(
                roster=roster,
                number=numbered,
                at=at,
                person=person,
                certification=certification,
                name=printed.name or right.name,
                member_number=person.number,
                said_degree=printed.degree,
                said_points=printed.points,
                said_blue=printed.blue_points,
                right_degree=right.degree,
                right_points=right.points,
                right_blue=right.blue_points,
            )
        )
    for erratum in Erratum.objects.bulk_create(errata):
        note(
            by=by,
            at=at,
            action="note erratum",
            thing=erratum,
            why=certification.why,
            before={"points": f"{erratum.said_points:.1f}", "degree": erratum.said_degree},
            after={"points": f"{erratum.right_points:.1f}", "degree": erratum.right_degree},
        )
    return errata


def _said(roster: Roster, person: Person) -> RosterLine:
    """What the roster says of a player, with the errata noted so far."""
    last = roster.errata.filter(person=person).order_by("-number").first()
    if last is None:
        return line_on(roster, person.number) or NOT_LISTED
    return RosterLine(
        name=last.name,
        number=last.member_number,
        club="",
        degree=last.right_degree,
        degree_rank=-1,
        points=last.right_points,
        blue_points=last.right_blue,
    )


def _figures(line: RosterLine) -> tuple[str, Decimal, Decimal]:
    return line.degree, line.points, line.blue_points
