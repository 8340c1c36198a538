"""The form of the authority: it reads what was typed; what may be, the service says."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import get_language

from sanctioning.authority.currencies import currency_of_language, currency_of_zone
from sanctioning.authority.services import PLAIN
from sanctioning.kit.installation.selectors import Authority
from sanctioning.kit.wording.localised import lazily as _lazy

GROUPS: Final = (
    (_lazy("Name and crest"), ("name", "short_name", "crest", "no_crest")),
    (_lazy("Languages, time zone and currency"), ("languages", "language", "time_zone", "currency")),
    (_lazy("Contact"), ("contact_name", "contact_email", "postal_address")),
    (_lazy("Imprint and privacy"), ("imprint", "privacy")),
)


class AuthorityForm(forms.Form):
    """`fields_given` goes to `describe_authority`; a crest only when one was chosen or ours is wanted."""

    name = forms.CharField(
        label=_lazy("Name of the authority"),
        max_length=120,
        help_text=_lazy("As shown on pages, certificates and mails."),
        error_messages={"required": _lazy("Give the authority a name.")},
    )
    short_name = forms.CharField(
        label=_lazy("Short name"),
        max_length=20,
        help_text=_lazy("Used in titles and for the second factor, such as an abbreviation."),
        error_messages={"required": _lazy("Give the authority a short name.")},
    )
    crest = forms.FileField(
        label=_lazy("Crest"),
        required=False,
        help_text=_lazy("An SVG drawing, or a PNG or JPEG picture, of at most 512 kB."),
        widget=forms.FileInput(attrs={"accept": ".svg,.png,.jpg,.jpeg"}),
    )
    no_crest = forms.BooleanField(label=_lazy("Use the crest of this system"), required=False)
    languages = forms.MultipleChoiceField(
        label=_lazy("Languages offered"),
        choices=settings.LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _lazy("Choose at least one language.")},
    )
    language = forms.ChoiceField(label=_lazy("First language"), choices=settings.LANGUAGES)
    time_zone = forms.CharField(
        label=_lazy("Time zone"),
        max_length=60,
        help_text=_lazy("Such as Europe/London or America/Chicago."),
        widget=forms.TextInput(attrs={"list": "zones"}),
        error_messages={"required": _lazy("Choose the authority's time zone.")},
    )
    currency = forms.CharField(
        label=_lazy("Currency"),
        max_length=3,
        help_text=_lazy("Its three letters, such as GBP, EUR or USD."),
        error_messages={"required": _lazy("Choose the currency of your fees.")},
    )
    contact_name = forms.CharField(label=_lazy("Whom to write to"), max_length=120, required=False)
    contact_email = forms.CharField(
        label=_lazy("E-mail address of the office"), max_length=254, required=False
    )
    postal_address = forms.CharField(
        label=_lazy("Postal address"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    imprint = forms.CharField(
        label=_lazy("Imprint"), max_length=20_000, required=False, widget=forms.Textarea(attrs={"rows": 6})
    )
    privacy = forms.CharField(
        label=_lazy("Privacy"),
        max_length=50_000,
        required=False,
        help_text=_lazy("Leave it empty to show what the system stores."),
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def __init__(
        self, data: Any = None, files: Any = None, *, authority: Authority, accepted: str = ""
    ) -> None:
        """`accepted` are the languages that the browser accepts, as it says them."""
        initial = {name: getattr(authority, name) for name in PLAIN}
        first = not authority.own_name
        if first:
            initial |= {"name": "", "short_name": "", "language": get_language() or authority.language}
            initial["currency"] = currency_of_language(accepted) or authority.currency
        super().__init__(data, files, initial=initial)
        if first and data is None:
            self.fields["time_zone"].widget.attrs["data-propose-zone"] = True
            self.fields["currency"].widget.attrs["data-propose-currency"] = True
        if not authority.crest_sha256:
            del self.fields["no_crest"]

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields as the page shows them, under a heading each."""
        return [
            (str(heading), [self[name] for name in names if name in self.fields]) for heading, names in GROUPS
        ]

    @property
    def zones(self) -> list[tuple[str, str]]:
        """What a browser proposes for the time zone, each with the currency that goes with it."""
        zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
        return [(zone, currency_of_zone(zone)) for zone in zones]

    def fields_given(self) -> dict[str, Any]:
        given = {name: self.cleaned_data[name] for name in PLAIN}
        crest = self.cleaned_data["crest"]
        if crest is not None:
            given["crest"] = crest.read()
        elif self.cleaned_data.get("no_crest"):
            given["crest"] = b""
        return given
