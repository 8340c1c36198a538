"""What people call an export, in the language that is spoken now."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules_engine.card_games import CARD_GAMES
from scoring.exports.models import Export


def title_of(export: Export) -> str:
    if export.event is not None:
        return entries_of(export.event.name)
    return roster_of(CARD_GAMES[export.card_game].name) if export.card_game else _("Ledger")


def roster_of(card_game: str) -> str:
    return _("Roster of %(game)s") % {"game": card_game}


def entries_of(event: str) -> str:
    return _("Entries of %(event)s") % {"event": event}
