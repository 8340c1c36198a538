"""What every kind that brings points has to do: the degrees that follow, and taking the points back.

Invariant: points stay in the ledger beside the entries that take them back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Max, Min, QuerySet
from django.utils.translation import gettext

from sanctioning.people.models.person import Person
from scoring.degrees.services.brought_forward import bring_degrees_forward, take_degrees_back
from scoring.imports.models import ImportRow
from scoring.imports.services.kinds.kind import Rows, Writing
from scoring.ledger import reasons
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post
from scoring.recordings.models import DegreeHeld
from scoring.rosters.models import Roster

Book = LedgerEntry.Book


def bring_degrees(writing: Writing, rows: Sequence[ImportRow]) -> None:
    """The degrees that the recorded points of these people bear from the day of the document; whoever had
    points is Novice at least."""
    since = writing.importing.source_day
    assert since is not None, "what is cited has the day of its document"
    by_game: defaultdict[str, dict[int, ImportRow]] = defaultdict(dict)
    for row in rows:
        if row.person_id:
            by_game[row.values["card_game"]].setdefault(row.person_id, row)
    people = Person.objects.in_bulk([row.person_id for row in rows if row.person_id])
    for game, of_game in by_game.items():
        bring_degrees_forward(
            by=writing.by,
            at=writing.at,
            card_game=game,
            rows=[(people[key], row) for key, row in of_game.items()],
            since=since,
        )


def taking_back_problems(rows: Rows) -> list[str]:
    """What stands on the points of these rows, by name."""
    entries, named = _entries_of(rows), []
    corrections = LedgerEntry.objects.filter(corrects__in=entries.values("pk"))
    if number := corrections.order_by("number").values_list("number", flat=True).first():
        named.append(gettext("entry %(number)s of the ledger, which corrects one") % {"number": number})
    recorded = entries.filter(book=Book.RECORDED).values("card_game")
    for line in recorded.annotate(first=Min("number"), day=Max("day")).order_by():
        rosters = Roster.objects.filter(
            state=Roster.State.PUBLISHED,
            card_game=line["card_game"],
            as_of__gte=line["day"],
            cut__gte=line["first"],
        )
        named += [gettext("the roster of %(day)s") % {"day": roster.as_of} for roster in rosters[:3]]
    return named


def take_points_back(writing: Writing, rows: Rows, why: str) -> None:
    standing = _entries_of(rows).filter(corrections=None)
    post(
        [
            Posting(
                book=Book(entry.book),
                card_game=entry.card_game,
                person_id=entry.person_id,
                points=-entry.points,
                blue=-entry.blue,
                certificate=entry.certificate,
                corrects=entry,
                brought_forward=entry.brought_forward,
                reason=reasons.TAKEN_BACK % {"number": writing.importing.pk, "why": why},
            )
            for entry in standing.select_related("brought_forward", "certificate").order_by("number")
        ],
        ordered_by=writing.by,
        at=writing.at,
    )
    take_degrees_back(by=writing.by, at=writing.at, rows=rows, why=why)


def _entries_of(rows: Rows) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(brought_forward__in=rows, corrects=None)


def degree_imports_on(rows: Rows) -> list[int]:
    """The imports of degrees above Novice that need the recorded points of these rows."""
    recorded = _entries_of(rows).filter(book=Book.RECORDED)
    degrees = DegreeHeld.objects.filter(
        person__in=recorded.values("person"),
        card_game__in=recorded.values("card_game"),
        rank__gt=0,
        until=None,
        brought_forward__of__kind="degrees",
    )
    keys = degrees.order_by().values_list("brought_forward__of", flat=True).distinct()
    return sorted(key for key in keys if key is not None)
