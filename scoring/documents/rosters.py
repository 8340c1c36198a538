"""The Whoopie Roster as a printed booklet."""

from __future__ import annotations

from scoring.documents.facts import PageSize, RosterFacts


def roster_pdf(facts: RosterFacts, size: PageSize = "A4") -> bytes:
    """Front page, by degree, by name, by club, totals."""
    raise NotImplementedError
