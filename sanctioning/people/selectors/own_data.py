"""Everything kept about a person, read off the relations that the models of all layers have to a person.

Invariants: a new model is in it by itself; other people stand in it by number only; secrets, hashes and
files do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models.fields.reverse_related import ForeignObjectRel

from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.identity import Merge
from sanctioning.people.models.own_data import AnonymisationWish, DataCopy
from sanctioning.people.models.person import Person

NOT_SHOWN = frozenset({"sha256", "hash", "previous_hash", "password", "file", "document", "key"})
Record = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDataPage:
    """What a person's page of own data shows beside the form."""

    copies: tuple[DataCopy, ...]
    wish: AnonymisationWish | None
    merged: tuple[str, ...]


def kept_about(person: Person) -> list[tuple[str, Callable[[], list[Record]]]]:
    """The parts by name, each read when it is asked for."""
    parts = [("record", partial(_rows, Person, "pk", person)), ("account", partial(_account, person))]
    return parts + [(_name(relation), _reader(relation, person)) for relation in relations()]


def relations() -> list[ForeignObjectRel]:
    """Every named relation of a model to a person; unnamed ones say who acted, which the trail says too."""
    related = [relation for relation in Person._meta.related_objects if not relation.hidden]
    others = [relation for relation in related if relation.related_model is not Person]
    return sorted(others, key=_name)


def own_data_page(person: Person) -> OwnDataPage:
    rows = rows_of(person)
    wish = AnonymisationWish.objects.filter(person__in=rows, state__in=("asked", "confirmed")).first()
    copies = DataCopy.objects.filter(person__in=rows).select_related("job")[:10]
    merged = Merge.objects.filter(kept=person, undone_at=None).values_list("merged__number", flat=True)
    return OwnDataPage(copies=tuple(copies), wish=wish, merged=tuple(merged))


def _name(relation: ForeignObjectRel) -> str:
    model = relation.related_model
    assert isinstance(model, type)
    plural = str(model._meta.verbose_name_plural)
    twice = [other for other in Person._meta.related_objects if other.related_model is model]
    return f"{plural} ({relation.field.verbose_name})" if len(twice) > 1 else plural


def _reader(relation: ForeignObjectRel, person: Person) -> Callable[[], list[Record]]:
    model = relation.related_model
    assert isinstance(model, type)
    return partial(_rows, model, relation.field.name, person)


def _rows(model: type[models.Model], path: str, person: Person) -> list[Record]:
    keys = rows_of(person).values("pk")
    related = [
        field.name for field in model._meta.concrete_fields if field.is_relation and not field.many_to_many
    ]
    records = model._default_manager.filter(**{f"{path}__in": keys}).select_related(*related).order_by("pk")
    return [_record(row) for row in records]


def _account(person: Person) -> list[Record]:
    model = apps.get_model("sanctioning", "Account")
    return [_record(row) for row in model._default_manager.filter(person__in=rows_of(person))]


def _record(row: models.Model) -> Record:
    return {
        str(field.verbose_name): _value(row, field) for field in row._meta.concrete_fields if _said(field)
    }


def _said(field: models.Field[Any, Any]) -> bool:
    return field.name not in NOT_SHOWN and not isinstance(field, models.BinaryField)


def _value(row: models.Model, field: models.Field[Any, Any]) -> Any:
    value = getattr(row, field.name)
    if isinstance(value, Person):
        return value.number
    if isinstance(value, models.Model):
        return str(value)
    return value


def data_copy_of(number: int) -> DataCopy | None:
    return DataCopy.objects.filter(pk=number).first()
