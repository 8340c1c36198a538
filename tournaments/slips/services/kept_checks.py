"""Keeping what the check says of an event of slips so far."""

from __future__ import annotations

import datetime as dt

from tournaments.formats.kept_check import KeptCheck
from tournaments.games.models import Game
from tournaments.slips.event_folders import EventFolder, check_so_far, folder_of
from tournaments.tables.models.sheet import Sheet


def keep_check(folder: EventFolder, at: dt.datetime) -> KeptCheck:
    """Write down what the check says of the event so far, and where slips tell otherwise than rulings. The
    game is locked by whoever calls.

    Raises:
        Refusal: `slip-unreadable`.
    """
    check = check_so_far(folder)
    kept = {"check_document": check, "rule_set": folder.rule_set, "checked_at": at}
    if not Sheet.objects.filter(game=folder.game).update(**kept):
        Sheet.objects.create(game=folder.game, **kept)
    return check


def check_again(game: Game, at: dt.datetime) -> None:
    """Bring the check of a locked event up to what stands now; nothing where no slip is reported.

    Raises:
        Refusal: `event-not-sanctioned`, `no-slips`, `other-rule-set`, `slip-unreadable`.
    """
    folder = folder_of(game)
    if folder.slips:
        keep_check(folder, at)
