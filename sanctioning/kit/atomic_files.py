"""Files that are there wholly or not at all, also when the disk fills up or the power goes.

Invariant: under its name a file is found only after every byte of it is on the disk; what was begun beside it
goes again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(path: Path, *, mode: int, replace: bool = False) -> Iterator[IO[bytes]]:
    """A file to write under another name, which gets its own when the block ends well.

    Raises:
        FileExistsError: there is one of that name, and it is not to be replaced.
        OSError: it could not be written, and nothing of it is left.
    """
    descriptor, unfinished = tempfile.mkstemp(prefix=".", suffix=".unfinished", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        if replace:
            os.replace(unfinished, path)
        else:
            os.link(unfinished, path)
    finally:
        Path(unfinished).unlink(missing_ok=True)
    _sync(path.parent)


def write_wholly(path: Path, chunks: Iterable[bytes], *, mode: int, replace: bool = False) -> None:
    """Write the file under another name, then give it its own; raises as `whole_file` does."""
    with whole_file(path, mode=mode, replace=replace) as file:
        file.writelines(chunks)


def make_folders(folder: Path) -> None:
    """The folder with all above it, each known to the disk."""
    if folder.is_dir():
        return
    make_folders(folder.parent)
    folder.mkdir(exist_ok=True)
    _sync(folder.parent)


def _sync(folder: Path) -> None:
    """A new name lasts once its folder is on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
