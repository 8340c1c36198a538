"""What a sealed certificate carries for programs."""

from __future__ import annotations

from typing import Final

ATTACHMENT: Final = "certificate.json"
"""The name of the file in the PDF."""
