"""The form of a channel."""

from __future__ import annotations

from typing import Final

from django import forms
from django.http import QueryDict

from sanctioning.kit.messages.kinds import GROUPS
from sanctioning.kit.messages.selectors import ChannelLine
from sanctioning.kit.wording.localised import lazily as _lazy

LONGEST: Final = 500


class ChannelForm(forms.Form):
    address = forms.CharField(
        max_length=LONGEST,
        error_messages={"required": _lazy("Write where the messages should go.")},
    )
    groups = forms.MultipleChoiceField(
        label=_lazy("Messages about"),
        choices=list(GROUPS.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _lazy("Choose what the messages are about.")},
    )

    def __init__(self, line: ChannelLine, typed: QueryDict | None = None) -> None:
        chosen = {"address": line.address, "groups": line.groups}
        super().__init__(typed, initial=chosen, auto_id=f"id_{line.channel}_%s")
        self.line = line
        self.fields["address"].label, self.fields["address"].help_text = line.address_label, line.address_help
