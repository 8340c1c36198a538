"""The form that says who may enter; what can be checked, the kinds of conditions say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from rules_engine.points.degrees import DEGREES
from sanctioning.clubs.models import Club
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.people_search.fields import AsksForPeople, PeopleField
from tournaments.events.entry_conditions import kinds_for
from tournaments.events.models.event import Event
from tournaments.formats.form_fields import form_field

DEGREE_CHOICES = [("", "any"), *((degree.name, degree.name) for degree in DEGREES)]


class ConditionsForm(AsksForPeople):
    """Each kind once; a kind left empty asks for nothing."""

    clubs = forms.MultipleChoiceField(
        label=_lazy("Members of these clubs"), required=False, widget=forms.CheckboxSelectMultiple
    )
    people = PeopleField(
        label=_lazy("By invitation"),
        required=False,
        help_text=_lazy("Names or numbers. Leave it empty if no invitation is needed."),
    )
    degree_at_least = forms.ChoiceField(label=_lazy("Lowest degree"), choices=DEGREE_CHOICES, required=False)
    degree_at_most = forms.ChoiceField(label=_lazy("Highest degree"), choices=DEGREE_CHOICES, required=False)
    age_at_least = forms.IntegerField(
        label=_lazy("Youngest age"),
        required=False,
        min_value=1,
        help_text=_lazy("In whole years. Leave it empty for no limit."),
    )
    age_at_most = forms.IntegerField(
        label=_lazy("Oldest age"),
        required=False,
        min_value=1,
        help_text=_lazy("In whole years. Leave it empty for no limit."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, by: Person, event: Event) -> None:
        super().__init__(data, by=by, initial=_initial(event))
        self._kept = [body for body in event.entry_conditions if body["kind"] == "qualified"]
        self._kinds = kinds_for(event.format)
        for slug, kind in self._kinds.items():
            for field in kind.fields:
                self.fields[f"{slug}_{field.name}"] = form_field(field)
        clubs = Club.objects.filter(state=Club.State.APPROVED).order_by("name").values_list("slug", "name")
        self.fields["clubs"].choices = list(clubs)  # type: ignore[attr-defined]

    @property
    def conditions(self) -> list[dict[str, object]]:
        """As they are kept; the place in a series that a playoff asks for stays."""
        typed = self.cleaned_data
        read: list[dict[str, object]] = list(self._kept)
        if typed["clubs"]:
            read.append({"kind": "clubs", "clubs": typed["clubs"]})
        if people := typed["people"]:
            read.append({"kind": "invitation", "people": [person.number for person in people]})
        for kind in ("degree", "age"):
            limits = {
                limit: typed[f"{kind}_{limit}"]
                for limit in ("at_least", "at_most")
                if typed[f"{kind}_{limit}"] not in ("", None)
            }
            if limits:
                read.append({"kind": kind, **limits})
        for slug, of_format in self._kinds.items():
            values = {field.name: typed[f"{slug}_{field.name}"] for field in of_format.fields}
            if any(values.values()):
                read.append({"kind": slug, **values})
        return read

    @property
    def of_the_format(self) -> list[forms.BoundField]:
        """What events of this format alone ask for."""
        return [self[f"{slug}_{field.name}"] for slug, kind in self._kinds.items() for field in kind.fields]


def _initial(event: Event) -> dict[str, object]:
    initial: dict[str, object] = {}
    for body in event.entry_conditions:
        if body["kind"] == "clubs":
            initial["clubs"] = body["clubs"]
        elif body["kind"] == "invitation":
            initial["people"] = "\n".join(body["people"])
        elif body["kind"] in ("degree", "age", *kinds_for(event.format)):
            limits = {name: value for name, value in body.items() if name != "kind"}
            initial.update({f"{body['kind']}_{name}": value for name, value in limits.items()})
    return initial
