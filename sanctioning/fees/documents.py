"""An invoice on paper, in the language of the authority."""

from __future__ import annotations

from pathlib import Path

from django.utils import translation

from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.press.letterhead import InvoiceFacts, authority_name, signs_for
from sanctioning.kit.press.press import Paper, crest_svg, press, render
from sanctioning.kit.wording.localised import day, money

TEMPLATES = Path(__file__).resolve().parent / "templates"


def invoice_pdf(facts: InvoiceFacts) -> bytes:
    """One page of A4, the same bytes from the same facts."""
    language = authority().language
    with translation.override(language):
        context: dict[str, object] = {
            "facts": facts,
            "authority": authority_name(),
            "signs_for": signs_for(),
            "seal": crest_svg(),
            "language": language.partition("-")[0],
            "amount": money(facts.amount),
            "issued": day(facts.issued_on),
            "due": day(facts.due_on),
            "issued_iso": facts.issued_on.isoformat(),
        }
        html = render(TEMPLATES / "invoice.html", context)
    return press(Paper(html=html, style=TEMPLATES / "invoice.css", identifier=facts.label))
