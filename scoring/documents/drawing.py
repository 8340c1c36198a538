"""The drawn ground of a paper: rules, inked ornaments, the QR code."""

from __future__ import annotations

import segno

from scoring.documents.ornament import number

GREEN = "#1f5b3f"
TRUE_BLUE = "#1b4fae"
INK = "#1d1b16"
PAPER = "#fdfbf3"


def qr(address: str) -> str:
    """An address as a QR code in ink, without a border: the paper around it is empty."""
    return segno.make(address, error="m", micro=False).svg_inline(border=0, dark=INK, scale=1, omitsize=True)


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
