"""The version before goes on while the database is migrated: a migration takes away nothing that it needs."""

from __future__ import annotations

from typing import Final

import pytest
from django.db.migrations.loader import MigrationLoader
from django_migration_linter import MigrationLinter

from tests.support.processes import ROOT

BEFORE_THE_FIRST_RELEASE: Final = {"sanctioning": 10, "tournaments": 8, "scoring": 3}
"""Up to which number nobody has a database of the version before."""

SAYS_LESS: Final = {"0009_one_key_a_game": ["ADD_UNIQUE"]}
"""What the linter takes for a new demand on the version before, and is a weaker one than it kept already."""


def later_migrations() -> list[tuple[str, str]]:
    disk = MigrationLoader(None).disk_migrations
    return sorted(
        (app, name)
        for app, name in disk
        if app in BEFORE_THE_FIRST_RELEASE and int(name.partition("_")[0]) > BEFORE_THE_FIRST_RELEASE[app]
    )


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.parametrize(("app", "name"), later_migrations())
def test_the_version_before_goes_on_with_it(app: str, name: str) -> None:
    linter = MigrationLinter(
        str(ROOT),
        include_apps=[app],
        exclude_migration_tests=SAYS_LESS.get(name, []),
        no_cache=True,
        no_output=True,
    )
    linter.lint_migration(linter.migration_loader.disk_migrations[app, name])
    assert not linter.has_errors, f"{app}.{name}: manage.py sqlmigrate {app} {name}"


@pytest.mark.postgresql
@pytest.mark.django_db
def test_what_would_stop_it_is_found() -> None:
    """A column that must be filled, without a value for whoever does not know it, as one of the first had."""
    linter = MigrationLinter(str(ROOT), include_apps=["sanctioning"], no_cache=True, no_output=True)
    linter.lint_migration(linter.migration_loader.disk_migrations["sanctioning", "0006_message_threads"])
    assert linter.has_errors
