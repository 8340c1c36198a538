"""The calendar of events: as a list, as a month, and as files for calendar programs."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Sequence

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from sanctioning.clubs.selectors import club_with
from sanctioning.kit.clock import today
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.lists.lists import ask
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import asker
from tournaments.events.icalendar import ical
from tournaments.events.lists import EVENTS
from tournaments.events.models.event import Event
from tournaments.events.personal_calendar import Date
from tournaments.events.selectors.calendar import events, first_of, month_of
from tournaments.events.selectors.dates import event_dates, public_events

NARROWED = ("place", "search", "level", "game", "places")


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Events to be searched by place, name, level, month and open places."""
    query = request.GET
    when, month = query.get("when", ""), query.get("month", "")
    listed = listing(request, events(asker=asker(request), when=when, month=month), EVENTS)
    context = {
        "feed": _query(request),
        "month": first_of(month) or today().replace(day=1),
        "section": "calendar",
    }
    return list_page(request, "tournaments/events/calendar.html", {"list": listed}, context)


@require_safe
def month(request: HttpRequest, month: str = "") -> HttpResponse:
    """One month day by day."""
    first = first_of(month) if month else today().replace(day=1)
    if first is None:
        raise Http404("There is no such month.")
    context = {
        "month": month_of(asker=asker(request), first=first, query=request.GET.dict()),
        "names": [dt.date(2024, 1, day) for day in range(1, 8)],
        "feed": _query(request),
        "section": "calendar",
    }
    return render(request, "tournaments/events/month.html", context)


@require_safe
def feed(request: HttpRequest) -> HttpResponseBase:
    """All events, or those that the address narrows as it does the list."""
    query = {name: request.GET.get(name, "") for name in NARROWED}
    return _feed(request, authority().name, ask(events(asker=None, when="all"), query).rows)


@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The events of a club."""
    club = club_with(slug)
    if club is None:
        raise Http404("No club has this address.")
    return _feed(request, club.name, public_events().filter(club=club))


@require_safe
def event_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """One event, to be put into one's calendar."""
    event = public_events().filter(slug=slug).first()
    if event is None:
        raise Http404("No event has this address, or it is not announced.")
    return _feed(request, event.name, public_events().filter(pk=event.pk))


def _feed(request: HttpRequest, name: str, events: QuerySet[Event]) -> HttpResponseBase:
    plain = Event.objects.filter(pk__in=events.order_by().values("pk"))
    return feed_answer(request, name, event_dates(plain))


def feed_answer(request: HttpRequest, name: str, dates: Sequence[Date]) -> HttpResponseBase:
    """The file, or 304 for a program that has it."""
    body = ical(name, dates)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8", headers={"ETag": etag})
    answer["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _query(request: HttpRequest) -> str:
    """The part of the address that narrows also a month and a feed."""
    query = request.GET.copy()
    for name in list(query):
        if name not in NARROWED or not query[name]:
            del query[name]
    return f"?{query.urlencode()}" if query else ""
