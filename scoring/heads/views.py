"""The published keys, for people to compare and for programs to read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.signing.selectors import key_list, published_keys
from scoring.heads.selectors import latest_heads


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    shown = {"keys": published_keys(), "heads": latest_heads(), "section": "check"}
    return render(request, "scoring/heads/keys.html", shown)


@require_safe
def keys_pem(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        key_list(),
        content_type="application/x-pem-file",
        headers={"Content-Disposition": 'attachment; filename="saas-keys.pem"'},
    )
