"""The file that goes with the mail of an export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core.files.storage import default_storage

from sanctioning.kit.messages.mail_files import MailFile
from sanctioning.kit.messages.models import Message
from scoring.exports.contents import TYPES
from scoring.exports.models import ExportRun

MOST_ENCLOSED: Final = 5 * 10**6
"""Larger files than that are linked: many mail servers refuse them."""


def files_of_export(message: Message) -> Sequence[MailFile]:
    run = ExportRun.objects.select_related("export").filter(pk=message.thing_id).exclude(file="").first()
    if run is None or run.size > MOST_ENCLOSED:
        return ()
    with default_storage.open(run.file) as file:
        content = bytes(file.read())
    return [MailFile(name=run.file_name, content=content, mime_type=TYPES[run.export.file])]
