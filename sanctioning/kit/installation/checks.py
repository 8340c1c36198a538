"""What `manage.py check`, and each start of the services, says of how the site was installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

COMPILE = "Compile it: .venv/bin/python -m deploy.words compile (deploy/build and make run do that)."


def words_are_compiled(app_configs: Sequence[AppConfig] | None, **more: Any) -> list[CheckMessage]:
    """Without its compiled catalogue a language is silently English."""
    return [message for folder in settings.LOCALE_PATHS for message in _of_catalogues(Path(folder))]


def _of_catalogues(folder: Path) -> Iterator[CheckMessage]:
    for catalogue in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        language, compiled = catalogue.parts[-3], catalogue.with_suffix(".mo")
        if not compiled.exists():
            sentence = (
                f"The words of the language “{language}” are not compiled: its pages would be in English."
            )
            yield Error(sentence, hint=COMPILE, obj=catalogue, id="saas.E001")
        elif compiled.stat().st_mtime < catalogue.stat().st_mtime:
            sentence = f"The words of the language “{language}” changed since they were compiled."
            yield Warning(sentence, hint=COMPILE, obj=catalogue, id="saas.W001")
