"""What the Acting Executor reads before he certifies: what was settled and why, what the result brings.

Invariant: places, points and blue points are computed by the very functions that certification calls, on rows
that are not saved.
Rule section: IV; II (extrapolation).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from sanctioning.identity.names import full_name, telling_apart
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.points import NO_POINTS
from scoring.results.models import Certification
from scoring.results.selectors.games import FindingView, GameDetail, current_reports, detail_of
from scoring.results.services.awards import awards_for
from scoring.results.services.certification import current_report, law_of, result_of, standings_of
from tournaments.events.selectors.events import is_seen_by
from tournaments.games.game_families import event_at_hand, family_of
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.tables.models.authorisation import Authorisation


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedPlacing:
    place: int
    shared: bool
    name: str
    number: str
    score: int
    extrapolated: int
    points: Decimal
    blue: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What the Acting Executor authorised during the game; `granted` is false for taking it back."""

    what: str
    granted: bool
    player: str
    reason: str
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Certifying:
    """`trouble` says why the result brings nothing yet; then there are no placings."""

    game: GameDetail
    settled: tuple[FindingView, ...]
    warnings: tuple[FindingView, ...]
    words: tuple[Word, ...]
    placings: tuple[ExpectedPlacing, ...]
    certificates: int
    points: Decimal
    blue: Decimal
    trouble: str


def certifying(*, game: Game, asker: Person) -> Certifying | None:
    """The summary of a reported game for the asker; None where there is nothing to see."""
    if not is_seen_by(asker, game.event):
        return None
    report = current_reports(game).first()
    detail = detail_of(game, report, asker)
    try:
        placings, trouble = _expected(game, report), ""
    except Refusal as refusal:
        placings, trouble = (), refusal.sentence
    return Certifying(
        game=detail,
        settled=tuple(finding for finding in detail.findings if finding.settled_by),
        warnings=tuple(
            finding for finding in detail.findings if not finding.settled_by and not finding.blocks
        ),
        words=_words(game),
        placings=placings,
        certificates=sum(placing.points > 0 for placing in placings),
        points=sum((placing.points for placing in placings), NO_POINTS),
        blue=sum((placing.blue for placing in placings), NO_POINTS),
        trouble=trouble,
    )


def _expected(game: Game, report: Report | None) -> tuple[ExpectedPlacing, ...]:
    report = report or current_report(game)
    family = family_of(game, event=event_at_hand(game))
    sanction, articles = law_of(game)
    result = result_of(game, report)
    standings = standings_of(Certification(game=game, report=report), game, result, family)
    awards = awards_for(sanction=sanction, articles=articles, result=result, standings=standings)
    won = {id(award.standing): award for award in awards}
    people = {player.person_id: player.person.identity for player in family.players_of(game)}
    named = telling_apart(full_name, people.values())
    return tuple(
        ExpectedPlacing(
            place=standing.place,
            shared=standing.shared,
            name=named(people[standing.person_id]),
            number=people[standing.person_id].number,
            score=standing.score,
            extrapolated=standing.extrapolated,
            points=won[id(standing)].points if id(standing) in won else NO_POINTS,
            blue=won[id(standing)].blue if id(standing) in won else NO_POINTS,
        )
        for standing in standings
    )


def _words(game: Game) -> tuple[Word, ...]:
    rows = Authorisation.objects.filter(game=game).select_related("by", "player__person__merged_into")
    return tuple(
        Word(
            what=row.get_kind_display(),
            granted=row.granted,
            player=row.player.person.identity.name if row.player else "",
            reason=row.reason,
            by=row.by.name,
            at=row.at,
        )
        for row in rows
    )
