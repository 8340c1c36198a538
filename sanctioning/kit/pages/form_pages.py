"""The page on which the form of an address stands.

An address to which forms are only sent has nothing to show. Whoever reloads it, or chooses another language
on the page that answered there, is led to the page with the form: the nearest one above it, unless the view
names another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import Resolver404, get_script_prefix, resolve, reverse

from sanctioning.kit.api.errors import is_of_a_program

View = TypeVar("View", bound=Callable[..., HttpResponse])


class ToItsForm(HttpResponseRedirect):
    """To the page with the form of the address that was asked for."""


def form_on(page: str, *parts: str) -> Callable[[View], View]:
    """The form of this view stands on the page of that name, whose address keeps these parts of its own."""

    def named(view: View) -> View:
        view.form_page = (page, parts)  # type: ignore[attr-defined]
        return view

    return named


def leads_to_its_form(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Where a form alone is sent, a page that is asked for is the one with the form."""

    def led(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        asked_for = request.method in ("GET", "HEAD") and isinstance(response, HttpResponseNotAllowed)
        return ToItsForm(_page_of_form(request)) if asked_for and not is_of_a_program(request) else response

    return led


def _page_of_form(request: HttpRequest) -> str:
    match: Any = request.resolver_match
    page, parts = getattr(match.func, "form_page", ("", ()))
    if page:
        return reverse(page, kwargs={part: match.kwargs[part] for part in parts})
    above = request.path_info
    while above != "/":
        above = above.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(above)
        except Resolver404:
            continue
        break
    return get_script_prefix() + above.removeprefix("/")
