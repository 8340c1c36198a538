"""Numbers in sequence."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from sanctioning.models import Sequence


def next_number(name: str) -> int:
    """The next number; the sequence stays locked until the caller's transaction ends.

    The update takes the row's lock, so whoever asks meanwhile waits and then gets the number after.
    """
    with transaction.atomic():
        if not Sequence.objects.filter(name=name).update(last=F("last") + 1):
            Sequence.objects.bulk_create([Sequence(name=name)], ignore_conflicts=True)
            Sequence.objects.filter(name=name).update(last=F("last") + 1)
        return Sequence.objects.values_list("last", flat=True).get(name=name)
