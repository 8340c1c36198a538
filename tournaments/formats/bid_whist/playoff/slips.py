"""The playoff: a slip for each match of the bracket, corrections of its pairings, and its part of the record.

A match is due once both its teams are known; the officials may let two teams change places while their
matches of the stage are not reported.
Rule section: 4 (B-42 to B-44), R13 and R14 (B-45), readings 3 and 10.
Terms: as in `tournaments.formats.bid_whist.playoff.course`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bracket import THIRD, blinds_required, stage_name
from rules_engine.bid_whist.document import GameDocument, StageDocument
from sanctioning.kit.refusals import Refusal
from tournaments.formats.bid_whist.calls_to_play import call_due, call_of_stage
from tournaments.formats.bid_whist.kept import SwapSlip
from tournaments.formats.bid_whist.playoff.bracket import title_of
from tournaments.formats.bid_whist.playoff.course import (
    MORE,
    MOST_SWAPS,
    THIRD_PLACE,
    PlayedMatch,
    Playoff,
    Stage,
    place,
    places_of,
    playoff,
    swap_place,
)
from tournaments.formats.bid_whist.scoresheets.due import more_due, sheet_due
from tournaments.formats.bid_whist.scoresheets.hands import numbered, sides
from tournaments.formats.bid_whist.scoresheets.signatures import signed_game
from tournaments.formats.bid_whist.standings.standings import field_in
from tournaments.formats.fields import Field, Said
from tournaments.formats.kept_check import KeptFinding
from tournaments.formats.slips import EVENT, OTHER_TEAM, Due, EventHead, Standing


class PlayoffPart(TypedDict):
    """The fields of a record that are about the playoff."""

    playoff: list[StageDocument]
    third: NotRequired[GameDocument]
    places: NotRequired[list[int]]


def due_of_playoffs(head: EventHead, standing: Standing, seeds: Sequence[int]) -> list[Due]:
    """The slips of every match of which both teams are known, and a correction of each stage that is on; none
    without seeds."""
    if not seeds:
        return []
    return list(_due_of(head, standing, playoff(seeds, standing)))


def playoff_of(head: EventHead, standing: Standing, seeds: Sequence[int]) -> PlayoffPart:
    """What the record says of the playoff so far: its stages as far as one is begun, the game for the third
    place, and the first four once they are decided."""
    course = playoff(seeds, standing)
    begun = max((at for at, stage in enumerate(course.stages, 1) if stage.begun), default=0)
    document: PlayoffPart = {"playoff": [_as_record(head, stage) for stage in course.stages[:begun]]}
    third = course.third
    if third is not None and third.reported and third.game is not None:
        document["third"] = signed_game(head, third.place, third.game)
    places = places_of(course)
    if places:
        document["places"] = list(places)
    return document


def place_of_playoff(head: EventHead, finding: KeptFinding) -> str:
    """The match that a finding of a stage speaks of, "" where it names none."""
    stage, table = finding.get("stage"), finding.get("table")
    if not stage or not table:
        return ""
    teams = field_in(head) >> (stage - 1)
    return THIRD_PLACE if table > teams // 2 else place(teams, table)


def _due_of(head: EventHead, standing: Standing, course: Playoff) -> Iterator[Due]:
    in_play = course.in_play
    for stage in course.stages:
        if stage is in_play:
            yield call_due(call_of_stage(stage.teams), _("The matches begin"), _phase(stage.teams))
        for match in stage.matches:
            yield from _due(head, standing, match, _phase(stage.teams))
        yield from _swaps(head, stage)
    if course.third is not None:
        yield from _due(head, standing, course.third, title_of(THIRD))


def _due(head: EventHead, standing: Standing, match: PlayedMatch, phase: Said) -> Iterator[Due]:
    two, game = match.two, match.game
    if two is None or game is None:
        return
    first, other = map(numbered, sides(head.teams, two))
    values = {"match": match.number, "one": first, "other": other}
    yield sheet_due(
        head,
        two,
        game,
        place=match.place,
        title=_("Match %(match)s: %(one)s – %(other)s") % values,
        phase=phase,
        table=match.number,
        rule=rules.BRACKET if match.place != THIRD_PLACE else rules.FINALS,
        signs=EVENT if "forfeit" in game else OTHER_TEAM,
    )
    if match.tied:
        yield more_due(
            head,
            standing,
            two,
            place=f"{match.place}-{MORE}",
            title=_("Match %(match)s, tied: one more hand, or the Director's ruling") % values,
            phase=phase,
            table=match.number,
            decides=match.place,
        )


def _swaps(head: EventHead, stage: Stage) -> Iterator[Due]:
    """The corrections that stand, and one more while a match of the stage is still to be played."""
    if not stage.whole or stage.teams < 4:
        return
    free = [team for match in stage.matches if not match.reported for team in match.two or ()]
    further = stage.swaps + (len(free) > 2 and stage.swaps < MOST_SWAPS)
    everyone = [seat.team for match in stage.matches for seat in match.seats if seat.team is not None]
    for number in range(1, further + 1):
        stands = number <= stage.swaps
        yield Due(
            place=swap_place(stage.teams, number),
            title=_("Correct the pairings: two teams change places"),
            phase=_("Corrections of the %(stage)s") % {"stage": title_of(stage_name(stage.teams))},
            table=0,
            teams=(),
            fields=_swap_fields(head, sorted(everyone)),
            rule=rules.CORRECTION,
            needed=False,
            signed=False,
            read=lambda values: _read_swap(values, free),
            said=_("corrected") if stands else "",
        )


def _swap_fields(head: EventHead, teams: Sequence[int]) -> tuple[Field, ...]:
    choices = tuple((str(team), numbered((team, head.teams[team].name))) for team in teams)
    return (
        Field(name="one", label=_("This team"), kind="choice", choices=choices),
        Field(name="other", label=_("and this team change places"), kind="choice", choices=choices),
        Field(name="why", label=_("What was wrong with the seating"), most=300),
    )


def _read_swap(values: SwapSlip, free: Sequence[int]) -> SwapSlip:
    """Only teams whose matches are not reported change places, and never one with itself."""
    first, other = int(values["one"]), int(values["other"])
    if first == other:
        raise _refused("other", _("A team does not change places with itself."), _("Name another team."))
    played = next((team for team in (first, other) if team not in free), None)
    if played is not None:
        raise _refused(
            "one" if played == first else "other",
            _("The match of team %(team)s is already reported.") % {"team": played},
            _("Pairings can be corrected until their result is handed in."),
        )
    return values


def _refused(field: str, sentence: str, remedy: str) -> Refusal:
    return Refusal(
        code="pairing-correction",
        sentence=sentence,
        rule=rules.CORRECTION,
        remedy=remedy,
        status=422,
        facts={"field": field},
    )


def _as_record(head: EventHead, stage: Stage) -> StageDocument:
    games = [signed_game(head, match.place, match.game) for match in stage.matches if match.game is not None]
    document: StageDocument = {"games": games}
    if stage.corrected:
        document["corrected"] = stage.corrected
    return document


def _phase(teams: int) -> Said:
    name = title_of(stage_name(teams))
    return _("%(stage)s, with bid blinds") % {"stage": name} if blinds_required(teams) else name
