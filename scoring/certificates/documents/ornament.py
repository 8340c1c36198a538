"""The engraved work on a certificate: woven borders, rosettes and laurels, drawn from their formulas.

Purpose: paper that looks engraved, is sharp at any size and is the same to the last digit everywhere.
Lengths are millimetres. Every function returns SVG elements without colour; the caller sets the stroke.
"""

from __future__ import annotations

import math
from functools import cache

# A half wave of a sine, as one cubic curve: the control points lie this far along and this far out.
WAVE_REACH = 4 / (3 * math.pi)
WAVE_HEIGHT = 4 / 3


def number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _point(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _wave(length: float, periods: int, amplitude: float, shift: float) -> str:
    """A sine along the x axis from 0 to `length`, drawn in whole half waves, moved on by `shift` periods."""
    half = length / periods / 2
    start = -shift * half * 2
    parts = [f"M{_point(start, 0)}"]
    for index in range(periods * 2 + 2):
        x, sign = start + index * half, 1 if index % 2 else -1
        rise = sign * amplitude * WAVE_HEIGHT
        parts.append(
            f"C{_point(x + WAVE_REACH * half, rise)} {_point(x + half - WAVE_REACH * half, rise)} "
            f"{_point(x + half, 0)}"
        )
    return "".join(parts)


@cache
def woven_band(length: float, width: float, strands: int, period: float) -> str:
    """A band of interlaced waves from (0, 0) along the x axis; clip it to its ends."""
    periods = max(2, round(length / period))
    strands_drawn = [
        _wave(length, periods, width / 2 * (1 if index % 2 else 0.62), index / strands)
        for index in range(strands)
    ]
    return f'<path d="{"".join(strands_drawn)}"/>'


def _closed(points: list[tuple[float, float]]) -> str:
    """A smooth closed curve through the points."""
    parts, count = [f"M{_point(*points[0])}"], len(points)
    for index in range(count):
        before, here = points[index - 1], points[index]
        after, beyond = points[(index + 1) % count], points[(index + 2) % count]
        first = (here[0] + (after[0] - before[0]) / 6, here[1] + (after[1] - before[1]) / 6)
        second = (after[0] - (beyond[0] - here[0]) / 6, after[1] - (beyond[1] - here[1]) / 6)
        parts.append(f"C{_point(*first)} {_point(*second)} {_point(*after)}")
    return "".join(parts) + "Z"


@cache
def rosette(radius: float, hollow: float, petals: int, strands: int) -> str:
    """A ring of interlaced curves between `hollow` and `radius` about the origin."""
    middle, reach = (radius + hollow) / 2, (radius - hollow) / 2
    curves = []
    for strand in range(strands):
        turn = 2 * math.pi * strand / strands
        points = []
        for step in range(petals * 6):
            angle = 2 * math.pi * step / (petals * 6)
            r = middle + reach * math.cos(petals * angle + turn) * (0.82 + 0.18 * math.cos(3 * angle + turn))
            points.append((r * math.sin(angle), -r * math.cos(angle)))
        curves.append(_closed(points))
    return f'<path d="{"".join(curves)}"/>'


@cache
def laurel(radius: float, leaves: int, size: float) -> str:
    """Two branches of filled leaves about the origin, from the foot upwards, open at the top."""
    thick = size * 0.34
    leaf = (
        f"M0 0C{_point(size * 0.3, -thick)} {_point(size * 0.75, -thick * 0.8)} {_point(size, 0)}"
        f"C{_point(size * 0.75, thick * 0.8)} {_point(size * 0.3, thick)} 0 0Z"
    )
    parts = []
    for index in range(leaves):
        angle = 168 - index * 142 / leaves
        for lean, out in ((34, -0.1), (-34, 0.1)):
            place = (
                f"rotate({number(angle)}) translate(0 {number(-radius + out * size)}) rotate({180 + lean})"
            )
            parts.append(f'<path transform="{place}" d="{leaf}"/>')
    branch = "".join(parts)
    return f'{branch}<g transform="scale(-1 1)">{branch}</g>'


@cache
def frame(width: float, height: float, inset: float, band: float, strands: int) -> str:
    """A woven border round a sheet: four bands with mitred ends and a rosette over each corner."""
    across, down = width - 2 * inset, height - 2 * inset
    period = band * 0.9
    runs = (
        (across - 2 * band, f"translate({number(inset + band)} {number(inset + band / 2)})"),
        (across - 2 * band, f"translate({number(inset + band)} {number(height - inset - band / 2)})"),
        (down - 2 * band, f"translate({number(inset + band / 2)} {number(inset + band)}) rotate(90)"),
        (down - 2 * band, f"translate({number(width - inset - band / 2)} {number(inset + band)}) rotate(90)"),
    )
    parts = []
    for index, (length, place) in enumerate(runs):
        clip = f"{number(width)}-{number(inset)}-{index}".replace(".", "_")
        parts.append(
            f'<clipPath id="b{clip}"><rect x="0" y="{number(-band / 2 - 1)}" width="{number(length)}" '
            f'height="{number(band + 2)}"/></clipPath>'
            f'<g transform="{place}"><g clip-path="url(#b{clip})">'
            f"{woven_band(length, band * 0.86, strands, period)}</g></g>"
        )
    corner = rosette(band * 0.5, band * 0.1, 12, 4)
    for x in (inset + band / 2, width - inset - band / 2):
        for y in (inset + band / 2, height - inset - band / 2):
            parts.append(f'<g transform="translate({_point(x, y)})">{corner}</g>')
    return "".join(parts)
