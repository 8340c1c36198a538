"""What of the points on a roster was brought forward from the time before this system."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from scoring.ledger.models.ledger import LedgerEntry
from scoring.rosters.models import Roster


def brought_forward_on(roster: Roster, numbers: Collection[str] | None = None) -> dict[str, Decimal]:
    """By member number, of all players or of these; who has none is left out. One query."""
    entries = LedgerEntry.objects.filter(
        brought_forward__isnull=False,
        book=LedgerEntry.Book.RECORDED,
        card_game=roster.card_game,
        day__lte=roster.as_of,
        number__lte=roster.cut,
    )
    whose = Coalesce(F("person__merged_into__number"), F("person__number"))
    by_player = entries.order_by().annotate(whose=whose).values_list("whose").annotate(brought=Sum("points"))
    if numbers is not None:
        by_player = by_player.filter(whose__in=numbers)
    return {number: brought for number, brought in by_player if brought}
