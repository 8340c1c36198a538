"""The press: turns the HTML of a paper into the bytes of a PDF.

Invariants: only files of the project are read (typefaces, crest, style sheets), nothing is fetched from
anywhere; the same HTML gives the same bytes. Style sheets and typefaces are read once a process, which
makes a paper half again as fast.
"""

from __future__ import annotations

import io
import re
import threading
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from django.template import Context, Engine
from weasyprint import CSS, HTML, Attachment
from weasyprint.text.fonts import FontConfiguration

ROOT = Path(__file__).resolve().parent.parent.parent
PAPERS = Path(__file__).resolve().parent / "papers"
FONTS = ROOT / "static" / "fonts"
CREST = ROOT / "static" / "img" / "crest.svg"
DECK = ROOT / "static" / "img" / "cards.svg"

# (family, file, weight, style): families ending in "Ext" hold the letters beyond western Europe.
FACES = (
    ("SAAS Garamond", "eb-garamond-latin-400-normal", 400, "normal"),
    ("SAAS Garamond", "eb-garamond-latin-400-italic", 400, "italic"),
    ("SAAS Garamond", "eb-garamond-latin-500-normal", 500, "normal"),
    ("SAAS Garamond", "eb-garamond-latin-600-normal", 600, "normal"),
    ("SAAS Garamond Ext", "eb-garamond-latin-ext-400-normal", 400, "normal"),
    ("SAAS Garamond Ext", "eb-garamond-latin-ext-400-italic", 400, "italic"),
    ("SAAS Garamond Ext", "eb-garamond-latin-ext-500-normal", 500, "normal"),
    ("SAAS Sans", "source-sans-3-latin-400-normal", 400, "normal"),
    ("SAAS Sans", "source-sans-3-latin-600-normal", 600, "normal"),
    ("SAAS Sans Ext", "source-sans-3-latin-ext-400-normal", 400, "normal"),
    ("SAAS Sans Ext", "source-sans-3-latin-ext-600-normal", 600, "normal"),
)

# The text layer under WeasyPrint is not made for several threads at once; one page at a time.
_ONE_AT_A_TIME = threading.Lock()


def _no_address(url: str, *_: object, **__: object) -> dict[str, Any]:
    raise ValueError(f"A paper reads nothing from an address: {url}")


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def _style(name: str) -> list[CSS]:
    faces = "".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; "
        f"src: url('{(FONTS / f'{file}.woff2').as_uri()}') format('woff2'); }}\n"
        for family, file, weight, style in FACES
    )
    sheet = (PAPERS / "paper.css").read_text() + (PAPERS / f"{name}.css").read_text()
    return [CSS(string=faces + sheet, font_config=_fonts())]


@cache
def _engine() -> Engine:
    return Engine(dirs=[str(PAPERS)], autoescape=True, debug=False)


@cache
def crest_svg() -> str:
    """The seal, to be set into a page."""
    return CREST.read_text()


@cache
def suit_paths() -> dict[str, str]:
    """The outlines of the four suits and of the joker's cap, each in a box of 100 by 100."""
    drawn = re.findall(r'<symbol id="(s|h|d|c|cap)"[^>]*><path [^>]*d="([^"]+)"', DECK.read_text())
    return dict(drawn)


def render(template: str, context: dict[str, object]) -> str:
    """The HTML of a paper from its template in `papers/`."""
    return _engine().get_template(template).render(Context(context))


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A file that a paper carries for programs; dated, for a date of its own would change the bytes."""

    name: str
    data: bytes
    day: date
    description: str


def press(
    html: str, *, style: str, identifier: str, ground: str = "", enclosed: Enclosed | None = None
) -> bytes:
    """The PDF of one paper; `identifier` names it for good (its serial), never a time or a random number.

    `ground` is the drawing under the first page. It is set once a process and laid under each paper as it
    is, for drawing it afresh takes ten times as long as setting the text.
    """
    with _ONE_AT_A_TIME:
        document = HTML(string=html, base_url=PAPERS.as_uri(), url_fetcher=_no_address)
        paper = document.write_pdf(
            stylesheets=_style(style),
            font_config=_fonts(),
            pdf_variant="pdf/ua-1",
            pdf_identifier=identifier.encode(),
            attachments=[_attachment(enclosed)] if enclosed else [],
        )
        return _laid_over(bytes(paper), _ground(ground)) if ground else bytes(paper)


def _attachment(enclosed: Enclosed) -> Attachment:
    dated = datetime.combine(enclosed.day, time())
    return Attachment(
        file_obj=io.BytesIO(enclosed.data),
        name=enclosed.name,
        description=enclosed.description,
        created=dated,
        modified=dated,
        relationship="Data",
    )


@cache
def _ground(drawing: str) -> bytes:
    """A sheet that holds nothing but a drawing of its whole size."""
    style = (
        f"@page {{ margin: 0; size: {sheet_size(drawing)}; }} body {{ margin: 0; }} svg {{ display: block; }}"
    )
    page = HTML(string=f"<style>{style}</style>{drawing}", url_fetcher=_no_address)
    return bytes(page.write_pdf(font_config=_fonts(), pdf_identifier=b"ground"))


def sheet_size(drawing: str) -> str:
    """The width and height that a drawing gives itself."""
    measures = re.search(r'width="([0-9.]+mm)" height="([0-9.]+mm)"', drawing)
    if measures is None:
        raise ValueError("A ground says its width and height in millimetres.")
    return f"{measures[1]} {measures[2]}"


def _laid_over(paper: bytes, ground: bytes) -> bytes:
    """The paper with the ground under its first page, as an artifact that screen readers pass over."""
    result = io.BytesIO()
    with pikepdf.open(io.BytesIO(paper)) as pdf, pikepdf.open(io.BytesIO(ground)) as under:
        page = pdf.pages[0]
        drawing = pdf.copy_foreign(under.pages[0].as_form_xobject())
        resources = page.obj.Resources
        if "/XObject" not in resources:
            resources.XObject = pikepdf.Dictionary()
        resources.XObject["/Ground"] = drawing
        page.contents_add(b"/Artifact BMC q /Ground Do Q EMC", prepend=True)
        pdf.save(result, deterministic_id=True)
    return result.getvalue()
