"""Fields of Django's forms that ask for somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from sanctioning.identity.found_by import NUMBER
from sanctioning.people.models.person import Person
from sanctioning.people_search.markup import (
    LONGEST,
    asked_back,
    attributes_of_box,
    attributes_of_field,
    script,
    script_of_box,
)
from sanctioning.people_search.meant import Meant, meant
from sanctioning.people_search.selectors import FoundPerson, names_by_number


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


class PeopleInput(forms.Textarea):
    """A number or a name on each line."""

    asker: Person | None = None

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        names = names_by_number(asker=self.asker, text=value or "")
        return super().get_context(name, value, {**attributes_of_box(names), **(attrs or {})})

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        return super().render(name, value, attrs, renderer) + script_of_box()


class PeopleField(forms.CharField):
    """Numbers and names, on lines of their own; the clean value is the people, each once."""

    widget = PeopleInput
    asker: Person | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=PeopleInput(attrs={"rows": 3}), **options)

    def clean(self, value: object) -> list[Person]:
        people: dict[int, Person] = {}
        for text in texts_of(super().clean(value)):
            answer = meant(asker=self.asker, text=text)
            if answer.person is None:
                raise forms.ValidationError(_in_one_sentence(text, answer), code="unclear")
            people[answer.person.pk] = answer.person
        return list(people.values())


def texts_of(typed: str) -> list[str]:
    """What names one person each: every number, and each line that has none."""
    lines = (line.strip() for line in typed.splitlines())
    numbered = ([number[0] for number in NUMBER.finditer(line)] or [line] for line in lines)
    return [text for texts in numbered for text in texts if text]


def _in_one_sentence(text: str, answer: Meant) -> str:
    if NUMBER.fullmatch(text):
        return _("Nobody has the number %(number)s. Compare it with their page.") % {"number": text}
    choices = "; ".join(f"{choice.name}, {choice.number}" for choice in answer.choices)
    return f"{answer.wrong} {choices}".strip()


class AsksForPeople(forms.Form):
    """A form of somebody, whose fields find whom they may find."""

    def __init__(self, *args: Any, by: Person, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            if isinstance(field, PersonField | PeopleField):
                field.asker = by
            if isinstance(field, PeopleField):
                field.widget.asker = by

    @property
    def unclear(self) -> dict[str, Meant]:
        """By field, for a page that writes its fields itself."""
        fields = {name: field for name, field in self.fields.items() if isinstance(field, PersonField)}
        return {name: field.unclear for name, field in fields.items() if field.unclear is not None}
