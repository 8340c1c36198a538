"""One's own calendar feed: its secret link, and the file behind it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.pages.asker import signed_in
from sanctioning.people.models.person import Person
from tournaments.events.personal_calendar import diary_of
from tournaments.events.selectors.feeds import feed_of, person_of_feed
from tournaments.events.services.feeds import end_feed, renew_feed
from tournaments.events.views.calendar import feed_answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def my_calendar(request: HttpRequest, person: Person) -> HttpResponse:
    """One's own dates, and the link by which a calendar program reads them; the link is shown once."""
    address = ""
    if request.method == "POST" and request.POST.get("act") == "end":
        end_feed(by=person)
        messages.success(request, _("The link no longer works."))
        return redirect("my-calendar")
    if request.method == "POST":
        address = link_to(reverse("own-feed", args=[renew_feed(by=person)]))
    context = {
        "dates": diary_of(person),
        "feed": feed_of(person),
        "address": address,
        "section": "mine",
    }
    return render(request, "tournaments/events/my_calendar.html", context)


@never_cache
@require_safe
def own_feed(request: HttpRequest, secret: str) -> HttpResponseBase:
    """The dates of whose link it is; without a sign-in, for a calendar program has none."""
    person = person_of_feed(secret)
    if person is None:
        raise Http404("This link was renewed or ended.")
    return feed_answer(request, _("Whoopie: my dates"), diary_of(person))
