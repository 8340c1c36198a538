"""The title of the API is the name of the authority."""

from __future__ import annotations

from typing import Any

from sanctioning.kit.installation.selectors import authority


def titled(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular."""
    result["info"]["title"] = authority().name_on_papers
    return result
