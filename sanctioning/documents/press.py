"""The press of the institution: turns the HTML of a paper into the bytes of a PDF.

Invariants: only files of the project are read (typefaces, seal, style sheets), nothing is fetched from
anywhere; the same HTML gives the same bytes.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import Any

from django.template import Context, Engine
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

ROOT = Path(__file__).resolve().parent.parent.parent
PAPERS = Path(__file__).resolve().parent / "papers"
FONTS = ROOT / "static" / "fonts"
CREST = ROOT / "static" / "img" / "crest.svg"

# (family, file, weight): families ending in "Ext" hold the letters beyond western Europe.
FACES = (
    ("SAAS Garamond", "eb-garamond-latin-400-normal", 400),
    ("SAAS Garamond", "eb-garamond-latin-500-normal", 500),
    ("SAAS Garamond Ext", "eb-garamond-latin-ext-500-normal", 500),
    ("SAAS Sans", "source-sans-3-latin-400-normal", 400),
    ("SAAS Sans", "source-sans-3-latin-600-normal", 600),
    ("SAAS Sans Ext", "source-sans-3-latin-ext-400-normal", 400),
    ("SAAS Sans Ext", "source-sans-3-latin-ext-600-normal", 600),
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
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; "
        f"src: url('{(FONTS / f'{file}.woff2').as_uri()}') format('woff2'); }}\n"
        for family, file, weight in FACES
    )
    return [CSS(string=faces + (PAPERS / f"{name}.css").read_text(), font_config=_fonts())]


@cache
def crest_svg() -> str:
    """The seal, to be set into a page."""
    return CREST.read_text()


def render(template: str, context: dict[str, object]) -> str:
    """The HTML of a paper from its template in `papers/`."""
    engine = Engine(dirs=[str(PAPERS)], autoescape=True, debug=False)
    return engine.get_template(template).render(Context(context))


def press(html: str, *, style: str, identifier: str) -> bytes:
    """The PDF of one paper; `identifier` names it for good, never a time or a random number."""
    with _ONE_AT_A_TIME:
        paper = HTML(string=html, base_url=PAPERS.as_uri(), url_fetcher=_no_address).write_pdf(
            stylesheets=_style(style),
            font_config=_fonts(),
            pdf_variant="pdf/ua-1",
            pdf_identifier=identifier.encode(),
        )
    return bytes(paper)
