"""A site, asked and told by programs.

Invariant: whatever changes something carries a key, so that what is sent again after a failure counts once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar
from uuid import uuid4

import httpx

from saas_client.refused import require_yes
from saas_client.request import Request

T = TypeVar("T")

KEY = "Idempotency-Key"
BUSY = (429, 503)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """An answer with its `etag`: send it as `if_match` to change what you have read, and nothing newer."""

    content: T
    etag: str


class Site:
    """One site, by its address and a token of yours; without one you see what everybody may read."""

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        table_link: str = "",
        language: str = "en",
        timeout: float = 30,
        tries: int = 5,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """What fails on its way, or comes while the site is busy, is sent `tries` times in all. Sentences are
        in `language`. `transport` is httpx's: for a proxy, or for tests. In place of a token, `table_link` is
        the secret of a table's link: it opens the operations of that table's pad.
        """
        headers = {"Accept-Language": language}
        if token or table_link:
            headers["Authorization"] = f"Bearer {token}" if token else f"Table {table_link}"
        self._http = httpx.Client(
            base_url=address.rstrip("/"), headers=headers, timeout=timeout, transport=transport
        )
        self._tries = tries

    def send(self, request: Request[T]) -> T:
        """Send what an operation says, and give its answer.

        Raises:
            Refused: the site says no, and why.
            httpx.TransportError: the site cannot be reached.
        """
        return request.read(self._answered(request.sends))

    def send_with_etag(self, request: Request[T]) -> Answer[T]:
        """As `send`, with what the answer may be held to later."""
        response = self._answered(request.sends)
        return Answer(request.read(response), response.headers.get("ETag", ""))

    def every(self, request: Request[list[T]]) -> Iterator[T]:
        """Each line of a list that is read by cursor, fetched page by page: none twice, none left out."""
        sends = {**request.sends, "params": {**request.sends.get("params", {}), "cursor": "start"}}
        while True:
            response = self._answered(sends)
            yield from request.read(response)
            if "next" not in response.links:
                return
            sends = {"method": "get", "url": response.links["next"]["url"]}

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answered(self, sends: Mapping[str, Any]) -> httpx.Response:
        headers = dict(sends.get("headers", {}))
        if sends["method"] != "get":
            headers.setdefault(KEY, uuid4().hex)
        for attempt in range(1, self._tries + 1):
            last = attempt == self._tries
            try:
                response = self._http.request(**{**sends, "headers": headers})
            except httpx.TransportError:
                if last:
                    raise
                time.sleep(attempt)
                continue
            if last or response.status_code not in BUSY:
                break
            time.sleep(_pause(response, attempt))
        require_yes(response)
        return response


def _pause(response: httpx.Response, attempt: int) -> int:
    """As many seconds as the site says; something between you and it may say a date, or nothing."""
    told = response.headers.get("Retry-After", "")
    return int(told) if told.isdigit() else attempt
