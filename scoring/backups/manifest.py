"""The manifest of a backup: what it holds, with the hash of each."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

from pydantic import TypeAdapter, ValidationError

FILE: Final = "manifest.json"
FORMAT: Final = "saas-backup-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDigest:
    """How many rows a table has, and what they come to, in whatever order; of a sequence, where it is."""

    name: str
    rows: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedFile:
    """`file` is the name by which the store, or the folder of keys, has it."""

    file: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`tables` is empty for SQLite, whose file is saved and compared as it is; `missing` are files that rows
    name and that were gone, or not as they were made."""

    made_at: str
    database: str
    dump: SavedFile
    tables: list[TableDigest]
    files: list[SavedFile]
    keys: list[SavedFile]
    missing: list[str]
    format: str = FORMAT

    def as_json(self) -> bytes:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False).encode()


def manifest_of(content: bytes) -> Manifest:
    """Raises:
    ValueError: it is no manifest of this format.
    """
    try:
        manifest = TypeAdapter(Manifest).validate_json(content)
    except ValidationError as wrong:
        raise ValueError(str(wrong)) from wrong
    if manifest.format != FORMAT:
        raise ValueError(manifest.format)
    return manifest
