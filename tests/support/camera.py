"""A film of a paper for Chromium's fake camera: the certificate as it would be held before the lens."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
from PIL import Image, ImageFilter

WIDTH, HEIGHT = 640, 480
SCALE = 3.0  # points of the page become so many pixels
FRAMES = 4


def film_of(paper: bytes, film: Path) -> Path:
    """A YUV4MPEG2 film of the foot of a certificate, where its square stands, a little out of focus."""
    page = pypdfium2.PdfDocument(io.BytesIO(paper))[0]
    sheet = page.render(scale=SCALE).to_pil().convert("L")
    left = (sheet.width - WIDTH) // 2
    seen = sheet.crop((left, sheet.height - HEIGHT - 40, left + WIDTH, sheet.height - 40))
    write_film(seen.filter(ImageFilter.GaussianBlur(0.8)), film)
    return film


def write_film(picture: Image.Image, film: Path) -> None:
    """The same grey picture in every frame, each with its two planes of colour that say: none."""
    head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode()
    frame = b"FRAME\n" + picture.tobytes() + bytes([128]) * (WIDTH * HEIGHT // 2)
    film.write_bytes(head + frame * FRAMES)
