"""Pages of which a part renews itself: it asks again with the stamp of what it shows.

Invariants: where nothing is new it is told so and nothing more; without JavaScript the page is the same when
it is loaded again; what everybody reads alike is made once for each stamp, whoever asks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language

# Pages ask every ten seconds: what no stamp tells, such as a name that was hidden, shows no longer than that.
KEPT_SECONDS: Final = 10
# While one makes a part, the others who ask for it wait and are given the same.
_MAKING: Final = threading.Lock()

Context = Mapping[str, Any]


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


def renewed_for_all(
    request: HttpRequest, stamp: str, *, whole: str, part: str, shown: Callable[[], tuple[Context, Context]]
) -> HttpResponse:
    """The same for a page of which the part is alike for everybody, and drawn without the request.

    `shown` gives what the template `whole` needs around the part, which it draws as `part`, and what the
    template `part` needs.
    """

    def page(stamp: str) -> HttpResponse:
        around, drawn = _made_once(f"{request.path}-{stamp}", lambda: _draw(part, stamp, shown))
        if asks_for_part(request):
            return HttpResponse(drawn)
        return render(request, whole, {**around, "part": drawn, "etag": stamp})

    return renewed(request, stamp, page)


def _draw(part: str, stamp: str, shown: Callable[[], tuple[Context, Context]]) -> tuple[Context, str]:
    around, within = shown()
    return around, render_to_string(part, {**within, "etag": stamp})


def _made_once(key: str, make: Callable[[], tuple[Context, str]]) -> tuple[Context, str]:
    kept = caches["parts"]
    part: tuple[Context, str] | None = kept.get(key)
    if part is None:
        with _MAKING:
            part = kept.get(key) or make()
            kept.set(key, part, KEPT_SECONDS)
    return part


def _marked(response: HttpResponse, etag: str) -> HttpResponse:
    if etag:
        response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["HX-Request"])
    return response
