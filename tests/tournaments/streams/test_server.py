"""Streams as a server has them served: what a reader is told, when they come, come again and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.db import Error

from tournaments.streams import server
from tournaments.streams.server import Streams


class Changes:
    """What the next look gives."""

    def __init__(self) -> None:
        self.topics: set[str] = set()
        self.looks = 0
        self.away = False

    def begin(self) -> None:
        if self.away:
            raise Error("away")

    def look(self) -> set[str]:
        self.looks += 1
        if self.away:
            raise Error("away")
        topics, self.topics = self.topics, set()
        return topics


class Reader:
    """One request, and what is sent to it."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.sent.put(message)

    async def told(self) -> dict[str, str]:
        """The next event."""
        message = await asyncio.wait_for(self.sent.get(), 10)
        return dict(line.split(": ", 1) for line in message["body"].decode().splitlines() if line)

    async def status(self) -> int:
        return int((await asyncio.wait_for(self.sent.get(), 10))["status"])


@asynccontextmanager
async def reading(
    streams: Streams, topic: str, *, seen: str = "", last: str = "", method: str = "GET"
) -> AsyncIterator[Reader]:
    reader = Reader()
    scope = {
        "type": "http",
        "method": method,
        "path": f"/stream/{topic}/",
        "query_string": f"seen={seen}".encode(),
        "headers": [(b"last-event-id", last.encode())] if last else [],
    }
    answering = asyncio.create_task(streams(scope, reader.receive, reader.send))
    try:
        yield reader
    finally:
        reader.gone.set()
        await asyncio.wait_for(answering, 10)


def served(test: Callable[[Streams, Changes], Awaitable[None]], pause: float = 0.001) -> None:
    changes = Changes()
    asyncio.run(test(Streams(changes, pause), changes))  # type: ignore[arg-type]


def test_who_comes_is_told_to_ask_and_then_of_each_change_of_theirs_alone() -> None:
    async def test(streams: Streams, changes: Changes) -> None:
        async with reading(streams, "events/a") as ours, reading(streams, "events/b") as other:
            for reader in (ours, other):
                assert await reader.status() == 200
                assert (await reader.told())["event"] == "changed"
            changes.topics = {"events/a"}
            assert (await ours.told())["event"] == "changed"
            changes.topics = {"events/b"}
            assert (await other.told())["event"] == "changed"
            assert ours.sent.empty()

    served(test)


def test_who_comes_again_is_told_whether_they_missed_something() -> None:
    async def test(streams: Streams, changes: Changes) -> None:
        async with reading(streams, "live") as stays:
            await stays.status()
            first = (await stays.told())["id"]
            for way in ("seen", "last"):
                async with reading(streams, "live", **{way: first}) as again:
                    await again.status()
                    assert (await again.told())["event"] == "here"
            changes.topics = {"live"}
            second = (await stays.told())["id"]
            for seen, event in (
                (first, "changed"),
                (second, "here"),
                ("other.9", "changed"),
                ("x", "changed"),
            ):
                async with reading(streams, "live", seen=seen) as again:
                    await again.status()
                    assert (await again.told())["event"] == event, seen

    served(test)


def test_a_stream_gives_a_sign_of_life_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LIFE_SECONDS", 0.001)

    async def test(streams: Streams, changes: Changes) -> None:
        async with reading(streams, "live") as reader:
            await reader.status()
            begun = await reader.told()
            assert await reader.told() == {**begun, "event": "here", "data": "here"}

    served(test)


def test_where_nobody_follows_nothing_is_looked_at_and_whoever_comes_then_is_told_to_ask() -> None:
    async def test(streams: Streams, changes: Changes) -> None:
        async with reading(streams, "live") as reader:
            await reader.status()
            seen = (await reader.told())["id"]
        looking = streams._looking
        assert looking is not None
        await looking
        looks = changes.looks
        changes.topics = {"live"}
        async with reading(streams, "live", seen=seen) as reader:
            assert changes.looks == looks
            await reader.status()
            assert (await reader.told())["event"] == "changed"

    served(test)


def test_a_database_that_is_away_for_a_while_costs_no_change() -> None:
    async def test(streams: Streams, changes: Changes) -> None:
        changes.away = True
        async with reading(streams, "live") as reader:
            assert await reader.status() == 503
        changes.away = False
        async with reading(streams, "live") as reader:
            await reader.status()
            await reader.told()
            changes.away = True
            looks = changes.looks
            while changes.looks < looks + 3:
                await asyncio.sleep(0)
            changes.topics = {"live"}
            changes.away = False
            assert (await reader.told())["event"] == "changed"

    served(test)


@pytest.mark.parametrize("topic", ["", "nothing", "events/a/live", "live/x"])
def test_there_is_nothing_else(topic: str) -> None:
    async def test(streams: Streams, changes: Changes) -> None:
        async with reading(streams, topic) as reader:
            assert await reader.status() == 404
        async with reading(streams, "live", method="POST") as reader:
            assert await reader.status() == 405

    served(test)


def test_more_streams_than_a_process_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_STREAMS", 1)

    async def test(streams: Streams, changes: Changes) -> None:
        async with reading(streams, "live") as first:
            assert await first.status() == 200
            async with reading(streams, "live") as second:
                assert await second.status() == 503
        assert not streams._readers

    served(test)


def test_a_reader_who_takes_nothing_has_one_change_to_be_told_however_many_there_were() -> None:
    class Stuck(Reader):
        def __init__(self) -> None:
            super().__init__()
            self.may_go_on = asyncio.Event()

        async def send(self, message: dict[str, Any]) -> None:
            await super().send(message)
            if message["type"] == "http.response.body":
                await self.may_go_on.wait()

    async def test(streams: Streams, changes: Changes) -> None:
        stuck = Stuck()
        scope = {"type": "http", "method": "GET", "path": "/stream/live/", "query_string": b"", "headers": []}
        answering = asyncio.create_task(streams(scope, stuck.receive, stuck.send))
        await stuck.status()
        await stuck.told()
        for _ in range(20):
            changes.topics = {"live"}
            while changes.topics:
                await asyncio.sleep(0)
        assert stuck.sent.empty()
        stuck.may_go_on.set()
        assert (await stuck.told())["event"] == "changed"
        assert stuck.sent.empty()
        stuck.gone.set()
        await asyncio.wait_for(answering, 10)

    served(test)
