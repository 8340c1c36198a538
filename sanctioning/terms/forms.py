"""Forms of terms of office: they read what was typed; what is allowed, the services say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Office
from sanctioning.people_search.fields import AsksForPeople, PersonField


def day_field(label: str, *, required: bool = True, help_text: str = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=required,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _("Choose the day."), "invalid": _("Write the day as 2026-11-30.")},
    )


class TermForm(AsksForPeople):
    """Who is appointed, to which office, from when to when."""

    person = PersonField(
        label=_lazy("Name or number"), error_messages={"required": _lazy("Type a name or a number.")}
    )
    office = forms.ChoiceField(label=_lazy("Office"))
    first_day = day_field(_lazy("First day"))
    last_day = day_field(
        _lazy("Last day"), required=False, help_text=_lazy("Leave it empty for a term without an end.")
    )

    def __init__(self, *args: Any, offices: Iterable[Office], **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [(office.value, f"{office.label[0].upper()}{office.label[1:]}") for office in offices]
        self.fields["office"].choices = choices  # type: ignore[attr-defined]


class TermActForm(AsksForPeople):
    """The day, the reason and the successor of a change of term."""

    day = day_field(_lazy("Day"), required=False)
    why = forms.CharField(required=False, max_length=200)
    to = PersonField(required=False)
