"""The site's compiler over what Django does for PostgreSQL alone."""

from __future__ import annotations

from django.db.backends.postgresql import compiler
from django.db.backends.postgresql.compiler import (
    SQLAggregateCompiler,
    SQLDeleteCompiler,
    SQLInsertCompiler,
    SQLUpdateCompiler,
)

from config.database import compiler as lean

__all__ = [
    "SQLAggregateCompiler",
    "SQLCompiler",
    "SQLDeleteCompiler",
    "SQLInsertCompiler",
    "SQLUpdateCompiler",
]


class SQLCompiler(lean.SQLCompiler, compiler.SQLCompiler):
    """A column whose name holds a dollar sign is still refused: `Model` fields of this site hold none."""
