"""The form of a round: how its games end, and how the tables come about."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from rules_engine.seating import PREFERRED
from rules_engine.whoopie.hand_sizes import FEWEST_PLAYERS, MOST_PLAYERS
from sanctioning.localised import lazily as _lazy
from sanctioning.services.typed import whole_number
from tournaments.models import Round
from tournaments.views.forms import GameForm

TABLE = "table-"


class RoundForm(forms.Form):
    name = forms.CharField(
        label=_lazy("Name of the round"),
        required=False,
        max_length=80,
        help_text=_lazy("If it has one: Afternoon, Final."),
    )
    kind = forms.ChoiceField(label=_lazy("Kind"), choices=Round.Kind)
    ends = forms.ChoiceField(label=_lazy("Its games end"), choices=GameForm.KINDS)
    value = forms.CharField(
        label=_lazy("How many, or the time"),
        max_length=20,
        help_text=_lazy("14, or 22:30. Fixed before the first deal and printed on the table cards."),
        error_messages={"required": _lazy("Say after how many, or at what time.")},
    )
    mode = forms.ChoiceField(label=_lazy("Tables"), choices=Round.Mode, initial=Round.Mode.DRAW)
    preferred = forms.IntegerField(
        label=_lazy("Players at a table, if it can be"),
        min_value=FEWEST_PLAYERS,
        max_value=MOST_PLAYERS,
        initial=PREFERRED,
        help_text=_lazy("Tables are as equal as can be; without meaning where you divide them by hand."),
    )

    @property
    def plan(self) -> dict[str, object]:
        """As the record has it."""
        kind, value = self.cleaned_data["ends"], self.cleaned_data["value"].strip()
        whole = kind != "until" and value.isascii() and value.isdigit()
        return {kind: int(value) if whole else value}


def tables_typed(posted: Mapping[str, str]) -> list[list[str]]:
    """The tables of a form in which each player has the number of one; no number is no seat."""
    tables: dict[int, list[str]] = {}
    for name, typed in posted.items():
        table = whole_number(typed.strip()) if name.startswith(TABLE) else None
        if table is not None:
            tables.setdefault(table, []).append(name.removeprefix(TABLE))
    return [tables[number] for number in sorted(tables)]
