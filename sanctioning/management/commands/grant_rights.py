"""`manage.py grant_rights ROLE`: what the site needs on PostgreSQL, given to a role that owns nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import ProgrammingError, connection

from sanctioning.kit.guards.database_rights import grant_rights


class Command(BaseCommand):
    help = (
        "Gives a role of PostgreSQL the rights that the site needs and no others. Run it as the owner of the "
        "tables, after every migration."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="the role that the site and its workers connect as")

    def handle(self, *, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Rights are granted on PostgreSQL; SQLite has no roles.")
        try:
            tables = grant_rights(role)
        except ProgrammingError as refused:
            raise CommandError(f"PostgreSQL refuses: {str(refused).strip()}") from refused
        self.stdout.write(f"{role} may use {tables} tables, and owns none of them by this.")
