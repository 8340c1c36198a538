"""Military Whist as a format of the site: it registers itself.

Rule section: 3a and 10a (tables and teams), PROVINCIAL GAMES (places by flags, ties played off).
"""

from __future__ import annotations

from typing import Final, cast

from django.utils.translation import gettext as _

from rules_engine.card_games import WHIST
from rules_engine.military_whist import rules
from rules_engine.military_whist.document import RecordDocument
from rules_engine.military_whist.levels import in_order, tables_drawn, tables_of
from rules_engine.military_whist.movement import MOST_TABLES
from rules_engine.military_whist.rotation import LETTERS
from sanctioning.kit.refusals import Refusal
from tournaments.formats.documents import Record
from tournaments.formats.format import Format, FormatResult, Unit
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.military_whist.check import check, follow
from tournaments.formats.military_whist.entries import TEAM
from tournaments.formats.military_whist.plan import PLAN
from tournaments.formats.military_whist.record import board, due, of_game, onward, place_of, record
from tournaments.formats.military_whist.rulings.irregularities import RULINGS
from tournaments.formats.registry import register
from tournaments.formats.round_seating import RoundSeating, SeatedTables, Tables, ToSeat
from tournaments.formats.slips import Slips
from tournaments.formats.team_events import as_reported, nowhere, result_of_teams, told_by_the_check

FOUR: Final = Unit(letters=LETTERS)
IN_ORDER: Final = "order"


def result(read: Record, document: KeptCheck) -> FormatResult:
    """Every player of a team stands where his team stands."""
    teams = cast(RecordDocument, read)["teams"]
    both = zip(document["tables"], document["ranking"], strict=True)
    return result_of_teams(
        document,
        [(place, team, total) for (place, team), (_place, _name, total) in both],
        lambda team: teams[team - 1].get("players", {}).values(),
        players=len(teams) * FOUR.size,
    )


def seated(to_seat: ToSeat) -> SeatedTables:
    """The teams at tables 1, 2, … in the order of the seed, or of the zones that they come from."""
    if to_seat.mode == IN_ORDER:
        return SeatedTables(tables=[list(unit) for unit in _of_zones(to_seat)])
    units = to_seat.by_team
    teams = tables_drawn(list(units), to_seat.seed)
    question = {"teams": list(units), "seed": to_seat.seed}
    return SeatedTables(tables=[list(units[team]) for team in teams], question=question)


def _of_zones(to_seat: ToSeat) -> list[tuple[str, ...]]:
    """First teams of the zones in order, then second teams; where one is missing the others close up."""
    origins = [(str(team.facts.get("origin", "")), int(team.facts.get("place", 0))) for team in to_seat.teams]
    if not all(origin and place for origin, place in origins):
        raise Refusal(
            code="zone-missing",
            sentence=_("Some teams do not say which zone they come from, and with which place."),
            rule=rules.ZONE_ORDER,
            remedy=_("Seat them by draw or by hand, or enter them from their zones."),
            status=422,
            facts={"field": "mode"},
        )
    named = {str(at): unit for at, unit in enumerate(to_seat.units)}
    teams = [(origin, place, str(at)) for at, (origin, place) in enumerate(origins)]
    tables = tables_of(teams, in_order([origin for origin, _place in origins]))
    return [named[team] for team in tables if team is not None]


def by_hand(to_seat: ToSeat, tables: list[list[str]]) -> SeatedTables:
    """The teams as the leader sets them."""
    return SeatedTables(tables=tables)


MILITARY_WHIST: Final = register(
    Format(
        slug="military-whist",
        title="Military Whist",
        card_game=WHIST,
        unit=FOUR,
        team=TEAM,
        tables=Tables(fewest=FOUR.size, most=FOUR.size, preferred=FOUR.size),
        seating=RoundSeating(
            modes=("draw", "order", "hand"),
            least=2 * FOUR.size,
            rule=rules.TEAM,
            units=seated,
            by_hand=by_hand,
            most_teams=MOST_TABLES,
            limit=rules.PATTERN,
            most_rounds=1,
            topic="military-tables",
        ),
        plan=PLAN,
        check=check,
        spot=nowhere,
        result=result,
        ending=told_by_the_check,
        amended=as_reported,
        rulings=RULINGS,
        slips=Slips(
            due=due,
            record=record,
            place_of=place_of,
            board=board,
            onward=onward,
            of_game=of_game,
            follow=follow,
        ),
    )
)
