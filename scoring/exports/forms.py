"""The form of a new export."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.exports.models import Export


class ExportForm(forms.Form):
    subject = forms.ChoiceField(label=_lazy("What"))
    file = forms.ChoiceField(
        label=_lazy("File"),
        choices=Export.File.choices,
        help_text=_lazy("A workbook (XLSX) is made of rosters only."),
    )
    every = forms.ChoiceField(
        label=_lazy("How often"), choices=Export.Every.choices, initial=Export.Every.WEEK
    )
    way = forms.ChoiceField(
        label=_lazy("How you get it"),
        choices=Export.Way.choices,
        help_text=_lazy(
            "Whoever has the download address can fetch the latest file, without signing in. Up to 5 MB are "
            "enclosed in the mail; larger files are linked."
        ),
    )

    def __init__(self, typed: Any, subjects: Iterable[tuple[str, str]]) -> None:
        super().__init__(typed)
        self.fields["subject"].choices = list(subjects)  # type: ignore[attr-defined]

    @property
    def asked(self) -> dict[str, Any]:
        """As the service takes it."""
        what, _slash, of = self.cleaned_data["subject"].partition("/")
        chosen = {name: self.cleaned_data[name] for name in ("file", "every", "way")}
        return {"what": what, "of": of, **chosen}
