"""What the Acting Executor allows at a table while the game goes on, always with a reason.

Invariants: the end of a game is fixed before the first deal and changes afterwards only by his ruling; nobody
is extrapolated whom he did not authorise; all of it comes before the game is closed.
Rule section: II (extrapolation, W-80), IV; readings 9 (scorekeeper's succession) and 10 (end of the game).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_run_event, rules_game
from tournaments.formats.documents import Planned
from tournaments.formats.registry import format_named
from tournaments.games.game_families import Family, locked_family
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.games import require_state
from tournaments.games.services.revisions import changed
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import keep_ruling
from tournaments.tables.models.authorisation import Authorisation

State = Game.State
Kind = Authorisation.Kind


@transaction.atomic
def change_plan(
    *, by: Person, game: Game, planned: Planned, reason: str = "", at: dt.datetime | None = None
) -> Game:
    """Fix another end of the game: freely before the first deal, by a ruling afterwards.

    Raises:
        Refusal: `game-state`, `not-allowed`, `reason-missing` and what `keep_ruling` raises.
    """
    at = moment(at)
    family = locked_family(game)
    game = family.games[game.pk]
    if game.state == State.OPEN and not rules_game(by, day_of(at), game):
        require(
            may_run_event(by, day_of(at), game.event),
            what=_("set the end of this game"),
            who=_("an officer or director of the club"),
            rule="Reading 10",
        )
    else:
        _rules(by, at, game, _("change the end of this game"))
        reason = _reason_to_rule(reason)
    format_named(game.event.format).plan.require(game.event, planned)
    before, game.planned = game.planned, dict(planned)
    game.save(update_fields=["planned"])
    if reason.strip():
        _authorise(by, at, game, Kind.PLAN, reason, facts={"before": before, "after": dict(planned)})
        if rules_game(by, day_of(at), game):
            what = _("The game will end differently from what was set before the first deal.")
            _keep(by, at, game, Ruling.Kind.PLAY, "IV", what, reason)
    changed(game)
    note(by=by, at=at, action="change plan", thing=game, why=reason, before=before, after=dict(planned))
    return game


@transaction.atomic
def name_scorekeeper(
    *, by: Person, game: Game, player: str, reason: str, at: dt.datetime | None = None
) -> Authorisation:
    """Name who keeps the score from the next stanza on, when the draw does not tell.

    Raises:
        Refusal: `game-state`, `not-allowed`, `not-seated`, `player-not-in-game`, `reason-missing` and what
            `keep_ruling` raises.
    """
    at = moment(at)
    family, game = _ruled(by, at, game, "name the scorekeeper", reason)
    if player not in family.table_of(game):
        raise Refusal(
            code="not-seated",
            sentence=_("%(player)s does not sit at this table.") % {"player": player},
            rule="Reading 9",
            remedy=_("Name one of the players who sit there now."),
            status=422,
        )
    game_player = _player(family, game, player)
    authorisation = _authorise(by, at, game, Kind.SCOREKEEPER, reason, game_player, game.stanzas_played + 1)
    what = _("%(person)s will keep score.") % {"person": game_player.person.name}
    _keep(by, at, game, Ruling.Kind.PLAY, "I/Scorekeeper and First Dealer", what, reason, game_player)
    changed(game)
    note(by=by, at=at, action="name scorekeeper", thing=game, why=reason, after={"player": player})
    return authorisation


@transaction.atomic
def authorise_extrapolation(
    *,
    by: Person,
    game: Game,
    player: str,
    reason: str,
    granted: bool = True,
    at: dt.datetime | None = None,
) -> Authorisation:
    """Let the score of one who left early be extrapolated at the end, or take that back.

    Raises:
        Refusal: `game-state`, `not-absent`, `not-allowed`, `player-not-in-game`, `ranked-elsewhere`,
            `reason-missing` and what `keep_ruling` raises.
    """
    at = moment(at)
    family, game = _ruled(by, at, game, "authorise extrapolation", reason)
    game_player = _player(family, game, player)
    if player in family.table_of(game):
        raise Refusal(
            code="not-absent",
            sentence=_("%(person)s sits at the table.") % {"person": game_player.person.name},
            rule=_("II/Extrapolation: for a player who leaves before the game is finished."),
            remedy=_("Authorise it once they have left."),
        )
    ranked = family.ranked_in(game_player.person_id)
    if ranked is not None and ranked.pk != game.pk:
        raise Refusal(
            code="ranked-elsewhere",
            sentence=_("%(person)s last played in %(ranked)s.")
            % {"person": game_player.person.name, "ranked": ranked.place},
            rule=_("Reading 37: one person is ranked once in a family of games, where they last played."),
            remedy=_("Authorise it in %(ranked)s.") % {"ranked": ranked.place},
        )
    authorisation = _authorise(by, at, game, Kind.EXTRAPOLATION, reason, game_player, granted=granted)
    sentence = (
        _("The score of %(person)s is extrapolated.")
        if granted
        else _("The score of %(person)s stays as it is.")
    )
    what = sentence % {"person": game_player.person.name}
    _keep(by, at, game, Ruling.Kind.EXTRAPOLATION, "II/Extrapolation", what, reason, game_player)
    changed(game)
    after = {"player": player, "granted": granted}
    note(by=by, at=at, action="authorise extrapolation", thing=game, why=reason, after=after)
    return authorisation


def _ruled(by: Person, at: dt.datetime, game: Game, what: str, reason: str) -> tuple[Family, Game]:
    family = locked_family(game)
    game = family.games[game.pk]
    _rules(by, at, game, what)
    _reason_to_rule(reason)
    return family, game


def _rules(by: Person, at: dt.datetime, game: Game, what: str) -> None:
    require(rules_game(by, day_of(at), game), what=what, who=_("the Acting Executor of the game"), rule="IV")
    require_state(
        game,
        Game.RUNNING,
        rule=_("The Acting Executor orders the course of a game before it is closed."),
        remedy=_("Have it reopened first, or look at the game as it is now."),
    )


def _reason_to_rule(reason: str) -> str:
    return require_reason(reason, _("A ruling has a reason."), remedy=_("Write why."))


def _keep(
    by: Person,
    at: dt.datetime,
    game: Game,
    kind: str,
    section: str,
    what: str,
    reason: str,
    player: GamePlayer | None = None,
) -> None:
    """What he ordered is a ruling: told to the player, or to all where it is about no single one."""
    keep_ruling(
        by=by,
        game=game,
        kind=kind,
        section=section,
        what=what,
        reason=reason,
        concerned=[player] if player else list(game.players.select_related("person")),
        at=at,
    )


def _player(family: Family, game: Game, record_id: str) -> GamePlayer:
    for player in family.players_of(game):
        if player.record_id == record_id:
            return player
    raise Refusal(
        code="player-not-in-game",
        sentence=_("%(value)s has not played in this game.") % {"value": record_id or _("Nobody")},
        rule="I/Players",
        remedy=_("Name a player of the game."),
        status=422,
    )


def _authorise(
    by: Person,
    at: dt.datetime,
    game: Game,
    kind: str,
    reason: str,
    player: GamePlayer | None = None,
    stanza: int = 0,
    *,
    granted: bool = True,
    facts: Mapping[str, Any] | None = None,
) -> Authorisation:
    return Authorisation.objects.create(
        game=game,
        kind=kind,
        player=player,
        granted=granted,
        stanza=stanza,
        facts=dict(facts or {}),
        reason=reason.strip(),
        by=by,
        at=at,
    )
