"""Taking back the closing of an event, so that its slips can be corrected.

Invariants: only before the report is confirmed by a second person, and only where the record that stands was
made of the slips; the report stays readable, as the version that no longer stands, and closing again makes
the next one; slips and signatures stay as they are. Who confirms at the same moment comes wholly before, or
is refused.
Rule section: IV (a certified result is final; before, whoever runs the event answers for its record).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_run_event
from tournaments.events.services.locks import locked_event
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game
from tournaments.games.services.revisions import changed
from tournaments.reports.models.report import Report

State = Game.State


@transaction.atomic
def open_slips_again(*, by: Person, game: Game, why: str, at: dt.datetime | None = None) -> Game:
    """Let the slips of a closed event be corrected; its report stands no more until it is closed again.

    Raises:
        Refusal: `game-state`, `not-allowed`, `reason-missing`, `reported-as-a-whole`.
    """
    at = moment(at)
    locked_event(game.event)
    game = locked_game(game.pk)
    require(
        may_run_event(by, day_of(at), game.event),
        what=_("open the slips of this event again"),
        who=_("an officer or director of the club"),
        rule="IV",
    )
    report = _standing_report(game)
    why = require_reason(why, rule=_("Opening the slips of a closed event again needs a reason."))
    game.state = State.PLAYING
    game.save(update_fields=["state"])
    changed(game)
    Report.objects.filter(pk=report.pk).update(current=False)
    note(
        by=by,
        at=at,
        action="open slips again",
        thing=game,
        why=why,
        before={"state": State.REPORTED, "report": report.version},
        after={"state": game.state},
    )
    return game


def _standing_report(game: Game) -> Report:
    """The report of the slips that nobody has confirmed; refuses where there is none."""
    if game.state != State.REPORTED:
        remedy = _(
            "A confirmed report goes to the Acting Executor; a certified result is corrected by order."
        )
        if game.state in Game.RUNNING:
            remedy = _("Correct the slip that is wrong; the event is not closed.")
        raise Refusal(
            code="game-state",
            sentence=_("This game is %(state)s.") % {"state": game.get_state_display()},
            rule=_("A closed event can be reopened until its report is confirmed."),
            remedy=remedy,
            facts={"state": game.state},
        )
    report = game.reports.filter(current=True).get()
    if not report.from_sheet or not game.slips.exists():
        raise Refusal(
            code="reported-as-a-whole",
            sentence=_("The current record was sent as a whole, not made from the slips."),
            rule=_("The slips can be opened again if the report was made from them."),
            remedy=_("Send a corrected report."),
        )
    return report
