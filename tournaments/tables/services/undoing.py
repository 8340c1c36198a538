"""Taking back who came or went at a table, where it was written down: everybody sits and waits as before.

Invariants: only until the next stanza, since what is written down takes effect with it; taken back twice, by
two people, it is taken back once.
Rule section: reading 34 (coming and leaving take effect between stanzas).
Terms: step (what was written down: sit, leave, wait, stop-waiting), stanzas (how many were played then).
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.entries.services.coming_to_tables import undo_come_to_table
from tournaments.events.permissions import may_keep_table
from tournaments.games.game_families import locked_family
from tournaments.games.models import Game
from tournaments.tables.services.seating import COMING, LEAVING, get_up, sit_down, stop_waiting, wait_at_table
from tournaments.tables.services.stays import open_stay

STEPS: Final = ("sit", "leave", "wait", "stop-waiting")


@transaction.atomic
def undo_step(
    *,
    by: Person,
    game: Game,
    person: Person,
    step: str,
    stanzas: int,
    waited: bool = False,
    at: dt.datetime | None = None,
) -> None:
    """Take back that somebody sat down, left, was put on the list or taken off it; who `waited` before sits
    down no more, and waits again.

    Raises:
        Refusal: `not-allowed`, `step-unknown`, `too-late-to-undo` and what `sit_down`, `get_up`,
            `wait_at_table` and `stop_waiting` raise.
    """
    at = moment(at)
    [person] = hold([person])
    family = locked_family(game)
    game = family.games[game.pk]
    require(
        person.pk == by.pk or may_keep_table(by, day_of(at), game),
        what=_("undo who comes and goes at this table"),
        who=_("a player at the table, the director or the Acting Executor"),
        rule=COMING,
    )
    _require_known(step)
    _require_no_stanza_since(game, stanzas)
    stay = open_stay(family, game, person)
    if step == "leave" and stay is None:
        sit_down(by=by, game=game, person=person, at=at)
    elif step == "sit" and stay is not None:
        get_up(by=by, game=game, person=person, at=at)
        undo_come_to_table(by=by, event=game.event, person=person, sat_at=stay.sat_at, at=at)
    elif step == "wait":
        stop_waiting(by=by, game=game, person=person, at=at)
    if step == "stop-waiting" or (step == "sit" and waited):
        wait_at_table(by=by, game=game, person=person, at=at)


def _require_known(step: str) -> None:
    if step not in STEPS:
        raise Refusal(
            code="step-unknown",
            sentence=_("There is no step “%(step)s” to take back.") % {"step": step[:40]},
            rule=COMING,
            remedy=_("Choose one of: %(names)s.") % {"names": ", ".join(STEPS)},
            status=422,
        )


def _require_no_stanza_since(game: Game, stanzas: int) -> None:
    if game.state in Game.RUNNING and game.stanzas_played == stanzas:
        return
    sentence = (
        _("A stanza has been played at %(game)s since.")
        if game.state in Game.RUNNING
        else _("%(game)s is no longer being played.")
    )
    raise Refusal(
        code="too-late-to-undo",
        sentence=sentence % {"game": capfirst(game.place)},
        rule=_("%(reading)s: who comes and who leaves counts from the next stanza.") % {"reading": LEAVING},
        remedy=_(
            "Write down who sits down or leaves now. If a score depends on it, the Acting Executor rules."
        ),
    )
