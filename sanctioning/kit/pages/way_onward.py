"""Where somebody was going when they were asked for something else first."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

SESSION_KEY: Final = "way_onward"
ABOUT_SIGNING_IN: Final = ("/login/", "/logout/", "/account/")


def wanted_path(request: HttpRequest) -> str:
    """The path of this site to which the request asks to go on; "" for none, and for any other address."""
    path = request.POST.get("next") or request.GET.get("next") or ""
    return path if url_has_allowed_host_and_scheme(path, allowed_hosts=None) else ""


def on_to(path: str, wanted: str) -> str:
    """A path with where to go on from there, if anywhere."""
    return f"{path}?{urlencode({'next': wanted})}" if wanted else path


def led_on(path: str, request: HttpRequest) -> str:
    """A path, with the way on to which the request asks."""
    return on_to(path, wanted_path(request))


def sign_in_path(request: HttpRequest) -> str:
    """The way to sign in and back to this page. From the front page and those about signing in it leads
    to *My page*, or to where they lead."""
    if request.method != "GET" or request.path == "/" or request.path.startswith(ABOUT_SIGNING_IN):
        return on_to(reverse("login"), wanted_path(request))
    return on_to(reverse("login"), request.get_full_path())


def remember_way(request: HttpRequest, path: str) -> None:
    """Keep a path of this site in the session; any other address is left out."""
    if url_has_allowed_host_and_scheme(path, allowed_hosts=None):
        request.session[SESSION_KEY] = path


def way_onward(request: HttpRequest) -> str:
    """Where they were going; else *My page*."""
    return str(request.session.get(SESSION_KEY) or reverse("my-page"))
