"""Draw the crest, the favicon and the deck as SVG files under static/img.

Purpose: the site's pictures are made here from geometry and from the outlines of the project's own
typeface, so that no drawing program and no font of the reader's machine has a part in them. The results
are committed; run this again only after changing a drawing: `python deploy/draw_art.py`.
"""

from __future__ import annotations

import math
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "static" / "img"
FONT = TTFont(ROOT / "sanctioning/kit/press/typefaces" / "eb-garamond-latin-600-normal.ttf")
GLYPHS, CMAP, UNITS = FONT.getGlyphSet(), FONT.getBestCmap(), FONT["head"].unitsPerEm

# Each suit in a box of 100 by 100.
SUITS = {
    "s": "M50 4C57 24 95 40 95 62C95 74 86 82 75 82C66 82 58 77 54 69C54 80 58 90 67 96L33 96"
    "C42 90 46 80 46 69C42 77 34 82 25 82C14 82 5 74 5 62C5 40 43 24 50 4Z",
    "h": "M50 94C34 74 5 56 5 31C5 16 16 7 28 7C38 7 46 13 50 23C54 13 62 7 72 7C84 7 95 16 95 31"
    "C95 56 66 74 50 94Z",
    "d": "M50 2C57 20 70 37 87 50C70 63 57 80 50 98C43 80 30 63 13 50C30 37 43 20 50 2Z",
    "c": "M50 4A21 21 0 0 1 67 37A21 21 0 1 1 54 66C54 78 58 90 67 96L33 96C42 90 46 78 46 66"
    "A21 21 0 1 1 33 37A21 21 0 0 1 50 4Z",
}
# The joker's cap: three points with bells over a band.
CAP = (
    "M20 76C20 66 19 58 7 56C8 32 30 28 39 50C40 34 43 22 50 12C57 22 60 34 61 50C70 28 92 32 93 56"
    "C81 58 80 66 80 76ZM18 81H82V93H18Z"
    "M7 57a6 6 0 1 1-.01 0ZM50 0a6 6 0 1 1-.01 0ZM93 57a6 6 0 1 1-.01 0Z"
)
KING = "M4 96V80H96V96ZM6 74L2 26L26 48L50 4L74 48L98 26L94 74ZM2 14a6 6 0 1 1-.01 0ZM98 14a6 6 0 1 1-.01 0Z"
QUEEN = (
    "M8 96V82H92V96ZM10 76C4 60 2 46 4 30C14 36 20 44 24 54C26 38 36 26 50 16C64 26 74 38 76 54"
    "C80 44 86 36 96 30C98 46 96 60 90 76ZM50 0a7 7 0 1 1-.01 0ZM4 16a6 6 0 1 1-.01 0ZM96 16a6 6 0 1 1-.01 0Z"
)
JACK = (
    "M8 96V82H92V96ZM12 76C12 50 30 36 54 36C74 36 88 52 88 76Z"
    "M58 32C60 14 76 2 98 2C98 20 88 32 70 34C78 26 84 18 90 10C78 14 66 22 58 32Z"
)

LEFT, MIDDLE, RIGHT = 22.0, 30.0, 38.0
TALL = (18.5, 34.2, 49.8, 65.5)
PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(MIDDLE, 42)],
    2: [(MIDDLE, 18.5), (MIDDLE, 65.5)],
    3: [(MIDDLE, 18.5), (MIDDLE, 42), (MIDDLE, 65.5)],
    4: [(x, y) for x in (LEFT, RIGHT) for y in (18.5, 65.5)],
    5: [(x, y) for x in (LEFT, RIGHT) for y in (18.5, 65.5)] + [(MIDDLE, 42)],
    6: [(x, y) for x in (LEFT, RIGHT) for y in (18.5, 42, 65.5)],
    7: [(x, y) for x in (LEFT, RIGHT) for y in (18.5, 42, 65.5)] + [(MIDDLE, 30.2)],
    8: [(x, y) for x in (LEFT, RIGHT) for y in (18.5, 42, 65.5)] + [(MIDDLE, 30.2), (MIDDLE, 53.8)],
    9: [(x, y) for x in (LEFT, RIGHT) for y in TALL] + [(MIDDLE, 42)],
    10: [(x, y) for x in (LEFT, RIGHT) for y in TALL] + [(MIDDLE, 26.4), (MIDDLE, 57.6)],
}


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def glyph(char: str, transform: Transform) -> str:
    pen = SVGPathPen(GLYPHS, ntos=number)
    GLYPHS[CMAP[ord(char)]].draw(TransformPen(pen, transform))
    return str(pen.getCommands())


def advance(char: str) -> float:
    return float(GLYPHS[CMAP[ord(char)]].width)


def line_of_text(text: str, centre: float, baseline: float, size: float, tracking: float = 0) -> str:
    """The outlines of a line of text, centred."""
    scale = size / UNITS
    width = sum(advance(char) * scale + tracking for char in text) - tracking
    x, parts = centre - width / 2, []
    for char in text:
        parts.append(glyph(char, Transform(scale, 0, 0, -scale, x, baseline)))
        x += advance(char) * scale + tracking
    return "".join(parts)


def ring_of_text(text: str, radius: float, size: float, tracking: float, *, below: bool = False) -> str:
    """Letters set round a circle about the origin, centred at the top (or the bottom); each outline once."""
    scale = size / UNITS
    name = "b" if below else "t"
    letters = sorted(set(text) - {" "})
    outlines = []
    for char in letters:
        upright = Transform(scale, 0, 0, -scale, -advance(char) * scale / 2, 0)
        outlines.append(f'<path id="{name}{char}" d="{glyph(char, upright)}"/>')
    width = sum(advance(char) * scale + tracking for char in text) - tracking
    turn, parts = -width / radius / 2, []
    for char in text:
        half = advance(char) * scale / radius / 2
        angle = math.degrees(turn + half) * (-1 if below else 1)
        if char != " ":
            out = radius if below else -radius
            move = f"rotate({angle:.1f}) translate(0 {out})"
            parts.append(f'<use href="#{name}{char}" transform="{move}"/>')
        turn += half * 2 + tracking / radius
    return f"<defs>{''.join(outlines)}</defs>{''.join(parts)}"


def scalloped(radius: float, depth: float, petals: int) -> str:
    """A round outline of small waves, as a wafer seal has."""

    def at(r: float, part: float) -> str:
        angle = 2 * math.pi * part / petals
        return f"{number(r * math.sin(angle))} {number(-r * math.cos(angle))}"

    waves = [f"Q{at(radius + depth * 2, k + 0.5)} {at(radius - depth, k + 1)}" for k in range(petals)]
    return f"M{at(radius - depth, 0)}{''.join(waves)}Z"


def placed(path: str, x: float, y: float, width: float, colour: str = "") -> str:
    """A drawing of the 100-box, centred at (x, y)."""
    scale = width / 100
    fill = f' fill="{colour}"' if colour else ""
    move = f"translate({number(x - width / 2)} {number(y - width / 2)}) scale({scale:.4f})"
    return f'<path transform="{move}"{fill} d="{path}"/>'


SHIELD = "M-30 -30H30V2C30 24 14 34 0 42C-14 34 -30 24 -30 2Z"


def crest(ink: str, paper: str) -> str:
    """A round seal: a shield of the four suits under the joker's cap, the authority's name about it."""
    body = [
        f'<path fill="{ink}" d="{scalloped(97, 1.6, 72)}"/>',
        f'<circle r="92" fill="none" stroke="{paper}" stroke-width="1"/>',
        f'<g fill="{paper}">{ring_of_text("SANCTIONING AUTHORITY", 74.5, 16, 0.9)}',
        ring_of_text("AND ASSOCIATED SYSTEM", 84.6, 14.6, 1.5, below=True) + "</g>",
        placed(SUITS["d"], -79, 7, 8, paper),
        placed(SUITS["d"], 79, 7, 8, paper),
        f'<circle r="67" fill="{paper}"/>',
        f'<circle r="64.4" fill="none" stroke="{ink}" stroke-width="1"/>',
        '<g transform="translate(0 12)">',
        placed(CAP, 0, -45, 27, ink),
        f'<path fill="none" stroke="{ink}" stroke-width="2.4" d="{SHIELD}"/>',
        f'<path fill="{ink}" d="M0 -30H30V2H0ZM-30 2H0V42C-14 34 -30 24 -30 2Z"/>',
        placed(SUITS["s"], -15, -14, 20, ink),
        placed(SUITS["h"], 15, -14, 19, paper),
        placed(SUITS["c"], -13.5, 17, 19, paper),
        placed(SUITS["d"], 13, 17, 19, ink),
        "</g>",
    ]
    return "".join(body)


def favicon() -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-36 -36 72 84">'
        '<g transform="translate(0 0)">'
        f'<path fill="#fffdf6" stroke="#1f5b3f" stroke-width="5" d="{SHIELD}"/>'
        '<path fill="#1f5b3f" d="M0 -30H30V2H0ZM-30 2H0V42C-14 34 -30 24 -30 2Z"/>'
        + placed(SUITS["s"], -15, -14, 22, "#1f5b3f")
        + placed(SUITS["h"], 15, -14, 21, "#fffdf6")
        + placed(SUITS["c"], -13.5, 17, 21, "#fffdf6")
        + placed(SUITS["d"], 13, 17, 21, "#1f5b3f")
        + "</g></svg>"
    )


def use(ref: str, x: float, y: float, width: float) -> str:
    """A drawing by reference, centred at (x, y)."""
    left, top, side = number(x - width / 2), number(y - width / 2), number(width)
    return f'<use href="#{ref}" x="{left}" y="{top}" width="{side}" height="{side}"/>'


def both_ways(half: str) -> str:
    """A drawing and the same turned by half, as on a card."""
    return f'{half}<g transform="rotate(180 30 42)">{half}</g>'


def face(rank: str, suit: str) -> str:
    corner = f'<use href="#r{rank}"/>' + use(suit, 7.6, 22, 7.6)
    if rank in "JQK":
        head = use({"J": "jack", "Q": "queen", "K": "king"}[rank], 30, 22, 17)
        middle = (
            '<path fill="none" stroke="currentColor" stroke-width=".8" d="M17 10H43V74H17Z"/>'
            + both_ways(head)
        )
        return both_ways(corner) + middle + use(suit, 30, 42, 17)
    count = {"A": 1, "T": 10}.get(rank) or int(rank)
    size = 27 if rank == "A" else 11.5
    pips = []
    for x, y in PIPS[count]:
        pip = use(suit, x, y, size)
        pips.append(f'<g transform="rotate(180 {number(x)} {number(y)})">{pip}</g>' if y > 42 else pip)
    return both_ways(corner) + "".join(pips)


def deck() -> str:
    """Every card as a symbol of 60 by 84: #AS … #KC, #joker, #back; and the suits #s #h #d #c."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for name, path in {**SUITS, "cap": CAP, "king": KING, "queen": QUEEN, "jack": JACK}.items():
        parts.append(
            f'<symbol id="{name}" viewBox="0 0 100 100"><path fill="currentColor" d="{path}"/></symbol>'
        )
    parts.append("<defs>")
    for rank in "23456789TJQKA":
        text = "10" if rank == "T" else rank
        outline = line_of_text(text, 7.8, 15.4, 16.5 if rank != "T" else 15, -0.8 if rank == "T" else 0)
        parts.append(f'<path id="r{rank}" fill="currentColor" d="{outline}"/>')
    parts.append("</defs>")
    for suit in "SHDC":
        for rank in "23456789TJQKA":
            parts.append(f'<symbol id="{rank}{suit}" viewBox="0 0 60 84">{face(rank, suit.lower())}</symbol>')
    word = f'<path fill="currentColor" d="{line_of_text("JOKER", 30, 63, 11.5, 0.8)}"/>'
    parts.append(
        '<symbol id="joker" viewBox="0 0 60 84">'
        + both_ways(use("cap", 9, 11, 11))
        + use("cap", 30, 39, 33)
        + word
        + "</symbol>"
    )
    lattice = "".join(f"M{x} 6L{x + 72} 78M{x + 72} 6L{x} 78" for x in range(-60, 60, 6))
    parts.append(
        '<symbol id="back" viewBox="0 0 60 84"><clipPath id="bc"><path d="M6 6H54V78H6Z"/></clipPath>'
        '<path fill="none" stroke="currentColor" stroke-width="1.2" d="M6 6H54V78H6Z"/>'
        '<path clip-path="url(#bc)" fill="none" stroke="currentColor" stroke-width=".7" '
        f'd="{lattice}"/></symbol>'
    )
    parts.append("</svg>")
    return "".join(parts)


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    seal = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200">{}</svg>\n'
    (IMAGES / "crest.svg").write_text(seal.format(crest("#1f5b3f", "#fffdf6")))
    (IMAGES / "favicon.svg").write_text(favicon() + "\n")
    (IMAGES / "cards.svg").write_text(deck() + "\n")


if __name__ == "__main__":
    main()
