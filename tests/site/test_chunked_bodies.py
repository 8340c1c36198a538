"""What is sent in pieces, without its length, is read like everything else."""

from __future__ import annotations

import http.client
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from config import chunked_bodies
from config.chunked_bodies import whole_body
from tests.support.site import Site

CODE = json.dumps({"code": "of no link"}).encode()


def test_a_program_that_streams_its_body_is_understood(site: Site) -> None:
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=60)
    pieces: Iterator[bytes] = iter([CODE[:5], CODE[5:]])
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/api/v1/entries/confirm/", body=pieces, headers=headers, encode_chunked=True)
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (422, "link-unknown")


@pytest.fixture
def told() -> list[Any]:
    return []


def ask(told: list[Any], body: bytes, **headers: str) -> list[bytes]:
    def application(environ: dict[str, Any], _start: object) -> Iterable[bytes]:
        return [environ["wsgi.input"].read(), environ.get("CONTENT_LENGTH", "none").encode()]

    environ = {"wsgi.input": io.BytesIO(body), **headers}
    return list(whole_body(application, environ, lambda status, _headers: told.append(status)))  # type: ignore[arg-type]


def test_its_length_is_known_once_it_is_read(told: list[Any]) -> None:
    body = b"x" * 3_000_000
    assert ask(told, body, HTTP_TRANSFER_ENCODING="chunked") == [body, b"3000000"]
    assert ask(told, b"as it came") == [b"as it came", b"none"]


def test_what_never_ends_is_too_large(told: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunked_bodies, "LARGEST", 1000)
    assert ask(told, b"x" * 1001, HTTP_TRANSFER_ENCODING="chunked") == []
    assert told == ["413 Content Too Large"]
