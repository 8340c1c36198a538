"""Of what is judged anything waits at all: most days there is no vote, no appeal, no Letter and no case.

Invariant: asked once in a page; each kind of thing to do is read only where there is one.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import CharField, QuerySet, Value

from sanctioning.kit.request_cache import asked_once
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.votes.models import Vote

VOTES: Final = "votes"
APPEALS: Final = "appeals"
LETTERS: Final = "letters"
CASES: Final = "cases"


def under_way() -> frozenset[str]:
    """Of these four those of which some are open. One query."""
    return asked_once("judged", _under_way)


def _under_way() -> frozenset[str]:
    still_open: dict[str, QuerySet[Any]] = {
        VOTES: Vote.objects.filter(state__in=(Vote.State.DEMANDED, Vote.State.OPEN)),
        APPEALS: Appeal.objects.filter(ended=""),
        LETTERS: Letter.objects.filter(filed_at__isnull=True),
        CASES: Case.objects.filter(outcome=""),
    }
    kinds = [
        rows.order_by().values_list(Value(kind, output_field=CharField()))
        for kind, rows in still_open.items()
    ]
    return frozenset(kind for (kind,) in kinds[0].union(*kinds[1:]))
