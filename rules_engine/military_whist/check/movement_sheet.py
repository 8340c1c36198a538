"""Where the pairs go by the plan of an event, and the check of a leader's own sheet: every fault of it, each
once, with its rule.

3a, 10a to 10c and the sample rotation; inventory M-9, M-25, M-26 and M-37. A sheet that cannot be played (a
pair at its own table, two pairs at one) has errors. That teams meet unequally where they could meet equally
is a warning: how the leader moves them is his to set, and only the sample's columns are printed.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules_engine.findings import Finding, finding_at, warning_at
from rules_engine.military_whist import rules
from rules_engine.military_whist.check.result import NOWHERE, Spot
from rules_engine.military_whist.movement import PlannedHand, circle, destinations, spread
from rules_engine.military_whist.movement_proof import MovementProof, prove
from rules_engine.military_whist.record import Record
from rules_engine.military_whist.rotation import Pattern, turn
from rules_engine.sentences import TeamNumber, says, team_list

Due = Sequence[tuple[int, ...]] | None
"""The destinations due in each hand by the sheet; None where that is the leader's own."""


def due_in(record: Record) -> Due:
    """The destinations due in each hand that an event has by its plan."""
    order = record.moves
    if order is None:
        return None
    tables = len(record.teams)
    hands = sum([sum(day.sessions) for day in record.days])
    if order == "circle":
        return [destinations(tables, move) for move in circle(tables, hands)]
    if record.pattern == "own":
        return None
    restarted = record.pattern == "sample-restarted"
    trumps = [turn(number, restarted).trump for number in range(1, hands + 1)]
    return [destinations(tables, move) for move in spread(tables, trumps)]


def check_sheet(sheet: Sequence[PlannedHand], pattern: Pattern = "own") -> list[Finding]:
    """Findings on a sheet of at least one hand, hand by hand, then those on the whole.

    Every hand has a destination, from 1 to the number of tables, for every team.
    """
    findings: list[Finding] = []
    for number, hand in enumerate(sheet, 1):
        findings += check_turn(hand, number, pattern)
        findings += check_destinations(hand.to, number)
    if not findings:
        findings += check_evenness(prove(sheet))
    return findings


def check_turn(hand: PlannedHand, number: int, pattern: Pattern, day: int | None = None) -> list[Finding]:
    """Findings on WHO, TRUMP and DEALER of one hand."""
    if pattern == "own":
        if hand.dealer in hand.who:
            return []
        message = says(
            "%(dealer)s deals and does not go out; the sample has a visitor deal every hand.",
            dealer=hand.dealer,
        )
        return [warning_at("dealer-not-out", rules.ROTATION, message, Spot(day, number))]
    due = turn(number, pattern == "sample-restarted")
    columns = (
        ("who", hand.who, due.who),
        ("trump", hand.trump, due.trump),
        ("dealer", hand.dealer, due.dealer),
    )
    return [
        finding_at(
            f"rotation-{column}",
            rules.ROTATION,
            says("%(noted)s is noted; %(due)s was due.", noted=is_, due=should),
            Spot(day, number),
        )
        for column, is_, should in columns
        if is_ != should
    ]


def check_destinations(to: Sequence[int], number: int, day: int | None = None) -> list[Finding]:
    """Findings on where the pairs go on one hand: each pair that stays at home, and each table to which two
    of the others come."""
    stay = [team for team, table in enumerate(to, 1) if table == team]
    if len(stay) == len(to):
        return [
            finding_at(
                "move-home", rules.PAIRS, says("All pairs stay at their own tables."), Spot(day, number)
            )
        ]
    findings = [
        finding_at(
            "move-home",
            rules.PAIRS,
            says("The pair of team %(team)s goes to its own table.", team=TeamNumber(team)),
            Spot(day, number, team),
        )
        for team in stay
    ]
    comers = Counter([table for team, table in enumerate(to, 1) if team != table])
    crowded = [table for table in sorted(comers) if comers[table] > 1]
    empty = [str(table) for table in range(1, len(to) + 1) if table not in to]
    for table in crowded:
        teams = [team for team, goes in enumerate(to, 1) if goes == table != team]
        message = says(
            "The pairs of teams %(teams)s all come to table %(table)s, and nobody to %(empty)s.",
            teams=team_list(teams),
            table=table,
            empty=", ".join(empty),
        )
        findings.append(finding_at("move-crowded", rules.PATTERN, message, Spot(day, number, table)))
    return findings


def check_evenness(proof: MovementProof) -> list[Finding]:
    """A warning where pairs go out, visit or meet unequally and need not; the first of the three alone."""
    if not proof.pair_spread.reached:
        counts = ", ".join(f"{pair} {count}" for pair, count in proof.pairs.items())
        message = says("The pairs go out unequally: %(counts)s.", counts=counts)
        return [warning_at("pairs-uneven", rules.PAIRS, message, NOWHERE)]
    for what, counted in (("visits", proof.visit_spread), ("meetings", proof.meeting_spread)):
        if not counted.reached:
            message = says(
                _UNEVEN[what],
                least=counted.least,
                most=counted.most,
                due=counted.bound_least,
                due_most=counted.bound_most,
            )
            return [warning_at(f"{what}-uneven", rules.ROTATION, message, NOWHERE)]
    return []


_UNEVEN: Final = {
    "visits": says(
        "The visits of two teams number from %(least)s to %(most)s; %(due)s to %(due_most)s is possible."
    ),
    "meetings": says(
        "The meetings of two teams number from %(least)s to %(most)s; %(due)s to %(due_most)s is possible."
    ),
}
