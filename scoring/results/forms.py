"""The order behind a correction, and the answer once the corrected result is certified."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.results.models import Certification
from tournaments.games.models import Game

LOOK: Final = "look"
SEND: Final = "send"


class OrderForm(forms.Form):
    """The order behind a correction; what it would change is seen before the order is written."""

    ruling = forms.CharField(
        label=_lazy("Ruling or appeal"),
        max_length=200,
        error_messages={"required": _lazy("Name the ruling or appeal that ordered the correction.")},
        help_text=_lazy("What to look for later, such as Ruling 7 of 2026."),
    )
    why = forms.CharField(
        label=_lazy("What was wrong"),
        error_messages={"required": _lazy("Write what was wrong. Everyone can read it.")},
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    settled_because = forms.CharField(
        label=_lazy("Why errors that the check still finds are acceptable"),
        required=False,
        help_text=_lazy("Only if the corrected record still has some."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)
    field_order = ("ruling", "why", "file", "text", "settled_because")

    def __init__(self, *args: Any, looks: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("ruling", "why"):
            self.fields[name].required = not looks


def corrected_answer(request: HttpRequest, game: Game, corrected: Certification) -> HttpResponse:
    """To the page of the game, with what was done."""
    messages.success(
        request,
        _("Version %(version)s is certified, and everything that depends on it is updated.")
        % {"version": corrected.version},
    )
    return redirect("game", slug=game.event.slug, game=f"{game.number}{game.group}")
