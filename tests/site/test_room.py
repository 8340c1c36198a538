"""Calls with room do not ask the kernel for memory again and again."""

from __future__ import annotations

import resource
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from config.call_stack_memory import with_room
from config.celery import app

TURNS = 500
DEPTHS = range(300)
"""Some two chunks of Python 3.11: the end of one lies somewhere among them."""


def leaf(
    a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, g: int = 0, h: int = 0
) -> tuple[int, ...]:
    """A frame that is wide enough to be the first of a chunk from some depth."""
    return (a, b, c, d, e, f, g, h, a, b, c, d, e, f, g, h)


def faults_at(depth: int) -> int:
    """Pages that the process was given anew while a function that deep calls another again and again."""
    if depth:
        return faults_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(TURNS):
        leaf()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def most_faults() -> int:
    return max(faults_at(depth) for depth in DEPTHS)


def test_no_depth_of_calls_asks_for_memory_at_every_turn() -> None:
    assert with_room(most_faults) < TURNS / 10


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="later versions of Python may keep the chunk")
def test_without_the_room_some_depth_asks_every_time() -> None:
    """In a thread, whose calls begin anew; or the room is needed no more, and may go."""
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(most_faults).result() >= TURNS


def test_a_task_of_a_worker_has_room() -> None:
    """In a thread, as above: the test itself runs with room."""
    task = app.task(most_faults, name="test.most_faults")
    try:
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(task.apply).result().get() < TURNS / 10
    finally:
        app.tasks.pop(task.name)


def test_what_is_called_gets_its_arguments_and_gives_its_answer() -> None:
    assert with_room(divmod, 17, 5) == (3, 2)
    assert with_room(int, "11", base=2) == 3
