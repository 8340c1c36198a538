"""The lists of the institution: messages, long work, bars, invoices, records, clubs that wait, terms."""

from __future__ import annotations

import re
from typing import Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.clock import day_of
from sanctioning.localised import day_short, whole
from sanctioning.models import BankLine
from sanctioning.money import money
from sanctioning.selectors.bars import BarLine
from sanctioning.selectors.clubs import WaitingClub
from sanctioning.selectors.fees import AccountEntry, InvoiceLine
from sanctioning.selectors.jobs import JobView
from sanctioning.selectors.messages import MessageLine
from sanctioning.selectors.offices import TermLine
from sanctioning.selectors.registry import RecordLine
from sanctioning.selectors.trail import TrailLine
from sanctioning.templatetags.saas import badge, clock, player_link
from sanctioning.views.lists import Column, Empty, Table, link, shown

MESSAGES: Final = Table[MessageLine](
    name="messages",
    label=_("Messages"),
    columns=(
        Column(
            label=_("Message"),
            value=lambda line: line.subject,
            template="sanctioning/cells/message.html",
            sort="subject",
        ),
        Column(label=_("Day"), value=lambda line: line.at, sort="when", bare=True),
        Column(
            label=_("E-mail"),
            value=lambda line: line.mail_label,
            show=lambda line: format_html('<span class="nowrap">{}</span>', line.mail_label),
            sort="mail",
            bare=True,
        ),
    ),
    count=lambda found: ngettext("%(count)s message", "%(count)s messages", found) % {"count": whole(found)},
    empty=Empty(
        what=_("No message yet"),
        next=_("You will find here what happens to your applications, certificates, degrees and offices."),
    ),
)

JOBS: Final = Table[JobView](
    name="long-work",
    label=_("Long work"),
    columns=(
        Column(
            label=_("Work"),
            value=lambda line: line.title,
            show=lambda line: link(reverse("job", args=[line.id]), line.title),
            sort="kind",
        ),
        Column(label=_("Number"), value=lambda line: line.id, sort="number", number=True),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: line.state,
            template="sanctioning/cells/job_state.html",
            sort="state",
        ),
        Column(label=_("Asked for"), value=lambda line: line.asked_at, sort="asked"),
        Column(label=_("By"), value=lambda line: line.asked_by),
        Column(label=_("Over since"), value=lambda line: line.finished_at, sort="finished"),
    ),
    count=lambda found: ngettext("%(count)s job", "%(count)s jobs", found) % {"count": whole(found)},
    empty=Empty(
        what=_("No long work"), next=_("Papers and rosters that you ask for show here while they are made.")
    ),
)

BARS: Final = Table[BarLine](
    name="bars",
    label=_("Bars imposed"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("From"), value=lambda line: line.first_day, sort="from"),
        Column(
            label=_("To"),
            value=lambda line: line.last_day,
            show=lambda line: shown(line.last_day) if line.last_day else _now("until lifted"),
            sort="until",
        ),
        Column(label=_("Barred from"), value=lambda line: ", ".join(line.barred_from)),
        Column(label=_("Reason"), value=lambda line: line.why),
        Column(
            label=_("By"),
            value=lambda line: ", ".join(filter(None, (line.imposed_by, line.origin))),
            template="sanctioning/cells/bar_by.html",
        ),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: "running" if line.runs else line.lifted_for or "over",
            template="sanctioning/cells/bar_state.html",
            sort="state",
        ),
    ),
    count=lambda found: ngettext("%(count)s bar", "%(count)s bars", found) % {"count": whole(found)},
    empty=Empty(what=_("Nobody is barred"), next=_("A bar that is imposed below is kept to at once.")),
)


def _invoice_columns(with_club: bool) -> tuple[Column[InvoiceLine], ...]:
    club = Column[InvoiceLine](
        label=_("Club"),
        value=lambda line: line.club_name,
        show=lambda line: link(reverse("club-account", args=[line.club_slug]), line.club_name),
        sort="club",
    )
    return (
        Column(
            label=_("Number"),
            bare=True,
            value=lambda line: line.label,
            show=lambda line: link(reverse("invoice", args=[line.id]), line.label),
            sort="number",
        ),
        Column(label=_("For"), value=lambda line: line.text, bare=True),
        *((club,) if with_club else ()),
        Column(label=_("Issued"), value=lambda line: line.issued_on),
        Column(label=_("Due"), value=lambda line: line.due_on, sort="due"),
        Column(
            label=_("State"), value=lambda line: line.state, show=lambda line: badge(line.state), bare=True
        ),
        Column(
            label=_("Amount"),
            value=lambda line: line.amount,
            show=lambda line: money(line.amount),
            sort="amount",
            number=True,
        ),
        Column(
            label=_("Open"),
            value=lambda line: line.open,
            show=lambda line: money(line.open),
            sort="open",
            number=True,
        ),
    )


def _invoices(found: int) -> str:
    return ngettext("%(count)s invoice", "%(count)s invoices", found) % {"count": whole(found)}


OPEN_INVOICES: Final = Table[InvoiceLine](
    name="open-invoices",
    label=_("Open invoices"),
    columns=_invoice_columns(True),
    count=_invoices,
    empty=Empty(what=_("Nothing is open"), next=_("An invoice is listed here until it is settled.")),
)

CLUB_INVOICES: Final = Table[InvoiceLine](
    name="invoices",
    label=_("Invoices"),
    columns=_invoice_columns(False),
    count=_invoices,
    empty=Empty(
        what=_("No invoice yet"),
        next=_("One is issued when an application is approved subject to its fee."),
    ),
)

RECEIPTS: Final = Table[BankLine](
    name="receipts",
    prefix="receipts",
    label=_("Receipts without an invoice"),
    columns=(
        Column(label=_("Payer"), value=lambda line: line.payer, sort="payer"),
        Column(label=_("Day"), value=lambda line: line.day, sort="day", bare=True),
        Column(
            label=_("Amount"),
            value=lambda line: line.amount,
            show=lambda line: money(line.amount),
            sort="amount",
            number=True,
        ),
        Column(label=_("Reference"), value=lambda line: line.reference),
        Column(label=_("Why it waits"), value=lambda line: line.why_unmatched, bare=True),
        Column(label=_("Book it to"), template="sanctioning/cells/book_receipt.html", bare=True),
    ),
    count=lambda found: ngettext("%(count)s receipt", "%(count)s receipts", found) % {"count": whole(found)},
    empty=Empty(
        what=_("Every receipt has found its invoice"),
        next=_("What the bank's file names no open invoice for is listed here."),
    ),
)

ENTRIES: Final = Table[AccountEntry](
    name="entries",
    prefix="entries",
    label=_("Entries of the account"),
    columns=(
        Column(label=_("Entry"), value=lambda line: line.text),
        Column(label=_("Number"), value=lambda line: line.position, sort="position"),
        Column(label=_("Day"), value=lambda line: line.day, sort="day", bare=True),
        Column(label=_("Kind"), value=lambda line: line.kind, bare=True),
        Column(
            label=_("Amount"),
            value=lambda line: line.amount,
            show=lambda line: money(line.amount),
            sort="amount",
            number=True,
        ),
        Column(
            label=_("Balance"),
            value=lambda line: line.balance,
            show=lambda line: money(line.balance),
            number=True,
        ),
    ),
    count=lambda found: ngettext("%(count)s entry", "%(count)s entries", found) % {"count": whole(found)},
    empty=Empty(
        what=_("Nothing is booked yet"),
        next=_("Invoices and payments are listed here with the balance after each."),
    ),
)

RECORDS: Final = Table[RecordLine](
    name="people",
    label=_("Records"),
    columns=(
        Column(
            label=_("Person"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("record", args=[line.number]), line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, sort="number", bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club", bare=True),
        Column(label=_("Born"), value=lambda line: line.birth_date, sort="born"),
        Column(label=_("Signs in"), value=lambda line: line.signs_in),
    ),
    count=lambda found: ngettext("%(count)s record", "%(count)s records", found) % {"count": whole(found)},
    empty=Empty(what=_("Nobody is registered"), next=_("Register the first person with the button above.")),
)

WAITING_CLUBS: Final = Table[WaitingClub](
    name="clubs-to-decide-on",
    label=_("Clubs to decide on"),
    columns=(
        Column(
            label=_("Club"),
            bare=True,
            value=lambda line: line.name,
            show=lambda line: link(reverse("club-desk", args=[line.slug]), line.name),
            sort="name",
        ),
        Column(label=_("Place"), value=lambda line: line.place, sort="place", bare=True),
        Column(label=_("Registered"), value=lambda line: line.registered_at, sort="registered"),
        Column(label=_("By"), value=lambda line: line.registered_by),
        Column(label=_("Waits for"), value=lambda line: line.turn.waits_for),
        Column(
            label=_("Until"),
            value=lambda line: line.turn.until,
            template="sanctioning/cells/turn.html",
            sort="until",
        ),
    ),
    count=lambda found: ngettext("%(count)s club", "%(count)s clubs", found) % {"count": whole(found)},
    empty=Empty(what=_("No club waits"), next=_("A club is listed here as soon as somebody registers it.")),
)

TERMS: Final = Table[TermLine](
    name="terms",
    label=_("Every term of office"),
    columns=(
        Column(
            label=_("Person"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("Office"), value=lambda line: line.title, sort="office", bare=True),
        Column(label=_("From"), value=lambda line: line.first_day, sort="from"),
        Column(label=_("To"), value=lambda line: line.last_day, sort="until"),
        Column(label=_("Appointed by"), value=lambda line: line.appointed_by),
        Column(label=_("Ended for"), value=lambda line: line.ended_for),
    ),
    count=lambda found: ngettext("%(count)s term", "%(count)s terms", found) % {"count": whole(found)},
    empty=Empty(what=_("Nobody was appointed yet"), next=_("Appoint somebody with the form.")),
)


def parted(model: str) -> str:
    """ "Signing key" of SigningKey."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", model).capitalize()


TRAIL: Final = Table[TrailLine](
    name="trail",
    label=_("The trail"),
    columns=(
        Column(
            label=_("Act"),
            value=lambda line: line.action,
            template="sanctioning/cells/act.html",
            sort="action",
        ),
        Column(
            label=_("When"),
            value=lambda line: line.at,
            show=lambda line: f"{day_short(day_of(line.at))}, {clock(line.at)}",
            sort="when",
            bare=True,
        ),
        Column(label=_("By"), value=lambda line: line.by, sort="by"),
        Column(
            label=_("Kind of thing"),
            value=lambda line: line.thing_type,
            show=lambda line: parted(line.thing_type),
            bare=True,
        ),
        Column(label=_("Thing"), value=lambda line: line.thing, sort="thing", bare=True),
        Column(label=_("Why"), value=lambda line: line.why),
        Column(label=_("Before"), value=lambda line: line.before, template="sanctioning/cells/before.html"),
        Column(label=_("After"), value=lambda line: line.after, template="sanctioning/cells/after.html"),
    ),
    count=lambda found: ngettext("%(count)s act", "%(count)s acts", found) % {"count": whole(found)},
    empty=Empty(what=_("Nothing was done yet"), next=_("Every act that changes something is listed here.")),
)
