"""The days of a disciplinary case, from its docket: when the accused was heard, until when it is decided.

Invariant: the same for a page and for a list, where the days of all cases come with the cases.
Rule section: IV, reading 71 read for cases (`rules_engine.justice.case_terms`).
"""

from __future__ import annotations

import datetime as dt
from typing import Final, Protocol, cast

from django.db.models import OuterRef, QuerySet, Subquery

from rules_engine.justice import case_terms
from rules_engine.justice.appeal_terms import DAYS_TO_DECIDE
from rules_engine.justice.appeals import OFFICES
from sanctioning.kit.clock import day_of
from sanctioning.law.articles import ReadArticles, read_articles
from tournaments.games.models import Game
from tournaments.justice.appeals.selectors.judges import HELD
from tournaments.justice.cases.models import Case, CaseEntry

BENCHES: Final = {HELD[bench]: bench for bench in OFFICES}
OF_CASE: Final = CaseEntry.objects.filter(case=OuterRef("pk"))
STANDING: Final = OF_CASE.filter(kind=CaseEntry.Kind.HEARING, moved_by__isnull=True)


class WithDays(Protocol):
    """A case as `with_days` gives it."""

    answered_at: dt.datetime | None
    last_hearing: dt.datetime | None


def with_days(rows: QuerySet[Case]) -> QuerySet[Case]:
    """Each with the moment of its answer and its last hearing that stands. No query more."""
    answer = OF_CASE.filter(kind=CaseEntry.Kind.ANSWER).values("at")
    return rows.annotate(
        answered_at=Subquery(answer[:1]),
        last_hearing=Subquery(STANDING.order_by("-hearing_at").values("hearing_at")[:1]),
    )


def days_of(case: Case) -> tuple[bool, dt.date | None]:
    """Of a case with its days: whether it was answered, and until when it is decided."""
    dated = cast(WithDays, case)
    return dated.answered_at is not None, decide_until(case, dated.answered_at, dated.last_hearing)


def decide_until(
    case: Case, answered_at: dt.datetime | None, last_hearing: dt.datetime | None
) -> dt.date | None:
    """The last day for the decision; None where nobody judges."""
    if case.judge is None:
        return None
    heard = case_terms.heard_on(
        day_of(answered_at) if answered_at else None,
        case.answer_until,
        day_of(last_hearing) if last_hearing else None,
    )
    days = articles_of(case.game).days_of(DAYS_TO_DECIDE[BENCHES[case.judge.office]])
    return case_terms.decide_until(heard, days)


def articles_of(game: Game) -> ReadArticles:
    """Those of the event's sanction, which set the days of its cases."""
    sanction = game.event.sanction
    return read_articles(sanction.articles.body if sanction and sanction.articles else {})
