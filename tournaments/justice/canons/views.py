"""The canons of an event: violations noted with the step that each brings, and taken back."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.services import shortened
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import is_closed
from tournaments.events.selectors.events import event_at
from tournaments.formats.canons import EXCLUDE, FORFEIT, NOTHING, Canons
from tournaments.formats.registry import format_named
from tournaments.games.plans import plan_of
from tournaments.justice.canons.commands import CANON_COMMANDS
from tournaments.justice.canons.selectors import CanonBook, canon_book, canon_step_of, line_of
from tournaments.justice.canons.services import MOST_ROUNDS, note_violation, require_keeps_canons
from tournaments.justice.rulings.forms import PlacedForm, show_at_its_field
from tournaments.teams.selectors.teams import bare_head

Games = Mapping[int, str]
CHOICES: Final = (
    ("", gettext_lazy("there is nothing to decide")),
    (NOTHING, gettext_lazy("nothing further happens this time")),
    (FORFEIT, gettext_lazy("the team forfeits the game")),
    (EXCLUDE, gettext_lazy("excluded from the rest of this event")),
)


class ViolationForm(PlacedForm):
    player = forms.ChoiceField(label=gettext_lazy("Player"))
    kind = forms.ChoiceField(label=gettext_lazy("What was violated"))
    what = forms.CharField(
        label=gettext_lazy("What happened"),
        help_text=gettext_lazy("The player reads it as a written warning."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
        max_length=1000,
    )
    round = forms.TypedChoiceField(
        label=gettext_lazy("Round"),
        help_text=gettext_lazy("If it costs a game: the round of that game, or its stage."),
        required=False,
        coerce=int,
        empty_value=None,
    )
    choice = forms.ChoiceField(
        label=gettext_lazy("The Director decides"),
        help_text=gettext_lazy("Only if the canon leaves it to the Director."),
        choices=CHOICES,
        required=False,
    )

    def __init__(self, data: object = None, *, book: CanonBook, canons: Canons, games: Games) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        players = [(player.number, f"{player.name} ({player.number})") for player in book.players]
        self.fields["player"].choices = [("", _("choose")), *players]  # type: ignore[attr-defined]
        kinds = [(canon.kind, canon.title) for canon in canons.canons]
        self.fields["kind"].choices = [("", _("choose")), *kinds]  # type: ignore[attr-defined]
        numbers = [(number, capfirst(title)) for number, title in games.items()]
        self.fields["round"].choices = [("", _("no game is lost")), *numbers]  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def canons(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """What was noted at an event, with what a further violation would bring; a form to note one more."""
    event, game_canons = _found(slug, person)
    refused = _not_for(person, event)
    if refused is not None:
        return render(request, "403.html", {"refusal": refused}, status=403)
    if request.method == "POST":
        return _noted(request, person, event, game_canons)
    return _page(request, person, event, game_canons)


@require_POST
@signed_in
def canon_act(request: HttpRequest, person: Person, slug: str, step: int, act: str) -> HttpResponse:
    """Take a violation back, with a reason."""
    event, game_canons = _found(slug, person)
    refused = _not_for(person, event)
    if refused is not None:
        return render(request, "403.html", {"refusal": refused}, status=403)
    try:
        CANON_COMMANDS.run_typed(request, act, by=person, thing=canon_step_of(event, step))
    except Refusal as refusal:
        return _page(request, person, event, game_canons, refusal=refusal, status=refusal.status)
    return redirect("canons", slug=event.slug)


def _found(slug: str, person: Person) -> tuple[Event, Canons]:
    event = event_at(slug=slug, asker=person)
    game_canons = format_named(event.format).canons if event else None
    if event is None or game_canons is None:
        raise Http404(_("No event with canons has this address."))
    return event, game_canons


def _not_for(person: Person, event: Event) -> Refusal | None:
    try:
        require_keeps_canons(person, today(), event, _("see the violations noted at this event"))
    except Refusal as refusal:
        return refusal
    return None


def _games(event: Event, game_canons: Canons) -> Games:
    """What is played at the event, as a violation counts it: its rounds, and on after them its stages."""
    known = game_canons.games(bare_head(event, "", plan_of(event)))
    titles = known or [_("round %(number)s") % {"number": number} for number in range(1, MOST_ROUNDS + 1)]
    return {number: str(title) for number, title in enumerate(titles, start=1)}


def _noted(request: HttpRequest, person: Person, event: Event, game_canons: Canons) -> HttpResponse:
    form = ViolationForm(
        request.POST, book=canon_book(event), canons=game_canons, games=_games(event, game_canons)
    )
    who = person_numbered(number=request.POST.get("player", ""))
    if not form.is_valid() or who is None:
        return _page(request, person, event, game_canons, form=form, status=422)
    typed = form.cleaned_data
    try:
        noted = note_violation(
            by=person,
            event=event,
            person=who,
            kind=typed["kind"],
            what=typed["what"],
            round=typed["round"],
            choice=typed["choice"],
            key=shortened(request.POST.get("key", "")),
        )
    except Refusal as refusal:
        show_at_its_field(refusal, form)
        return _page(request, person, event, game_canons, form=form, refusal=refusal, status=refusal.status)
    parts = {"person": noted.person.name, "step": line_of(noted).step}
    messages.success(request, _("Noted for %(person)s: %(step)s.") % parts)
    return redirect("canons", slug=event.slug)


def _page(
    request: HttpRequest,
    person: Person,
    event: Event,
    game_canons: Canons,
    *,
    form: ViolationForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    book, games = canon_book(event), _games(event, game_canons)
    context = {
        "event": event,
        "book": book,
        "lines": [(line, games.get(line.round or 0, "")) for line in book.lines],
        "canons": game_canons.canons,
        "form": form or ViolationForm(book=book, canons=game_canons, games=games),
        "runs": may_run_event(person, today(), event),
        "counts_lateness": format_named(event.format).lateness is not None and not is_closed(event),
        "key": request.POST.get("key") or str(uuid.uuid4()),
        "refusal": refusal,
        "section": "calendar",
    }
    return render(request, "tournaments/justice/canons/canons.html", context, status=status)
