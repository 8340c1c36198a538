"""Django's PostgreSQL with the compiler of this site, and with little time for planning.

Purpose: the widest questions read thirty tables by their keys, each for one row. To search the best of all
orders took PostgreSQL ten times as long as to answer; the order in which the compiler writes them is a good
one, and what is filtered comes first.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base, operations

from config.database.planning import PLANNING
from config.database_timeouts import as_options
from sanctioning.kit.server_statements import is_pooled


class DatabaseOperations(operations.DatabaseOperations):
    compiler_module = "config.database.postgresql.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    def get_connection_params(self) -> dict[str, Any]:
        parameters: dict[str, Any] = super().get_connection_params()
        if is_pooled(self):
            return parameters
        return {**parameters, "options": f"{as_options(PLANNING)} {parameters.get('options', '')}".strip()}
