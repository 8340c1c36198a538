"""A Letter of Particulars and Complaint, as it is filed."""

from __future__ import annotations

import json
from dataclasses import asdict

from sanctioning.documents.press import Enclosed, Paper, crest_svg, press, render
from scoring.documents import words
from scoring.documents.facts import SHELF, LetterFacts, PageSize
from scoring.signatures import ATTACHMENT

FORMAT = "saas-letter/1"


def letter_pdf(facts: LetterFacts, size: PageSize = "A4") -> bytes:
    """Upright pages, as many as the complaint takes; the same bytes from the same facts."""
    told = facts.particulars
    context: dict[str, object] = {
        "facts": facts,
        "told": told,
        "size": size,
        "seal": crest_svg(),
        "title": f"Letter of Particulars and Complaint {facts.serial}",
        "filed": words.day(facts.filed_on),
        "filed_iso": facts.filed_on.isoformat(),
        "played": words.day(told.played),
        "closed": words.day(told.closed),
        "until": words.day(told.until) if told.until else "",
        "complaint": [one.strip() for one in facts.complaint.splitlines() if one.strip()],
        "signatures": [
            (name, number, words.day(day), paper) for name, number, day, paper in facts.signatures
        ],
    }
    html = render(SHELF / "letter.html", context)
    said = json.dumps({"format": FORMAT, "facts": asdict(facts)}, sort_keys=True, default=str)
    enclosed = Enclosed(ATTACHMENT, said.encode(), facts.filed_on, "What this Letter says, for programs")
    paper = Paper(html=html, style=SHELF / "letter.css", identifier=facts.serial, enclosed=enclosed)
    return press(paper)
