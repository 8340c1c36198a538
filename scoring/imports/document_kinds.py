"""What a document that comes with an import may be: PDF, picture or table of text, told by what it holds."""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_DOCUMENTS: Final = 400
LONGEST_NAME: Final = 200


class KindOfDocument(NamedTuple):
    begins: bytes
    ending: str
    content_type: str


PDF: Final = KindOfDocument(b"%PDF-", ".pdf", "application/pdf")
TABLE: Final = KindOfDocument(b"", ".csv", "text/csv; charset=utf-8")
KINDS_OF_DOCUMENT: Final = (
    PDF,
    KindOfDocument(b"\x89PNG\r\n\x1a\n", ".png", "image/png"),
    KindOfDocument(b"\xff\xd8\xff", ".jpg", "image/jpeg"),
)


def kind_of_document(beginning: bytes) -> KindOfDocument | None:
    """By its first bytes; text without control characters is a table."""
    known = next((kind for kind in KINDS_OF_DOCUMENT if beginning.startswith(kind.begins)), None)
    is_text = bool(beginning) and not any(byte < 32 and byte not in b"\t\r\n\f" for byte in beginning)
    return known or (TABLE if is_text else None)


def kind_by_name(stored: str) -> KindOfDocument:
    """Of one that is kept: its name ends as its kind does."""
    return next((kind for kind in (*KINDS_OF_DOCUMENT, TABLE) if stored.endswith(kind.ending)), TABLE)


def plain_name(name: str) -> str:
    """What a file is called, without folders."""
    return name.replace("\\", "/").rsplit("/", 1)[-1].strip()[-LONGEST_NAME:] or "document"
