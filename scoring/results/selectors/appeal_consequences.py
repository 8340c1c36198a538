"""All that followed of an appeal in scores and points, for the parties and whoever judges it.

Invariant: it is read from what was written then; a constant number of queries a game that was corrected.
Rule section: IV; design, "What always holds" 4 and 9.
Terms: corrected (a certified result, with what that brought to each), changed (a report not certified yet, in
a version made by the decision).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from sanctioning.bars.models import Bar
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, require
from sanctioning.people.models.person import Person
from scoring.certificates.permissions import may_see_codes
from scoring.results.models import Certification
from scoring.results.selectors.consequences import Touched, consequences_of
from tournaments.games.models import Game
from tournaments.justice.appeal_history.proceedings import appealed, game_of, proceedings_of
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.permissions import may_see_appeal
from tournaments.justice.cases.models import Case
from tournaments.reports.models.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A certified result in the version that the decision brought; each whom it touched, with his papers."""

    event_slug: str
    number: int
    group: str
    label: str
    version: int
    at: dt.datetime
    touched: tuple[Touched, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedGame:
    event_slug: str
    number: int
    group: str
    label: str
    version: int
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened:
    id: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedDecision:
    """`cases` are named to the Managing Executor and the College alone; `papers` are the serials of those
    certificates that the asker may open.
    """

    corrected: tuple[Corrected, ...] = ()
    changed: tuple[ChangedGame, ...] = ()
    bars_lifted: int = 0
    cases: tuple[CaseOpened, ...] = ()
    papers: frozenset[str] = frozenset()

    @property
    def nothing(self) -> bool:
        return not (self.corrected or self.changed or self.bars_lifted or self.cases)


def require_may_see(*, by: Person, appeal: Appeal, day: dt.date) -> None:
    require(
        may_see_appeal(by, day, proceedings_of(appeal)),
        what=_("read this appeal"),
        who=_("the players of the game and its judges"),
        rule="IV, W-123",
    )


def what_followed(*, appeal: Appeal, asker: Person, day: dt.date | None = None) -> FollowedDecision:
    """What the decision brought once it was final; nothing before."""
    day = day or today()
    if appeal.ended_at is None:
        return FollowedDecision()
    game = game_of(appealed(appeal))
    family = Game.objects.filter(event=game.event_id, number=game.number)
    corrections = Certification.objects.filter(game__in=family, version__gt=1, ruling=said_of(appeal))
    reports = Report.objects.filter(game__in=family, received_at=appeal.ended_at, certification__isnull=True)
    changed = reports.filter(version__gt=1).select_related("game__event").defer("record").order_by("game")
    bars = Bar.objects.filter(lifted_at=appeal.ended_at, lifted_for__startswith=said_of(appeal))
    entitled = holds(asker, day, Office.MANAGING_EXECUTOR, Office.COLLEGE)
    cases = Case.objects.filter(step__appeal=appeal) if entitled else Case.objects.none()
    corrected = tuple(
        _corrected(correction)
        for correction in corrections.select_related("game__event").order_by("game", "version")
    )
    return FollowedDecision(
        corrected=corrected,
        changed=tuple(_changed(report) for report in changed),
        bars_lifted=bars.count(),
        cases=tuple(CaseOpened(id=case.pk, label=str(case)) for case in cases),
        papers=frozenset(_papers(corrected, asker, day)),
    )


def _papers(corrected: Iterable[Corrected], asker: Person, day: dt.date) -> Iterator[str]:
    for touched in (touched for result in corrected for touched in result.touched):
        if may_see_codes(asker, day, touched.person):
            papers = (*touched.void, *touched.issued, *touched.degree_papers)
            yield from (paper.serial for paper in papers if paper.document)


def said_of(appeal: Appeal) -> str:
    """The words under which the ledger has the appeal."""
    return f"Appeal {appeal.label}"


def _corrected(certification: Certification) -> Corrected:
    game = certification.game
    return Corrected(
        event_slug=game.event.slug,
        number=game.number,
        group=game.group,
        label=game.label,
        version=certification.version,
        at=certification.at,
        touched=consequences_of(certification),
    )


def _changed(report: Report) -> ChangedGame:
    game = report.game
    return ChangedGame(
        event_slug=game.event.slug,
        number=game.number,
        group=game.group,
        label=game.label,
        version=report.version,
        confirmed=game.state == Game.State.CONFIRMED,
    )
