"""Forms of clubs and offices: they read what was typed; what is allowed, the services say."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import authority_zone_name
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person


def day_field(label: str, *, required: bool = True, help_text: str = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=required,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _("Choose the day."), "invalid": _("Write the day as 2026-11-30.")},
    )


class NumberField(forms.CharField):
    """A member number; the field's clean value is the person."""

    def __init__(self, **kwargs: object) -> None:
        code = forms.TextInput(attrs={"class": "code-input", "autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=20, widget=code, **kwargs)  # type: ignore[arg-type]

    def clean(self, value: object) -> Person | None:
        number = super().clean(value)
        if not number:
            return None
        person = person_numbered(number=number)
        if person is None:
            raise forms.ValidationError(_("Nobody has this number: compare it with the person's page."))
        return person


class ClubForm(forms.Form):
    """A club to be registered, and who is to be its officer."""

    name = forms.CharField(
        label=_lazy("Name of the club"),
        max_length=120,
        error_messages={"required": _lazy("Give the club a name.")},
    )
    place = forms.CharField(
        label=_lazy("Place"),
        max_length=120,
        help_text=_lazy("The town, as in the places that executors cover."),
        error_messages={"required": _lazy("Say where the club is at home.")},
    )
    time_zone = forms.CharField(
        label=_lazy("Time zone"), max_length=60, help_text=_lazy("Such as Europe/London or America/Chicago.")
    )
    officers = forms.CharField(
        label=_lazy("Numbers of its officers"),
        help_text=_lazy("One on a line; they hold their office from the day of the approval."),
        error_messages={"required": _lazy("Write the number of one officer at least.")},
        widget=forms.Textarea(
            attrs={"rows": 3, "class": "code-input", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: object, by: Person, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["time_zone"].initial = authority_zone_name()
        self.fields["officers"].initial = by.number

    def clean_officers(self) -> list[Person]:
        people: dict[int, Person] = {}
        for number in self.cleaned_data["officers"].split():
            person = person_numbered(number=number)
            if person is None:
                raise forms.ValidationError(
                    _("Nobody has the number %(number)s: compare it with the page.") % {"number": number}
                )
            people[person.pk] = person
        return list(people.values())


class TermForm(forms.Form):
    """Who is appointed, to which office, from when to when."""

    person = NumberField(
        label=_lazy("Number of the person"), error_messages={"required": _lazy("Write the number.")}
    )
    office = forms.ChoiceField(label=_lazy("Office"))
    first_day = day_field(_lazy("First day"))
    last_day = day_field(
        _lazy("Last day"), required=False, help_text=_lazy("Leave it empty for a term without an end.")
    )

    def __init__(self, *args: object, offices: Iterable[Office], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [(office.value, f"{office.label[0].upper()}{office.label[1:]}") for office in offices]
        self.fields["office"].choices = choices  # type: ignore[attr-defined]


class TermActForm(forms.Form):
    """The day, the reason and the successor of a change of term."""

    day = day_field(_lazy("Day"), required=False)
    why = forms.CharField(required=False, max_length=200)
    to = NumberField(required=False)
