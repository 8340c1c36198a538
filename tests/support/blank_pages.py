"""Pages without their words, for tests that ask only how a request is answered: every template is empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.template import Origin
from django.template.loaders.base import Loader


class Blank(Loader):
    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        yield Origin(name=template_name, template_name=template_name, loader=self)

    def get_contents(self, origin: Origin) -> str:
        return ""


_LOADERS: Final = [("django.template.loaders.cached.Loader", ["tests.support.blank_pages.Blank"])]
BLANK_PAGES: Final[list[dict[str, Any]]] = [
    {**engine, "APP_DIRS": False, "OPTIONS": {**engine["OPTIONS"], "loaders": _LOADERS}}
    for engine in settings.TEMPLATES
]
