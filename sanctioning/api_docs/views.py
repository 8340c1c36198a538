"""The schema for programs, and the same as pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.api_docs.reference import parts
from sanctioning.api_docs.schema import RENDERERS, written_schema


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    context = {"parts": parts().values(), "formats": RENDERERS, "section": "help"}
    return render(request, "sanctioning/api_docs/reference.html", context)


@require_safe
def one_part(request: HttpRequest, slug: str) -> HttpResponse:
    part = parts().get(slug)
    if part is None:
        raise Http404(_("The API has no such part."))
    return render(request, "sanctioning/api_docs/part.html", {"part": part, "section": "help"})


@require_safe
def api_schema(request: HttpRequest) -> HttpResponse:
    """The description of all addresses (OpenAPI 3): YAML, or JSON by `?format=json` or the header Accept."""
    wants_json = request.get_preferred_type(["application/yaml", "application/json"]) == "application/json"
    written_as = request.GET.get("format") or ("json" if wants_json else "yaml")
    if written_as not in RENDERERS:
        raise Http404(_("The schema is given as json or yaml."))
    written = written_schema(written_as)
    answer = HttpResponse(written.content, content_type=written.media_type, headers={"ETag": written.etag})
    patch_vary_headers(answer, ["Accept", "Accept-Language"])
    conditional = get_conditional_response(request, etag=written.etag, response=answer)
    assert conditional is not None
    return conditional
