"""Series: announced by a club, read by everybody, their places given and declined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.kit.clock import today
from sanctioning.kit.commands import Done
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.pages.asking_first import ask_first
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.series import selectors as read
from scoring.series.commands import SERIES_COMMANDS, SeriesStep, qualifier_meant
from scoring.series.lists import ALL_SERIES
from scoring.series.questions import about_declining, about_drawing, about_giving
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_register_event
from tournaments.events.selectors.events import club_at
from tournaments.series.models import Series
from tournaments.series.services import WHO, announce_series

FINAL: Final = ("settle", "draw", "decline")


class SeriesForm(forms.Form):
    name = forms.CharField(
        label=_lazy("Name of the series"),
        max_length=120,
        help_text=_lazy("With the year, so that the name stays unique."),
        error_messages={"required": _lazy("Give the series a name.")},
    )
    basis = forms.ChoiceField(
        label=_lazy("Players qualify by"),
        choices=Series.Basis,
        help_text=_lazy("Counted from certified results of the events in the series."),
    )
    playoff = forms.IntegerField(
        label=_lazy("Places in the playoff"),
        min_value=FEWEST_PLAYERS,
        error_messages={"min_value": _lazy("A playoff needs %(limit_value)s players at least.")},
        initial=8,
        help_text=_lazy("How many from the top: at least 3, as a game needs them."),
    )
    consolation = forms.IntegerField(
        label=_lazy("Places in the consolation"),
        min_value=0,
        initial=8,
        help_text=_lazy("How many after that: 0 for no consolation, otherwise at least 3."),
    )
    ties = forms.ChoiceField(label=_lazy("A tie at the last place is settled"), choices=Series.Ties)

    def clean_consolation(self) -> int:
        places: int = self.cleaned_data["consolation"]
        if 0 < places < FEWEST_PLAYERS:
            raise forms.ValidationError(
                _("A consolation needs %(fewest_players)s players, or none.")
                % {"fewest_players": FEWEST_PLAYERS}
            )
        return places


@require_safe
def all_series(request: HttpRequest) -> HttpResponse:
    series_list = listing(request, read.all_series(), ALL_SERIES)
    return list_page(
        request, "scoring/series/all_series.html", {"list": series_list}, {"section": "calendar"}
    )


@require_safe
def series(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, slug)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, slug: str, act: str) -> HttpResponse:
    """Put events into it or take one out, draw, give the places, or give one back."""
    several = request.POST.getlist("event")
    try:
        if act == "add" and len(several) > 1:
            _add_all(request, person, slug, several)
            asks = None
        elif act in FINAL:
            asks = _final(request, person, slug, act)
        else:
            SERIES_COMMANDS.run_typed(request, act, by=person, thing=read.series_at(slug))
            asks = None
    except Refusal as refusal:
        return _page(request, slug, refusal)
    return asks or redirect("series", slug=slug)


def _final(request: HttpRequest, person: Person, slug: str, act: str) -> HttpResponse | None:
    """What cannot be undone is asked once."""
    series = SERIES_COMMANDS.or_404(act, read.series_at(slug))
    asked = SERIES_COMMANDS.typed(request.POST.dict())
    stay = reverse("series", args=(slug,))
    questions = {
        "settle": lambda: about_giving(series, stay),
        "draw": lambda: about_drawing(series, stay),
        "decline": lambda: about_declining(qualifier_meant(series, asked), stay),
    }
    question = questions[act]()
    done: list[Done[object]] = []
    run = partial(SERIES_COMMANDS.run, act, by=person, thing=series, asked=asked)
    asks = ask_first(request, lambda: done.append(run()), question)
    if asks is None:
        messages.success(request, done[0].sentence)
    return asks


@transaction.atomic
def _add_all(request: HttpRequest, person: Person, slug: str, events: Sequence[str]) -> None:
    """All of them or none."""
    series = SERIES_COMMANDS.or_404("add", read.series_at(slug))
    for event in events:
        asked = SeriesStep(event=event, part=request.POST.get("part", ""))
        SERIES_COMMANDS.run("add", by=person, thing=series, asked=asked)
    messages.success(request, _("%(count)s events are now part of the series.") % {"count": len(events)})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def announce(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Announce a series; who qualifies stays as it is said here."""
    club = club_at(slug=slug)
    if club is None:
        raise Http404(_("There is no club at this address."))
    try:
        may = may_register_event(person, today(), club)
        require(may, what=_("announce series of %(club)s") % {"club": club.name}, who=WHO, rule="Section IV")
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    form = SeriesForm(request.POST or None)
    context: dict[str, object] = {"form": form, "club": club, "section": "clubs"}
    if request.method != "POST":
        return render(request, "scoring/series/new_series.html", context)
    if not form.is_valid():
        return render(request, "scoring/series/new_series.html", context, status=422)
    try:
        announced = announce_series(by=person, club=club, **form.cleaned_data)
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "scoring/series/new_series.html", context, status=refusal.status)
    messages.success(request, _("%(made)s is announced.") % {"made": announced.name})
    return redirect("series", slug=announced.slug)


def _parts(series: read.SeriesDetail) -> list[tuple[str, object]]:
    """Once the places are given no further event counts."""
    closed = {Event.SeriesPart.ORDINARY} if series.settled_at else set()
    return [(part, name) for part, name in Event.SeriesPart.choices if part not in closed]


def _page(request: HttpRequest, slug: str, refusal: Refusal | None = None) -> HttpResponse:
    person = asker(request)
    series = read.series_at(slug)
    detail = read.series_detail(slug=slug, asker=person)
    if series is None or detail is None:
        raise Http404(_("There is no such series."))
    runs = may_register_event(person, today(), series.club)
    context = {
        "series": detail,
        "runs": runs,
        "mine": person.number if person else "",
        "tied": [line.name for line in detail.lines if line.tied],
        "to_add": read.events_to_add(series) if runs else (),
        "parts": _parts(detail),
        "refusal": refusal,
        "section": "calendar",
    }
    return render(request, "scoring/series/series.html", context, status=refusal.status if refusal else 200)
