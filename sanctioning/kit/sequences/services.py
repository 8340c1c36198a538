"""Numbers in sequence."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from sanctioning.kit.sequences.models import Sequence


def next_number(name: str) -> int:
    """The next number; the sequence stays locked until the caller's transaction ends."""
    return reserve(name, 1)[0]


def reserve(name: str, count: int) -> range:
    """The next numbers, one after the other.

    The update takes the row's lock, so whoever asks meanwhile waits and then gets the numbers after.
    """
    with transaction.atomic():
        if not Sequence.objects.filter(name=name).update(last=F("last") + count):
            Sequence.objects.bulk_create([Sequence(name=name)], ignore_conflicts=True)
            Sequence.objects.filter(name=name).update(last=F("last") + count)
        last = Sequence.objects.values_list("last", flat=True).get(name=name)
    return range(last - count + 1, last + 1)
