"""What a decision on appeal would change, before it is given: scores, places, points and all that follows.

Purpose: whoever judges sees what each decision would do, by doing it: the very services write it inside a
savepoint, it is read there as it would be read afterwards, and all of it is rolled back.
Invariant: nothing of it survives: no row, no message, no job, no entry of the trail, no number of a sequence.
Rule section: IV; reading 71 (it takes effect only when it is final; this is as if it were now).
Terms: touched (whom it would concern), certified (its result would be corrected; otherwise its sheet or its
report changes).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.whoopie.check.outcome import rank
from sanctioning.kit.clock import moment
from sanctioning.kit.request_cache import asking_each_time
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.results.selectors.consequences import PlacedPerson, Touched, consequences_of
from tournaments.games.game_families import Family, family_of
from tournaments.games.models import Game
from tournaments.justice.appeal_history.proceedings import Proceedings, proceedings_of, proceedings_to_read
from tournaments.justice.appeals.models import Appeal, AppealStep, Decision
from tournaments.justice.appeals.permissions import judges_it
from tournaments.justice.appeals.services.effects import take_effect
from tournaments.justice.appeals.services.locks import locked_proceedings
from tournaments.justice.appeals.variation import weighed_anew
from tournaments.reports.models.report import Report
from tournaments.tables.models.sheet import Sheet

NOT_DECIDED: Final = "This is what would follow; nothing is decided."
Standings = Mapping[int, PlacedPerson]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEffects:
    """What would become of one game of the family; `again` says that it waits for a second person again."""

    game: Game
    certified: bool
    again: bool
    touched: tuple[Touched, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What a decision would bring; `games` are those in which anything changes, `outcome` is what the rules
    make of the facts where it is varied.
    """

    decision: str
    outcome: Mapping[str, Any]
    games: tuple[GameEffects, ...]

    @property
    def rosters(self) -> tuple[str, ...]:
        """The published rosters that would get an erratum."""
        errata = [erratum for game in self.games for touched in game.touched for erratum in touched.errata]
        return tuple(dict.fromkeys(str(erratum.roster) for erratum in errata))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Before:
    """A game as it stands now."""

    state: str
    standings: Standings


def require_judge_of_appeal(*, by: Person, appeal: Appeal, day: dt.date) -> AppealStep:
    """The step that waits for the person's decision; refuses everybody else."""
    proceedings = proceedings_to_read(appeal)
    require(
        judges_it(by, day, proceedings),
        what=_("see what a decision would change"),
        who=_("the judge of the current step"),
        rule="IV, W-124",
    )
    assert proceedings.waiting is not None, "what is judged waits"
    return proceedings.waiting


def effects_of(
    *,
    by: Person,
    step: AppealStep,
    decision: str,
    facts: Mapping[str, Any] | None = None,
    at: dt.datetime | None = None,
) -> Effects:
    """What would follow if a step that waits were decided so and nobody could appeal any more.

    Raises:
        Refusal: the facts of a variation contradict each other, at their field.
    """
    at = moment(at)
    with transaction.atomic(), asking_each_time():
        proceedings = locked_proceedings(step.appeal)
        before = _as_they_stand(family_of(proceedings.game))
        decided = _as_if_decided(proceedings, step, decision, facts or {}, by, at)
        take_effect(decided, by=by, at=at)
        family = family_of(proceedings.game)
        effects = [_changed(family, game, before[game.pk]) for game in family.games.values()]
        transaction.set_rollback(True)
    outcome = decided.decided.outcome if decided.decided else {}
    return Effects(
        decision=decision,
        outcome=outcome,
        games=tuple(game_effects for game_effects in effects if game_effects.touched),
    )


def _as_if_decided(
    proceedings: Proceedings,
    step: AppealStep,
    decision: str,
    facts: Mapping[str, Any],
    by: Person,
    at: dt.datetime,
) -> Proceedings:
    decided_step = next(other for other in proceedings.steps if other.pk == step.pk)
    if decision == Decision.VARIED:
        weighed = weighed_anew(proceedings, facts)
        decided_step.facts, decided_step.outcome = weighed.facts, weighed.plain
    decided_step.decision, decided_step.reasons = decision, NOT_DECIDED
    decided_step.decided_by, decided_step.decided_at = by, at
    decided_step.save()
    return proceedings_of(proceedings.appeal)


def _as_they_stand(family: Family) -> dict[int, _Before]:
    return {
        game.pk: _Before(state=game.state, standings=_standings(family, game))
        for game in family.games.values()
    }


def _changed(family: Family, game: Game, before: _Before) -> GameEffects:
    again = (before.state, game.state) == (Game.State.CONFIRMED, Game.State.REPORTED)
    if game.state != Game.State.CERTIFIED:
        return GameEffects(
            game=game, certified=False, again=again, touched=_moved(family, before, _standings(family, game))
        )
    now = Certification.objects.get(game=game, current=True)
    corrected = now.corrects_id is not None and now.why == NOT_DECIDED
    return GameEffects(
        game=game, certified=True, again=False, touched=consequences_of(now) if corrected else ()
    )


def _moved(family: Family, before: _Before, after: Standings) -> tuple[Touched, ...]:
    people = {player.person_id: player.person for player in family.players}
    touched = [
        Touched(person=people[key], before=before.standings.get(key), after=after.get(key))
        for key in dict.fromkeys((*after, *before.standings))
    ]
    return tuple(person_touched for person_touched in touched if person_touched.is_touched)


def _standings(family: Family, game: Game) -> Standings:
    """Who stands where in a game that is not certified: by its report, or its sheet so far."""
    if game.state == Game.State.CERTIFIED:
        return {}
    source = Report.objects.filter(game=game, current=True).first() or Sheet.objects.filter(game=game).first()
    final: dict[str, int] = source.check_document["final"] if source else {}
    people = {player.record_id: player.person_id for player in family.players_of(game)}
    own = {player: score for player, score in final.items() if _stands(family, game, people.get(player))}
    return {people[player]: PlacedPerson(place=place, score=score) for place, player, score in rank(own)}


def _stands(family: Family, game: Game, person: int | None) -> bool:
    ranked = family.ranked_in(person) if person is not None else None
    return person is not None and (ranked is None or ranked.pk == game.pk)
