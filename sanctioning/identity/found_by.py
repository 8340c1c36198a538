"""The words by which a row is found, kept beside it: folded, with a blank before and after each.

A word that begins with what was typed follows a blank, so two letters are enough for an index of trigrams.
Invariant: they are worked out whenever the row is written (`FoundBy.pre_save`), and never by anybody else.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.apps import AppConfig
from django.db import connections, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement

from sanctioning.identity.likeness import folded

NUMBER: Final = re.compile(r"([wp])-?(\d{5,9})-?([2-9a-z])", re.IGNORECASE)
"""A whole number of a member, or of a provisional record, with or without its dashes."""
BEGUN: Final = re.compile(r"\b([wp])-(?=\d)", re.IGNORECASE)
ZEROS: Final = re.compile(r"([wp]?)0+(\d+)")
PARTS: Final = re.compile(r"[^\s,;/\-‐-―]+")


def written_out(number: re.Match[str]) -> str:
    """A number that was found, as it is kept: `W-00017-4`."""
    return f"{number[1]}-{number[2]}-{number[3]}".upper()


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared: names in parts, a member number as one."""
    whole = NUMBER.sub(lambda number: f"{number[1]}{number[2]}{number[3]}", text)
    return tuple(filter(None, map(folded, PARTS.findall(whole))))


def words_sought(text: str) -> tuple[str, ...]:
    """The same of what somebody types, who may write a number with its zeros and leave out its end."""
    text = BEGUN.sub(r"\1", text)
    parts = (word if NUMBER.fullmatch(word) else ZEROS.fullmatch(word) or word for word in words_of(text))
    return tuple(part if isinstance(part, str) else part[1] + part[2] for part in parts)


def kept_words(*texts: str) -> str:
    """What is kept of these. A member number is found by all of it, and without the zeros: `w11`, `11`."""
    words = [word for text in texts for word in words_of(text)]
    for number in filter(None, map(NUMBER.fullmatch, words)):
        digits = number[2].lstrip("0")
        words += [f"{number[1]}{digits}", digits]
    return f" {' '.join(words)} "


class FoundBy(models.TextField):  # type: ignore[type-arg]
    """Worked out of the fields that it is `of`."""

    def __init__(self, *, of: Sequence[str], **options: Any) -> None:
        self.of = tuple(of)
        super().__init__(**{"default": "", "editable": False, **options})

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, object]]:
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        words = kept_words(*(_text_of(getattr(model_instance, name)) for name in self.of))
        setattr(model_instance, self.attname, words)
        return words


def _text_of(value: str | dt.date) -> str:
    """Of a day or a moment the year, which people add to a name."""
    return f"{value:%Y}" if isinstance(value, dt.date) else value


def written_along(model: models.Model, fields: Iterable[str] | None) -> Iterable[str] | None:
    """The fields to be saved, and with the names the words by which they are found."""
    if fields is None:
        return None
    fields = set(fields)
    words = [field for field in model._meta.concrete_fields if isinstance(field, FoundBy)]
    return fields | {field.name for field in words if fields & {*field.of}}


class WordsIndex(models.Index):
    """Of trigrams on PostgreSQL; SQLite reads it from end to end in place of the table."""

    def __init__(self, *expressions: Any, **options: Any) -> None:
        super().__init__(*expressions, **{"opclasses": ["gin_trgm_ops"], **options})

    def create_sql(
        self,
        model: type[models.Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **options: Any,
    ) -> Statement:
        if schema_editor.connection.vendor != "postgresql":
            return super().create_sql(model, schema_editor, using=using, **options)
        statement = super().create_sql(model, schema_editor, using=" USING gin", **options)
        # People are looked for far more often than written: nothing waits in a list that each search reads.
        statement.parts["extra"] = " WITH (fastupdate = off)"  # type: ignore[assignment]
        return statement


def bring_trigrams(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Before any table is made, with migrations or without; any owner of a database may."""
    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
