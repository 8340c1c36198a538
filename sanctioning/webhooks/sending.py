"""One request to a receiver, and what came of it.

Invariants: it ends within `SECONDS`, however slowly the receiver answers; it connects to an address that may
be reached and to no other; no redirect is followed; of the answer only the beginning is read. Loaded by
workers alone, since it takes tens of megabytes.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import aiohttp

from sanctioning.webhooks.addresses import may_be_reached
from sanctioning.webhooks.models import Attempt

SECONDS: Final = 15
ANSWER_BYTES: Final = 500
HEADERS: Final = {"Content-Type": "application/json", "User-Agent": "SAAS-Webhooks/1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`status` is 0 where no answer came; `fault` then says why."""

    milliseconds: int
    status: int = 0
    answer: str = ""
    fault: str = ""

    @property
    def accepted(self) -> bool:
        return 200 <= self.status < 300


class NotPublic(OSError):
    """The name leads to an address to which nothing is sent."""


def post(url: str, *, headers: Mapping[str, str], body: str) -> Outcome:
    """Send it once."""
    begun = time.monotonic()
    status, answer, fault = 0, "", ""
    try:
        status, answer = asyncio.run(_post(url, {**HEADERS, **headers}, body.encode()))
    except TimeoutError:
        fault = Attempt.Fault.TIMEOUT
    except (aiohttp.ClientError, OSError, ValueError) as failure:
        fault = _fault(failure)
    elapsed = round((time.monotonic() - begun) * 1000)
    return Outcome(milliseconds=elapsed, status=status, answer=answer, fault=fault)


async def _post(url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, str]:
    plain = url.lower().startswith("http:")
    connector = aiohttp.TCPConnector(socket_factory=partial(_socket_to, plain), force_close=True)
    async with (
        aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
        ) as session,
        session.post(url, data=body, headers=headers, allow_redirects=False) as answer,
    ):
        begins = await answer.content.read(ANSWER_BYTES)
        return answer.status, begins.decode("utf-8", "replace").replace("\0", "�")


def _socket_to(plain: bool, address: Any) -> socket.socket:
    """For the address to which it will be connected, whether it came of a name or not."""
    family, kind, protocol, _name, place = address
    if not may_be_reached(place[0], plain=plain):
        raise NotPublic(f"{place[0]} is not a public address")
    return socket.socket(family, kind, protocol)


def _fault(failure: Exception) -> str:
    causes: list[BaseException | None] = [failure, getattr(failure, "os_error", None), failure.__cause__]
    if any(isinstance(cause, NotPublic) for cause in causes):
        return Attempt.Fault.FORBIDDEN
    if any(isinstance(cause, aiohttp.ClientSSLError | ssl.SSLError) for cause in causes):
        return Attempt.Fault.CERTIFICATE
    return Attempt.Fault.UNREACHABLE
