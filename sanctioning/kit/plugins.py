"""Plug-ins: which packages add something to the site, and why one could not be loaded.

`config.plugins` finds and loads them, since it knows all that they may add.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Final

from django.core.checks import CheckMessage, Error

from sanctioning.kit.registry import Registry

GROUP: Final = "saas.plugins"
"""Of the entry points by which installed packages name their plug-ins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledPlugin:
    """`package` and `version` are those of the installed package; `adds` are the titles of what it brings."""

    name: str
    title: str
    package: str
    version: str
    adds: Sequence[str]


class PluginRefused(Exception):
    """A plug-in that is installed cannot be loaded, so the site does not start."""

    def __init__(self, sentence: str, remedy: str) -> None:
        super().__init__(f"{sentence} {remedy}")
        self.sentence, self.remedy = sentence, remedy


PLUGINS: Registry[InstalledPlugin] = Registry("plug-ins", may_be_empty=True)
MISSED: Registry[Callable[[], Iterable[str]]] = Registry("what records need and no plug-in brings")
"""Each names what is kept and cannot be shown, such as the format of an event whose plug-in is gone."""


def plugins_load(app_configs: object, **more: Any) -> list[CheckMessage]:
    """What `manage.py check` says of a plug-in that cannot be loaded; each start of the services checks it.

    Where none is installed nothing is loaded here, which takes as long as the rest of a command's start.
    """
    if not entry_points(group=GROUP):
        return []
    try:
        Registry.wire()
    except PluginRefused as refused:
        return [Error(refused.sentence, hint=refused.remedy, id="saas.E002")]
    return []
