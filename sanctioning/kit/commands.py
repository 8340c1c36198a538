"""What may be done with a thing, by name: one table for pages and programs.

Purpose: a page posts to `…/<name>/` and a program to the same name under `/api/`; both reach the same service
with the same payload, and hear the same of it.
Invariants: a name that the table does not have, or no thing, is answered by 404 before anything is read; a
table decides nothing, its services do.
Terms: payload (what goes with a command: a frozen dataclass, each of whose fields says how a program sends
it), sent (what a program sends as JSON), typed (what a form posts).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.contrib import messages
from django.db.models import Choices
from django.http import Http404, HttpRequest
from rest_framework import serializers
from rest_framework.request import Request

from sanctioning.kit.api.answers import valid
from sanctioning.kit.typed_input import whole_number
from sanctioning.people.models.person import Person

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True, slots=True)
class Nothing:
    """The payload of commands that need none."""


Thing = TypeVar("Thing")
Payload = TypeVar("Payload", bound="DataclassInstance")
Result = TypeVar("Result")
Field = serializers.Field[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Command(Generic[Thing, Payload, Result]):
    """One service with who acts, the thing and what was asked; `said` when it is done, "" for nothing."""

    run: Callable[[Person, Thing, Payload], Result]
    said: str | Callable[[Result], str] = ""

    def sentence(self, result: Result) -> str:
        return self.said(result) if callable(self.said) else str(self.said)


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    sentence: str
    result: Result


@cache
def serializer_of(payload: type[DataclassInstance]) -> type[serializers.Serializer[Any]]:
    """How programs send the payload, with the name and the words of its dataclass; one for all its tables."""
    own_words = not (payload.__doc__ or "").startswith(f"{payload.__name__}(")
    fields = {field.name: field.metadata["sent_as"] for field in dataclasses.fields(payload)}
    named = {**fields, "__doc__": payload.__doc__ if own_words else None}
    return type(f"{payload.__name__}Serializer", (serializers.Serializer,), named)


class Commands(dict[str, Command[Thing, Payload, Result]]):
    def __init__(
        self, payload: type[Payload], commands: Mapping[str, Command[Thing, Payload, Result]]
    ) -> None:
        super().__init__(commands)
        self.payload = payload

    @property
    def serializer(self) -> type[serializers.Serializer[Any]]:
        return serializer_of(self.payload)

    def or_404(self, name: str, thing: Thing | None) -> Thing:
        """The thing; 404 where there is none, or nothing of that name is done with it."""
        if thing is None or name not in self:
            raise Http404
        return thing

    def run(self, name: str, *, by: Person, thing: Thing, asked: Payload) -> Done[Result]:
        command = self[name]
        result = command.run(by, thing, asked)
        return Done(command.sentence(result), result)

    def run_sent(
        self,
        request: Request,
        name: str,
        *,
        by: Person,
        thing: Thing | None,
        kept: Mapping[str, Any] | None = None,
    ) -> Done[Result]:
        """Do what a program sends; 400 where it cannot be read. What it leaves out is as it was `kept`."""
        thing = self.or_404(name, thing)
        return self.run(name, by=by, thing=thing, asked=self.sent(request.data, kept))

    def run_typed(
        self,
        request: HttpRequest,
        name: str,
        *,
        by: Person,
        thing: Thing | None,
        asked: Payload | None = None,
    ) -> Done[Result]:
        """Do what a form posts, and say on the next page that it is done."""
        thing = self.or_404(name, thing)
        done = self.run(name, by=by, thing=thing, asked=asked or self.typed(request.POST.dict()))
        if done.sentence:
            messages.success(request, done.sentence)
        return done

    def sent(self, data: Any, kept: Mapping[str, Any] | None = None) -> Payload:
        if not dataclasses.fields(self.payload):
            return self.payload()
        sent = valid(self.serializer(data=data, partial=kept is not None))
        return self.payload(**{**(kept or {}), **sent})

    def typed(self, post: Mapping[str, str]) -> Payload:
        """What a form posts; a field that says nothing readable stays as the payload has it."""
        fields = {field.name: field.metadata["sent_as"] for field in dataclasses.fields(self.payload)}
        read = {name: _read(field, post[name]) for name, field in fields.items() if name in post}
        return self.payload(**{name: value for name, value in read.items() if value is not None})


def sent_as(field: Field, default: Any) -> Any:
    """A field of a payload: how a program sends it, and what it is where nothing was sent."""
    metadata = {"sent_as": field}
    if callable(default):
        return dataclasses.field(default_factory=default, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def words(most: int) -> Any:
    """A text of at most so many letters, which may be left out or empty."""
    field = serializers.CharField(required=False, allow_blank=True, default="", max_length=most)
    return sent_as(field, "")


def optional(most: int, *, blank: bool = False) -> Any:
    """A text of at most so many letters, which may be left out."""
    return sent_as(serializers.CharField(required=False, allow_blank=blank, max_length=most), "")


def one_of(choices: type[Choices]) -> Any:
    """One of these, or nothing."""
    field = serializers.ChoiceField(choices.choices, required=False, allow_blank=True, default="")
    return sent_as(field, "")


def flag() -> Any:
    return sent_as(serializers.BooleanField(required=False, default=False), False)


def or_none(field: Callable[..., Field], **rules: Any) -> Any:
    """A field that may be left out or empty."""
    return sent_as(field(required=False, allow_null=True, default=None, **rules), None)


def _read(field: Field, text: str) -> Any:
    if isinstance(field, serializers.BooleanField):
        return text in field.TRUE_VALUES
    if isinstance(field, serializers.IntegerField):
        return whole_number(text)
    return text.strip() if isinstance(field, serializers.CharField | serializers.ChoiceField) else None
