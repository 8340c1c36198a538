"""A paper of tables and events: its template filled in the reader's language, and printed."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import get_language

from sanctioning.kit.press.letterhead import authority_name
from sanctioning.kit.press.press import Paper, crest_svg, press, render

TEMPLATES = Path(__file__).resolve().parent / "templates"


def printed(template: str | Path, style: str | Path, title: str, identifier: str, **values: object) -> bytes:
    """The PDF of a template and a style sheet of the papers, or of a plug-in's by their whole paths; `values`
    are what the template tells beside the title, the authority, its seal and the language."""
    context: dict[str, object] = {
        "title": title,
        "authority": authority_name(),
        "seal": crest_svg(),
        "language": get_language() or "en",
        **values,
    }
    return press(
        Paper(html=render(TEMPLATES / template, context), style=TEMPLATES / style, identifier=identifier)
    )
