"""The published keys, for people to compare and for programs to read."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.signing.selectors import issuer_did, issuer_document, key_list, published_keys
from sanctioning.signing.selectors import key_set as published_key_set
from scoring.heads.selectors import latest_heads

FIVE_MINUTES: Final = 300


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    shown = {"keys": published_keys(), "did": issuer_did(), "heads": latest_heads(), "section": "check"}
    return render(request, "scoring/heads/keys.html", shown)


@require_safe
def keys_pem(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        key_list(),
        content_type="application/x-pem-file",
        headers={"Content-Disposition": 'attachment; filename="saas-keys.pem"'},
    )


@require_safe
def key_set(request: HttpRequest) -> HttpResponse:
    """The keys as a JSON Web Key Set."""
    return _for_programs(published_key_set(), "application/jwk-set+json")


@require_safe
def issuer(request: HttpRequest) -> HttpResponse:
    """The document to which the `did:web` of the Authority leads: by it programs check badges."""
    return _for_programs(issuer_document(), "application/did+json")


def _for_programs(document: dict[str, Any], content_type: str) -> HttpResponse:
    """Programs in other people's pages may read it too."""
    return JsonResponse(
        document,
        content_type=content_type,
        headers={"Access-Control-Allow-Origin": "*", "Cache-Control": f"public, max-age={FIVE_MINUTES}"},
    )
