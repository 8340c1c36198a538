"""The example that receives messages of webhooks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from django.utils import timezone

from deploy.processes import any_free_port
from sanctioning.webhooks.signing import new_secret, signed_headers
from tests.support.processes import ROOT, wait_until

MESSAGE = {
    "type": "result.certified",
    "timestamp": "2026-03-08T21:40:00Z",
    "data": {"url": "https://a.example/"},
}


def answered(port: int, secret: str, message_id: str) -> int:
    body = json.dumps(MESSAGE)
    headers = signed_headers(signing=[secret], message_id=message_id, at=timezone.now(), body=body)
    request = Request(f"http://127.0.0.1:{port}/", body.encode(), headers, method="POST")
    try:
        return int(urlopen(request, timeout=30).status)
    except HTTPError as refused:
        return refused.code


def is_there(port: int) -> bool:
    try:
        return answered(port, new_secret(), "msg_0") == 401
    except URLError:
        return False


def test_it_prints_each_message_once_and_none_that_is_forged() -> None:
    port, secret = any_free_port(), new_secret()
    receiver = subprocess.Popen(
        [sys.executable, ROOT / "examples" / "webhook_receiver.py", str(port)],
        env={**os.environ, "WEBHOOK_SECRET": secret},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        wait_until(lambda: is_there(port), 60, "the example receives")
        statuses = [answered(port, secret, message_id) for message_id in ("msg_1", "msg_1", "msg_2")]
        assert statuses == [204, 204, 204]
        assert answered(port, new_secret(), "msg_3") == 401
    finally:
        receiver.kill()
    said, _nothing = receiver.communicate(timeout=30)
    assert said.splitlines() == ["2026-03-08T21:40:00Z result.certified https://a.example/"] * 2
