"""The schema of the API, made when it is first asked for and then kept by the process."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from sanctioning.kit.installation.selectors import authority

Version = tuple[str, str]
"""The language and the name of the authority, which the schema says."""
# Two that the generator makes at a time spoil each other.
_MAKING: Final = threading.Lock()
RENDERERS: Final = {"json": OpenApiJsonRenderer, "yaml": OpenApiYamlRenderer}


@dataclass(frozen=True, slots=True)
class Written:
    """The schema as it is sent; `etag` changes with it."""

    content: bytes
    media_type: str
    etag: str


def version() -> Version:
    """Which of the kept schemas whoever asks is given."""
    return get_language() or "", authority().name_on_papers


def schema() -> Mapping[str, Any]:
    """The OpenAPI document in the language of whoever asks. Not to be changed: others read it too."""
    return _made_once(*version())


def written_schema(written_as: str) -> Written:
    """The document as `json` or `yaml`."""
    return _written(written_as, *version())


def _made_once(language: str, name: str) -> Mapping[str, Any]:
    with _MAKING:
        return _made(language, name)


@cache
def _made(language: str, _authority: str) -> Mapping[str, Any]:
    with override(language):
        document: Mapping[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        return document


@cache
def _written(written_as: str, language: str, name: str) -> Written:
    renderer = RENDERERS[written_as]()
    text = renderer.render(_made_once(language, name), renderer_context={})
    content = text if isinstance(text, bytes) else text.encode()
    return Written(content, renderer.media_type, f'"{hashlib.sha256(content).hexdigest()[:32]}"')
