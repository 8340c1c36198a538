"""Taking an upload apart: single records, and zip files with folders in them, within limits.

Invariants: nothing is written to a disk, so no name can lead anywhere; no member is unpacked beyond its
limit, whatever its head says, and the whole never beyond the limit of an upload. A file that cannot be a
record is told of one by one; an upload that is too much is refused whole.
Terms: member (a file in a zip), found (a file of the upload, with its bytes or with why it is refused).
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

MOST_FILES: Final = 300
MOST_BYTES: Final = 2 * 1024 * 1024  # of one record
MOST_IN_ALL: Final = 32 * 1024 * 1024  # unpacked
MOST_SENT: Final = 16 * 1024 * 1024
MOST_FOLDERS: Final = 8
ENCRYPTED: Final = 0x1
UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)


@dataclass(frozen=True, slots=True)
class ArchivedRecord:
    """A file of the upload; `refused` says why it is none that can be read."""

    path: str
    data: bytes = b""
    refused: str = ""


def files_of(sent: Sequence[tuple[str, bytes]]) -> list[ArchivedRecord]:
    """Every file that was sent, those in zips one by one.

    Raises:
        Refusal: nothing was sent, or more than an upload may hold.
    """
    if sum(len(data) for _name, data in sent) > MOST_SENT:
        raise too_much(_("More than %(most)s megabytes were sent.") % {"most": MOST_SENT // 1024**2})
    files: list[ArchivedRecord] = []
    for name, data in sent:
        for file in _unpacked(name, data) if _zipped(name, data) else [_single(name, data)]:
            files.append(file)
            if len(files) > MOST_FILES:
                raise too_much(_("More than %(most)s files were sent.") % {"most": MOST_FILES})
            if sum(len(each.data) for each in files) > MOST_IN_ALL:
                raise too_much(
                    _("Unpacked it is more than %(most)s megabytes.") % {"most": MOST_IN_ALL // 1024**2}
                )
    if not files:
        raise Refusal(
            code="no-files",
            sentence=_("No file was sent, or the zip is empty."),
            rule=_("A record is the report of one game of its event."),
            remedy=_("Choose the records, or a zip of them."),
            status=422,
        )
    return files


def too_much(sentence: str) -> Refusal:
    return Refusal(
        code="upload-too-large",
        sentence=sentence,
        rule=_("An upload holds at most %(files)s records of %(each)s megabytes each.")
        % {"files": MOST_FILES, "each": MOST_BYTES // 1024**2},
        remedy=_("Send them in several uploads. Nothing in this one was accepted."),
        status=413,
    )


def _zipped(name: str, data: bytes) -> bool:
    return name.lower().endswith(".zip") or zipfile.is_zipfile(io.BytesIO(data))


def _single(name: str, data: bytes) -> ArchivedRecord:
    if len(data) > MOST_BYTES:
        return ArchivedRecord(name, refused=_("It is larger than a record can be."))
    return ArchivedRecord(name, data)


def _unpacked(name: str, data: bytes) -> Iterator[ArchivedRecord]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except UNREADABLE:
        yield ArchivedRecord(
            name, refused=_("This is not a zip file, or it is damaged. Pack it again, or send the records.")
        )
        return
    with archive:
        for member in archive.infolist():
            if not member.is_dir() and not _furniture(member.filename):
                yield _member(archive, member)


def _furniture(path: str) -> bool:
    """What an operating system puts into a zip beside the files: passed over without a word."""
    parts = PurePosixPath(path).parts
    return any(part.startswith(".") or part == "__MACOSX" for part in parts if part not in (".", ".."))


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> ArchivedRecord:
    path = member.filename[:300]
    if len(PurePosixPath(path).parts) > MOST_FOLDERS:
        return ArchivedRecord(path, refused=_("It has too many nested folders."))
    if not path.lower().endswith(".json"):
        return ArchivedRecord(
            path,
            refused=_("Only records, files ending in .json, are read; a zip cannot contain another zip."),
        )
    if member.flag_bits & ENCRYPTED:
        return ArchivedRecord(path, refused=_("It is locked with a password."))
    try:
        with archive.open(member) as file:
            data = file.read(MOST_BYTES + 1)
    except UNREADABLE:
        return ArchivedRecord(path, refused=_("It is damaged and cannot be unpacked."))
    return _single(path, data)
