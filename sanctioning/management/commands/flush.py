"""`flush` for a database with guards: they come down, the tables are emptied, they go up again."""

from __future__ import annotations

from typing import Any

from django.core.management.commands.flush import Command as DjangoFlush

from sanctioning.kit.guards import guards


class Command(DjangoFlush):
    def handle(self, **options: Any) -> None:
        guards.remove(options["database"])
        try:
            super().handle(**options)
        finally:
            guards.install(options["database"])
