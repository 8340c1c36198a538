"""The form of a club: it reads what was typed; what is allowed, the service says."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import authority_zone_name
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person


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
        error_messages={"required": _lazy("Say where the club is based.")},
    )
    time_zone = forms.CharField(
        label=_lazy("Time zone"), max_length=60, help_text=_lazy("Such as Europe/London or America/Chicago.")
    )
    officers = forms.CharField(
        label=_lazy("Numbers of its officers"),
        help_text=_lazy("One on each line. They hold their office from the day the club is approved."),
        error_messages={"required": _lazy("Write the number of at least one officer.")},
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
                    _("Nobody has the number %(number)s. Compare it with their page.") % {"number": number}
                )
            people[person.pk] = person
        return list(people.values())
