"""Cleaning a crest: what is uploaded becomes a drawing that does nothing, or a picture that was drawn anew.

Invariant: no script, link, outside address or hidden data of the file gets through, whatever it calls itself.
"""

from __future__ import annotations

import hashlib
import io
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from PIL import Image
from py_svg_hush import filter_svg

from sanctioning.kit.refusals import Refusal

LARGEST_FILE: Final = 512 * 1024
LARGEST_SIDE: Final = 800
MOST_PIXELS: Final = 40_000_000
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"


class CleanCrest(NamedTuple):
    content: bytes
    type: str
    sha256: str


def clean_crest(file: bytes) -> CleanCrest:
    """The crest as it is kept.

    Raises:
        Refusal: it is too large, or neither an SVG drawing nor a PNG or JPEG picture.
    """
    if len(file) > LARGEST_FILE:
        raise _wrong(_("The crest is larger than %(most)s kB.") % {"most": LARGEST_FILE // 1024})
    is_picture = file.startswith((b"\x89PNG", b"\xff\xd8"))
    content, kind = (_redrawn(file), PNG) if is_picture else (_hushed(file), SVG)
    return CleanCrest(content, kind, hashlib.sha256(content).hexdigest())


def _hushed(file: bytes) -> bytes:
    try:
        drawing = filter_svg(file)
    except ValueError:
        drawing = b""
    if b"<svg" not in drawing:
        raise _wrong(_("The crest cannot be read as a drawing or a picture."))
    return drawing


def _redrawn(file: bytes) -> bytes:
    try:
        with Image.open(io.BytesIO(file), formats=("PNG", "JPEG")) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise _wrong(_("The crest has more than %(most)s million dots.") % {"most": 40})
            drawn = picture.convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise _wrong(_("The crest cannot be read as a drawing or a picture.")) from None
    drawn.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
    drawn.info.clear()
    kept = io.BytesIO()
    drawn.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _wrong(sentence: str) -> Refusal:
    return Refusal(
        code="crest-unreadable",
        sentence=sentence,
        rule=_("A crest is an SVG drawing, or a PNG or JPEG picture, of at most 512 kB."),
        remedy=_("Choose another file, or leave the crest as it is."),
        status=422,
    )
