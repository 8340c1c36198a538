"""From the database to the printed papers: facts in, bytes out.

Invariant: a certificate is made from the facts written when it was issued, a roster from its own lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from io import BufferedRandom
from tempfile import TemporaryFile
from typing import BinaryIO, cast

from django.core.files.storage import default_storage

from sanctioning.kit.clock import day_of
from sanctioning.kit.installation.selectors import is_demo
from scoring.points import NO_POINTS
from scoring.rosters.documents.booklet import bind, chunk_pdf, chunks_of
from scoring.rosters.documents.errata import ErratumFacts, errata_pdf
from scoring.rosters.documents.facts import RosterFacts
from scoring.rosters.documents.page_plan import Page, pages_of
from scoring.rosters.lines import RosterLine
from scoring.rosters.models import Roster
from scoring.rosters.selectors.errata import ErratumLine, errata_of
from scoring.rosters.selectors.kept_lines import lines


def errata_bytes(roster: Roster) -> bytes:
    head = facts_of_roster(roster, only=())
    return errata_pdf(head, [_erratum_facts(erratum) for erratum in errata_of(roster)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Booklet:
    """A roster, or the part of a club, planned: what its chunks are set from."""

    roster: Roster
    facts: RosterFacts
    planned: list[Page]

    @property
    def chunks(self) -> int:
        return chunks_of(self.planned)

    def chunk(self, index: int) -> bytes:
        return chunk_pdf(self.facts, self.planned, index)


def booklet_of(roster_id: int, club: str = "") -> Booklet:
    """The plan of a booklet; that of the last one is kept, for a worker sets many chunks of one."""
    roster = Roster.objects.get(pk=roster_id)
    return _planned(roster_id, roster.inputs_hash, roster.state, club)


@lru_cache(maxsize=1)
def _planned(roster_id: int, inputs_hash: str, state: str, club: str) -> Booklet:
    """`inputs_hash` and `state` tell plans apart that were made before and after a change."""
    roster = Roster.objects.get(pk=roster_id)
    facts = facts_of_roster(roster, club=club)
    return Booklet(roster=roster, facts=facts, planned=pages_of(facts))


@contextmanager
def bound(booklet: Booklet, chunks: Sequence[str]) -> Iterator[BufferedRandom]:
    """The chunks of these names in the storage bound into one file, which goes afterwards."""
    with ExitStack() as opened:
        whole = opened.enter_context(TemporaryFile())
        files = [cast(BinaryIO, opened.enter_context(default_storage.open(name))) for name in chunks]
        bind(booklet.facts, booklet.planned, files, whole)
        whole.seek(0)
        yield whole


def facts_of_roster(
    roster: Roster, *, club: str = "", only: tuple[RosterLine, ...] | None = None
) -> RosterFacts:
    """What the booklet says, or the part of a club; `only` where the lines are known or not wanted."""
    roster_lines = lines(roster) if only is None else only
    keeper = roster.published_by or roster.compiled_by
    return RosterFacts(
        as_of=roster.as_of,
        lines=tuple(line for line in roster_lines if not club or line.club == club),
        club=club,
        card_game=roster.get_card_game_display(),
        published_on=day_of(roster.published_at) if roster.published_at else None,
        serial=roster.serial if roster.published else "",
        inputs_hash=roster.inputs_hash,
        registrar=keeper.name if keeper else "",
        brought_forward=NO_POINTS if club else roster.brought_forward,
        demo=is_demo(),
    )


def _erratum_facts(line: ErratumLine) -> ErratumFacts:
    return ErratumFacts(
        number=line.number,
        dated=line.dated,
        name=line.name,
        member_number=line.member_number,
        said=_figures(line.said_degree, line.said_points, line.said_blue),
        right=_figures(line.right_degree, line.right_points, line.right_blue),
        why=f"{line.ruling}: {line.why}",
        ordered_by=line.ordered_by,
    )


def _figures(degree: str, points: Decimal, blue: Decimal) -> str:
    """What a line says, in a sentence."""
    return f"{degree}, {points:,.1f} points, of them {blue:,.1f} blue" if degree else "not listed"
