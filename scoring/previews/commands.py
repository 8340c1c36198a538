"""What is done with a preview."""

from __future__ import annotations

from typing import Final

from sanctioning.kit.commands import Command, Commands, Nothing
from sanctioning.kit.wording.localised import lazily as _
from scoring.previews.models import Preview
from scoring.previews.services.previews import cancel_preview, resume_preview

PREVIEW_COMMANDS: Final = Commands[Preview, Nothing, None](
    Nothing,
    {
        "cancel": Command(
            lambda by, preview, _asked: cancel_preview(by=by, preview=preview),
            _("It is cancelled. You can continue it from where it was."),
        ),
        "resume": Command(
            lambda by, preview, _asked: resume_preview(by=by, preview=preview), _("It continues.")
        ),
    },
)
