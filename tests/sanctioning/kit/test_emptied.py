"""What a test commits is gone for the next one, and the guards stand."""

from __future__ import annotations

import pytest
from django.contrib.contenttypes.models import ContentType

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.guards.check import guard_faults
from tests.cast import Cast
from tests.support.emptied import empty, tables_with_rows

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_row_goes_also_of_guarded_tables_and_the_guards_stay(cast: Cast) -> None:
    assert AuditEntry.objects.exists()
    empty()
    assert tables_with_rows() == []
    assert guard_faults() == []
    assert ContentType.objects.exists()
