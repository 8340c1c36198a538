"""One stanza card by card (placeholder until the engine tells a stanza play by play)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.views.addresses import GameLabel


@require_safe
def replay(request: HttpRequest, slug: str, game: GameLabel, stanza: int) -> HttpResponse:
    raise Http404("Not yet.")
