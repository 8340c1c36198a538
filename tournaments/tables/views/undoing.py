"""The undo that stands on the page of a table after somebody came or went there, until the next stanza."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.games.models import Game
from tournaments.tables.commands import Asked
from tournaments.tables.models.stay import Waiting
from tournaments.tables.selectors.table import Table
from tournaments.tables.services.undoing import STEPS

KEPT: Final = "table-undo"
SAID: Final[dict[str, str | Promise]] = {
    "sit": _("%(who)s sits down."),
    "leave": _("%(who)s leaves the table."),
    "wait": _("%(who)s is waiting for a place."),
    "stop-waiting": _("%(who)s is no longer waiting."),
}


def what_undoes(act: str, game: Game, asked: Asked) -> dict[str, Any] | None:
    """What is to be sent to take the act back; nothing where the act is none of these, or was ruled."""
    if act not in STEPS or asked.walked_out:
        return None
    person = asked.person
    waits = Waiting.objects.filter(game=game, person=person, ended_at__isnull=True)
    return {
        "game": game.pk,
        "who": person.name,
        "step": act,
        "player": person.number,
        "stanzas": game.stanzas_played,
        "waited": "yes" if act == "sit" and waits.exists() else "",
    }


def remember(request: HttpRequest, undo: dict[str, Any] | None) -> None:
    request.session[KEPT] = undo


def offered(request: HttpRequest, game: Game, table: Table) -> dict[str, Any] | None:
    """What this browser did last at the table, as long as it can be taken back."""
    undo = request.session.get(KEPT)
    if not undo or undo["game"] != game.pk:
        return None
    if len(table.stanzas) != undo["stanzas"] or table.state not in Game.RUNNING:
        return None
    return {**undo, "said": str(SAID[undo["step"]]) % {"who": undo["who"]}}
