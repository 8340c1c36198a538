"""The press of every layer: turns the HTML of a paper into the bytes of a PDF.

Invariants: only files of the project are read (typefaces, crest, style sheets), nothing is fetched from
anywhere; the same HTML gives the same bytes.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

from django.template import Context, Engine

from sanctioning.kit.installation.selectors import authority

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(__file__).resolve().with_name("paper.css")
# Unpacked: a process took longer to unpack what pages use than to print its first paper.
TEMPLATES = Path(__file__).resolve().parent / "templates"
"""What papers of every package build on."""
TYPEFACES = Path(__file__).resolve().parent / "typefaces"
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


BLANKS_BEFORE_END = re.compile(r"[ \n]+(?=<br>|</(?:p|h1|h2|div|li|dt|dd|td|th)>)")


def shared_style() -> str:
    """The typefaces, and what all papers share."""
    faces = "".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; "
        f"src: url('{(TYPEFACES / f'{file}.ttf').as_uri()}') format('truetype'); }}\n"
        for family, file, weight, style in FACES
    )
    return faces + SHARED.read_text()


@cache
def _engine(folder: Path) -> Engine:
    return Engine(
        dirs=[str(folder), str(TEMPLATES)],
        autoescape=True,
        debug=False,
        libraries={"i18n": "django.templatetags.i18n", "l10n": "django.templatetags.l10n"},
        builtins=["sanctioning.templatetags.sentences"],
    )


def crest_svg() -> str:
    """The seal, to be set into a page: a drawing of 200 by 200 about its middle."""
    whose = authority()
    if not whose.crest:
        return _own_crest()
    return _in_our_box(whose.crest, whose.crest_type)


@cache
def _own_crest() -> str:
    return CREST.read_text()


@cache
def _in_our_box(crest: bytes, kind: str) -> str:
    place = 'x="-100" y="-100" width="200" height="200"'
    if kind == "image/svg+xml":
        drawing = crest.decode()
        start = drawing.index("<svg")
        root, inside = drawing[start : (end := drawing.index(">", start))], drawing[end:]
        sides = dict(re.findall(r'\s(width|height)="([0-9.]+)[a-z%]*"', root))
        if "viewBox" not in root and len(sides) == 2:
            root += f' viewBox="0 0 {sides["width"]} {sides["height"]}"'
        set_in = re.sub(r'\s(width|height|x|y)="[^"]*"', "", root) + f" {place}" + inside
    else:
        set_in = f'<image {place} href="data:{kind};base64,{base64.b64encode(crest).decode()}"/>'
    # Papers are drawn with fill="none"; what the crest leaves unfilled is black, as in a browser.
    filled = f'<g fill="black">{set_in}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200">{filled}</svg>'


@cache
def suit_paths() -> dict[str, str]:
    """The outlines of the four suits and of the joker's cap, each in a box of 100 by 100."""
    drawn = re.findall(r'<symbol id="(s|h|d|c|cap)"[^>]*><path [^>]*d="([^"]+)"', DECK.read_text())
    return dict(drawn)


def render(template: Path, context: dict[str, object]) -> str:
    """The HTML of a paper from its template; what that includes lies beside it, or is of all papers."""
    html = _engine(template.parent).get_template(template.name).render(Context(context, use_l10n=False))
    # WeasyPrint counts the blank at the end of a line: what is centred moves, and a full line becomes two.
    return BLANKS_BEFORE_END.sub("", html)


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A file that a paper carries for programs; dated, for a date of its own would change the bytes."""

    name: str
    data: bytes
    day: date
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What the press needs. `style` is the paper's own style sheet, which may import others beside it;
    `identifier` names the paper for good (its serial), never a time or a random number.

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
    # It takes as long to load as all of Django: whoever prints nothing goes without it.
    from sanctioning.kit.press.typesetter import set_and_print

    return set_and_print(paper)


def sheet_size(drawing: str) -> str:
    """The width and height that a drawing gives itself."""
    measures = re.search(r'width="([0-9.]+mm)" height="([0-9.]+mm)"', drawing)
    if measures is None:
        raise ValueError("A ground says its width and height in millimetres.")
    return f"{measures[1]} {measures[2]}"


PageSize = Literal["A4", "Letter"]
