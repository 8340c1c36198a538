"""What of the authority waits for somebody: clubs, claims, money, work that failed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.conf import settings
from django.urls import reverse
from django.utils.translation import ngettext

from sanctioning.clubs.models import Club
from sanctioning.clubs.permissions import may_approve_club
from sanctioning.clubs.selectors import clubs_to_decide_on, turn_of_club
from sanctioning.fees.models import BankLine, Invoice
from sanctioning.fees.permissions import may_handle_fees
from sanctioning.fees.selectors.fees import invoices_to_pay, overdue_invoices, receipts_to_assign
from sanctioning.kit.clock import day_of
from sanctioning.kit.jobs.kinds import title_of
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.permissions import may_watch_jobs
from sanctioning.kit.waiting.registry import WaitingLine, WaitingPerson, WaitingQuery, Waits, thing_named
from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.identity import Claim
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.permissions import may_decide_claims
from sanctioning.setting_up.selectors import missing_steps


def waits_of_the_authority(holder: WaitingPerson) -> Iterable[Waits | WaitingQuery]:
    if settings.SET_UP_FIRST and is_managing_executor(holder.person, holder.day):
        yield _setting_up(holder)
    if may_approve_club(holder.person, holder.day):
        yield WaitingQuery(clubs_to_decide_on(), partial(_clubs, holder))
    if may_decide_claims(holder.person, holder.day):
        yield WaitingQuery(Claim.objects.filter(state=Claim.State.WAITING), _claims)
        yield WaitingQuery(ProvisionalRecord.objects.waiting().select_related("person"), _provisional)
    if may_handle_fees(holder.person, holder.day):
        yield WaitingQuery(receipts_to_assign(), _receipts)
        yield WaitingQuery(overdue_invoices(holder.day), _overdue)
    if may_watch_jobs(holder.person, holder.day):
        failed = Job.objects.filter(state=Job.State.FAILED).order_by("finished_at", "pk")
        yield WaitingQuery(failed, _failed)


def waits_of_fees_and_approval(holder: WaitingPerson) -> Iterable[Waits | WaitingQuery]:
    """What the clubs of the person have to answer and to pay."""
    yield _questions(holder)
    if holder.clubs:
        yield WaitingQuery(invoices_to_pay(holder.clubs), _invoices)


def _setting_up(holder: WaitingPerson) -> Waits:
    missing = missing_steps()
    return Waits(
        kind="set-up",
        rank=1,
        title=ngettext("%(n)d thing to set up", "%(n)d things to set up", len(missing)) % {"n": len(missing)},
        path=reverse("set-up"),
        lines=tuple(WaitingLine(name=step.title, path=step.path, since=holder.day) for step in missing),
    )


def _clubs(holder: WaitingPerson, clubs: list[Club]) -> Iterable[Waits]:
    yield Waits(
        kind="clubs",
        rank=10,
        title=ngettext("%(n)d club to decide on", "%(n)d clubs to decide on", len(clubs)) % {"n": len(clubs)},
        path=reverse("club-queue"),
        lines=tuple(
            WaitingLine(
                name=club.name,
                path=reverse("club-desk", args=[club.slug]),
                since=day_of(club.registered_at),
                until=turn_of_club(club, holder.day).until,
            )
            for club in clubs
        ),
    )


def _claims(claims: list[Claim]) -> Iterable[Waits]:
    yield Waits(
        kind="claims",
        rank=50,
        title=ngettext("%(n)d person asking for a record", "%(n)d people asking for a record", len(claims))
        % {"n": len(claims)},
        path=f"{reverse('registry')}#claims",
        lines=tuple(
            WaitingLine(
                name=claim.name,
                path=f"{reverse('registry')}#claims",
                since=day_of(claim.asked_at),
                about=thing_named(claim),
            )
            for claim in claims
        ),
    )


def _provisional(records: list[ProvisionalRecord]) -> Iterable[Waits]:
    path = f"{reverse('registry')}#provisional"
    yield Waits(
        kind="provisional",
        rank=51,
        title=ngettext(
            "%(n)d person who entered without a number",
            "%(n)d people who entered without a number",
            len(records),
        )
        % {"n": len(records)},
        path=path,
        lines=tuple(
            WaitingLine(
                name=record.person.name,
                path=path,
                since=day_of(record.made_at),
                said=record.occasion,
                about=thing_named(record),
            )
            for record in records
        ),
    )


def _receipts(receipts: list[BankLine]) -> Iterable[Waits]:
    path = f"{reverse('fees')}#unmatched"
    yield Waits(
        kind="receipts",
        rank=60,
        title=ngettext(
            "%(n)d payment without an invoice number",
            "%(n)d payments without an invoice number",
            len(receipts),
        )
        % {"n": len(receipts)},
        path=path,
        lines=tuple(
            WaitingLine(
                name=receipt.payer or receipt.reference or str(receipt.amount), path=path, since=receipt.day
            )
            for receipt in receipts
        ),
    )


def _overdue(overdue: list[Invoice]) -> Iterable[Waits]:
    yield Waits(
        kind="overdue",
        rank=70,
        title=ngettext("%(n)d invoice overdue", "%(n)d invoices overdue", len(overdue)) % {"n": len(overdue)},
        path=f"{reverse('fees')}#open",
        lines=tuple(
            WaitingLine(
                name=f"{invoice.label}, {invoice.club.name}",
                path=reverse("invoice", args=[invoice.number]),
                since=invoice.issued_on,
                until=invoice.due_on,
            )
            for invoice in overdue
        ),
    )


def _failed(failed: list[Job]) -> Iterable[Waits]:
    yield Waits(
        kind="failed",
        rank=90,
        title=ngettext("%(n)d failed job", "%(n)d failed jobs", len(failed)) % {"n": len(failed)},
        path=reverse("jobs"),
        lines=tuple(
            WaitingLine(
                name=title_of(job.kind),
                path=reverse("job", args=[job.pk]),
                since=day_of(job.finished_at) if job.finished_at else None,
            )
            for job in failed
        ),
    )


def _questions(holder: WaitingPerson) -> Waits:
    clubs = [club for club in holder.kept if club.state == Club.State.RETURNED]
    return Waits(
        kind="club-answers",
        rank=120,
        title=ngettext(
            "%(n)d question to answer about a club", "%(n)d questions to answer about clubs", len(clubs)
        )
        % {"n": len(clubs)},
        lines=tuple(
            WaitingLine(
                name=club.name,
                path=reverse("club-desk", args=[club.slug]),
                until=club.turn_until,
                club=club.slug,
            )
            for club in clubs
        ),
    )


def _invoices(unpaid: list[Invoice]) -> Iterable[Waits]:
    yield Waits(
        kind="invoices",
        rank=150,
        title=ngettext("%(n)d invoice to pay", "%(n)d invoices to pay", len(unpaid)) % {"n": len(unpaid)},
        lines=tuple(
            WaitingLine(
                name=f"{invoice.label}, {invoice.text}",
                path=reverse("invoice", args=[invoice.number]),
                since=invoice.issued_on,
                until=invoice.due_on,
                club=invoice.club.slug,
            )
            for invoice in unpaid
        ),
    )
