"""What is done with an export."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.commands import Command, Commands, Nothing
from sanctioning.kit.wording.localised import lazily as _
from scoring.exports.models import Export
from scoring.exports.services.exports import (
    pause_export,
    renew_export_link,
    resume_export,
    run_export,
    withdraw_export_link,
)

EXPORT_COMMANDS: Final = Commands[Export, Nothing, object](
    Nothing,
    {
        "run": Command(
            lambda by, export, asked: run_export(by=by, export=export), _("The file is being made.")
        ),
        "pause": Command(
            lambda by, export, asked: pause_export(by=by, export=export), _("The export is paused.")
        ),
        "resume": Command(
            lambda by, export, asked: resume_export(by=by, export=export), _("The export goes on.")
        ),
        "new-address": Command(
            lambda by, export, asked: renew_export_link(by=by, export=export),
            _("There is a new download address. The old one no longer works."),
        ),
        "withdraw-address": Command(
            lambda by, export, asked: withdraw_export_link(by=by, export=export),
            _("The download address no longer works."),
        ),
    },
)
