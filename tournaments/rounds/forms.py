"""The form of a round: how its games end, and how the tables come about, as the format of the event asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.events.models.event import Event
from tournaments.formats.documents import Planned
from tournaments.formats.form_fields import form_field
from tournaments.formats.registry import format_named
from tournaments.rounds.models.round import Round

TABLE = "table-"


class RoundForm(forms.Form):
    """A round of the event; `plan` is as its record has it, and not asked for again where it is
    `settled`."""

    name = forms.CharField(
        label=_lazy("Name of the round"),
        required=False,
        max_length=80,
        help_text=_lazy("If it has one: Afternoon, Final."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        event: Event,
        settled: bool = False,
    ) -> None:
        played = format_named(event.format)
        proposed = played.plan.proposed
        super().__init__(data, initial=dict(proposed(event)) if proposed else None)
        self.played = played
        kinds = [(kind, words) for kind, words in Round.Kind.choices if kind in played.seating.kinds]
        if len(kinds) > 1:
            self.fields["kind"] = forms.ChoiceField(label=_lazy("Kind"), choices=kinds)
        for field in () if settled else played.plan.fields:
            self.fields[field.name] = form_field(field)
        modes = [(mode, words) for mode, words in Round.Mode.choices if mode in played.seating.modes]
        self.fields["mode"] = forms.ChoiceField(
            label=_lazy("Tables"), choices=modes, initial=played.seating.modes[0]
        )
        tables = played.tables
        if tables.fewest < tables.most and not played.unit.is_team:
            self.fields["preferred"] = forms.IntegerField(
                label=_lazy("Players at a table, if possible"),
                min_value=tables.fewest,
                max_value=tables.most,
                initial=tables.preferred,
                help_text=_lazy("Tables are as equal as possible. Not used if you divide them by hand."),
            )

    @property
    def plan(self) -> Planned:
        written = {field.name: self.cleaned_data[field.name] for field in self.played.plan.fields}
        return self.played.plan.typed(
            {name: "" if value is None else str(value) for name, value in written.items()}
        )

    def point_at(self, refusal: Refusal) -> None:
        """Say at its field what a refusal is about."""
        name = str(refusal.facts.get("field", ""))
        if name in self.fields:
            self.add_error(name, refusal.sentence)


def tables_typed(posted: Mapping[str, str]) -> list[list[str]]:
    """The tables of a form in which each player has the number of one; no number is no seat."""
    tables: dict[int, list[str]] = {}
    for name, typed in posted.items():
        table = whole_number(typed.strip()) if name.startswith(TABLE) else None
        if table is not None:
            tables.setdefault(table, []).append(name.removeprefix(TABLE))
    return [tables[number] for number in sorted(tables)]
