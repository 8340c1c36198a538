"""The form of a club: it reads what was typed; what is allowed, the service says."""

from __future__ import annotations

from typing import Any

from django import forms

from sanctioning.kit.clock import authority_zone_name
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.people_search.fields import AsksForPeople, PeopleField


class ClubForm(AsksForPeople):
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
    officers = PeopleField(
        label=_lazy("Its officers"),
        help_text=_lazy("Names or numbers. They hold their office from the day the club is approved."),
        error_messages={"required": _lazy("Name at least one officer.")},
    )

    def __init__(self, *args: Any, by: Person, **kwargs: Any) -> None:
        super().__init__(*args, by=by, **kwargs)
        self.fields["time_zone"].initial = authority_zone_name()
        self.fields["officers"].initial = by.number
