"""The one way in which a service says no.

Purpose: a refusal is data, so that a page, the API and a message can each show it well.
Invariant: it always says what was wrong, by which rule, and what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Refusal(Exception):
    """`code` is stable for programs; `status` is the HTTP status that views and API answer with."""

    code: str
    sentence: str
    rule: str
    remedy: str
    status: int = 409
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # What is marked in a module is said in the language of whoever is refused, here and not later.
        self.sentence, self.rule, self.remedy = str(self.sentence), str(self.rule), str(self.remedy)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule}) {self.remedy}"


def wrong_field(field: str, *, code: str, sentence: str, rule: str, remedy: str) -> Refusal:
    """The refusal of what was typed into a field of a form; the page shows it there."""
    return Refusal(code=code, sentence=sentence, rule=rule, remedy=remedy, status=422, facts={"field": field})
