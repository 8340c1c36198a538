"""How a management command of this installation is typed, in its folder."""

from __future__ import annotations

from django.conf import settings


def command_line(name: str) -> str:
    """The whole line; beside a demo, the command must be told which of the two sites it is for."""
    return f"{settings.MANAGE} {name}"
