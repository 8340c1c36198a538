"""What a page asks many times while it is built is asked of the database once.

Invariant: only while a request that reads is answered, since it changes nothing that it was told. Whatever
acts asks each time, under its locks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse

T = TypeVar("T")
READING = ("GET", "HEAD", "OPTIONS")
_answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers", default=None)


def asked_once(question: Hashable, ask: Callable[[], T]) -> T:
    """What `ask` gives; the second time in one request what it gave the first time."""
    answers = _answers.get()
    if answers is None:
        return ask()
    if question not in answers:
        answers[question] = ask()
    answer: T = answers[question]
    return answer


@contextmanager
def remembering_apart() -> Iterator[None]:
    """While another database is worked on: people of two databases have the same keys."""
    before = _answers.get()
    token = _answers.set(None if before is None else {})
    try:
        yield
    finally:
        _answers.reset(token)


@contextmanager
def asking_each_time() -> Iterator[None]:
    """While a page does something and takes it back, to see what it brings."""
    token = _answers.set(None)
    try:
        yield
    finally:
        _answers.reset(token)


def remembers_while_reading(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Before the first that asks who somebody is."""

    def remembering(request: HttpRequest) -> HttpResponse:
        if request.method not in READING:
            return answer(request)
        before = _answers.set({})
        try:
            return answer(request)
        finally:
            _answers.reset(before)

    return remembering
