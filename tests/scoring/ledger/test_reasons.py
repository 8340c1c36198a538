"""Why an entry of the ledger was written, as readers see it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override

from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.reasons import in_words
from tests.cast import Cast
from tests.scoring.imports.test_imports import csv_of, written


@pytest.mark.parametrize(
    ("kept", "german"),
    [
        ("Place 3 in Spring, game 12BA", "Platz 3 bei Spring, Partie 12BA"),
        ("Place 1 in Cup, game 2, game 1", "Platz 1 bei Cup, game 2, Partie 1"),
        ("RPC-000008 recorded by submission 3", "RPC-000008, eingetragen mit Einreichung 3"),
        ("RPC-000009 stands in the books for RPC-000008", "RPC-000009 steht in den Büchern für RPC-000008"),
        ("Brought forward: certificate 4711", "Übertragen: Urkunde 4711"),
        ("Brought forward: Roster of May of 2024-05-15", "Übertragen: Roster of May vom 15. Mai 2024"),
        ("Taken back with import 7: wrong file", "Zurückgenommen mit Import 7: wrong file"),
        ("Two names were exchanged.", "Two names were exchanged."),
    ],
)
def test_what_the_system_gives_as_a_reason_is_in_the_readers_language(kept: str, german: str) -> None:
    with override("de"):
        assert in_words(kept) == german


def test_both_pages_of_the_ledger_say_it_so(cast: Cast, client: Client) -> None:
    written(cast.managing, "points", csv_of("number,points", f"{cast.players[0].number},12.5"))
    entry = LedgerEntry.objects.latest("number")
    assert entry.reason.startswith("Brought forward: "), "what the hash covers is the same for all"
    for address in ("/ledger/", f"/ledger/{entry.number}/"):
        page = client.get(address, headers={"Accept-Language": "de"}).content.decode()
        assert "Übertragen: " in page
        assert "Brought forward: " not in page
