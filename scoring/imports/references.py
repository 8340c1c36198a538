"""What refers to things that an import made, by the names of what refers.

One statement in plain SQL, since more than a hundred kinds of things refer to people: Django takes far longer
to build the query than the database to answer it.
"""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import ManyToOneRel, Model, QuerySet

from sanctioning.people.referring_things import several


def who_refers(model: type[Model], written: QuerySet[Any, Any], but: tuple[type[Model], ...]) -> list[str]:
    """Rows of imports may refer to them from this import alone, so another import is named too.

    `made` has the primary keys of what was made as its one column.
    """
    quote = connection.ops.quote_name
    columns = [
        (referrer, quote(referrer._meta.db_table), quote(column))
        for referrer, column in _columns_that_name(model)
        if referrer not in but
    ]
    if not columns:
        return []
    keys, params = written.order_by().query.sql_with_params()
    refers = ", ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE {column} IN (SELECT key FROM made))"
        for _referrer, table, column in columns
    )
    with connection.cursor() as cursor:
        cursor.execute(f"WITH made (key) AS ({keys}) SELECT {refers}", params)
        answers = cursor.fetchone()
    return sorted({several(columns[place][0]) for place, answer in enumerate(answers) if answer})


def _columns_that_name(model: type[Model]) -> list[tuple[type[Model], str]]:
    relations = model._meta.get_fields(include_hidden=True)
    return [
        (relation.related_model, relation.field.column)
        for relation in relations
        if isinstance(relation, ManyToOneRel)
    ]
