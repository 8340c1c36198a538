"""QR codes drawn inline: the content policy lets no page load one from an address, and papers have none."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_on_page(text: str, title: str) -> SafeString:
    """An address or number as a QR code, on white at night too so that a camera reads it."""
    return mark_safe(_code_of(text).svg_inline(border=2, omitsize=True, light="#fff", title=title))


def qr_on_paper(address: str) -> str:
    """An address as a QR code to be set into a page, without a border."""
    return _code_of(address).svg_inline(border=0, omitsize=True)


def _code_of(text: str) -> segno.QRCode:
    return segno.make(text, error="m", micro=False)
