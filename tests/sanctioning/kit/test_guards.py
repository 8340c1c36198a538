"""Guards: what the database itself refuses, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.kit.guards import guards
from sanctioning.kit.guards.check import guard_faults
from sanctioning.kit.sequences.models import Sequence
from sanctioning.kit.sequences.services import next_number, reserve
from tests.cast import MARCH, Cast
from tournaments.reports.models.report import Report


@pytest.mark.both_databases
def test_every_guard_is_up_after_migrate(db: None) -> None:
    assert guard_faults() == []


@pytest.mark.both_databases
def test_the_trail_is_only_added_to(cast: Cast) -> None:
    assert AuditEntry.objects.exists()
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        AuditEntry.objects.update(why="nothing happened")
    with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
        AuditEntry.objects.all().delete()


@pytest.mark.postgresql
def test_the_trail_is_not_truncated_either(cast: Cast) -> None:
    connection.check_constraints()
    with (
        pytest.raises(IntegrityError, match="never deleted"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("TRUNCATE sanctioning_auditentry CASCADE")
    assert AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_note_needs_the_transaction_of_the_change() -> None:
    with pytest.raises(transaction.TransactionManagementError):
        note(by=None, at=MARCH, action="nothing", thing=Sequence(name="x"))


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_guards_that_a_rebuilt_table_lost_come_back_with_migrate() -> None:
    field = models.CharField(max_length=61)
    field.set_attributes_from_name("action")
    with connection.schema_editor() as editor:
        editor.alter_field(AuditEntry, AuditEntry._meta.get_field("action"), field)
    assert "guard_sanctioning_auditentry_update" in {fault.name for fault in guard_faults()}
    call_command("migrate", verbosity=0)
    assert guard_faults() == []


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_table_of_which_the_guard_of_another_speaks_is_rebuilt_by_migrate() -> None:
    field = models.CharField(max_length=65)
    field.set_attributes_from_name("sha256")
    guards.remove_before_migrate(apps.get_app_config("sanctioning"), "default", plan=[object()])
    with connection.schema_editor() as editor:
        editor.alter_field(Report, Report._meta.get_field("sha256"), field)
    call_command("migrate", verbosity=0)
    assert guard_faults() == []


@pytest.mark.django_db(transaction=True)
def test_flush_empties_guarded_tables_and_puts_the_guards_up_again() -> None:
    """Numbers go on after it, as after every test with transactions: kept rows come back under theirs."""
    with transaction.atomic():
        note(by=None, at=MARCH, action="nothing", thing=Sequence(name="x"))
    call_command("flush", interactive=False, verbosity=0, reset_sequences=False)
    assert not AuditEntry.objects.exists()
    assert guard_faults() == []


@pytest.mark.both_databases
def test_sequences_have_neither_gaps_nor_twins(db: None) -> None:
    assert [next_number("one"), next_number("one"), next_number("other")] == [1, 2, 1]
    assert list(reserve("one", 3)) == [3, 4, 5]
    assert next_number("one") == 6
