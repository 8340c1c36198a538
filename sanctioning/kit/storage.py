"""The store of papers and other files: each is there wholly or not at all, and is what its hash says.

Purpose: a disk that is full, or a worker that dies, never leaves half a certificate that the next attempt
takes for the whole one. Invariants: a file is named by its own hash; one that is there already is read and
compared before it is taken for the same, and written anew where it is not.
Terms: stem (the name without the hash).
"""

from __future__ import annotations

import hashlib
import io
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, Protocol, cast

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import transaction

from sanctioning.kit.atomic_files import make_folders, write_wholly

IN_A_NAME: Final = 24
"""So many figures of the hash stand in the name of a file."""


class KeptFile(NamedTuple):
    name: str
    sha256: str

    @property
    def as_result(self) -> dict[str, str]:
        """As a job says what it made."""
        return {"file": self.name, "sha256": self.sha256}


class Store(Protocol):
    """What either store can do besides Django's own ways: a folder, or a bucket (`object_storage`)."""

    def replace(self, name: str, content: File[bytes]) -> None: ...


class WholeFileStorage(FileSystemStorage):
    """Django's own, but for how a file is written."""

    def _save(self, name: str, content: File[bytes]) -> str:
        while True:
            try:
                self._write(name, content, replace=False)
            except FileExistsError:
                name = self.get_available_name(name)
            else:
                return name

    def replace(self, name: str, content: File[bytes]) -> None:
        """Write it, whatever is there under that name."""
        self._write(name, content, replace=True)

    def _write(self, name: str, content: File[bytes], *, replace: bool) -> None:
        path = Path(self.path(name))
        make_folders(path.parent)
        mode = 0o600 if self.file_permissions_mode is None else self.file_permissions_mode
        write_wholly(path, content.chunks(), mode=mode, replace=replace)


def keep_file(stem: str, content: bytes | IO[bytes], ending: str = ".pdf") -> KeptFile:
    """Store what was made under a name made of its hash; gives the name and the hash."""
    file = io.BytesIO(content) if isinstance(content, bytes) else content
    file.seek(0)
    sha256 = hashlib.file_digest(cast(Any, file), "sha256").hexdigest()
    name = f"{stem}-{sha256[:IN_A_NAME]}{ending}"
    if sha256_of(name) != sha256:
        cast(Store, default_storage).replace(name, File(file))
    return KeptFile(name, sha256)


def put_back(name: str, content: IO[bytes]) -> None:
    """Store a file of a backup under the name that rows give it; the caller has seen that none is there."""
    cast(Store, default_storage).replace(name, File(content))


def delete_stored(name: str) -> None:
    """Delete a file once the transaction that lets go of it is there for good."""
    transaction.on_commit(partial(default_storage.delete, name))


def sha256_of(name: str) -> str | None:
    """The hash of the file that the store has under this name; None if there is none."""
    try:
        with default_storage.open(name) as file:
            return hashlib.file_digest(cast(Any, file), "sha256").hexdigest()
    except FileNotFoundError:
        return None
