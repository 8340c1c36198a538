"""The ways in which lists are narrowed again and again: words, one of several, days, a yes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.lists.lists import Filter
from sanctioning.kit.lists.word_search import words_sought
from sanctioning.people.models.person import LONGEST_NAME, Person

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

NAME_OR_NUMBER: Final = _("Any part of the name, or the number")


def words(
    name: str, label: Text, *fields: str, numbers: Iterable[str] = (), help_text: Text = ""
) -> Filter[Any]:
    """Every word stands in one of the fields, or is one of the numbers."""

    def narrow(rows: QuerySet[Any], text: str) -> QuerySet[Any]:
        for word in words_sought(text):
            held = Q()
            for field in fields:
                held |= Q(**{f"{field}__icontains": word})
            for field in numbers:
                held |= Q(**{f"{field}__iexact": word})
            rows = rows.filter(held)
        return rows

    field = forms.CharField(
        label=label,
        required=False,
        max_length=6 * LONGEST_NAME,
        help_text=help_text,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    return Filter(name=name, field=field, narrow=narrow)


def numbered(word: str) -> Q:
    """The person with that member number, whichever record of several it stands on."""
    return Q(number__iexact=word) | Q(pk__in=Person.objects.filter(number__iexact=word).values("merged_into"))


def named(name: str = "search") -> Filter[Person]:
    """People whose names hold every word, or whose number it is."""

    def narrow(people: QuerySet[Person], text: str) -> QuerySet[Person]:
        for word in words_sought(text):
            people = people.filter(
                Q(given_names__icontains=word) | Q(family_name__icontains=word) | numbered(word)
            )
        return people

    return Filter(name=name, field=words(name, NAME_OR_NUMBER).field, narrow=narrow)


def one_of(
    name: str, label: Text, field: str, choices: Iterable[tuple[str, Text]], *, all_words: Text
) -> Filter[Any]:
    """Rows whose field is the chosen one."""
    return Filter(
        name=name,
        field=forms.ChoiceField(label=label, required=False, choices=[("", all_words), *choices]),
        narrow=lambda rows, chosen: rows.filter(**{field: chosen}),
    )


def kind_of(name: str, label: Text, kinds: Mapping[str, tuple[Text, Q]], *, all_words: Text) -> Filter[Any]:
    """Rows of which the condition of the chosen kind holds."""
    choices = [("", all_words), *((kind, text) for kind, (text, _) in kinds.items())]
    return Filter(
        name=name,
        field=forms.ChoiceField(label=label, required=False, choices=choices),
        narrow=lambda rows, chosen: rows.filter(kinds[chosen][1]),
    )


def only(name: str, label: Text, condition: Q) -> Filter[Any]:
    """Rows of which the condition holds, where it is ticked."""
    return Filter(
        name=name,
        field=forms.BooleanField(label=label, required=False),
        narrow=lambda rows, _: rows.filter(condition),
    )


def since(name: str, label: Text, field: str) -> Filter[Any]:
    """Rows of that day and later."""
    return _by_day(name, label, f"{field}__gte")


def until(name: str, label: Text, field: str) -> Filter[Any]:
    """Rows of that day and earlier."""
    return _by_day(name, label, f"{field}__lte")


def _by_day(name: str, label: Text, lookup: str) -> Filter[Any]:
    def narrow(rows: QuerySet[Any], day: dt.date) -> QuerySet[Any]:
        return rows.filter(**{lookup: day})

    field = forms.DateField(
        label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    return Filter(name=name, field=field, narrow=narrow)
