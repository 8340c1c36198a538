"""The addresses of several packages as one list."""

from __future__ import annotations

from importlib import import_module

from django.urls import URLPattern, URLResolver


def addresses_of(*modules: str) -> list[URLPattern | URLResolver]:
    """What their `urlpatterns` say, in their order.

    An `include` for each package has every request look into all that come before its own: it took three
    times as long to find the page.
    """
    return [address for module in modules for address in import_module(module).urlpatterns]
