"""Forms about people: they read what was typed; what is allowed, the services say."""

from __future__ import annotations

from django import forms

from sanctioning.clubs.models import Club
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Publicity

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
NO_CLUB = _lazy("no club")
HOME_CLUB = _lazy("Home club")


def club_field(label: str = HOME_CLUB, to_field_name: str | None = None) -> forms.ModelChoiceField[Club]:
    return forms.ModelChoiceField(
        Club.objects.filter(state=Club.State.APPROVED),
        label=label,
        required=False,
        empty_label=NO_CLUB,
        to_field_name=to_field_name,
    )


class NameForm(forms.Form):
    given_names = forms.CharField(label=_lazy("Given names"), max_length=80, required=False)
    family_name = forms.CharField(
        label=_lazy("Family name"),
        max_length=80,
        error_messages={"required": _lazy("Write the family name.")},
    )
    birth_date = forms.DateField(label=_lazy("Born"), required=False, widget=DAY)


class RegisterForm(NameForm):
    """Somebody new."""

    home_club = club_field()
    email = forms.EmailField(
        label=_lazy("E-mail address"),
        required=False,
        error_messages={"invalid": _lazy("Write it like ada@example.org, or leave it empty.")},
    )
    address = forms.CharField(
        label=_lazy("Address"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class CorrectForm(NameForm):
    """A record, corrected by the registrar."""

    email = forms.CharField(label=_lazy("E-mail address"), max_length=254, required=False)
    address = forms.CharField(
        label=_lazy("Address"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    why = forms.CharField(label=_lazy("Reason for the correction"), max_length=300, required=False)


class AskForm(NameForm):
    """Who asks for a record."""

    number = forms.CharField(
        label=_lazy("Member number, if you know it"),
        max_length=12,
        required=False,
        help_text=_lazy("Such as W-00017-4. You find it on every certificate and on the roster."),
    )
    words = forms.CharField(
        label=_lazy("What else helps the registrar to recognise you"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_lazy("Your club, or a game you played in. It is deleted once the registrar has decided."),
    )


class PaperCodeForm(forms.Form):
    code = forms.CharField(
        label=_lazy("Code"),
        max_length=40,
        error_messages={"required": _lazy("Type the code.")},
        help_text=_lazy("Twelve letters and digits, such as K7QM-2RTX-9WB4."),
        widget=forms.TextInput(attrs={"class": "code-input", "autocomplete": "off", "spellcheck": "false"}),
    )


class OwnDataForm(forms.Form):
    """What a person may change."""

    email = forms.CharField(
        label=_lazy("E-mail address for letters"),
        max_length=254,
        required=False,
        help_text=_lazy("The address that you sign in with is changed under My account."),
    )
    address = forms.CharField(
        label=_lazy("Address"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    home_club = club_field()
    publicity = forms.ChoiceField(label=_lazy("What the public sees"), choices=Publicity.choices)
