"""What is done with a term of an office."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.commands import Command, Commands, or_none, words
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from sanctioning.terms.services import end_term, pass_office, prolong_term, revoke_term


@dataclass(frozen=True, slots=True)
class TermChange:
    """`day` is the last of the term, or the first of a successor `to`."""

    day: dt.date | None = or_none(serializers.DateField)
    why: str = words(200)
    to: Person | None = or_none(MemberNumberField)


def _end(by: Person, term: Appointment, asked: TermChange) -> Appointment:
    return end_term(by=by, appointment=term, last_day=_day(asked), why=asked.why)


def _pass(by: Person, term: Appointment, asked: TermChange) -> Appointment:
    first_day = _day(asked)
    if asked.to is None:
        raise _missing(_("Nobody has the number of the successor."), _("Compare it with the person's page."))
    return pass_office(by=by, appointment=term, to=asked.to, first_day=first_day, why=asked.why)


def _day(asked: TermChange) -> dt.date:
    if asked.day is None:
        raise _missing(_("The day is missing."), _("Choose the day."))
    return asked.day


def _missing(sentence: str, remedy: str) -> Refusal:
    return Refusal(
        code="term-incomplete",
        sentence=sentence,
        rule=_("A term runs from one day to another."),
        remedy=remedy,
        status=422,
    )


TERM_COMMANDS: Final = Commands[Appointment, TermChange, Any](
    TermChange,
    {
        "end": Command(_end, _lazy("The term ends on that day.")),
        "prolong": Command(
            lambda by, term, asked: prolong_term(by=by, appointment=term, last_day=asked.day, why=asked.why),
            _lazy("The term is extended."),
        ),
        "pass": Command(
            _pass,
            lambda successor: (
                _("The office passes to %(person)s on that day.") % {"person": successor.person.name}
            ),
        ),
        "revoke": Command(
            lambda by, term, asked: revoke_term(by=by, appointment=term, why=asked.why),
            _lazy("The appointment is withdrawn."),
        ),
    },
)
