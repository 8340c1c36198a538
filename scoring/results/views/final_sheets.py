"""Final sheets: every closed table of an event with its totals, confirmed or certified one by one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.results.selectors.final_sheets import final_sheets
from tournaments.events.views.event_by_address import event_or_404

BACK = "sheets"
"""What a form posts as `back`, so that its act leads back to the list."""


@require_safe
@signed_in
def sheets(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """For whoever runs the event, and for the executors of its games."""
    event = event_or_404(slug, person)
    listed = final_sheets(event, person)
    try:
        require(
            listed is not None,
            what=_("see the final sheets of this event"),
            who=_("somebody who runs the club, or an Acting Executor of this event"),
            rule="IV",
        )
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=403)
    context = {"event": event, "listed": listed, "section": "calendar"}
    return render(request, "scoring/results/final_sheets.html", context)


def back_to_sheets(request: HttpRequest, person: Person, slug: str) -> HttpResponse | None:
    """To the next sheet of the list that waits for the person, where the act was done from there."""
    if request.POST.get("back") != BACK:
        return None
    listed = final_sheets(event_or_404(slug, person), person)
    mark = f"#sheet-{listed.next.label}" if listed and listed.next else ""
    return redirect(f"{reverse('final-sheets', args=[slug])}{mark}")
