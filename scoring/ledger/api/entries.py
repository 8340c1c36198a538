"""The ledger for programs: its entries, and where a line of a roster comes from."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import PublicEndpoint, asker, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SINCE, UNTIL, filter_parameter, kind_parameter
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.lists import LedgerLine, ledger
from scoring.ledger.selectors.tracing import RosterTrace, Source, ledger_entry, roster_trace
from scoring.list_filters import PLAYER
from scoring.rosters.lines import RosterKey
from tournaments.events.list_filters import CARD_GAME


class RosterLineView(PublicEndpoint):
    @extend_schema(operation_id="roster_line", responses=serializer_for(RosterTrace))
    def get(self, request: Request, key: RosterKey, number: str) -> Response:
        """How a line of a roster came about: each ledger entry, recording, certificate and placing."""
        return or_not_found(roster_trace(key, number=number.upper(), asker=asker(request)))


class LedgerView(PublicEndpoint):
    @list_schema(
        "ledger_entries",
        LedgerLine,
        filters=(
            PLAYER,
            filter_parameter(
                "book",
                "Only entries of this account: points won, or points recorded.",
                LedgerEntry.Book.values,
            ),
            CARD_GAME,
            kind_parameter(("corrections", "first", "brought-forward")),
            SINCE,
            UNTIL,
        ),
        sorts=("number", "day", "points", "blue"),
    )
    def get(self, request: Request) -> Response:
        """Every entry of the ledger, the latest first."""
        return list_answer(request, ledger())


class LedgerEntryView(PublicEndpoint):
    @extend_schema(operation_id="ledger_entry", responses=serializer_for(Source))
    def get(self, request: Request, number: int) -> Response:
        """One entry of the ledger, with all that it came from."""
        return or_not_found(ledger_entry(number=number))
