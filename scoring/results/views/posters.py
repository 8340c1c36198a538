"""The certified results of an event as a paper for the wall."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.paper_pending import printed_or_being_made
from scoring.results.posters import poster_title, printed_results
from scoring.results.selectors.posters import results_poster


@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The file, a calm page while it is with the press, or the event's page where nothing is certified."""
    results = results_poster(slug)
    if results is None:
        raise Http404(_("There is no such event."))
    page = reverse("event", args=[slug])
    if not results.games:
        messages.info(request, _("No game is certified yet. Once one is, you can print the results."))
        return redirect(page)
    data = printed_results(asker=asker(request), slug=slug, poster=results)
    what = poster_title(results)
    return printed_or_being_made(request, data, name=f"{slug}-results", what=what, back=page)
