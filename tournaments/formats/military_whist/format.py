"""Military Whist as a format of the house: it registers itself.

Rule section: 3a and 10a (tables and teams), PROVINCIAL GAMES (places by flags, ties played off).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from rules_engine.card_games import WHIST
from rules_engine.military_whist import rules
from rules_engine.military_whist.check import check_bytes
from rules_engine.military_whist.levels import in_order, tables_of
from rules_engine.military_whist.proof import prove
from rules_engine.military_whist.reader import record_of
from rules_engine.military_whist.record import FORMAT as RECORD
from rules_engine.military_whist.rotation import LETTERS
from rules_engine.military_whist.sheet_check import check_evenness
from rules_engine.shuffling import shuffled
from sanctioning.refusal import Refusal
from tournaments.formats.base import (
    Finding,
    Format,
    GameCheck,
    Ranked,
    Result,
    Seated,
    Seating,
    Tables,
    ToSeat,
    Unit,
)
from tournaments.formats.military_whist.entry import TEAM
from tournaments.formats.military_whist.event import board, due, onward, place_of, record
from tournaments.formats.military_whist.plan import PLAN
from tournaments.formats.military_whist.rulings import RULINGS
from tournaments.formats.records import checked
from tournaments.formats.registry import register
from tournaments.formats.slips import Slips

FOUR: Final = Unit(letters=LETTERS)
IN_ORDER: Final = "order"
NOWHERE: Final = {"stanza": None, "trick": None, "player": None}


def check(data: bytes) -> GameCheck:
    """The engine's answer, kept as the house keeps answers."""
    answered, read = checked(check_bytes, data, RECORD)
    answer = answered.as_document()
    findings = [*(found.as_document() for found in answered.findings), *_of_own_sheet(read)]
    players = [player for team in read["teams"] for player in team.get("players", {}).values()]
    document = {
        **answer,
        "findings": [{**NOWHERE, **found} for found in findings],
        "ranking": [[place, name, total] for place, _team, name, total in answered.ranking],
        "tables": [[place, team] for place, team, _name, _total in answered.ranking],
        "stanzas": [],
        "player_hands": len(players) * sum(sum(day["sessions"]) for day in read["days"]),
    }
    return GameCheck(
        document=document,
        players=tuple(players),
        planned=None,
        findings=tuple(map(_finding, findings)),
        stanzas=(),
    )


def _of_own_sheet(read: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the checker says of the whole of a leader's own sheet."""
    record = record_of(read)
    lines = [hand.plan for day in record.days for hand in day.hands or ()]
    if record.moves is not None or not lines:
        return []
    return [found.as_document() for found in check_evenness(prove(lines))]


def result(read: Mapping[str, Any], document: Mapping[str, Any]) -> Result:
    """Every player of a team stands where his team stands."""
    places = [place for place, _team in document["tables"]]
    totals = {team: total for (_place, team), (_, _name, total) in _side_by_side(document)}
    return Result(
        ranking=tuple(
            Ranked(
                place=place,
                player=player,
                score=totals[team],
                extrapolated=0,
                shared=places.count(place) > 1,
                team=team,
            )
            for place, team in document["tables"]
            for player in read["teams"][team - 1].get("players", {}).values()
        ),
        player_hands=document["player_hands"],
        own_player_hands=document["player_hands"],
        stanzas=0,
        players=len(read["teams"]) * FOUR.size,
    )


def ending(
    planned: Mapping[str, Any],
    read: Mapping[str, Any],
    until: dt.datetime | None = None,
    ended: Sequence[dt.datetime] = (),
) -> tuple[Finding, ...]:
    """Nothing: the check of the record sees whether all that was planned was played."""
    return ()


def amended(read: Mapping[str, Any], amendments: Sequence[Any]) -> Mapping[str, Any]:
    """As it is: no ruling amends counts of flags; a count that was wrong is reported again."""
    return read


def seated(asked: ToSeat) -> Seated:
    """The teams at tables 1, 2, … in the order of the seed, or of the zones that they come from."""
    if asked.mode == IN_ORDER:
        return Seated(tables=[list(unit) for unit in _of_zones(asked)])
    return Seated(tables=[list(unit) for unit in shuffled(asked.units, asked.seed, "tables")])


def _of_zones(asked: ToSeat) -> list[tuple[str, ...]]:
    """First teams of the zones in order, then second teams; where one is missing the others close up."""
    told = [(str(team.facts.get("origin", "")), int(team.facts.get("place", 0))) for team in asked.teams]
    if not all(origin and place for origin, place in told):
        raise Refusal(
            code="zone-missing",
            sentence=_("Not every team says from which zone it comes, and with which place."),
            rule=rules.ZONE_ORDER,
            remedy=_("Seat them by draw or by hand, or enter them from their zones."),
            status=422,
            facts={"field": "mode"},
        )
    named = {str(at): unit for at, unit in enumerate(asked.units)}
    teams = [(origin, place, str(at)) for at, (origin, place) in enumerate(told)]
    tables = tables_of(teams, in_order([origin for origin, _place in told]))
    return [named[team] for team in tables if team is not None]


def by_hand(asked: ToSeat, tables: list[list[str]]) -> Seated:
    """The teams as the leader sets them."""
    return Seated(tables=tables)


def _side_by_side(document: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    return list(zip(document["tables"], document["ranking"], strict=True))


def _finding(found: Mapping[str, Any]) -> Finding:
    return Finding(
        code=found["code"],
        severity=found["severity"],
        stanza=None,
        trick=None,
        player="",
        rule=found["rule"],
        message=found["message"],
    )


MILITARY_WHIST: Final = register(
    Format(
        slug="military-whist",
        title="Military Whist",
        card_game=WHIST,
        unit=FOUR,
        team=TEAM,
        tables=Tables(fewest=FOUR.size, most=FOUR.size, preferred=FOUR.size),
        seating=Seating(
            modes=("draw", "order", "hand"),
            least=2 * FOUR.size,
            rule=rules.TEAM,
            units=seated,
            by_hand=by_hand,
            most_rounds=1,
        ),
        plan=PLAN,
        check=check,
        result=result,
        ending=ending,
        amended=amended,
        rulings=RULINGS,
        slips=Slips(due=due, record=record, place_of=place_of, board=board, onward=onward),
    )
)
