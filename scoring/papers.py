"""From the books to the printed papers: facts in, bytes out.

Invariant: a certificate is made from the facts written when it was issued, a roster from its own lines.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from io import BufferedRandom
from tempfile import TemporaryFile
from typing import Any, BinaryIO, cast

from django.core.files.storage import default_storage

from sanctioning.clock import day_of
from sanctioning.identity import same_person
from sanctioning.selectors.installation import is_demo
from scoring.documents import certificate_pdf, degree_certificate_pdf, roster_pdf
from scoring.documents.booklet_plan import Page, pages_of
from scoring.documents.errata import ErratumFacts, errata_pdf
from scoring.documents.facts import CertificateFacts, DegreeCertificateFacts, LetterFacts, RosterFacts
from scoring.documents.letters import letter_pdf
from scoring.documents.rosters import bind, chunk_pdf, chunks_of
from scoring.models import Certificate, Roster
from scoring.rosters import RosterLine
from scoring.selectors.roster_sheets import lines
from scoring.selectors.rosters import ErratumLine, errata_of
from tournaments.models import Letter
from tournaments.particulars import read as read_particulars
from tournaments.selectors.letters import unsigned

DAYS = ("played_on", "certified_on", "issued_on", "recorded_on")
TENTHS = ("points", "blue_points")


def certificate_bytes(certificate: Certificate) -> bytes:
    """The paper before it is signed, from the certificate's facts alone."""
    facts = {name: _read(name, value) for name, value in certificate.facts.items()}
    if certificate.kind == Certificate.Kind.DEGREE:
        return degree_certificate_pdf(DegreeCertificateFacts(**facts))
    return certificate_pdf(CertificateFacts(**facts))


def letter_bytes(letter: Letter) -> bytes:
    """The paper of a filed Letter before it is sealed; the names are those of the day of the vote."""
    particulars = read_particulars(letter.particulars)
    names = {one.number: one.name for one in particulars.roll}
    signed = letter.signatures.select_related("player__person__merged_into", "by__merged_into")
    assert letter.filed_at is not None
    return letter_pdf(
        LetterFacts(
            serial=str(letter).removeprefix("Letter "),
            particulars=particulars,
            complaint=letter.complaint,
            signatures=tuple(
                (
                    names.get(one.player.person.identity.number, one.player.person.identity.name),
                    one.player.person.identity.number,
                    day_of(one.at),
                    not same_person(one.by, one.player.person),
                )
                for one in signed
            ),
            missing=tuple(
                (one.player.person.identity.name, one.player.person.identity.number)
                for one in unsigned(letter)
            ),
            filed_without=letter.filed_without,
            filed_on=day_of(letter.filed_at),
            demo=is_demo(),
        )
    )


def roster_bytes(roster: Roster) -> bytes:
    """The whole booklet in one go; the job sets it in chunks and gets the same bytes."""
    return roster_pdf(facts_of_roster(roster))


def errata_bytes(roster: Roster) -> bytes:
    head = facts_of_roster(roster, only=())
    return errata_pdf(head, [_erratum_facts(one) for one in errata_of(roster)])


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
        made = opened.enter_context(TemporaryFile())
        files = [cast(BinaryIO, opened.enter_context(default_storage.open(name))) for name in chunks]
        bind(booklet.facts, booklet.planned, files, made)
        made.seek(0)
        yield made


def facts_of_roster(
    roster: Roster, *, club: str = "", only: tuple[RosterLine, ...] | None = None
) -> RosterFacts:
    """What the booklet says, or the part of a club; `only` where the lines are known or not wanted."""
    kept = lines(roster) if only is None else only
    keeper = roster.published_by or roster.compiled_by
    return RosterFacts(
        as_of=roster.as_of,
        lines=tuple(line for line in kept if not club or line.club == club),
        club=club,
        card_game=roster.get_card_game_display(),
        published_on=day_of(roster.published_at) if roster.published_at else None,
        serial=roster.serial if roster.published else "",
        inputs_hash=roster.inputs_hash,
        registrar=keeper.name if keeper else "",
        demo=is_demo(),
    )


def _read(name: str, value: Any) -> Any:
    if name in DAYS:
        return dt.date.fromisoformat(value)
    return Decimal(value) if name in TENTHS else value


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
