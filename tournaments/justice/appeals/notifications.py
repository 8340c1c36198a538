"""Who is told what of an appeal: the players, who ruled, who judges, and the College.

Invariant: nobody else hears of it; each is told of his own next step and until when.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from sanctioning.identity.lookup import holders_of
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.models import Appeal, AppealStep, CollegeMotion
from tournaments.justice.appeals.permissions import presides
from tournaments.justice.appeals.selectors.judges import members_sitting


def appeal_path(appeal: Appeal) -> str:
    return reverse("appeal", args=[appeal.number])


def tell_of_taken(
    *, by: Person, at: dt.datetime, proceedings: Proceedings, step: AppealStep, entry: AuditEntry
) -> None:
    """The other players, who ruled, and the College where it hears it."""
    _send("appeal-taken", proceedings, but(by, parties(proceedings)), at, entry.pk, {"step": step, "by": by})
    if step.office == AppealStep.Office.COLLEGE:
        _send("appeal-before-college", proceedings, sitting(proceedings, at), at, entry.pk, {"step": step})
    elif step.judge is None:
        managing = holders_of(day_of(at), Office.MANAGING_EXECUTOR)
        _send("appeal-without-judge", proceedings, managing, at, entry.pk, {"step": step})


def tell_of_assignment(*, proceedings: Proceedings, step: AppealStep, at: dt.datetime) -> None:
    """Whoever is to judge, and until when."""
    assert step.judge is not None
    context = {"step": step}
    _send("appeal-assigned", proceedings, [step.judge.person], at, f"{step.pk}/{step.until}", context)


def tell_of_decision(
    *, by: Person, at: dt.datetime, proceedings: Proceedings, step: AppealStep, entry: AuditEntry
) -> None:
    _send("appeal-decided", proceedings, parties(proceedings), at, entry.pk, {"step": step, "by": by})


def tell_of_finality(*, at: dt.datetime, proceedings: Proceedings, entry: AuditEntry) -> None:
    stands = proceedings.course.standing.what
    context = {"stands": stands, "step": proceedings.decided}
    _send("appeal-final", proceedings, parties(proceedings), at, entry.pk, context)


def tell_of_withdrawal(
    *, by: Person, at: dt.datetime, proceedings: Proceedings, step: AppealStep, entry: AuditEntry
) -> None:
    people = but(by, [*parties(proceedings), *judges(proceedings, step, at)])
    _send("appeal-withdrawn", proceedings, people, at, entry.pk, {"step": step, "by": by})


def remind(*, proceedings: Proceedings, step: AppealStep, at: dt.datetime) -> None:
    """Whoever judges, two days before the last one; once for each last day."""
    _send(
        "appeal-due",
        proceedings,
        judges(proceedings, step, at),
        at,
        f"{step.pk}/{step.until}",
        {"step": step},
    )


def remind_parties(*, proceedings: Proceedings, step: AppealStep, at: dt.datetime) -> None:
    """The players, two days before the next step closes."""
    _send("appeal-closing", proceedings, parties(proceedings), at, step.pk, {"step": step})


def tell_overdue(*, proceedings: Proceedings, step: AppealStep, until: dt.date, at: dt.datetime) -> None:
    """All concerned see that a step was not decided in time, and who has it now."""
    people = [
        *parties(proceedings),
        *judges(proceedings, step, at),
        *holders_of(day_of(at), Office.MANAGING_EXECUTOR),
    ]
    _send("appeal-overdue", proceedings, people, at, f"{step.pk}/{until}", {"step": step, "was_until": until})


def tell_of_motion(
    *, proceedings: Proceedings, motion: CollegeMotion, to: list[Person], at: dt.datetime, entry: AuditEntry
) -> None:
    """The other members who sit, each asked for an answer."""
    _send("college-motion", proceedings, to, at, entry.pk, {"motion": motion, "step": motion.step})


def tell_of_quorum(
    *, proceedings: Proceedings, motion: CollegeMotion, answered: int, at: dt.datetime
) -> None:
    """Whoever moved it, and who presides: the motion can be counted, though not all have answered."""
    day = day_of(at)
    presiding = [who for who in holders_of(day, Office.MANAGING_EXECUTOR) if presides(who, day, proceedings)]
    to = [motion.moved_by.person, *presiding]
    context = {"motion": motion, "step": motion.step, "answered": answered}
    _send("college-quorum", proceedings, to, at, motion.pk, context)


def tell_of_merit(
    *, proceedings: Proceedings, motion: CollegeMotion, step: AppealStep, at: dt.datetime, entry: AuditEntry
) -> None:
    """Whoever took the step that was without merit, and who judges bars and fees: the Managing Executor."""
    to = [step.taken_by.person, *holders_of(day_of(at), Office.MANAGING_EXECUTOR)]
    _send("appeal-without-merit", proceedings, to, at, entry.pk, {"motion": motion, "step": step})


def tell_of_statement(*, by: Person, proceedings: Proceedings, at: dt.datetime, entry: AuditEntry) -> None:
    """Each side and whoever judges: there is something to read."""
    step = proceedings.waiting
    people = [*parties(proceedings), *(judges(proceedings, step, at) if step else [])]
    _send("appeal-statement", proceedings, but(by, people), at, entry.pk, {"by": by})


def parties(proceedings: Proceedings) -> list[Person]:
    """The players of the game, and the Acting Executor who ruled."""
    people = [player.person for player in proceedings.game.players.select_related("person")]
    ruled = proceedings.ruling.by if proceedings.ruling else proceedings.game.acting_executor
    return [*people, *([ruled.person] if ruled else [])]


def judges(proceedings: Proceedings, step: AppealStep, at: dt.datetime) -> list[Person]:
    """Whoever decides the step now."""
    if step.office == AppealStep.Office.COLLEGE:
        return sitting(proceedings, at)
    return [step.judge.person] if step.judge else []


def sitting(proceedings: Proceedings, at: dt.datetime) -> list[Person]:
    """Members of the College who are free of conflict."""
    return [member.person for member in members_sitting(proceedings, day_of(at))]


def _send(
    kind: str,
    proceedings: Proceedings,
    to: Any,
    at: dt.datetime,
    occasion: object,
    context: Mapping[str, Any],
) -> None:
    send(
        to=list({person.pk: person for person in to}.values()),
        kind=kind,
        about=proceedings.appeal,
        path=appeal_path(proceedings.appeal),
        occasion=occasion,
        context={
            **context,
            "event": proceedings.game.event,
            "game": proceedings.game,
            "ruling": proceedings.ruling,
        },
        at=at,
    )
