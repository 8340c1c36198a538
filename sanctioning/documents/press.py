"""The press of every floor: turns the HTML of a paper into the bytes of a PDF.

Invariants: only files of the project are read (typefaces, crest, style sheets), nothing is fetched from
anywhere; the same HTML gives the same bytes. Style sheets and typefaces are read once a process: to
unpack the typefaces takes ten times as long as to print a paper.
Terms: shelf (the folder where a floor keeps the templates and style sheets of its papers).
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
import pydyf
from django.template import Context, Engine
from weasyprint import CSS, HTML, Attachment
from weasyprint.text.fonts import FontConfiguration

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = Path(__file__).resolve().parent / "papers" / "paper.css"
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
def _style(own: Path) -> list[CSS]:
    return [CSS(string=style_sheet(own), font_config=_fonts())]


def style_sheet(own: Path) -> str:
    """The typefaces, what all papers share, and what is this paper's own."""
    faces = "".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; "
        f"src: url('{(FONTS / f'{file}.woff2').as_uri()}') format('woff2'); }}\n"
        for family, file, weight, style in FACES
    )
    return faces + SHARED.read_text() + own.read_text()


@cache
def _engine(shelf: Path) -> Engine:
    return Engine(
        dirs=[str(shelf)],
        autoescape=True,
        debug=False,
        libraries={"i18n": "django.templatetags.i18n", "l10n": "django.templatetags.l10n"},
    )


@cache
def crest_svg() -> str:
    """The seal, to be set into a page."""
    return CREST.read_text()


@cache
def suit_paths() -> dict[str, str]:
    """The outlines of the four suits and of the joker's cap, each in a box of 100 by 100."""
    drawn = re.findall(r'<symbol id="(s|h|d|c|cap)"[^>]*><path [^>]*d="([^"]+)"', DECK.read_text())
    return dict(drawn)


def render(template: Path, context: dict[str, object]) -> str:
    """The HTML of a paper from its template; what that includes lies beside it."""
    return _engine(template.parent).get_template(template.name).render(Context(context, use_l10n=False))


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A file that a paper carries for programs; dated, for a date of its own would change the bytes."""

    name: str
    data: bytes
    day: date
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What the press needs. `style` is the paper's own style sheet; `identifier` names the paper for good
    (its serial), never a time or a random number.

    `ground` is the drawing under the first page. It is set once a process and laid under each paper as it
    is, for drawing it afresh takes five times as long as setting the text. `marks` are drawn on the ground,
    as instructions of a PDF: what is new on each paper and no text. `tagged` marks up what a screen reader
    needs; a paper that is to be bound with others goes without.
    """

    html: str
    style: Path
    identifier: str
    ground: str = ""
    marks: bytes = b""
    enclosed: Enclosed | None = None
    tagged: bool = True


def press(paper: Paper) -> bytes:
    """The PDF of one paper."""
    with _ONE_AT_A_TIME:
        document = HTML(string=paper.html, base_url=paper.style.parent.as_uri(), url_fetcher=_no_address)
        pdf = document.write_pdf(
            stylesheets=_style(paper.style),
            font_config=_fonts(),
            pdf_variant="pdf/ua-1" if paper.tagged else None,
            pdf_identifier=paper.identifier.encode(),
            attachments=[_attachment(paper.enclosed)] if paper.enclosed else [],
            finisher=lambda _, made: _lay_under(made, paper) if paper.ground else None,
        )
        return bytes(pdf)


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


@dataclass(frozen=True, slots=True)
class _Ground:
    """A drawing as a PDF holds it: its instructions, packed, its size, and the transparencies it names."""

    packed: bytes
    size: tuple[float, float]
    states: tuple[tuple[str, str, float], ...]


@cache
def _ground(drawing: str) -> _Ground:
    """A sheet that holds nothing but a drawing of its whole size."""
    style = (
        f"@page {{ margin: 0; size: {sheet_size(drawing)}; }} body {{ margin: 0; }} svg {{ display: block; }}"
    )
    page = HTML(string=f"<style>{style}</style>{drawing}", url_fetcher=_no_address)
    with pikepdf.open(io.BytesIO(page.write_pdf(font_config=_fonts(), pdf_identifier=b"ground"))) as pdf:
        sheet = pdf.pages[0].obj
        states = tuple(
            (name.lstrip("/"), kind.lstrip("/"), float(value))
            for name, state in sheet.Resources.ExtGState.items()
            for kind, value in state.items()
        )
        _, _, width, height = (float(length) for length in sheet.MediaBox)
        return _Ground(sheet.Contents.read_raw_bytes(), (width, height), states)


def sheet_size(drawing: str) -> str:
    """The width and height that a drawing gives itself."""
    measures = re.search(r'width="([0-9.]+mm)" height="([0-9.]+mm)"', drawing)
    if measures is None:
        raise ValueError("A ground says its width and height in millimetres.")
    return f"{measures[1]} {measures[2]}"


def _lay_under(pdf: pydyf.PDF, paper: Paper) -> None:
    """Put the ground and the marks under the first page, as an artifact that screen readers pass over."""
    ground = _ground(paper.ground)
    states: dict[str, dict[str, float]] = {}
    for name, kind, value in ground.states:
        states.setdefault(name, {})[kind] = value
    form = {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": pydyf.Array([0, 0, *ground.size]),
        "Filter": "/FlateDecode",
        "Resources": pydyf.Dictionary(
            {"ExtGState": pydyf.Dictionary({name: pydyf.Dictionary(state) for name, state in states.items()})}
        ),
    }
    drawing = pydyf.Stream([ground.packed], form)
    pdf.add_object(drawing)
    page = _object(pdf, pdf.page_references[0])
    resources = _object(pdf, page["Resources"])
    held = resources.get("XObject", {})
    resources["XObject"] = pydyf.Dictionary({**held, "Ground": drawing.reference})
    _object(pdf, page["Contents"]).stream.insert(0, b"/Artifact BMC q /Ground Do Q " + paper.marks + b" EMC")


def _object(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]
