"""What is done with an import."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import ngettext
from rest_framework import serializers

from sanctioning.kit.commands import Command, Commands, flag, sent_as, words
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.people.models.person import Person
from scoring.imports.models import Import
from scoring.imports.services.preparing import check_import, choose, choose_for_rest, drop_import
from scoring.imports.services.taking_back import undo_import
from scoring.imports.services.writing import write_import


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportAct:
    """What the act needs: how the file is read and which column is which to `check`; a `row` and a `choice`
    to `choose`; a `choice` for the `rest`; `without_wrong` to `write`; `why` to `undo`."""

    encoding: str = words(20)
    delimiter: str = sent_as(
        serializers.CharField(
            required=False, allow_blank=True, default="", max_length=3, trim_whitespace=False
        ),
        "",
    )
    days: str = words(5)
    head_line: int = sent_as(serializers.IntegerField(required=False, default=0, min_value=0), 0)
    columns: dict[str, int] = sent_as(
        serializers.DictField(child=serializers.IntegerField(), required=False), dict
    )
    row: int = sent_as(serializers.IntegerField(required=False, default=0), 0)
    choice: str = words(12)
    without_wrong: bool = flag()
    why: str = words(500)


def _check(by: Person, importing: Import, asked: ImportAct) -> object:
    how = {name: getattr(asked, name) for name in ("encoding", "delimiter", "days", "head_line", "columns")}
    return check_import(by=by, importing=importing, asked=how)


def _rest(by: Person, importing: Import, asked: ImportAct) -> int:
    return choose_for_rest(by=by, importing=importing, choice=asked.choice)


def _said_of_rest(result: Any) -> str:
    return ngettext("One row now has a choice.", "%(count)s rows now have a choice.", result) % {
        "count": result
    }


_ACTS: Final[dict[str, tuple[Callable[[Person, Import, ImportAct], object], Any]]] = {
    "check": (_check, _("The file is being checked. This page follows the progress.")),
    "choose": (
        lambda by, importing, asked: choose(by=by, importing=importing, row=asked.row, choice=asked.choice),
        _("Your choice is saved."),
    ),
    "rest": (_rest, _said_of_rest),
    "write": (
        lambda by, importing, asked: write_import(
            by=by, importing=importing, without_wrong=asked.without_wrong
        ),
        _("The import is being written. This page follows the progress."),
    ),
    "undo": (
        lambda by, importing, asked: undo_import(by=by, importing=importing, why=asked.why),
        _("The import is being undone. This page follows the progress."),
    ),
    "drop": (
        lambda by, importing, _asked: drop_import(by=by, importing=importing),
        _("The import is discarded. Nothing was written."),
    ),
}
IMPORT_COMMANDS: Final = Commands[Import, ImportAct, object](
    ImportAct, {name: Command(run, message) for name, (run, message) in _ACTS.items()}
)
