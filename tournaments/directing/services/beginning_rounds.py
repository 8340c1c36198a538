"""Beginning a round in one step: confirmed, drawn, linked to its pads, sent to the press, everybody told.

Invariants: all in one transaction, or nothing; each part is carried out by the service that does it alone,
and what is there already is not made again, so that a part left out is made up for later.
Rule section: I (players; scorekeeper and First Dealer); reading 10.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.events.services.events import require_runs
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.rounds.models.round import Round
from tournaments.rounds.notifications import tell_of_seats
from tournaments.rounds.services.draws import draw_cards
from tournaments.rounds.services.rounds import confirm_round
from tournaments.tables.services.papers import WantedPapers, printed
from tournaments.tables.services.table_links import linked, make_link


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What was done at how many tables; `told` are people, `unruled` tables that have no Acting Executor."""

    round: Round
    drawn: int
    linked: int
    told: int
    unruled: int


@transaction.atomic
def begin_round(
    *,
    by: Person,
    round: Round,
    why: str = "",
    draw: bool = True,
    link: bool = True,
    tell: bool = True,
    at: dt.datetime | None = None,
) -> Begun:
    """Confirm a round with all that comes with it; `draw`, `link` and `tell` say what of it.

    Raises:
        Refusal: what `confirm_round` and `complete_round` raise.
    """
    at = moment(at)
    confirm_round(by=by, round=round, why=why, at=at)
    return complete_round(by=by, round=round, draw=draw, link=link, tell=tell, at=at)


@transaction.atomic
def complete_round(
    *,
    by: Person,
    round: Round,
    draw: bool = True,
    link: bool = True,
    tell: bool = True,
    at: dt.datetime | None = None,
) -> Begun:
    """Make up for what is still missing of a confirmed round: draws, links to pads, messages. Where the game
    has cards for its tables, they go to the press.

    Raises:
        Refusal: `not-allowed`, `round-settled` and what `draw_cards` and `make_link` raise.
    """
    at = moment(at)
    require_runs(by, at, round.event, _("begin a round"))
    round = _confirmed(round)
    played = format_named(round.event.format)
    games = _games_of(round)
    waiting = [game for game in games if game.state == Game.State.OPEN]
    to_draw = [game for game in waiting if draw and played.draws_seats and game.first_dealer_id is None]
    unlinked = waiting if link and played.plays_stanzas else []
    with_link = linked(unlinked)
    to_link = [game for game in unlinked if game.pk not in with_link]
    for game in to_draw:
        draw_cards(by=by, game=game, at=at)
    for game in to_link:
        make_link(by=by, game=game, at=at)
    told = tell_of_seats(round=round, games=games, at=at) if tell else 0
    if played.prints_table_cards:
        _send_to_press(by, round)
    return Begun(
        round=round,
        drawn=len(to_draw),
        linked=len(to_link),
        told=told,
        unruled=sum(game.acting_executor_id is None for game in games),
    )


def _confirmed(round: Round) -> Round:
    fresh = Round.objects.select_related("event__club", "event__sanction").get(pk=round.pk)
    if fresh.state != Round.State.OPEN:
        raise Refusal(
            code="round-settled",
            sentence=_("%(round)s is %(state)s.")
            % {"round": capfirst(fresh.label), "state": fresh.get_state_display()},
            rule=_("Cards are drawn and links made once the seats are confirmed."),
            remedy=_("Confirm the round first."),
        )
    return fresh


def _games_of(round: Round) -> Sequence[Game]:
    """In the order of the tables; where one game is the event, that one."""
    by_table = format_named(round.event.format).opens_games_by_table
    games = round.games.exclude(state=Game.State.VOID) if by_table else round.event.games.all()
    return list(games.select_related("event").order_by("table", "number", "group"))


def _send_to_press(by: Person, round: Round) -> None:
    """Whoever opens the cards or the scoresheets a moment later finds them printed."""
    for wanted in (
        WantedPapers(paper="cards", event=round.event, round_id=round.pk, links=True),
        WantedPapers(paper="scoresheets", event=round.event, round_id=round.pk),
    ):
        printed(asker=by, wanted=wanted, content=wanted.read())
