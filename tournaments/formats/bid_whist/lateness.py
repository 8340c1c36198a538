"""Who comes late to a tournament of Bid Whist: to register, to the start, to a later round, to the playoff.

Rule section: 2 (B-8), 4 (B-44), Canon 1 and 2 (B-46, B-47); reading 8 (section 2 at the start, Canon 2 at
later calls).
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.bracket import stage_name
from rules_engine.bid_whist.canons import late_to_seat
from rules_engine.bid_whist.entries import appeared_late, forfeits_by_arriving
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.calls_to_play import call_of_round, call_of_stage
from tournaments.formats.bid_whist.entries import ANY, on_the_clock
from tournaments.formats.bid_whist.playoff.bracket import title_of
from tournaments.formats.bid_whist.playoff.course import playoff
from tournaments.formats.bid_whist.scoresheets.games import BOTH
from tournaments.formats.bid_whist.standings.standings import games_of, sheet_place, told
from tournaments.formats.lateness import AT_THE_START, REGISTERED, Came, Late, Lateness, Lost, Sitting
from tournaments.formats.slips import EventHead, Standing

_APPEARED: Final = Late(
    rule=rules.CANON_1,
    kind="late-appearance",
    words=_lazy("Registration had closed for more than a quarter of an hour: the Director may exclude."),
)
_ARRIVED: Final = Late(
    rule=rules.LATE_PLAYER,
    words=_lazy(
        "More than a quarter of an hour after the start: the team loses its game of the first round."
    ),
)
_SAT: Final = Late(
    rule=rules.CANON_2,
    kind="late-to-seat",
    words=_lazy("More than a quarter of an hour after the call: the start of play was delayed."),
)


def rule(number: int) -> str:
    return _counting(number).rule


def late(came: Came) -> Late | None:
    return _counting(came.round) if _is_late(came) else None


def _counting(number: int) -> Late:
    """What somebody is who comes late for that round, or to register."""
    if number not in AT_THE_START:
        return _SAT
    return _APPEARED if number == REGISTERED else _ARRIVED


def _is_late(came: Came) -> bool:
    if came.round not in AT_THE_START:
        return late_to_seat(came.after / dt.timedelta(minutes=1))
    at = on_the_clock(ANY, came.after)
    return appeared_late(ANY, at) if came.round == REGISTERED else forfeits_by_arriving(ANY, at)


def sittings(head: EventHead, standing: Standing) -> list[Sitting]:
    """The rounds that are drawn, and the stages of the playoff of which a match is known."""
    all_sittings = [_round(head, number) for number in range(1, len(head.rounds) + 1)]
    stands = told(head, games_of(head, standing), standing)
    if stands is None or not stands.seeds:
        return all_sittings
    course = playoff(stands.seeds, standing)
    for number, stage in enumerate(course.stages, start=len(all_sittings) + 1):
        matches = [*stage.matches, *([course.third] if stage is course.stages[-1] and course.third else [])]
        sheets = {team: match.place for match in matches for team in match.two or ()}
        if sheets:
            title = title_of(stage_name(stage.teams))
            all_sittings.append(Sitting(number, title, call_of_stage(stage.teams), sheets, _NO_MATCH))
    return all_sittings


def _round(head: EventHead, number: int) -> Sitting:
    """The sheets are those of the teams' own games, not one played so that the odd team has a game."""
    guests = head.guests[number - 1]
    sheets = {
        team: sheet_place(number, table)
        for table, teams in enumerate(head.rounds[number - 1], start=1)
        for team in teams
        if guests.get(table) != team
    }
    call = "" if number in AT_THE_START else call_of_round(number)
    return Sitting(number, _("round %(number)s") % {"number": number}, call, sheets, _UNSEATED)


def lost(standing: Standing, place: str, team: int) -> Lost:
    """A sheet that tells a game is left as it is: whoever runs the event corrects it for a reason."""
    body = standing.get(place, {})
    if body and "forfeit" not in body:
        return Lost(place, None, played=True)
    before = body.get("forfeit")
    if before in (str(team), BOTH):
        return Lost(place, None)
    return Lost(place, {"forfeit": BOTH if before else str(team)})


_UNSEATED: Final = _lazy(
    "A team that was not in the draw of that round misses it. Once it has paid and is here, it is drawn "
    "from the next round."
)
_NO_MATCH: Final = _lazy("Only a team whose playoff match is known has one to lose.")

LATENESS: Final = Lateness(rule=rule, late=late, sittings=sittings, lost=lost)
