"""Documents that come with an import: what the figures are cited from, and the past rosters that rows name.

Invariant: a document is kept as it came.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import IO, Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.storage import keep_file
from scoring.imports.document_kinds import kind_of_document, plain_name
from scoring.imports.files import LARGEST_FILE
from scoring.imports.models import Import, ImportDocument

BEGINNING: Final = 4096
Sent = tuple[str, IO[bytes]]


def keep_documents(importing: Import, sent: Sequence[Sent], most: int) -> None:
    """Keep what came along; refuses too many, two of one name, and what is no document.

    Raises:
        Refusal: `import-document-unfit`.
    """
    if len(sent) > most:
        raise _refused(
            _("%(count)s documents were sent with the file; at most %(most)s are allowed.")
            % {"count": len(sent), "most": most},
            _("Leave some of them out, or import in parts."),
        )
    names = [plain_name(name) for name, _file in sent]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise _refused(_("Two documents are called “%(name)s”.") % {"name": twice}, _("Rename one of them."))
    ImportDocument.objects.bulk_create(
        _document(importing, name, file) for name, (_name, file) in zip(names, sent, strict=True)
    )


def _document(importing: Import, name: str, file: IO[bytes]) -> ImportDocument:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    kind = kind_of_document(file.read(BEGINNING))
    if kind is None or size > LARGEST_FILE:
        raise _refused(
            _("“%(name)s” is not a document that we can keep.") % {"name": name},
            _("Send a PDF, a picture (PNG or JPEG) or a CSV of at most %(most)s megabytes.")
            % {"most": LARGEST_FILE // 1_000_000},
        )
    kept = keep_file("imports/document", file, kind.ending)
    return ImportDocument(of=importing, name=name, file=kept.name, sha256=kept.sha256)


def _refused(sentence: str, remedy: str) -> Refusal:
    return Refusal(
        code="import-document-unfit",
        sentence=sentence,
        rule=_("IV: the Managing Executor decides what is brought forward."),
        remedy=remedy,
        status=422,
        facts={"field": "documents"},
    )
