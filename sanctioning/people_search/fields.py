"""Fields of Django's forms that ask for somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from sanctioning.people.models.person import Person
from sanctioning.people_search.markup import LONGEST, asked_back, attributes_of_field, script
from sanctioning.people_search.meant import Meant, meant
from sanctioning.people_search.selectors import FoundPerson


class PersonInput(forms.TextInput):
    """The line, and below it whom the page asks back about."""

    choices: Sequence[FoundPerson] = ()

    def build_attrs(self, base_attrs: Any, extra_attrs: Any = None) -> dict[str, object]:
        return super().build_attrs({**attributes_of_field(), **base_attrs}, extra_attrs)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        line = super().render(name, value, attrs, renderer)
        return line + asked_back(name, self.choices) + script()


class PersonField(forms.CharField):
    """A name or a number; the clean value is the person."""

    widget = PersonInput
    asker: Person | None = None
    unclear: Meant | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST, **options)

    def clean(self, value: object) -> Person | None:
        text = super().clean(value)
        if not text:
            return None
        answer = meant(asker=self.asker, text=text)
        if answer.person is None:
            self.unclear = answer
            self.widget.choices = answer.choices
            raise forms.ValidationError(answer.wrong, code="unclear")
        return answer.person


class AsksForPeople(forms.Form):
    """A form of somebody, whose fields find whom they may find."""

    def __init__(self, *args: Any, by: Person, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            if isinstance(field, PersonField):
                field.asker = by

    @property
    def unclear(self) -> dict[str, Meant]:
        """By field, for a page that writes its fields itself."""
        fields = {name: field for name, field in self.fields.items() if isinstance(field, PersonField)}
        return {name: field.unclear for name, field in fields.items() if field.unclear is not None}
