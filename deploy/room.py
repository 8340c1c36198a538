"""The address by which phones in the same room reach this machine, and its QR code for a terminal."""

from __future__ import annotations

import io
import socket
from typing import Final

import segno

EVERY_ADDRESS: Final = "0.0.0.0"
NOBODY: Final = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): nothing is sent, only the way out of this machine is asked."""


def own_address() -> str:
    """This machine's own in its network; `127.0.0.1` where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(NOBODY)
        except OSError:
            return "127.0.0.1"
        return str(way_out.getsockname()[0])


def qr_code(address: str) -> str:
    """Drawn in half blocks, two rows a line."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
