"""The forms of webhooks."""

from __future__ import annotations

from typing import Any, Final

from django import forms

from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.webhooks.addresses import LONGEST
from sanctioning.webhooks.occasions import OCCASIONS

HOURS: Final = [
    (1, _lazy("the last hour")),
    (24, _lazy("the last day")),
    (7 * 24, _lazy("the last week")),
    (30 * 24 - 1, _lazy("the last 30 days")),
]


class WebhookForm(forms.Form):
    name = forms.CharField(
        label=_lazy("What it is for"),
        max_length=60,
        help_text=_lazy("The program that receives the messages, such as “club website”."),
        error_messages={"required": _lazy("Name the program that receives the messages.")},
    )
    url = forms.CharField(
        label=_lazy("Address of the program"),
        max_length=LONGEST,
        help_text=_lazy("Where the messages go: it begins with https:// and anybody can reach it."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _lazy("Write the address of the program.")},
    )
    kinds = forms.MultipleChoiceField(
        label=_lazy("What to tell it"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _lazy("Choose at least one kind of message.")},
    )
    event = forms.CharField(
        label=_lazy("Only for one event"),
        max_length=LONGEST,
        required=False,
        help_text=_lazy("The address of the event's page. Leave it empty for all events that you may see."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    for_authority = forms.BooleanField(
        label=_lazy("For the authority"),
        required=False,
        help_text=_lazy("Whoever is Managing Executor keeps it, and it is told what they may see."),
    )

    def __init__(self, *args: Any, offers_authority: bool = False, **named: Any) -> None:
        super().__init__(*args, **named)
        choices = [(name, kind.title) for name, kind in OCCASIONS.items()]
        self.fields["kinds"].choices = choices  # type: ignore[attr-defined]
        if not offers_authority:
            del self.fields["for_authority"]


class ReplayForm(forms.Form):
    hours = forms.TypedChoiceField(label=_lazy("Send again what happened in"), coerce=int, choices=HOURS)
