"""Pages of a season: its form, the days that it comes to, and its calendar as a poster."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_with
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.paper_pending import printed_or_being_made
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.selectors.clashes import Clash, clashes_of_each
from tournaments.events.services.events import require_times
from tournaments.events.views.events_one_runs import registers_for_club
from tournaments.seasons.copying import as_typed, conditions_of, event_to_copy
from tournaments.seasons.evenings import evenings_on, numbered
from tournaments.seasons.forms import SeasonForm
from tournaments.seasons.posters import WantedPoster, poster_title, printed_poster
from tournaments.seasons.services import Alike, register_evenings
from tournaments.series.models import Series


@dataclass(frozen=True, slots=True)
class PlannedDay:
    """A day that the season comes to, whether it is kept, and what else is on."""

    day: dt.date
    kept: bool
    clashes: tuple[Clash, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@registers_for_club
def new_season(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Register evenings in a row: first the form, then its days, of which single ones may be left out."""
    like = event_to_copy(request.POST.get("like", request.GET.get("like", "")), person)
    form = SeasonForm(request.POST or None, club=club, initial=as_typed(like) if like else {})
    if request.method != "POST" or "change" in request.POST:
        return _form(request, club, form, like)
    if not form.is_valid():
        return _form(request, club, form, like, status=422)
    try:
        require_times(form.starts_at, form.ends_at)
    except Refusal as refusal:
        return _form(request, club, form, like, status=refusal.status, refusal=refusal)
    if "register" not in request.POST:
        return _days(request, club, form, like, kept=form.days)
    kept = tuple(day for day in form.days if day.isoformat() in request.POST.getlist("days"))
    try:
        evenings = evenings_on(kept, form.first, form.cleaned_data["time_zone"])
        events = register_evenings(by=person, alike=_alike(club, form, like), evenings=evenings)
    except Refusal as refusal:
        return _days(request, club, form, like, kept=kept, refusal=refusal)
    return _registered(request, events)


def _form(
    request: HttpRequest, club: Club, form: SeasonForm, like: Event | None, status: int = 200, **more: object
) -> HttpResponse:
    context = {"form": form, "club": club, "like": like, "section": "clubs", **more}
    return render(request, "tournaments/seasons/new_season.html", context, status=status)


def _days(
    request: HttpRequest,
    club: Club,
    form: SeasonForm,
    like: Event | None,
    *,
    kept: tuple[dt.date, ...],
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The days that the form comes to, each to be kept or left out; what was typed goes along unseen."""
    typed = form.cleaned_data
    evenings = evenings_on(form.days, form.first, typed["time_zone"])
    times = [(evening.starts_at, evening.ends_at) for evening in evenings]
    clashes = clashes_of_each(times=times, place=typed["place"], club=club)
    context = {
        "form": form,
        "club": club,
        "like": like,
        "days": [
            PlannedDay(day, day in kept, others) for day, others in zip(form.days, clashes, strict=True)
        ],
        "first_name": numbered(typed["name"], 1),
        "refusal": refusal,
        "section": "clubs",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/seasons/season_days.html", context, status=status)


def _alike(club: Club, form: SeasonForm, like: Event | None) -> Alike:
    typed = form.cleaned_data
    return Alike(
        club=club,
        place=typed["place"],
        time_zone=typed["time_zone"],
        format_slug=form.format_slug,
        description=typed["description"],
        level=typed["level"],
        event_type=typed["type"],
        entry_conditions=conditions_of(like),
        series=typed.get("series"),
    )


def _registered(request: HttpRequest, events: list[Event]) -> HttpResponse:
    sentence = ngettext(
        "%(count)s evening is registered; the Managing Executor decides on its sanction.",
        "%(count)s evenings are registered; the Managing Executor decides on their sanctions.",
        len(events),
    )
    messages.success(request, sentence % {"count": len(events)})
    return redirect("application", slug=events[0].slug)


@require_safe
def club_poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The events to come of a club on one sheet."""
    club = club_with(slug)
    if club is None:
        raise Http404(_("There is no club at this address."))
    return _poster(request, WantedPoster(club=club), slug, reverse("club", args=[slug]))


@require_safe
def series_poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of a series on one sheet."""
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        raise Http404(_("There is no such series."))
    return _poster(request, WantedPoster(series=series), slug, reverse("series", args=[slug]))


def _poster(request: HttpRequest, wanted: WantedPoster, name: str, back: str) -> HttpResponse:
    """The file, a calm page while it is with the press, or the page that says that nothing is announced."""
    poster = wanted.read()
    if not poster.months:
        messages.info(
            request,
            _("No coming events have been announced yet. Once there are some, you can print the calendar."),
        )
        return redirect(back)
    data = printed_poster(asker=asker(request), wanted=wanted, poster=poster)
    what = poster_title(poster)
    return printed_or_being_made(request, data, name=f"{name}-calendar", what=what, back=back)
