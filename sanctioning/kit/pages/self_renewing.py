"""Pages of which a part renews itself: it asks again with the stamp of what it shows.

Invariant: where nothing is new it is told so and nothing more; without JavaScript the page is the same when
it is loaded again.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language


def asks_for_part(request: HttpRequest) -> bool:
    """Whether a page asks for the part of itself that renews itself."""
    return request.headers.get("HX-Request") == "true"


def renewed(request: HttpRequest, stamp: str, page: Callable[[str], HttpResponse]) -> HttpResponse:
    """The page, or that it is still as it was: only the part that renews itself asks by its stamp."""
    stamp = f"{stamp}-{get_language()}"
    etag = quote_etag(stamp)
    if asks_for_part(request):
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return _marked(unchanged, etag)
    return _marked(page(stamp), etag if asks_for_part(request) else "")


def _marked(response: HttpResponse, etag: str) -> HttpResponse:
    if etag:
        response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["HX-Request"])
    return response
