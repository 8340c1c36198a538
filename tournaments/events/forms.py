"""Forms of events: they read what was typed; what is allowed, the services say."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields
from decimal import Decimal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import forms
from django.utils.translation import gettext as _

from sanctioning.kit.clock import authority_zone, today
from sanctioning.kit.money import NOTHING, read_amount
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.selectors.in_force import levels_in_force, types_in_force
from tournaments.events.models.event import Event
from tournaments.events.terms import (
    ANSWER_HOURS,
    LARGEST_CAPACITY,
    LEAST_CAPACITY,
    MOST_ANSWER_HOURS,
    MOST_GAMES,
    EventTerms,
)
from tournaments.formats.registry import FORMATS, HOME_FORMAT
from tournaments.formats.whoopie.format import ENDS

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
HOUR = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class EventForm(forms.Form):
    """An event, and the level and type at which its sanction is applied for."""

    name = forms.CharField(
        label=_lazy("Name of the event"),
        max_length=160,
        help_text=_lazy("With the year, so that the name stays unique."),
        error_messages={"required": _lazy("Give the event a name.")},
    )
    format = forms.ChoiceField(label=_lazy("Game"), required=False)
    place = forms.CharField(
        label=_lazy("Place"), max_length=160, error_messages={"required": _lazy("Say where it is held.")}
    )
    first_day = forms.DateField(
        label=_lazy("First day"), widget=DAY, error_messages={"required": _lazy("Choose the first day.")}
    )
    begins = forms.TimeField(label=_lazy("Begins at"), widget=HOUR, initial=dt.time(14))
    last_day = forms.DateField(
        label=_lazy("Last day"),
        widget=DAY,
        required=False,
        help_text=_lazy("Leave it empty for an event of one day."),
    )
    ends = forms.TimeField(label=_lazy("Ends at"), widget=HOUR, initial=dt.time(22))
    time_zone = forms.CharField(
        label=_lazy("Time zone"), max_length=60, help_text=_lazy("Such as Europe/London or America/Chicago.")
    )
    level = forms.ModelChoiceField(
        Level.objects.none(), label=_lazy("Level of the sanction"), empty_label=None
    )
    type = forms.ModelChoiceField(EventType.objects.none(), label=_lazy("Type"), empty_label=None)
    grounds = forms.CharField(
        label=_lazy("Grounds, for the individual sanction of one game"),
        required=False,
        help_text=_lazy(
            "Leave it empty for an event of the club. If you fill it in, you apply for one game outside "
            "its usual events; the sanction is granted when its fee is paid."
        ),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    games_planned = forms.IntegerField(
        label=_lazy("Games planned"),
        min_value=1,
        max_value=MOST_GAMES,
        initial=1,
        help_text=_lazy("All tables and rounds together."),
        error_messages={"required": _lazy("Say how many games are planned.")},
    )
    entry_fee = forms.CharField(
        label=_lazy("Entry fee"),
        required=False,
        max_length=20,
        help_text=_lazy("What a player pays to the club, such as 12.50. Leave it empty if there is none."),
    )
    capacity = forms.IntegerField(
        label=_lazy("Most players"),
        required=False,
        min_value=LEAST_CAPACITY,
        max_value=LARGEST_CAPACITY,
        help_text=_lazy("Leave it empty for no limit."),
    )
    answer_hours = forms.IntegerField(
        label=_lazy("Hours to answer for a free place"),
        required=False,
        initial=ANSWER_HOURS,
        min_value=0,
        max_value=MOST_ANSWER_HOURS,
        help_text=_lazy(
            "When a place becomes free, the next person waiting is asked and has this long to say yes; "
            "less when the event is near. With 0 they move up without being asked."
        ),
    )
    entries_from = forms.DateField(
        label=_lazy("Entries open on"),
        widget=DAY,
        required=False,
        help_text=_lazy("Leave it empty to take entries at once."),
    )
    entries_until = forms.DateField(
        label=_lazy("Entries close on"),
        widget=DAY,
        required=False,
        help_text=_lazy("Leave it empty to take entries until the event ends."),
    )
    entry_requirements = forms.CharField(
        label=_lazy("Who may enter"),
        required=False,
        help_text=_lazy("Your own requirements, in words: such as “members of the club and their guests”."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    description = forms.CharField(
        label=_lazy("What players should know"),
        required=False,
        help_text=_lazy("Shown on the event's page."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    field_order: tuple[str, ...] = (
        *("name", "place", "first_day", "begins", "last_day", "ends", "time_zone", "format"),
        *("level", "type", "grounds", "games_planned", "capacity", "answer_hours"),
        *("entries_from", "entries_until"),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if "level" in self.fields:
            levels = levels_in_force(today())
            self.fields["level"].queryset = levels  # type: ignore[attr-defined]
            self.fields["level"].initial = levels.filter(
                restricted=False, playoff=False, special_event=False
            ).first()
            self.fields["type"].queryset = types_in_force(today())  # type: ignore[attr-defined]
        if "format" in self.fields:
            games = [(known.slug, known.title) for known in FORMATS.values()]
            self.fields["format"].choices = games  # type: ignore[attr-defined]
            self.fields["format"].initial = HOME_FORMAT
        self.fields["time_zone"].initial = authority_zone().key

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"].strip()
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise forms.ValidationError(
                _("There is no such time zone: write it as Europe/London or America/Chicago.")
            ) from None
        return zone

    def clean_answer_hours(self) -> int:
        typed: int | None = self.cleaned_data["answer_hours"]
        return ANSWER_HOURS if typed is None else typed

    def clean_entry_fee(self) -> Decimal:
        typed: str = self.cleaned_data["entry_fee"].strip()
        amount = read_amount(typed) if typed else NOTHING
        if amount is None:
            raise forms.ValidationError(_("This is not an amount. Write it as 12.50 or 12,50."))
        return amount

    @property
    def format_slug(self) -> str:
        """The game that was chosen; left out, the authority's own."""
        return self.cleaned_data["format"] or HOME_FORMAT

    @property
    def terms(self) -> EventTerms:
        return EventTerms(**{field.name: self.cleaned_data[field.name] for field in fields(EventTerms)})

    @property
    def starts_at(self) -> dt.datetime:
        return self._moment("first_day", "begins")

    @property
    def ends_at(self) -> dt.datetime:
        return self._moment("last_day" if self.cleaned_data["last_day"] else "first_day", "ends")

    def _moment(self, day: str, hour: str) -> dt.datetime:
        zone = ZoneInfo(self.cleaned_data["time_zone"])
        return dt.datetime.combine(self.cleaned_data[day], self.cleaned_data[hour], tzinfo=zone)


class EventChangeForm(EventForm):
    """What may be changed of an event, and what its players are told of it."""

    name = None  # type: ignore[assignment]
    format = None  # type: ignore[assignment]
    level = None  # type: ignore[assignment]
    type = None  # type: ignore[assignment]
    grounds = None  # type: ignore[assignment]
    seen = None  # type: ignore[assignment]
    field_order = (
        *("place", "time_zone", "first_day", "begins", "last_day", "ends", "games_planned", "capacity"),
        *(
            "answer_hours",
            "entries_from",
            "entries_until",
            "entry_fee",
            "entry_requirements",
            "description",
            "notice",
        ),
    )
    notice = forms.CharField(
        label=_lazy("Notice to the players"),
        required=False,
        help_text=_lazy("What changes, and why. Needed once the sanction is granted."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *arguments: object, granted: bool = False, **named: object) -> None:
        super().__init__(*arguments, **named)
        if granted:
            notice = self.fields["notice"]
            notice.label = _lazy("Notice to the players (required)")
            notice.help_text = _lazy(
                "What changes, and why. Only another description or time to answer needs none."
            )


class GameForm(forms.Form):
    """A game to be opened: how it ends, when it begins, who is seated."""

    kind = forms.ChoiceField(label=_lazy("The game ends"), choices=ENDS)
    value = forms.CharField(
        label=_lazy("How many, or the time"),
        max_length=20,
        help_text=_lazy("14, or 22:30. Set before the first deal and printed on the table card."),
        error_messages={"required": _lazy("Say after how many, or at what time.")},
    )
    players = forms.MultipleChoiceField(
        label=_lazy("Players at the table"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_lazy("In the order in which they are entered; 3 to 10."),
        error_messages={"required": _lazy("Choose the players who sit down.")},
    )

    def __init__(self, *args: object, event: Event, entered: list[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.event = event
        self.fields["players"].choices = entered  # type: ignore[attr-defined]

    @property
    def plan(self) -> dict[str, object]:
        """As the record has it."""
        kind, value = self.cleaned_data["kind"], self.cleaned_data["value"].strip()
        whole = kind != "until" and value.isascii() and value.isdigit()
        return {kind: int(value) if whole else value}
