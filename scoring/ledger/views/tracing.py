"""Where a figure comes from: a line of a roster, and one entry of the ledger."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker
from sanctioning.offices.permissions import is_managing_executor, may_see_people
from scoring.imports.models import ImportDocument
from scoring.ledger.selectors.tracing import ledger_entry, roster_trace
from scoring.rosters.lines import RosterKey


@require_safe
def line(request: HttpRequest, key: RosterKey, number: str) -> HttpResponse:
    trace = roster_trace(key, number=number.strip().upper(), asker=asker(request))
    if trace is None:
        raise Http404(_("There is no such line on a published roster."))
    return render(request, "scoring/ledger/roster_line.html", {"trace": trace, "section": "rosters"})


@require_safe
def entry(request: HttpRequest, number: int) -> HttpResponse:
    entry = ledger_entry(number=number)
    if entry is None:
        raise Http404(_("The ledger has no entry with this number."))
    person = asker(request)
    sees_imports = entry.brought_forward and may_see_people(person, today())
    context = {
        "entry": entry,
        "sees_imports": sees_imports,
        "documents": ImportDocument.objects.filter(of=entry.import_number) if sees_imports else (),
        "corrects_it": entry.brought_forward and not entry.corrects and is_managing_executor(person, today()),
        "section": "results",
    }
    return render(request, "scoring/ledger/ledger_entry.html", context)
