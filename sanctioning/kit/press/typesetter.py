"""Sets the papers of the press in type and prints them, by WeasyPrint.

Invariant: style sheets and typefaces are read once a process: to unpack the typefaces takes ten times as long
as to print a paper.
"""

from __future__ import annotations

import io
import threading
from dataclasses import dataclass
from datetime import datetime, time
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pydyf
from weasyprint import CSS, HTML, Attachment
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from sanctioning.kit.press.press import Enclosed, Paper, shared_style, sheet_size

# The text layer under WeasyPrint is not made for several threads at once; one page at a time.
_ONE_AT_A_TIME = threading.Lock()


def set_and_print(paper: Paper) -> bytes:
    """The PDF of one paper."""
    with _ONE_AT_A_TIME:
        document = HTML(string=paper.html, base_url=paper.style.parent.as_uri(), url_fetcher=_no_address)
        pdf = document.write_pdf(
            stylesheets=_style(paper.style),
            font_config=_fonts(),
            pdf_variant="pdf/ua-1" if paper.tagged else None,
            pdf_identifier=paper.identifier.encode(),
            attachments=[_attachment(paper.enclosed)] if paper.enclosed else [],
            finisher=lambda _, unfinished: _lay_under(unfinished, paper) if paper.ground else None,
        )
        return bytes(pdf)


def _no_address(url: str, *_: object, **__: object) -> Any:
    if url.startswith("data:image/png;base64,"):
        return URLFetcher().fetch(url)
    raise ValueError(f"A paper reads nothing from an address: {url}")


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def _style(own: Path) -> list[CSS]:
    return [_shared_style(), CSS(filename=own, font_config=_fonts())]


@cache
def _shared_style() -> CSS:
    return CSS(string=shared_style(), font_config=_fonts())


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
