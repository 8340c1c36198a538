"""The games of a round: opened when it is confirmed, and taken back while nothing of it is played.

Invariants: a round waits for those before it, but for a reason that is kept; one that is taken back waits to
be confirmed again, and its games are void and seat nobody until then. A game about which something was ruled,
charged or authorised keeps its players, and is not filled again. Whoever takes a round back holds the event,
then its games: a stanza or a slip comes wholly before, and then refuses it, or finds no game.
Rule section: I/Players; B-37 (teams move after the round is over).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.executors.services.appointing import appoint_those_of_event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.games import locked_game, open_game, seat_players
from tournaments.hooks import GAME_EMPTIED, SLIPS_OF_ROUNDS
from tournaments.rounds.models.round import Round
from tournaments.rounds.notifications import tell_that_it_is_taken_back
from tournaments.rounds.selectors.unfinished_rounds import (
    ALONE,
    games_to_close,
    slips_since,
    still_to_play,
)
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.stay import Stay, Waiting
from tournaments.teams.models.team import TeamMember

State = Game.State
OPENED: Final = ("state", "planned", "starts_at", "round", "table", "revision")
EMPTIED: Final = (
    "state",
    "round",
    "table",
    "opening_draw",
    "scorekeeper",
    "first_dealer",
    "acting_executor",
    "revision",
)


def open_games(*, by: Person, round: Round, present: Mapping[str, Person], at: dt.datetime) -> list[Game]:
    """A game for each table with everybody in his seat, or the one game of the event with all of them."""
    seated = [player for table in round.tables for player in table]
    people = dict(zip(seated, hold([present[player] for player in seated]), strict=True))
    by_table = format_named(round.event.format).opens_games_by_table
    games = (_games_of_the_tables if by_table else _the_game_of_the_event)(by, round, people, at)
    appoint_those_of_event(by=by, event=round.event, games=games, at=at)
    return games


def require_rounds_before_over(round: Round, why: str) -> None:
    """Refuse to confirm a round while one before it is played, but for a reason."""
    before = {number: left for number, left in still_to_play(round.event).items() if number < round.number}
    if not before or why.strip():
        return
    number, left = max(before.items())
    words = {"number": number, "count": left}
    if format_named(round.event.format).hands_in_slips:
        sentence = ngettext(
            "Round %(number)s is not over: %(count)s slip is not handed in.",
            "Round %(number)s is not over: %(count)s slips are not handed in.",
            left,
        )
    elif number == ALONE:
        sentence = ngettext(
            "%(count)s game that was opened outside the rounds is not closed yet.",
            "%(count)s games that were opened outside the rounds are not closed yet.",
            left,
        )
    else:
        sentence = ngettext(
            "Round %(number)s is not over: %(count)s game is not closed yet.",
            "Round %(number)s is not over: %(count)s games are not closed yet.",
            left,
        )
    raise Refusal(
        code="round-before",
        sentence=f"{sentence % words}{_played_out(round.event)}",
        rule=_("A round waits for the previous one: nobody plays at two tables at once."),
        remedy=_(
            "Confirm it once that is over; or write why it begins anyway, for instance because the round "
            "has been played and only has to be entered."
        ),
        facts={"left": {str(number): count for number, count in before.items()}},
    )


def _played_out(event: Event) -> str:
    """A further sentence, where games are played and only wait to be closed."""
    count = len(games_to_close(event)) if format_named(event.format).opens_games_by_table else 0
    if not count:
        return ""
    return " " + ngettext(
        "%(count)s is played and waiting to be closed.",
        "%(count)s are played and waiting to be closed.",
        count,
    ) % {"count": count}


@transaction.atomic
def take_back_round(*, by: Person, round: Round, why: str, at: dt.datetime | None = None) -> Round:
    """Let the last round that was confirmed wait to be confirmed again, before its first stanza or slip.

    What came with it goes too: draws, links to pads, calls; whoever was told a table is told to wait. A round
    after it that waits to be confirmed was drawn on top of it, and is discarded with it.

    Raises:
        Refusal: `not-allowed`, `reason-missing`, `round-after`, `round-begun`, `round-settled`.
    """
    at = moment(at)
    require_runs(by, at, round.event, _("take a round back"))
    event = locked_event(round.event)
    round = event.rounds.get(pk=round.pk)
    round.event = event
    _require_last(event, round)
    why = require_reason(why, rule=_("Taking back a confirmed round needs a reason."))
    by_table = format_named(event.format).opens_games_by_table
    games = [locked_game(game) for game in _games_of(event, round, by_table)]
    _require_nothing_played(event, round, games, by_table)
    if by_table:
        for game in games:
            empty_game(game, by=by, why=why, calls_end=_("The round was taken back."), at=at)
    else:
        _empty_seats(round, games, by, why, at)
    for drawn in event.rounds.filter(number__gt=round.number, state=Round.State.PREVIEW):
        give_up(by=by, round=drawn, why=why, at=at)
    tell_that_it_is_taken_back(round=round, why=why, at=at)
    round.state, round.confirmed_at = Round.State.PREVIEW, None
    round.save(update_fields=["state", "confirmed_at"])
    before = {"state": Round.State.OPEN, "games": [game.number for game in games]}
    note(by=by, at=at, action="take round back", thing=round, why=why, before=before)
    return round


def give_up(*, by: Person, round: Round, why: str, at: dt.datetime) -> None:
    """Discard a round that waits to be confirmed; the event is locked."""
    round.state = Round.State.DISCARDED
    round.save(update_fields=["state"])
    note(by=by, at=at, action="discard round", thing=round, why=why, before={"tables": round.tables})


def _games_of_the_tables(
    by: Person, round: Round, present: Mapping[str, Person], at: dt.datetime
) -> list[Game]:
    """Those that a round taken back left void are filled first, so that the numbers go on without a gap."""
    spare = list(round.event.games.filter(parent=None, state=State.VOID, players=None).order_by("number"))
    games = []
    for number, table in enumerate(round.tables, start=1):
        if spare:
            game = locked_game(spare.pop(0).pk)
            game.state, game.planned, game.starts_at = State.OPEN, dict(round.planned), round.starts_at
            game.revision += 1
            note(by=by, at=at, action="open game", thing=game, after={"planned": game.planned})
        else:
            game = open_game(
                by=by, event=round.event, planned=round.planned, starts_at=round.starts_at, at=at
            )
        game.round, game.table = round, number
        game.save(update_fields=OPENED)
        seat_players(by=by, game=game, people=[present[player] for player in table], at=at)
        games.append(game)
    return games


def _the_game_of_the_event(
    by: Person, round: Round, present: Mapping[str, Person], at: dt.datetime
) -> list[Game]:
    """The one game, opened with the first round; a later one brings whoever has come since."""
    known = round.event.games.first()
    game = known or open_game(
        by=by, event=round.event, planned=round.planned, starts_at=round.starts_at, at=at
    )
    playing = set(game.players.values_list("record_id", flat=True))
    if not playing:
        game.planned, game.starts_at = dict(round.planned), round.starts_at
        game.save(update_fields=["planned", "starts_at"])
    newcomers = [present[player] for table in round.tables for player in table if player not in playing]
    if newcomers:
        seat_players(by=by, game=game, people=newcomers, at=at)
    return [game]


def _games_of(event: Event, round: Round, by_table: bool) -> Sequence[int]:
    games = event.games.filter(round=round) if by_table else event.games.all()
    return list(games.order_by("pk").values_list("pk", flat=True))


def _require_last(event: Event, round: Round) -> None:
    """Only the round that was confirmed last."""
    if round.state != Round.State.OPEN:
        raise Refusal(
            code="round-settled",
            sentence=_("%(round)s is %(state)s.")
            % {"round": capfirst(round.label), "state": round.get_state_display()},
            rule=_("Only a confirmed round can be taken back."),
            remedy=_("Look at the rounds as they are now."),
        )
    after = event.rounds.confirmed().filter(number__gt=round.number).first()
    if after is not None:
        raise Refusal(
            code="round-after",
            sentence=_("%(round)s is already confirmed.") % {"round": capfirst(after.label)},
            rule=_("The last round is taken back first."),
            remedy=_("Take that one back first, then this one."),
        )


def _require_nothing_played(event: Event, round: Round, games: Sequence[Game], by_table: bool) -> None:
    if by_table:
        played = next((game for game in games if game.state != State.OPEN), None)
        begun = int(played is not None)
        sentence = _("%(game)s has begun.") % {"game": capfirst(played.place)} if played else ""
    else:
        begun = slips_since(SLIPS_OF_ROUNDS.only()(event), round.number)
        sentence = _("A slip of %(round)s has been handed in.") % {"round": round.label}
    if begun or any(game.state not in Game.RUNNING for game in games):
        raise Refusal(
            code="round-begun",
            sentence=sentence or _("%(round)s has begun.") % {"round": capfirst(round.label)},
            rule=_("A round can be taken back before its first stanza or slip."),
            remedy=_("Play it to the end. Mistakes are corrected where they are."),
        )


def _empty_seats(round: Round, games: Sequence[Game], by: Person, why: str, at: dt.datetime) -> None:
    """Let go of those who came to the one game of the event with this round; whoever plays, or played, in a
    team from an earlier round on stays."""
    others = round.event.rounds.confirmed().exclude(pk=round.pk).values_list("tables", flat=True)
    seated = {player for tables in others for table in tables for player in table}
    teams = TeamMember.objects.filter(team__event=round.event, entry__person__number__in=seated)
    before = TeamMember.objects.filter(team__in=teams.values("team"), from_round__lt=round.number)
    playing = [member.entry.person for member in before.select_related("entry__person")]
    for game in games:
        came = game.players.exclude(record_id__in=seated).exclude(person__in=rows_of(*playing))
        leaving = came.exclude(pk__in=_bound(game))
        numbers = list(leaving.values_list("record_id", flat=True))
        if numbers:
            note(by=by, at=at, action="empty game", thing=game, why=why, before={"players": numbers})
            leaving.delete()


def empty_game(game: Game, *, by: Person, why: str, calls_end: str, at: dt.datetime) -> None:
    """Nobody sits there any more: a void game, without an Acting Executor unless something binds it."""
    calls, waits = Call.objects.filter(game=game, ended=""), game.waiting.filter(ended_at__isnull=True)
    bound = _is_bound(game)
    executor = None if bound else game.acting_executor
    before = {
        "state": game.state,
        "round": game.round.number if game.round else None,
        "table": game.table,
        "executor": executor.person.number if executor else None,
        "players": [] if bound else list(game.players.values_list("record_id", flat=True)),
        "calls": list(calls.values_list("pk", flat=True)),
        "waiting": list(waits.values_list("person__number", flat=True)),
    }
    not_empty = {name: value for name, value in before.items() if value}
    note(
        by=by, at=at, action="empty game", thing=game, why=why, before=not_empty, after={"state": State.VOID}
    )
    calls.update(ended=Call.End.WITHDRAWN, ended_at=at, ended_by=by, note=calls_end)
    waits.update(ended_at=at, ended=Waiting.End.LEFT)
    game.state, game.round, game.table = State.VOID, None, None
    game.opening_draw, game.scorekeeper, game.first_dealer = [], None, None
    game.revision += 1
    game.acting_executor = game.acting_executor if bound else None
    game.save(update_fields=EMPTIED)
    for let_go in GAME_EMPTIED.values():
        let_go(by=by, game=game, at=at)
    if not bound:
        Stay.objects.filter(player__game=game).delete()
        game.players.all().delete()


def _is_bound(game: Game) -> bool:
    """Whether something about the game, or about somebody in it, is kept for good."""
    authorised = Authorisation.objects.filter(game=game).exists()
    return authorised or game.rulings.exists() or bool(_bound(game))


def _bound(game: Game) -> set[int]:
    """The players about whom something is kept for good."""
    players = GamePlayer.objects.filter(game=game)
    bound: set[int] = set()
    for relation in ("rulings", "charges", "offences", "demanded_votes", "appeals"):
        bound |= set(players.filter(**{f"{relation}__isnull": False}).values_list("pk", flat=True))
    authorised = Authorisation.objects.filter(player__game=game)
    return bound | set(authorised.values_list("player", flat=True))
