"""Sanctions: applied for, submitted, granted with a number and the law of the day, or refused.

Rule section: IV (the authority sanctions games; points depend on the level and the type).
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction

from sanctioning.articles import scale_for
from sanctioning.clock import day_of, moment
from sanctioning.models import TRANSITIONS, Club, EventType, Level, Person, Sanction
from sanctioning.permissions import may_apply_for_sanction, may_decide_sanction, require
from sanctioning.refusal import Refusal
from sanctioning.selectors.law import articles_in_force, rule_set_in_force
from sanctioning.services.audit import note
from sanctioning.services.sequences import next_number

State = Sanction.State


@transaction.atomic
def draft_sanction(
    *,
    by: Person,
    club: Club,
    level: Level,
    event_type: EventType,
    format_slug: str,
    purpose: str,
    at: dt.datetime | None = None,
) -> Sanction:
    at = moment(at)
    _require_applicant(by, at, club)
    if club.state != Club.State.APPROVED:
        raise Refusal(
            code="club-not-approved",
            sentence=f"{club.name} is not approved.",
            rule="IV",
            remedy="Wait for the Managing Executor to approve the club.",
        )
    sanction = Sanction.objects.create(
        club=club,
        level=level,
        type=event_type,
        format=format_slug,
        purpose=purpose,
        applied_by=by,
        applied_at=at,
    )
    note(by=by, at=at, action="draft sanction", thing=sanction, after={"state": sanction.state})
    return sanction


@transaction.atomic
def submit_sanction(*, by: Person, sanction: Sanction, at: dt.datetime | None = None) -> Sanction:
    at = moment(at)
    _require_applicant(by, at, sanction.club)
    return _move(by=by, at=at, sanction=sanction, to=State.SUBMITTED, action="submit sanction")


@transaction.atomic
def withdraw_sanction(
    *, by: Person, sanction: Sanction, why: str = "", at: dt.datetime | None = None
) -> Sanction:
    at = moment(at)
    _require_applicant(by, at, sanction.club)
    return _move(by=by, at=at, sanction=sanction, to=State.WITHDRAWN, action="withdraw sanction", why=why)


@transaction.atomic
def grant_sanction(*, by: Person, sanction: Sanction, at: dt.datetime | None = None) -> Sanction:
    """Give it a number and freeze the Articles and the rule set of the day on it."""
    at = moment(at)
    _require_authority(by, at)
    articles = articles_in_force(day_of(at))
    scale_for(articles.body, sanction.level.slug, sanction.type.slug)
    return _move(
        by=by,
        at=at,
        sanction=sanction,
        to=State.GRANTED,
        action="grant sanction",
        decided_by=by,
        decided_at=at,
        articles=articles,
        rule_set=rule_set_in_force(sanction.format, day_of(at)),
    )


@transaction.atomic
def refuse_sanction(*, by: Person, sanction: Sanction, why: str, at: dt.datetime | None = None) -> Sanction:
    at = moment(at)
    _require_authority(by, at)
    if not why.strip():
        raise Refusal(
            code="reason-missing",
            sentence="A sanction is refused with a reason.",
            rule="IV",
            remedy="Say what was wrong and what to do.",
            status=422,
        )
    return _move(
        by=by,
        at=at,
        sanction=sanction,
        to=State.REFUSED,
        action="refuse sanction",
        why=why,
        decided_by=by,
        decided_at=at,
        reason=why,
    )


def _move(
    *,
    by: Person,
    at: dt.datetime,
    sanction: Sanction,
    to: Sanction.State,
    action: str,
    why: str = "",
    **changes: Any,
) -> Sanction:
    """Change the state under the row's lock, as `TRANSITIONS` allows."""
    locked = Sanction.objects.select_for_update(no_key=True).get(pk=sanction.pk)
    if to not in TRANSITIONS[locked.state]:
        raise Refusal(
            code="sanction-state",
            sentence=f"This application is {locked.get_state_display()} and cannot become {to.label}.",
            rule="IV",
            remedy="Look at the application as it stands now.",
        )
    before = {"state": locked.state}
    if to == State.GRANTED:
        changes["number"] = next_number("sanction")
    for name, value in {**changes, "state": to}.items():
        setattr(sanction, name, value)
    sanction.save(update_fields=[*changes, "state"])
    after = {"state": to, "number": sanction.number}
    note(by=by, at=at, action=action, thing=sanction, why=why, before=before, after=after)
    return sanction


def _require_applicant(by: Person, at: dt.datetime, club: Club) -> None:
    require(
        may_apply_for_sanction(by, day_of(at), club),
        what="apply for this club",
        who="an officer or director of the club",
        rule="IV",
    )


def _require_authority(by: Person, at: dt.datetime) -> None:
    require(
        may_decide_sanction(by, day_of(at)),
        what="decide on sanctions",
        who="the Managing Executor",
        rule="IV",
    )
