"""The entry that was withdrawn on the page before, which the next one lets in again.

Invariant: the address names the entry, and only one that is gone is offered.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import EntryLine, EntryList

WITHDRAWN = "withdrawn"
"""In the address of the page after a withdrawal: the entry that can be let in again in the same place."""
BACK = ("rounds",)
"""Pages that withdraw somebody and are shown again; any other is *Entries and games*."""


def back_after_withdrawal(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The page that withdrew somebody, which offers to let them in again."""
    back = request.POST.get("back", "")
    page = reverse(back if back in BACK else "manage-event", args=[entry.event.slug])
    return redirect(f"{page}?{urlencode({WITHDRAWN: entry.pk})}")


def just_withdrawn(request: HttpRequest, entries: EntryList) -> EntryLine | None:
    """Whom the address names. No query."""
    return next((line for line in entries.gone if str(line.id) == request.GET.get(WITHDRAWN)), None)
