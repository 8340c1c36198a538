"""The case book: public rulings to be searched, and how many of what section came to what, year by year.

Invariants: nothing names a person, a game or an event; numbers count all rulings, public or not; a constant
number of queries.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Count, F, Model, Q, QuerySet
from django.db.models.functions import ExtractYear
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.clock import authority_zone
from sanctioning.kit.lists.filters import kind_of, one_of, only, words
from sanctioning.kit.lists.lists import ListSource
from sanctioning.templatetags.saas import section
from tournaments.justice.appeal_history.verdicts import with_verdicts
from tournaments.justice.appeals.models import Appeal, AppealStep, Decision
from tournaments.justice.rulings.irregularities import every_irregularity
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import KINDS
from tournaments.justice.rulings.selectors.rulings import PublicRuling, public_ruling, public_rulings

Row = TypeVar("Row", bound=Model)


def case_book() -> ListSource[Ruling, PublicRuling]:
    """All of it, the latest first. Four queries a page."""
    sections = public_rulings().order_by("section").values_list("section", flat=True).distinct()
    return ListSource(
        rows=with_verdicts(public_rulings()),
        lines=lambda rows: tuple(map(public_ruling, rows)),
        sorts={
            "at": ("at",),
            "section": ("section", "-at"),
            "guiding": (F("guiding_at"), "at"),
        },
        order="-at",
        filters=(
            words("search", _("Words in the case"), "words", "section", "guiding_note"),
            one_of(
                "section",
                _("Section"),
                "section",
                [(cited, section(cited)) for cited in sections],
                all_words=_("all sections"),
            ),
            one_of(
                "irregularity",
                _("Irregularity"),
                "irregularity",
                every_irregularity(),
                all_words=_("all of them"),
            ),
            kind_of(
                "outcome",
                _("Outcome"),
                {kind: (label, _of_kind(kind)) for kind, label in KINDS.items()},
                all_words=_("every outcome"),
            ),
            only("guiding", _("guiding only"), Q(guiding_at__isnull=False)),
        ),
    )


def case(number: int) -> Ruling | None:
    """A ruling of the case book."""
    return with_verdicts(public_rulings()).select_related("game").filter(pk=number).first()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many rulings of a section there were, and of each outcome in the order of `KINDS`."""

    section: str
    rulings: int
    outcomes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedAppeals:
    """The decisions of one office, in the order of `Decision`."""

    office: str
    decisions: tuple[int, ...]

    @property
    def all(self) -> int:
        return sum(self.decisions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Of a year, or of all years (None); `open` are appeals on which nobody has decided yet."""

    year: int | None
    years: tuple[int, ...]
    rulings: tuple[Counted, ...]
    appeals: int
    open: int
    decisions: tuple[CountedAppeals, ...]

    @property
    def count(self) -> int:
        return sum(line.rulings for line in self.rulings)


def statistics(year: int | None = None) -> Statistics:
    """Counted by the day of the ruling, the appeal or the decision; of all years where it is none. Five
    queries."""
    zone = authority_zone()
    year = year if year and 0 < year < dt.MAXYEAR else None
    years = Ruling.objects.annotate(year=ExtractYear("at", tzinfo=zone)).order_by("-year")
    appeals = _in_year(Appeal.objects.all(), "at", year)
    return Statistics(
        year=year,
        years=tuple(years.values_list("year", flat=True).distinct()),
        rulings=tuple(_by_section(_in_year(Ruling.objects.all(), "at", year))),
        appeals=appeals.count(),
        open=appeals.filter(ended="").count(),
        decisions=tuple(_by_office(_in_year(AppealStep.objects.exclude(decision=""), "decided_at", year))),
    )


def _of_kind(kind: str) -> Q:
    return Q(**{f"outcome__kinds__{kind}": True})


def _by_section(rulings: QuerySet[Ruling]) -> Iterable[Counted]:
    counts = {f"n{at}": Count("pk", filter=_of_kind(kind)) for at, kind in enumerate(KINDS)}
    rows: Iterable[Mapping[str, Any]] = (
        rulings.order_by("section").values("section").annotate(n=Count("pk"), **counts)
    )
    for row in rows:
        yield Counted(
            section=row["section"],
            rulings=row["n"],
            outcomes=tuple(row[name] for name in counts),
        )


def _by_office(steps: QuerySet[AppealStep]) -> Iterable[CountedAppeals]:
    counts = {
        f"n{at}": Count("pk", filter=Q(decision=decision)) for at, decision in enumerate(Decision.values)
    }
    rows: Iterable[Mapping[str, Any]] = steps.order_by().values("office").annotate(**counts)
    by_office = {row["office"]: row for row in rows}
    for office in AppealStep.Office:
        if office.value in by_office:
            yield CountedAppeals(
                office=str(office.label), decisions=tuple(by_office[office.value][name] for name in counts)
            )


def _in_year(rows: QuerySet[Row], field: str, year: int | None) -> QuerySet[Row]:
    """Rows of a year of the authority's own days."""
    if year is None:
        return rows
    zone = authority_zone()
    begins = dt.datetime(year, 1, 1, tzinfo=zone)
    ends = dt.datetime(year + 1, 1, 1, tzinfo=zone)
    return rows.filter(**{f"{field}__gte": begins, f"{field}__lt": ends})
