"""The store of papers and other files in a bucket (S3 and whatever speaks like it).

Invariant, as of `WholeFileStorage`: a file is there wholly or not at all, since a bucket shows an object only
once it has all of it; another file of a name is never written over but by `replace`.
"""

from __future__ import annotations

from django.core.files.base import File
from storages.backends.s3 import S3Storage


class WholeObjectStorage(S3Storage):  # type: ignore[misc]
    """django-storages' own, and what `keep_file` needs besides."""

    def replace(self, name: str, content: File[bytes]) -> None:
        """Write it, whatever is there under that name."""
        content.seek(0)
        self._save(name, content)
