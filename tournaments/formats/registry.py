"""The formats that the house can run, by slug: each registers itself, and is asked for here and nowhere else.

Invariant: a slug is registered once. Every module and package of `tournaments.formats` is loaded when the
house starts; one that calls `register` is there.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.refusal import Refusal
from tournaments.formats.base import Format

FORMATS: dict[str, Format] = {}
HOME_FORMAT: Final = "whoopie"
"""What is meant where an event is registered without naming its game."""


def register(made: Format) -> Format:
    """Let the house run this format."""
    if FORMATS.setdefault(made.slug, made) is not made:
        raise ValueError(f"the format {made.slug} is registered twice")
    return made


@contextmanager
def registered(made: Format) -> Iterator[Format]:
    """A format for a while, as tests need one."""
    register(made)
    try:
        yield made
    finally:
        del FORMATS[made.slug]


def discover() -> None:
    """Load every module of this package; those of formats register themselves."""
    package = import_module("tournaments.formats")
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")


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
