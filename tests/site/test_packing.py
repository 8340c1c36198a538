"""Where nothing is collected beforehand, styles and scripts are packed as they are sent."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client
from pytest_django import Settings

from deploy.processes import ROOT

TAKES = {"accept-encoding": "gzip"}


@pytest.fixture
def local(settings: Settings) -> Client:
    settings.MIDDLEWARE = ["config.middleware.packed_as_sent", *settings.MIDDLEWARE]
    return Client(headers=TAKES)


def test_a_style_is_packed_and_asked_for_again_by_its_date(local: Client) -> None:
    answer = local.get("/static/css/components.css")
    sent = b"".join(answer)
    whole = (ROOT / "static/css/components.css").read_bytes()
    assert gzip.decompress(sent) == whole
    assert len(sent) < len(whole) / 2
    again = local.get(
        "/static/css/components.css", headers={**TAKES, "if-modified-since": answer["Last-Modified"]}
    )
    assert ("ETag" in answer, again.status_code) == (False, 304)


def test_a_typeface_which_is_packed_already_is_sent_as_it_is(local: Client) -> None:
    answer = local.get("/static/fonts/eb-garamond-latin-500-normal.woff2")
    assert ("Content-Encoding" in answer, "ETag" in answer, "Content-Length" in answer) == (False, True, True)


def test_whoever_takes_nothing_packed_gets_it_as_it_is(local: Client) -> None:
    answer = local.get("/static/css/tokens.css", headers={"accept-encoding": "identity"})
    assert b"".join(answer) == (ROOT / "static/css/tokens.css").read_bytes()
