"""What somebody may do at a table as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.whoopie.splitting import LEAST_WISHING
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from tournaments.events.permissions import may_run_event, rules_game
from tournaments.games.game_families import Family
from tournaments.games.models import Game
from tournaments.justice.votes.permissions import may_see_matters
from tournaments.reports.permissions import may_report
from tournaments.rounds.services.calling_off import may_be_called_off
from tournaments.tables.services.unplayed_groups import is_unplayed_group

State = Game.State


@dataclass(frozen=True, slots=True, kw_only=True)
class TableActs:
    """What the asker may do at the table as it stands; `matters`: read and bring its charges and votes."""

    keep: bool = False
    report: bool = False
    correct: bool = False
    close: bool = False
    rule: bool = False
    settle: bool = False
    split: bool = False
    undo: bool = False
    give_up: bool = False
    call_off: bool = False
    matters: bool = False
    reopen: bool = False


def acts_at(asker: Person | None, keeps: bool, family: Family, game: Game, wishing: int) -> TableActs:
    """`keeps` says whether they keep the table, `wishing` how many sit at it and wait for it."""
    if asker is None:
        return TableActs()
    day = today()
    going = game.state in Game.RUNNING
    sits = family.sits_at(game, asker)
    reports, rules = may_report(asker, day, game, sits=sits), rules_game(asker, day, game)
    groups = [
        group for group in family.games.values() if group.parent_id == game.pk and group.state != State.VOID
    ]
    untouched = all(group.state == State.OPEN for group in groups)
    return TableActs(
        keep=(going or game.state == State.SPLITTING) and keeps,
        report=going and reports and game.acting_executor_id is not None,
        correct=reports and game.state in (State.PLAYING, State.SPLIT, State.REPORTED),
        close=game.state == State.PLAYING and reports,
        rule=going and rules,
        settle=rules and game.state in (State.PLAYING, State.SPLITTING),
        split=game.state == State.PLAYING and rules and wishing >= LEAST_WISHING,
        undo=rules and game.state in (State.SPLITTING, State.SPLIT) and untouched,
        give_up=rules and is_unplayed_group(family, game),
        call_off=may_be_called_off(game) and may_run_event(asker, day, game.event),
        matters=may_see_matters(asker, day, game, plays=family.plays(asker)),
        reopen=rules and game.state == State.REPORTED and game.stanzas_played > 0,
    )
