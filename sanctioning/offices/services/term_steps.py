"""What may be done with a term, by name; page and API take the same."""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.services.terms import end_term, pass_office, prolong_term, revoke_term
from sanctioning.people.models.person import Person

TERM_ACTS = ("end", "prolong", "pass", "revoke")


def change_term(
    *,
    by: Person,
    appointment: Appointment,
    act: str,
    day: dt.date | None = None,
    why: str = "",
    to: Person | None = None,
) -> str:
    """Take the act; tells what was done. `day` is the last day, or the first of a successor `to`."""
    if act == "prolong":
        prolong_term(by=by, appointment=appointment, last_day=day, why=why)
        return _("The term is prolonged.")
    if act == "revoke":
        revoke_term(by=by, appointment=appointment, why=why)
        return _("The appointment is taken back.")
    if day is None:
        raise _missing(_("No day was given."), _("Choose the day."))
    if act == "end":
        end_term(by=by, appointment=appointment, last_day=day, why=why)
        return _("The term ends with that day.")
    if to is None:
        raise _missing(_("Nobody has the number of the successor."), _("Compare it with the person's page."))
    successor = pass_office(by=by, appointment=appointment, to=to, first_day=day, why=why)
    return _("The office passes to %(person)s on that day.") % {"person": successor.person.name}


def _missing(sentence: str, remedy: str) -> Refusal:
    return Refusal(
        code="term-incomplete",
        sentence=sentence,
        rule=_("A term runs from a day to a day."),
        remedy=remedy,
        status=422,
    )
