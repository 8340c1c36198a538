"""Hundreds of rulings, appeals, Letters, cases and bars at once; as `tests.support.bulk`."""

from __future__ import annotations

import datetime as dt

from sanctioning.bars.models import Bar
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, open_table, sanctioned_event
from tests.support.appeals import ruling_in
from tests.support.bulk import copies, people, serial
from tests.support.discipline import barred_table, filed_letter, holder, not_disruptive, opened_case
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.appeals.services.appealing import appeal
from tournaments.justice.cases.models import Case, CaseEntry, Letter
from tournaments.justice.cases.services.hearings import set_hearing
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote

DAY = dt.timedelta(days=1)


def rulings(cast: Cast, count: int) -> list[Ruling]:
    """Public ones, of one game."""
    first = Ruling.objects.filter(public=True).first() or _public_ruling(cast)
    start = serial(Ruling, "number")
    return copies(first, count, number=lambda n: start + n)


def _public_ruling(cast: Cast) -> Ruling:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    return ruling_in(cast, game, words="A card touched the table.", public=True)


def appeals(cast: Cast, count: int) -> None:
    """Each of a ruling of its own, before an Associate Executor."""
    ruled = rulings(cast, count)
    first = Appeal.objects.first()
    if first is None:
        holder(cast, "Asa")
        first = appeal(by=cast.players[0], ruling=rulings(cast, 1)[0], grounds="Not so.", at=MARCH)
    start = serial(Appeal, "number")
    many = copies(first, count, number=lambda n: start + n, ruling_id=lambda n: ruled[n - 1].pk)
    copies(first.steps.get(), count, appeal_id=lambda n: many[n - 1].pk)


def letters(cast: Cast, count: int) -> None:
    """Filed ones, of one vote."""
    first = Letter.objects.first() or filed_letter(cast)
    accused, start = people(cast, count), serial(Letter, "number")
    copies(first, count, number=lambda n: start + n, against_id=lambda n: accused[n - 1].pk)


def cases(cast: Cast, count: int) -> None:
    """From one decision, each with a hearing to come."""
    first = Case.objects.filter(letter__isnull=False).first() or _case(cast)
    step = _not_disruptive(cast)
    accused, start = people(cast, count), serial(Case, "number")
    many = copies(
        first,
        count,
        number=lambda n: start + n,
        letter_id=None,
        step_id=step.pk,
        against_id=lambda n: accused[n - 1].pk,
    )
    hearing = first.docket.get(kind=CaseEntry.Kind.HEARING)
    copies(hearing, count, case_id=lambda n: many[n - 1].pk)


def _case(cast: Cast) -> Case:
    judge = holder(cast, "Asa")
    case = opened_case(cast, filed_letter(cast), judge)
    hour = dt.datetime(2999, 5, 4, 19, tzinfo=dt.UTC)
    set_hearing(by=judge.person, case=case, hearing_at=hour, place="Arden Hall", at=MARCH)
    return case


def _not_disruptive(cast: Cast) -> AppealStep:
    step = AppealStep.objects.filter(not_disruptive=True).first()
    return step or not_disruptive(cast, at=MARCH + DAY)


def bars(cast: Cast, count: int) -> None:
    """Every other one imposed by a vote or by the decision of a case."""
    vote = Vote.objects.first() or barred_table(cast).vote
    step = _not_disruptive(cast)
    created = Bar.objects.bulk_create(
        Bar(
            person=cast.players[n % 10],
            first_day=FIRST_DAY,
            reach=[{"kind": "club", "id": cast.club.slug}],
            why="Another deck.",
            imposed_by=cast.managing,
            imposed_at=JANUARY,
        )
        for n in range(count)
    )
    Vote.bars.through.objects.bulk_create(Vote.bars.through(vote=vote, bar=bar) for bar in created[::4])
    accused, start = people(cast, count), serial(Case, "number")
    Case.objects.bulk_create(
        Case(
            number=start + n + 1,
            against=accused[n],
            step=step,
            charge="A vexatious charge.",
            opened_by=cast.managing,
            opened_at=MARCH,
            answer_until=MARCH.date(),
            outcome="bar",
            bar=bar,
            reasons="So.",
            decided_by=cast.managing,
            decided_at=MARCH,
        )
        for n, bar in enumerate(created[1::4])
    )
