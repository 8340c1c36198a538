"""The drawn ground of a paper: rules, inked ornaments, the QR code."""

from __future__ import annotations

from itertools import groupby

import segno

from scoring.certificates.documents.ornament import number

GREEN = "#1f5b3f"
TRUE_BLUE = "#1b4fae"
INK = "#1d1b16"
PAPER = "#fdfbf3"
POINTS = 72 / 25.4  # of a PDF in a millimetre


def qr(address: str, *, sheet: tuple[float, float], top: float, side: float) -> bytes:
    """An address as a QR code in ink in the middle of the sheet, as instructions of a PDF.

    `sheet`, `top` and `side` are millimetres; around it the paper is empty, so it has no border. It is drawn
    in this way, not as SVG, since it is new on every paper and SVG would take a fifth of the whole printing.
    """
    rows = segno.make(address, error="m", micro=False).matrix
    module = side / len(rows)
    left, height = (sheet[0] - side) / 2, sheet[1]
    red, green, blue = (int(INK[place : place + 2], 16) / 255 for place in (1, 3, 5))
    place = f"{module:.6f} 0 0 {-module:.6f} {left:.4f} {height - top:.4f}"
    parts = [f"q {POINTS:.6f} 0 0 {POINTS:.6f} 0 0 cm {place} cm {red:.4f} {green:.4f} {blue:.4f} rg"]
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                parts.append(f"{x} {y} {length} 1 re")
            x += length
    return " ".join([*parts, "f Q"]).encode()


def ground(width: float, height: float, drawing: str) -> str:
    """A drawing over the whole sheet; lengths in millimetres."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" fill="none">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{drawing}</svg>'
    )


def ruled(width: float, height: float, inset: float, stroke: float) -> str:
    """A fine rule round the sheet, `inset` from its edge."""
    return (
        f'<rect x="{number(inset)}" y="{number(inset)}" width="{number(width - 2 * inset)}" '
        f'height="{number(height - 2 * inset)}" stroke="{GREEN}" stroke-width="{stroke}"/>'
    )


def inked(drawing: str, stroke: float, place: str = "", colour: str = GREEN) -> str:
    """An ornament in ink, moved to its place."""
    move = f' transform="{place}"' if place else ""
    return f'<g stroke="{colour}" stroke-width="{stroke}"{move}>{drawing}</g>'


def at(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def crest(svg: str, x: float, y: float, width: float) -> str:
    """The seal (a drawing of 200 by 200 about its middle), centred at (x, y)."""
    inside = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    return f'<g transform="translate({number(x)} {number(y)}) scale({width / 200:.4f})">{inside}</g>'
