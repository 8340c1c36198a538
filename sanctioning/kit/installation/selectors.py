"""What this installation is."""

from __future__ import annotations

from sanctioning.kit.installation.models import Installation
from sanctioning.kit.request_cache import asked_once


def is_demo() -> bool:
    """Whether this installation shows a made-up season; pages and papers then say so."""
    return asked_once("demo", Installation.objects.filter(demo=True).exists)
