"""What every page knows: which installation this is."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from sanctioning.selectors.installation import is_demo


def site(request: HttpRequest) -> dict[str, object]:
    """For `TEMPLATES`: whether this is a demo installation, asked only by a page that shows it."""
    return {"demo": SimpleLazyObject(is_demo)}
