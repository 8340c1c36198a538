"""The formats that the site can run, by slug: each registers itself, and is asked for here and nowhere else.

Invariant: a slug is registered once. The module `format` of every package of `tournaments.formats` is loaded
with `config.wiring`; one that calls `register` is there.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.registry import Registry
from tournaments.formats.format import Format

FORMATS: Registry[Format] = Registry("formats")
HOME_FORMAT: Final = "whoopie"
"""What is meant where an event is registered without naming its game."""


def register(played: Format) -> Format:
    """Let the site run this format."""
    return FORMATS.register(played.slug, played)


@contextmanager
def registered(played: Format) -> Iterator[Format]:
    """A format for a while, as tests need one."""
    with FORMATS.with_one_more(played.slug, played):
        yield played


def discover() -> None:
    """Load the module `format` of every package here; each registers itself."""
    package = import_module("tournaments.formats")
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if module.ispkg and find_spec(f"{module.name}.format"):
            import_module(f"{module.name}.format")


def format_named(slug: str) -> Format:
    try:
        return FORMATS[slug]
    except KeyError:
        raise Refusal(
            code="format-unknown",
            sentence=_("There is no format “%(slug)s” here.") % {"slug": slug},
            rule="IV",
            remedy=_("Choose one of: %(names)s.") % {"names": ", ".join(FORMATS)},
            status=422,
        ) from None
