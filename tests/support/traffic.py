"""What programs really send to the API and are answered, noted in every process of the tests.

Purpose: examples for the description of the API, and a check that no answer is off the schema;
`deploy.api_traffic` reads what all processes noted. Kept is the first exchange of each address, method,
status, kind of body and game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from deploy.api_traffic import FOLDER, game_of

API: Final = "api/v1/"
JSON: Final = "application/json"
LONGEST: Final = 60_000
"""Of an answer, in bytes; the schema has more, and is kept whatever its length."""
_noted: dict[tuple[str, str, int, str, str], dict[str, Any]] = {}


def note_traffic(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware of the tests: notes nothing unless somebody wants to know."""
    if FOLDER not in os.environ:
        return get_response

    def noting(request: HttpRequest) -> HttpResponseBase:
        if request.content_type == JSON and int(request.META.get("CONTENT_LENGTH") or 0) < LONGEST:
            # Read now, since an endpoint that reads it from the stream leaves nothing.
            _body = request.body
        response = get_response(request)
        match = request.resolver_match
        if match is not None and match.route.startswith(API):
            _note(request, match.route, response)
        return response

    return noting


def _note(request: HttpRequest, route: str, response: HttpResponseBase) -> None:
    game = game_of(request.path)
    key = (str(request.method), route, response.status_code, request.content_type or "", game)
    content = getattr(response, "content", b"")
    if key in _noted or (len(content) > LONGEST and not route.endswith("schema/")):
        return
    media_type = response.get("Content-Type", "").partition(";")[0]
    if content and (not media_type.endswith("json") or "Content-Encoding" in response):
        return
    _noted[key] = {
        "method": request.method,
        "route": route,
        "path": request.get_full_path(),
        "sent": _sent_in(request),
        "status": response.status_code,
        "media_type": media_type,
        "location": response.get("Location", ""),
        "answer": json.loads(content) if content else None,
    }


def _sent_in(request: HttpRequest) -> Any:
    """What was sent as JSON, or the fields of a form with the names of its files; REST framework leaves these
    with the request."""
    try:
        return json.loads(getattr(request, "_body", b""))
    except (ValueError, RecursionError):
        form, files = getattr(request, "_post", None), getattr(request, "_files", None)
        names = {field: [file.name for file in sent] for field, sent in files.lists()} if files else {}
        return {**(dict(form.lists()) if form else {}), **names} or None


def write_traffic() -> None:
    """Beside what the other processes write."""
    if FOLDER in os.environ and _noted:
        folder = Path(os.environ[FOLDER])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{os.getpid()}.json").write_text(json.dumps(list(_noted.values())))
