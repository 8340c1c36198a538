"""Serves streams of Server-Sent Events (ASGI): one process holds those of all readers, each a few kilobytes.

A reader's stream begins with whether there is something to ask for, then says so at each change. No message
waits for a slow reader, who so costs no more than a quick one. Where nobody follows, nothing is looked at.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import parse_qs

from django.db import Error

from tournaments.streams.topics import TOPIC

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
LIFE_SECONDS: Final = 20.0
"""How often a stream on which nothing happens gives a sign of life."""
MOST_STREAMS: Final = 4000
MOST_TOPICS: Final = 10_000
PREFIX: Final = "/stream/"
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    # Where a machine serves streams at a port of its own; they hold nothing that is not everybody's.
    (b"access-control-allow-origin", b"*"),
]

T = TypeVar("T")
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Watch(Protocol):
    """Asked by one thread alone: from when on to look, and what has changed since the look before."""

    def begin(self) -> None: ...

    def look(self) -> set[str]: ...


class Streams:
    """Follows what it watches for as long as anybody follows it."""

    def __init__(self, watch: Watch, pause: float = LOOK_SECONDS) -> None:
        self._watch = watch
        self._pause = pause
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="look")
        self._readers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._count = 0
        self._beginning = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self._start_afresh()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        topic = scope["path"].removeprefix(PREFIX).rstrip("/")
        if not scope["path"].startswith(PREFIX) or not TOPIC.fullmatch(topic):
            await _refuse(send, 404)
        elif scope["method"] != "GET":
            await _refuse(send, 405)
        elif self._count >= MOST_STREAMS:
            await _refuse(send, 503)
        else:
            await self._follow(topic, _seen(scope), receive, send)

    async def _follow(self, topic: str, seen: str, receive: Receive, send: Send) -> None:
        changed = asyncio.Event()
        self._readers[topic].add(changed)
        self._count += 1
        gone = asyncio.create_task(_until_gone(receive))
        try:
            try:
                await self._look_on()
            except Error as silent:
                log.warning("The database does not answer, so nobody can follow: %s", silent)
                return await _refuse(send, 503)
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self._tell(send, "here" if self._missed_nothing(topic, seen) else "changed")
            while not gone.done():
                waiting = asyncio.create_task(changed.wait())
                await asyncio.wait({waiting, gone}, timeout=LIFE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if not gone.done():
                    name = "changed" if changed.is_set() else "here"
                    changed.clear()
                    await self._tell(send, name)
        except (OSError, RuntimeError):
            pass  # the reader has gone while it was told
        finally:
            gone.cancel()
            self._count -= 1
            self._readers[topic].discard(changed)
            if not self._readers[topic]:
                del self._readers[topic]

    async def _tell(self, send: Send, name: str) -> None:
        """The data is of no use to a page, but without any a browser tells it nothing."""
        message = f"id: {self._begun}.{self._position}\nevent: {name}\ndata: {name}\n\n"
        await send({"type": "http.response.body", "body": message.encode(), "more_body": True})

    def _missed_nothing(self, topic: str, seen: str) -> bool:
        begun, _, position = seen.partition(".")
        return begun == self._begun and position.isdecimal() and int(position) >= self._changed.get(topic, 0)

    def _start_afresh(self) -> None:
        """Nobody is known to have missed nothing: what happened so far was not looked at, or is forgotten."""
        self._begun = secrets.token_hex(4)
        self._position = 0
        self._changed: dict[str, int] = {}

    async def _look_on(self) -> None:
        """Look from now on, as long as anybody follows; it has begun when this returns."""
        async with self._beginning:
            if self._looking is None or self._looking.done():
                self._start_afresh()
                await self._ask(self._watch.begin)
                self._looking = asyncio.create_task(self._keep_looking())

    async def _keep_looking(self) -> None:
        while self._count:
            await asyncio.sleep(self._pause)
            try:
                self._tell_of(await self._ask(self._watch.look))
            except Error as silent:  # the next look tells of what this one would have
                log.warning("The trail could not be looked at, and is tried again: %s", silent)

    async def _ask(self, question: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, question)

    def _tell_of(self, topics: set[str]) -> None:
        if not topics:
            return
        if len(self._changed) > MOST_TOPICS:
            self._start_afresh()
        self._position += 1
        for topic in topics:
            self._changed[topic] = self._position
            for reader in self._readers.get(topic, ()):
                reader.set()


def _seen(scope: Scope) -> str:
    """Where the reader was last: a browser says so itself when it comes again, a page in its address."""
    headers = dict(scope["headers"])
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("seen", [""])[0]
    return str(headers.get(b"last-event-id", b"").decode("latin-1") or asked)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"0")]
    with contextlib.suppress(OSError):
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


async def _live(receive: Receive, send: Send) -> None:
    while (message := await receive())["type"] != "lifespan.shutdown":
        await send({"type": f"{message['type']}.complete"})
    await send({"type": "lifespan.shutdown.complete"})
