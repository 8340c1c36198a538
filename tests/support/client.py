"""The Python client of the API, generated once in a run from what the site publishes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import httpx
from django.test import Client

from deploy.client import own_schema, write_sources
from tests.support.shared import shared_folder


def client_folder(schema: Callable[[], bytes] = own_schema) -> Path:
    """What a program has to have on its path; whoever comes first makes it from the schema."""
    return shared_folder("client", lambda folder: write_sources(schema(), folder))


def put_on_path() -> None:
    folder = str(client_folder())
    if folder not in sys.path:
        sys.path.insert(0, folder)


def answering_here() -> httpx.MockTransport:
    """The site in this process, without a server."""
    return httpx.MockTransport(_answer)


def _answer(request: httpx.Request) -> httpx.Response:
    answer = Client().generic(
        request.method,
        request.url.raw_path.decode(),
        request.content,
        request.headers.get("Content-Type", ""),
        headers=dict(request.headers),
    )
    return httpx.Response(answer.status_code, content=answer.content, headers=dict(answer.headers))
