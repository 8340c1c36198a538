"""Django's SQLite with the compiler of this site."""

from __future__ import annotations

from django.db.backends.sqlite3 import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    compiler_module = "config.database.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations
