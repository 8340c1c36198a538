"""The manifest of an archive: what is in it, each file with its hash."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Final

from django.utils.crypto import salted_hmac
from pydantic import TypeAdapter

FILE: Final = "manifest.json"
FORMAT: Final = "saas-archive-1"


def mark_of_secret_key() -> str:
    """Equal where the key is equal; nobody gets from it to the key."""
    return salted_hmac("scoring.archive", "secret key", algorithm="sha256").hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFile:
    """`columns` are the names that each line has, `last_key` the last number that the database gave to a row,
    also to one that is gone; none where it gives none."""

    file: str
    rows: int
    sha256: str
    columns: list[str]
    last_key: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedFile:
    """A paper or an upload under the name that rows give it, or a private key under its fingerprint."""

    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`missing` are files that rows name and that were gone, or not as they were made, at the export;
    `problems` is what could not be proven of the records; `secret_key` is a mark by which to know the key
    under which the secrets of second factors are kept; `passwords` is false in one for readers."""

    made_at: str
    authority: str
    secret_key: str
    passwords: bool
    ledger_entries: int
    ledger_hash: str
    trail_rows: int
    trail_hash: str
    tables: list[TableFile]
    files: list[ArchivedFile]
    keys: list[ArchivedFile] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    format: str = FORMAT

    def as_json(self) -> bytes:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False, sort_keys=True).encode()

    @property
    def hashes(self) -> dict[str, str]:
        """By the name of the file in the archive."""
        every: list[TableFile | ArchivedFile] = [*self.tables, *self.files, *self.keys]
        return {listed.file: listed.sha256 for listed in every}


def manifest_of(content: bytes) -> Manifest:
    """Raises:
    ValueError, TypeError, KeyError: it is no manifest of this format.
    """
    facts: dict[str, object] = json.loads(content)
    if facts["format"] != FORMAT:
        raise ValueError(facts["format"])
    return TypeAdapter(Manifest).validate_json(content, strict=True)
