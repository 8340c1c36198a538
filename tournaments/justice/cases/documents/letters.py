"""A Letter of Particulars and Complaint, as it is filed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

from sanctioning.identity.same_person import same_person
from sanctioning.kit.clock import day_of
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.press.letterhead import authority_name
from sanctioning.kit.press.press import Enclosed, PageSize, Paper, crest_svg, press, render
from sanctioning.kit.wording.day_formats import english_day
from sanctioning.signing.attachment import ATTACHMENT
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.particulars import Particulars
from tournaments.justice.cases.particulars import read as read_particulars
from tournaments.justice.cases.selectors.letters import unsigned

FORMAT = "saas-letter/1"
TEMPLATES = Path(__file__).resolve().parent / "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterFacts:
    """A Letter of Particulars and Complaint as it was filed."""

    serial: str  # "LPC-0001"
    particulars: Particulars
    complaint: str
    signatures: tuple[tuple[str, str, date, bool], ...]  # name, number, day, whether on paper
    missing: tuple[tuple[str, str], ...]  # name and number of who voted and did not sign
    filed_without: str  # why they did not
    filed_on: date
    demo: bool = False
    authority: str = field(default_factory=authority_name)


def letter_pdf(facts: LetterFacts, size: PageSize = "A4") -> bytes:
    """Upright pages, as many as the complaint takes; the same bytes from the same facts."""
    particulars = facts.particulars
    context: dict[str, object] = {
        "facts": facts,
        "told": particulars,
        "size": size,
        "seal": crest_svg(),
        "title": f"Letter of Particulars and Complaint {facts.serial}",
        "filed": english_day(facts.filed_on),
        "filed_iso": facts.filed_on.isoformat(),
        "played": english_day(particulars.played),
        "closed": english_day(particulars.closed),
        "until": english_day(particulars.until) if particulars.until else "",
        "complaint": [line.strip() for line in facts.complaint.splitlines() if line.strip()],
        "signatures": [
            (name, number, english_day(day), paper) for name, number, day, paper in facts.signatures
        ],
    }
    html = render(TEMPLATES / "letter.html", context)
    data = json.dumps({"format": FORMAT, "facts": asdict(facts)}, sort_keys=True, default=str)
    enclosed = Enclosed(ATTACHMENT, data.encode(), facts.filed_on, "What this Letter says, for programs")
    paper = Paper(html=html, style=TEMPLATES / "letter.css", identifier=facts.serial, enclosed=enclosed)
    return press(paper)


def letter_bytes(letter: Letter) -> bytes:
    """The paper of a filed Letter before it is sealed; the names are those of the day of the vote."""
    particulars = read_particulars(letter.particulars)
    names = {line.number: line.name for line in particulars.roll}
    signed = letter.signatures.select_related("player__person__merged_into", "by__merged_into")
    assert letter.filed_at is not None
    return letter_pdf(
        LetterFacts(
            serial=str(letter).removeprefix("Letter "),
            particulars=particulars,
            complaint=letter.complaint,
            signatures=tuple(
                (
                    names.get(signature.player.person.identity.number, signature.player.person.identity.name),
                    signature.player.person.identity.number,
                    day_of(signature.at),
                    not same_person(signature.by, signature.player.person),
                )
                for signature in signed
            ),
            missing=tuple(
                (voter.player.person.identity.name, voter.player.person.identity.number)
                for voter in unsigned(letter)
            ),
            filed_without=letter.filed_without,
            filed_on=day_of(letter.filed_at),
            demo=is_demo(),
        )
    )
