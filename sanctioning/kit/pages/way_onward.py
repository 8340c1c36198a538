"""Where somebody was going when they were asked for something else first."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

SESSION_KEY: Final = "way_onward"


def remember_way(request: HttpRequest, path: str) -> None:
    """Keep a path of this site in the session; any other address is left out."""
    if url_has_allowed_host_and_scheme(path, allowed_hosts=None):
        request.session[SESSION_KEY] = path


def way_onward(request: HttpRequest) -> str:
    """Where they were going; else *My page*."""
    return str(request.session.get(SESSION_KEY) or reverse("my-page"))
