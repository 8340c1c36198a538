"""What the holder of a table's link does: always as the scorekeeper of that table at that moment.

Purpose: a pad needs no account, and yet each stanza and each report has a reporter who can be held to it,
so that whoever confirms the final sheet is another.
Invariants: a link acts at its own table only and only while it opens: since making and withdrawing one counts
as a change of the table, it is read again under the lock where the table has changed since it was read;
where nobody keeps the score the Acting Executor names one first (reading 9). Somebody signed in who may
report does so in his own name, also through the link.
Rule section: I (scorekeeper, stanza, scoring).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.games.game_families import event_at_hand
from tournaments.games.models import Game
from tournaments.reports.permissions import may_report
from tournaments.tables.game_folders import GameFolder, locked_folder, scorekeeper_of
from tournaments.tables.kept_folders import current_folder
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.services.stanzas import (
    CountedStanza,
    SentStanza,
    count_in,
    sent_before,
)
from tournaments.tables.services.table_links import require_opens


@transaction.atomic
def report_by_link(
    *, link: TableLink, sent: SentStanza, signed_in: Person | None = None, at: dt.datetime | None = None
) -> CountedStanza:
    """Report or correct a stanza through a link.

    Raises:
        Refusal: `idempotency-key-reused`, `link-over`, `link-withdrawn`, `no-scorekeeper` and what `count_in`
            raises.
    """
    at = moment(at)
    folder = current_folder(link.game, event=event_at_hand(link.game), lock=True)
    known = sent_before(folder, sent)
    if known is not None:
        return CountedStanza(version=known, folder=folder)
    by, through = _who_writes(link, folder, signed_in, at)
    return count_in(folder, by=by, sent=sent, link=through, at=at)


@transaction.atomic
def act_by_link(
    *,
    link: TableLink,
    act: Callable[[Person, Game], object],
    signed_in: Person | None = None,
    at: dt.datetime | None = None,
) -> None:
    """Do something else at the table through the link: let people come and go, close the game.

    Raises:
        Refusal: `link-over`, `link-withdrawn`, `no-scorekeeper`.
    """
    folder = locked_folder(link.game)
    by, _through = _who_writes(link, folder, signed_in, moment(at))
    act(by, link.game)


def keeper_of(folder: GameFolder) -> Person | None:
    """Who keeps the score now: of the stanza that runs, or when the game is over, of its last."""
    game = folder.game
    running = game.stanzas_played + (1 if game.state in Game.RUNNING else 0)
    keeper = scorekeeper_of(folder, max(1, running))
    return next((player.person.identity for player in folder.players if player.record_id == keeper), None)


def _who_writes(
    link: TableLink, folder: GameFolder, signed_in: Person | None, at: dt.datetime
) -> tuple[Person, TableLink | None]:
    """Whom a stanza is recorded of, and the link where that is the scorekeeper by it."""
    game = folder.game
    if link.game.revision != game.revision:
        link = TableLink.objects.get(pk=link.pk)
    require_opens(link, game)
    if signed_in is not None:
        sits = folder.family.sits_at(game, signed_in)
        if may_report(signed_in, day_of(at), game, sits=sits):
            return signed_in, None
    keeper = keeper_of(folder)
    if keeper is None:
        raise Refusal(
            code="no-scorekeeper",
            sentence=_("Nobody keeps score at this table: the draw ended in a tie, or was not made."),
            rule="I/Scorekeeper and First Dealer, reading 9",
            remedy=_(
                "Draw the cards, or let the Acting Executor appoint the scorekeeper. What you wrote "
                "stays on this phone."
            ),
        )
    return keeper, link
