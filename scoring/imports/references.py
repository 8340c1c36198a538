"""What refers to things that an import made, by the names of what refers. A query for each kind of thing."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel

from sanctioning.people.referring_things import several


def who_refers(model: type[Model], made: QuerySet[Any, Any], but: tuple[type[Model], ...]) -> list[str]:
    """Rows of imports may refer to them from this import alone, so another import is named too."""
    things = set()
    for relation in model._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.many_to_many:
            continue
        referrer = relation.related_model
        assert isinstance(referrer, type), "models are all loaded"
        name = relation.field.name
        if referrer not in but and referrer._default_manager.filter(**{f"{name}__in": made}).exists():
            things.add(several(referrer))
    return sorted(things)
