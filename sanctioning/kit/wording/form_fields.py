"""What a form says of a field where the field itself has no better words.

Purpose: Django's own sentences speak of values and choices; a person who typed something reads what to type.
Invariants: set once, when the app is made ready; a field's own `error_messages` go before.
"""

from __future__ import annotations

from typing import Final

from django import forms
from django.core import validators

from sanctioning.kit.wording.localised import lazily as _lazy

CHOOSE: Final = _lazy("Choose one of the options.")
FIELDS: Final[dict[type[forms.Field], dict[str, str]]] = {
    forms.Field: {"required": _lazy("Please fill this in.")},
    forms.IntegerField: {"invalid": _lazy("Write a whole number.")},
    forms.DateField: {"invalid": _lazy("This is not a date. Write it as 2026-05-15.")},
    forms.TimeField: {"invalid": _lazy("This is not a time. Write it as 19:30.")},
    forms.ChoiceField: {"invalid_choice": CHOOSE},
    forms.MultipleChoiceField: {"invalid_choice": CHOOSE},
    forms.ModelChoiceField: {"invalid_choice": CHOOSE},
}
LIMITS: Final[dict[type[validators.BaseValidator], str]] = {
    validators.MinValueValidator: _lazy("%(limit_value)s or more."),
    validators.MaxValueValidator: _lazy("At most %(limit_value)s."),
    validators.MaxLengthValidator: _lazy("At most %(limit_value)s characters; these are %(show_value)s."),
}


def speak_plainly() -> None:
    """Put the site's sentences in the place of Django's."""
    for field, words in FIELDS.items():
        field.default_error_messages = {**field.default_error_messages, **words}
    for limit, sentence in LIMITS.items():
        limit.message = sentence
