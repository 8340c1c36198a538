"""What cannot be undone is asked once, on a page of its own, and then done.

Invariants: whatever would be refused is refused before anybody is asked; until it is said that it is meant,
nothing is kept; all that was typed comes along.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from sanctioning.kit.sent_once.keys import NOT_CONTENT, only_looked

SURE: Final = "sure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`title` asks; `help` says what follows, and who can mend it later; `stay` is where it goes on without
    it; `trail` names the pages above, each with its path."""

    title: str
    help: str
    button: str
    stay: str
    trail: tuple[tuple[str, str], ...] = ()


def ask_first(request: HttpRequest, do: Callable[[], object], question: Question) -> HttpResponse | None:
    """Do it and answer nothing, where it was said that this is meant; else try it, keep nothing, and ask."""
    with transaction.atomic():
        do()
        if request.POST.get(SURE) == "yes":
            return None
        transaction.set_rollback(True)
    typed = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in NOT_CONTENT and name != SURE
    ]
    return only_looked(render(request, "sure.html", {"question": question, "typed": typed}))
