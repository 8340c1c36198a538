"""The ledger as a list, for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from sanctioning.kit.lists.pages import list_page, listing
from scoring.ledger.lists import LEDGER
from scoring.ledger.selectors.lists import ledger as every_entry


@require_safe
def ledger(request: HttpRequest) -> HttpResponse:
    entry_list = listing(request, every_entry(), LEDGER)
    return list_page(request, "scoring/ledger/ledger.html", {"list": entry_list}, {"section": "results"})
