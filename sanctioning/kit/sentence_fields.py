"""Fields of models that keep the template and the facts of what the engine says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

from rules_engine.sentences import Sentence, as_document, from_document

KEPT = '{"template": '


class SentenceField(models.TextField):  # type: ignore[type-arg]
    """English as it is; a sentence of the engine as JSON with its template and its facts."""

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> str | None:
        return value if value is None else read_sentence(value)

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return json.dumps(as_document(value), ensure_ascii=False) if isinstance(value, Sentence) else value

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.get_prep_value(self.value_from_object(obj)))


def read_sentence(text: str) -> str:
    """The sentence that was kept as JSON; anything else as it is, whoever wrote it."""
    if not text.startswith(KEPT):
        return text
    try:
        sentence = from_document(json.loads(text))
    except (ValueError, KeyError, TypeError):
        return text
    return sentence if isinstance(sentence, Sentence) else text


class FindingsField(models.JSONField):
    """A finding, a list of findings or a check, whose sentences keep their templates and facts."""

    def from_db_value(self, value: Any, expression: Expression, connection: BaseDatabaseWrapper) -> Any:
        return _converted(super().from_db_value(value, expression, connection), from_document)

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        return super().get_db_prep_value(_converted(value, as_document), connection, prepared)


def _converted(value: Any, convert: Callable[[Any], Any]) -> Any:
    """The same with each sentence converted; stanzas, which have none, are not looked through."""
    match value:
        case list():
            return [_converted(finding, convert) for finding in value]
        case {"findings": findings, "not_checked": not_checked}:
            return {
                **value,
                "findings": _converted(findings, convert),
                "not_checked": [convert(thing) for thing in not_checked],
            }
        case {"message": message}:
            return {**value, "message": convert(message)}
    return value
