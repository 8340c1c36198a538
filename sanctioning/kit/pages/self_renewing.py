"""Pages of which a part renews itself: it asks again with the stamp of what it shows.

Invariants: where nothing is new it is told so and nothing more; without JavaScript the page is the same when
it is loaded again; what everybody reads alike is drawn and packed once for each stamp, whoever asks, and a
visitor who is not signed in is given it before anything asks who they are.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import resolve
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

# What no stamp tells, such as a name that was hidden, is drawn for no longer than that.
KEPT_SECONDS: Final = 10
# While one makes a part, the others who ask for it wait and are given the same.
_MAKING: Final = threading.Lock()

Context = Mapping[str, Any]
Shown = Callable[[], tuple[Context, Context]]
Answer = Callable[[HttpRequest], HttpResponse]
View = TypeVar("View", bound=Callable[..., HttpResponse])
_ALIKE: Final = "is_alike_for_all"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A part as it is sent, plain and packed, and what its page needs around it."""

    around: Context
    plain: bytes
    packed: bytes


def alike_for_all(view: View) -> View:
    """The decorated view answers by `renewed_for_all`, and asks nothing of the request but its address."""
    setattr(view, _ALIKE, True)
    return view


def parts_for_visitors(answer: Answer) -> Answer:
    """Give a visitor the part that is alike for all without looking for a session, an account or a form."""

    def at_once(request: HttpRequest) -> HttpResponse:
        if not _from_a_visitor(request):
            return answer(request)
        view, arguments = _alike_at(request.path_info)
        if view is None:
            return answer(request)
        language = translation.get_language_from_request(request)
        try:
            with translation.override(language):
                part = view(request, **arguments)
        except Http404:
            return answer(request)
        part.headers["Content-Language"] = language
        part.headers["Content-Length"] = str(len(part.content))
        patch_vary_headers(part, ["Accept-Language", "Cookie"])
        return part

    return at_once


def _from_a_visitor(request: HttpRequest) -> bool:
    """Whether nothing says who asks: an account has its own language, and no page of its own is stored."""
    return (
        request.method == "GET"
        and asks_for_part(request)
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and "Authorization" not in request.headers
    )


@lru_cache(maxsize=1000)
def _alike_at(path: str) -> tuple[Callable[..., HttpResponse] | None, dict[str, object]]:
    try:
        match = resolve(path)
    except Http404:
        return None, {}
    return (match.func if getattr(match.func, _ALIKE, False) else None), match.kwargs


def asks_for_part(request: HttpRequest) -> bool:
    """Whether a page asks for the part of itself that renews itself."""
    return request.headers.get("HX-Request") == "true"


def renewed(request: HttpRequest, stamp: str, page: Callable[[str], HttpResponse]) -> HttpResponse:
    """The page, or that it is still as it was: only the part that renews itself asks by its stamp."""
    stamp = f"{stamp}-{get_language()}"
    etag = f"W/{quote_etag(stamp)}"  # packed or plain, it is the same page
    if asks_for_part(request):
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return _marked(unchanged, etag)
    return _marked(page(stamp), etag if asks_for_part(request) else "")


def renewed_for_all(request: HttpRequest, stamp: str, *, whole: str, part: str, shown: Shown) -> HttpResponse:
    """The same for a page of which the part is alike for everybody, and drawn without the request.

    `shown` gives what the template `whole` needs around the part, which it draws as `part`, and what the
    template `part` needs.
    """

    def page(stamp: str) -> HttpResponse:
        drawn = _drawn_at(request.path, stamp, part, shown)
        if asks_for_part(request):
            return _sent(request, drawn)
        return render(
            request, whole, {**drawn.around, "part": mark_safe(drawn.plain.decode()), "etag": stamp}
        )

    return renewed(request, stamp, page)


def part_for_all(path: str, stamp: str, *, part: str, shown: Shown) -> str:
    """The part that `renewed_for_all` gives at a path, for a page that shows it among other things."""
    drawn = _drawn_at(path, f"{stamp}-{get_language()}", part, shown)
    return mark_safe(drawn.plain.decode())


def _drawn_at(path: str, stamp: str, part: str, shown: Shown) -> _Drawn:
    return _drawn_once(f"{path}-{stamp}", lambda: _draw(part, stamp, shown))


def _draw(part: str, stamp: str, shown: Shown) -> _Drawn:
    around, within = shown()
    plain = render_to_string(part, {**within, "etag": stamp}).encode()
    return _Drawn(around, plain, gzip.compress(plain, compresslevel=6, mtime=0))


def _drawn_once(key: str, draw: Callable[[], _Drawn]) -> _Drawn:
    kept = caches["parts"]
    drawn: _Drawn | None = kept.get(key)
    if drawn is None:
        with _MAKING:
            drawn = kept.get(key) or draw()
            kept.set(key, drawn, KEPT_SECONDS)
    return drawn


def _sent(request: HttpRequest, drawn: _Drawn) -> HttpResponse:
    """Packed where that is understood; there is no secret in it that its length could tell."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(drawn.packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(drawn.plain)
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _marked(response: HttpResponse, etag: str) -> HttpResponse:
    if etag:
        response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["HX-Request"])
    return response
