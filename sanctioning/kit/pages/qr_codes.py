"""QR codes for pages: drawn inline, as the content policy lets no page load a picture from an address."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str, title: str) -> SafeString:
    """An address or number as a QR code, on white at night too so that a camera reads it."""
    drawn = segno.make(text, error="m", micro=False)
    return mark_safe(drawn.svg_inline(border=2, omitsize=True, light="#fff", title=title))
