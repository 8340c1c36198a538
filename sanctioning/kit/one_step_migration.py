"""A migration that makes all tables of an app in one step.

Django draws every related model anew for each model and constraint that a migration adds, which takes a third
of a minute for a whole database. Here the models are known first, and each table is made as it is in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class MakeTables(Operation):
    """`tables` are the models, `more` what is added to them: fields and constraints that need a later one."""

    reversible = False

    def __init__(self, tables: Sequence[CreateModel], more: Sequence[Operation] = ()) -> None:
        self.tables, self.more = tables, more

    def deconstruct(self) -> tuple[str, list[Any], dict[str, object]]:
        return type(self).__name__, [self.tables, self.more], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        vars(state).pop("apps", None)
        for operation in (*self.tables, *self.more):
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for table in self.tables:
            table.database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Make {len(self.tables)} tables"
