"""Pages for whoever runs an event or registers events: it is found, and everybody else is told who may."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require, runs_club
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import club_at
from tournaments.events.views.event_by_address import event_or_404

P = ParamSpec("P")
WHO = _lazy("an officer or director of the club")


def runs_event(
    page: Callable[Concatenate[HttpRequest, Person, Event, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of `person` and `event`, addressed by the event's `slug`."""

    @signed_in
    @wraps(page)
    def for_the_director(
        request: HttpRequest, person: Person, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        event = event_or_404(str(kwargs.pop("slug")), person)
        try:
            require(
                may_run_event(person, today(), event), what=_("run this event"), who=WHO, rule="Section IV"
            )
        except Refusal as refusal:
            return render(request, "403.html", {"refusal": refusal}, status=403)
        return page(request, person, event, *args, **kwargs)

    return for_the_director


def registers_for_club(
    page: Callable[Concatenate[HttpRequest, Person, Club, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of `person` and of the `club` that they register events of, addressed by the club's `slug`."""

    @signed_in
    @wraps(page)
    def for_the_club(
        request: HttpRequest, person: Person, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        club = club_at(slug=str(kwargs.pop("slug")))
        if club is None:
            raise Http404(_("There is no club at this address."))
        try:
            require(
                runs_club(person, today(), club),
                what=_("register events of %(club)s") % {"club": club.name},
                who=WHO,
                rule="Section IV",
            )
        except Refusal as refusal:
            return render(request, "403.html", {"refusal": refusal}, status=403)
        return page(request, person, club, *args, **kwargs)

    return for_the_club
