"""The addresses of people whom the registrar refused go, once the mail that tells them has had its time."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction

from sanctioning.kit.audit.services import Change, note_each
from sanctioning.kit.clock import moment
from sanctioning.people.models.person import PrivateData
from sanctioning.people.models.provisional import ProvisionalRecord

KEPT: Final = dt.timedelta(days=14)
"""As long as somebody may answer that they were refused by mistake."""


@transaction.atomic
def erase_refused_addresses(*, at: dt.datetime | None = None) -> int:
    """Erase the e-mail addresses of all who were refused long enough ago; gives how many."""
    at = moment(at)
    refused = ProvisionalRecord.objects.filter(refused_at__lte=at - KEPT).exclude(email="")
    records = list(refused.select_for_update(no_key=True, of=("self",)).select_related("person"))
    if not records:
        return 0
    ProvisionalRecord.objects.filter(pk__in=[record.pk for record in records]).update(email="")
    PrivateData.objects.filter(person__in=[record.person_id for record in records]).update(email="")
    changes = [Change(thing=record.person) for record in records]
    note_each(by=None, at=at, action="erase the address of somebody refused", changes=changes)
    return len(records)
