"""Deciding a step of an appeal: upheld, varied, overturned or sent back, with reasons.

Invariants: only the judge to whom it is assigned, in office and free of conflict, decides, once; what was
varied is computed by the law from other facts of the same irregularity; what was sent back is decided anew by
the office before, and every step before it stays on record; nothing takes effect before it is final.
Rule section: IV, W-124; III, "Chaotic Action", W-106; readings 51 and 71.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.appeal_decisions import FINDS_NOT_DISRUPTIVE
from rules_engine.justice.appeal_terms import DAYS_TO_APPEAL, last_day
from sanctioning.identity.same_person import same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.typed_input import require_words
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import DECISIONS, OFFICES, Proceedings, proceedings_of
from tournaments.justice.appeals.models import AppealStep, Decision
from tournaments.justice.appeals.notifications import tell_of_decision
from tournaments.justice.appeals.selectors.judges import cause_in
from tournaments.justice.appeals.services.finality import make_final
from tournaments.justice.appeals.services.locks import locked_proceedings
from tournaments.justice.appeals.services.steps import IMPARTIAL, next_bench, open_step
from tournaments.justice.appeals.variation import weighed_anew

RULE: Final = "IV, W-124"


@transaction.atomic
def decide(
    *,
    by: Person,
    step: AppealStep,
    decision: str,
    reasons: str,
    facts: Mapping[str, Any] | None = None,
    not_disruptive: bool = False,
    at: dt.datetime | None = None,
) -> AppealStep:
    """Decide a step as the judge to whom it is assigned; the College decides by its vote.

    `facts` are those that take the place of the ruling's where it is varied; `not_disruptive` finds that an
    act charged as chaotic was not.

    Raises:
        Refusal: `judge-conflicted`, `not-allowed` and what `settle` raises.
    """
    at = moment(at)
    proceedings = locked_proceedings(step.appeal)
    locked = next(each for each in proceedings.steps if each.pk == step.pk)
    require_judge_of_step(proceedings, locked, by, at)
    return settle(
        proceedings,
        locked,
        decision=decision,
        reasons=reasons,
        facts=facts or {},
        not_disruptive=not_disruptive,
        by=by,
        at=at,
    )


def settle(
    proceedings: Proceedings,
    step: AppealStep,
    *,
    decision: str,
    reasons: str,
    facts: Mapping[str, Any],
    not_disruptive: bool,
    by: Person,
    at: dt.datetime,
) -> AppealStep:
    """Write the decision of a step that waits; the caller holds the locks and has checked who decides.

    Raises:
        Refusal: `decision-missing`, `fact-wrong`, `field-unreadable`, `nobody-before`, `not-for-this-office`,
            `nothing-to-vary`, `penalty-without-disruption`, `reasons-missing`, `ruled-already`,
            `step-decided` and what `make_final` raises.
    """
    reasons = check_decision(proceedings, step, decision, reasons, not_disruptive)
    step.decision, step.reasons, step.not_disruptive = decision, reasons, not_disruptive
    if decision == Decision.VARIED:
        weighed = weighed_anew(proceedings, facts)
        step.facts, step.outcome = weighed.facts, weighed.plain
    step.decided_by, step.decided_at = by, at
    step.save()
    step.assignments.filter(ended_at__isnull=True).update(ended_at=at, ended_for="decided")
    proceedings = proceedings_of(proceedings.appeal)
    bench = next_bench(proceedings, day_of(at))
    if bench is not None and decision != Decision.SENT_BACK:
        step.appealable_until = last_day(day_of(at), proceedings.articles.days_of(DAYS_TO_APPEAL[bench]))
        step.save(update_fields=["appealable_until"])
    entry = note(
        by=by,
        at=at,
        action="decide appeal",
        thing=proceedings.appeal,
        why=reasons,
        after={"step": step.place, "office": step.office, "decision": decision, "outcome": step.outcome},
    )
    tell_of_decision(by=by, at=at, proceedings=proceedings, step=step, entry=entry)
    if decision == Decision.SENT_BACK:
        assert bench is not None
        open_step(
            proceedings.appeal,
            place=step.place + 1,
            bench=bench,
            player=step.taken_by,
            grounds=reasons,
            at=at,
        )
    elif bench is None:
        make_final(proceedings_of(proceedings.appeal), at=at, by=by, why="The College has decided.")
    return step


def check_decision(
    proceedings: Proceedings, step: AppealStep, decision: str, reasons: str, not_disruptive: bool
) -> str:
    """Refuse what cannot be decided so; gives the reasons as they are kept.

    Raises:
        Refusal: `decision-missing`, `nobody-before`, `not-for-this-office`, `penalty-without-disruption`,
            `reasons-missing`, `step-decided`.
    """
    if not step.waits:
        raise Refusal(
            code="step-decided",
            sentence=_("This step is decided, or was withdrawn."),
            rule=_("A decision is never changed; the next step may replace it."),
            remedy=_("Look at the appeal as it is now."),
        )
    if decision not in DECISIONS:
        raise wrong_field(
            "decision",
            code="decision-missing",
            sentence=_("Nothing has been decided yet."),
            rule=RULE,
            remedy=_("Choose one from the list."),
        )
    reasons = require_words(reasons, "reasons-missing", _("A decision needs reasons."))
    if decision == Decision.SENT_BACK and not proceedings.may_send_back:
        raise wrong_field(
            "decision",
            code="nobody-before",
            sentence=_("There is no earlier office that could decide again."),
            rule=RULE,
            remedy=_("Uphold it, vary it or overturn it."),
        )
    chaotic = proceedings.matter == "chaotic-action"
    if not_disruptive and (OFFICES[step.office] not in FINDS_NOT_DISRUPTIVE or not chaotic):
        raise wrong_field(
            "not_disruptive",
            code="not-for-this-office",
            sentence=_(
                "Only the Managing Executor or the College finds that a charged act was not disruptive."
            ),
            rule=RULE,
            remedy=_("Leave it out."),
        )
    if not_disruptive and decision != Decision.OVERTURNED:
        raise wrong_field(
            "not_disruptive",
            code="penalty-without-disruption",
            sentence=_("An act that was not disruptive is not penalised."),
            rule=RULE,
            remedy=_("Overturn the vote, or leave the finding out."),
        )
    return reasons


def require_judge_of_step(proceedings: Proceedings, step: AppealStep, by: Person, at: dt.datetime) -> None:
    """Refuse whoever is not the step's judge on that day, or is in conflict by now."""
    day = day_of(at)
    judge = step.judge
    mine = judge is not None and judge.runs_on(day) and same_person(by, judge.person)
    require(mine, what=_("decide this appeal"), who=_("the executor to whom it is assigned"), rule=RULE)
    why = cause_in(proceedings, day).against(by, step.office)
    if why:
        raise Refusal(
            code="judge-conflicted",
            sentence=_("%(name)s %(why)s.") % {"name": by.name, "why": why},
            rule=IMPARTIAL,
            remedy=_("Recuse yourself: the appeal goes to another of your rank."),
        )
