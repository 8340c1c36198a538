"""One table of commands for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import Http404
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from sanctioning.kit.commands import Command, Commands, Nothing, flag, optional, or_none, sent_as, words
from sanctioning.people.models.person import Person


@dataclass(frozen=True, slots=True)
class Asked:
    text: str = words(10)
    place: str = optional(5)
    sure: bool = flag()
    number: int | None = or_none(serializers.IntegerField, min_value=1)
    facts: Mapping[str, Any] = sent_as(serializers.DictField(required=False), dict)


def add(by: Person, things: list[str], asked: Asked) -> int:
    things.append(asked.text)
    return len(things)


COMMANDS = Commands[list[str], Asked, int](
    Asked,
    {
        "add": Command(add, "Added."),
        "count": Command(lambda by, things, asked: len(things), lambda count: f"There are {count}."),
    },
)


def test_a_command_says_what_it_has_done() -> None:
    by, things = Person(), ["one"]
    assert COMMANDS.run("add", by=by, thing=things, asked=Asked(text="two")).sentence == "Added."
    done = COMMANDS.run("count", by=by, thing=things, asked=Asked())
    assert (things, done.result, done.sentence) == (["one", "two"], 2, "There are 2.")


@pytest.mark.parametrize(("name", "thing"), [("throw", ["one"]), ("add", None)])
def test_an_unknown_name_or_thing_is_not_found(name: str, thing: list[str] | None) -> None:
    with pytest.raises(Http404):
        COMMANDS.or_404(name, thing)


def test_what_a_form_posts_is_read_as_the_payload_has_it() -> None:
    typed = {"text": " a word ", "sure": "on", "number": "²", "facts": "none", "other": "1"}
    assert COMMANDS.typed(typed) == Asked(text="a word", sure=True)
    assert COMMANDS.typed({"number": "7", "sure": "no"}) == Asked(number=7)


def test_what_a_program_sends_is_validated() -> None:
    assert COMMANDS.sent({"text": "a", "number": 7, "facts": {"a": 1}}) == Asked(
        "a", number=7, facts={"a": 1}
    )
    for wrong in ({"text": "far too long a text"}, {"number": 0}, {"place": ""}):
        with pytest.raises(ValidationError):
            COMMANDS.sent(wrong)
    assert Commands[None, Nothing, None](Nothing, {}).sent(["no object"]) == Nothing()
    assert COMMANDS.serializer.__name__ == "AskedSerializer"
