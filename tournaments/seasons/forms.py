"""The form of a season: an evening, how often it is held, and which days were kept."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django import forms
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.events.forms import EventForm
from tournaments.seasons.evenings import LEAST_EVENINGS, MOST_EVENINGS, Rhythm, SeasonEvening, days_of
from tournaments.series.models import Series

OPENS_AS_LONG_BEFORE: Final = _lazy("For the first evening; the others open equally long before.")
CLOSES_AS_LONG_BEFORE: Final = _lazy("For the first evening; the others close equally long before.")


class SeasonForm(EventForm):
    """An event of one evening, held again and again."""

    last_day = None  # type: ignore[assignment]
    grounds = None  # type: ignore[assignment]
    seen = None  # type: ignore[assignment]
    first_day = forms.DateField(
        label=_lazy("First evening"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": _lazy("Choose the first evening.")},
    )
    rhythm = forms.ChoiceField(label=_lazy("It is held"), choices=Rhythm, initial=Rhythm.WEEK)
    count = forms.IntegerField(
        label=_lazy("How many evenings"),
        min_value=LEAST_EVENINGS,
        max_value=MOST_EVENINGS,
        initial=12,
        help_text=_lazy("You can leave out single days in the next step."),
        error_messages={"required": _lazy("Say how many evenings there are.")},
    )
    series = forms.ModelChoiceField(
        Series.objects.none(),
        label=_lazy("Series"),
        required=False,
        empty_label=_lazy("none: each evening on its own"),
        help_text=_lazy("Their results count for its playoff."),
    )

    field_order = (
        *("name", "place", "first_day", "rhythm", "count", "begins", "ends", "time_zone", "format"),
        *("level", "type", "series", "games_planned", "capacity", "entries_from", "entries_until"),
    )

    def __init__(self, *args: object, club: Club, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("With the year. Each evening gets its number after it.")
        self.fields["entries_from"].help_text = OPENS_AS_LONG_BEFORE
        self.fields["entries_until"].help_text = CLOSES_AS_LONG_BEFORE
        series = Series.objects.filter(club=club, settled_at=None)
        self.fields["series"].queryset = series  # type: ignore[attr-defined]
        if not series:
            del self.fields["series"]

    @property
    def ends_at(self) -> dt.datetime:
        return self._moment("first_day", "ends")

    @property
    def first(self) -> SeasonEvening:
        return SeasonEvening(
            name=self.cleaned_data["name"], starts_at=self.starts_at, ends_at=self.ends_at, terms=self.terms
        )

    @property
    def days(self) -> tuple[dt.date, ...]:
        """Those that the rhythm comes to, before any is left out."""
        typed = self.cleaned_data
        return days_of(typed["first_day"], typed["rhythm"], typed["count"])
