"""The ledger for programs: its entries, and where a line of a roster comes from."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import PublicEndpoint, asker, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.lists import LedgerLine, ledger
from scoring.ledger.selectors.tracing import RosterTrace, Source, ledger_entry, roster_trace
from scoring.rosters.lines import RosterKey


class RosterLineView(PublicEndpoint):
    @extend_schema(operation_id="roster_line", responses=serializer_for(RosterTrace))
    def get(self, request: Request, key: RosterKey, number: str) -> Response:
        """How a line of a roster came about: each ledger entry, recording, certificate and placing."""
        return or_not_found(roster_trace(key, number=number.upper(), asker=asker(request)))


class LedgerView(PublicEndpoint):
    @list_schema(
        "ledger_entries",
        LedgerLine,
        filters=("player", "book", "card_game", "kind", "since", "until"),
        sorts=("number", "day", "points", "blue"),
        values={"book": LedgerEntry.Book.values, "kind": ("corrections", "first", "brought-forward")},
    )
    def get(self, request: Request) -> Response:
        """Every entry of the ledger, the latest first."""
        return list_answer(request, ledger())


class LedgerEntryView(PublicEndpoint):
    @extend_schema(operation_id="ledger_entry", responses=serializer_for(Source))
    def get(self, request: Request, number: int) -> Response:
        """One entry of the ledger, with all that it came from."""
        return or_not_found(ledger_entry(number=number))
