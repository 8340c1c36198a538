"""Forms of clubs and offices: they read what was typed; what is allowed, the services say."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from sanctioning.clock import authority_zone_name
from sanctioning.models import Club, Office, Person
from sanctioning.selectors.people import person_numbered


def day_field(label: str, *, required: bool = True, help_text: str = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=required,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": "Choose the day.", "invalid": "Write the day as 2026-11-30."},
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
        found = person_numbered(number=number)
        if found is None:
            raise forms.ValidationError("Nobody has this number: compare it with the person's page.")
        return found


class ClubForm(forms.Form):
    """A club to be registered, and who is to be its officer."""

    name = forms.CharField(
        label="Name of the club", max_length=120, error_messages={"required": "Give the club a name."}
    )
    place = forms.CharField(
        label="Place",
        max_length=120,
        help_text="The town, as in the places that executors cover.",
        error_messages={"required": "Say where the club is at home."},
    )
    time_zone = forms.CharField(
        label="Time zone", max_length=60, help_text="Such as Europe/London or America/Chicago."
    )
    officers = forms.CharField(
        label="Numbers of its officers",
        help_text="One on a line; they hold their office from the day of the approval.",
        error_messages={"required": "Write the number of one officer at least."},
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
            found = person_numbered(number=number)
            if found is None:
                raise forms.ValidationError(f"Nobody has the number {number}: compare it with the page.")
            people[found.pk] = found
        return list(people.values())


class TermForm(forms.Form):
    """Who is appointed, to which office, from when to when."""

    person = NumberField(label="Number of the person", error_messages={"required": "Write the number."})
    office = forms.ChoiceField(label="Office")
    first_day = day_field("First day")
    last_day = day_field("Last day", required=False, help_text="Leave it empty for a term without an end.")

    def __init__(self, *args: object, offices: Iterable[Office], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [(office.value, f"{office.label[0].upper()}{office.label[1:]}") for office in offices]
        self.fields["office"].choices = choices  # type: ignore[attr-defined]


class TermActForm(forms.Form):
    """The day, the reason and the successor of a change of term."""

    day = day_field("Day", required=False)
    why = forms.CharField(required=False, max_length=200)
    to = NumberField(required=False)


class ConflictForm(forms.Form):
    """With whom, or with which club, somebody may not judge."""

    person = NumberField(label="Number of the person", required=False)
    club = forms.ModelChoiceField(
        Club.objects.none(), label="Or the club", required=False, empty_label="no club"
    )
    reason = forms.CharField(
        label="Reason", max_length=200, error_messages={"required": "Write the reason in a few words."}
    )
    first_day = day_field("First day", required=False, help_text="Empty: today.")
    last_day = day_field("Last day", required=False, help_text="Leave it empty where no end is known.")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        known = Club.objects.filter(state__in=(Club.State.APPROVED, Club.State.CLOSED))
        self.fields["club"].queryset = known  # type: ignore[attr-defined]
