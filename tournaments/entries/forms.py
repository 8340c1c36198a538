"""Forms of entries: they read what was typed; what is allowed, the services say."""

from __future__ import annotations

from django import forms

from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.forms import club_field
from sanctioning.people.models.person import LONGEST_NAME
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer_links import OnlineEntry
from tournaments.events.models.event import Event


class NewcomerForm(forms.Form):
    """Who enters without a member number; whoever is signed in has a confirmed address already."""

    given_names = forms.CharField(
        label=_lazy("Given names"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    family_name = forms.CharField(
        label=_lazy("Family name"),
        max_length=LONGEST_NAME,
        error_messages={"required": _lazy("Write the family name.")},
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )
    email = forms.EmailField(
        label=_lazy("E-mail address"),
        help_text=_lazy("We send it a link; open that to confirm the entry."),
        error_messages={
            "required": _lazy("Type your e-mail address."),
            "invalid": _lazy("Write it like ada@example.org."),
        },
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    club = club_field(_lazy("Your club, if you have one"))

    def __init__(self, *arguments: object, confirmed: str = "", **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.confirmed = confirmed
        if confirmed:
            del self.fields["email"]

    def newcomer(self, event: Event, fee: str = "", place: int = 0, turn: int = 0) -> OnlineEntry:
        typed = self.cleaned_data
        return OnlineEntry(
            event=event.pk,
            given_names=typed["given_names"],
            family_name=typed["family_name"],
            email=self.confirmed or typed["email"],
            club=typed["club"].pk if typed["club"] else None,
            fee=Entry.Fee.PROMISED if fee == Entry.Fee.PROMISED else Entry.Fee.UNPAID,
            place=place,
            turn=turn,
        )


class UndoAllPresentForm(forms.Form):
    """The moment at which they were checked in together, as the page had it."""

    came_at = forms.DateTimeField()
