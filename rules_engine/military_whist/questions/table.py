"""The questions of the table that `decide` answers: a sheet and its proof, the flags of a hand, a tie."""

from collections.abc import Mapping, Sequence

from rules_engine.military_whist import rules, ties
from rules_engine.military_whist.check.movement_sheet import check_sheet
from rules_engine.military_whist.flags import FlagBook
from rules_engine.military_whist.hand import TRICKS, count, flags_won
from rules_engine.military_whist.movement import (
    FEWEST_TABLES,
    MOST_HANDS,
    MOST_TABLES,
    ORDERS,
    PlannedHand,
    move_of,
    movement,
)
from rules_engine.military_whist.movement_proof import MovementProof, Spread, prove
from rules_engine.military_whist.reader.sheets_and_playoffs import (
    read_card,
    read_draw_among,
    read_move,
    read_two,
)
from rules_engine.military_whist.rotation import LETTERS, NT_LOW, PAIRS, PATTERNS, TRUMPS
from rules_engine.reading import Malformed, boolean, child, choice, fields, integer, items, names

MOST_FLAGS = 1_000
MOST_REVOKES = 13


def sheet(question: object) -> dict[str, object]:
    """Topic "military-movement": the leader's sheet for so many tables and hands, with its proof."""
    terms = fields(question, "", ("tables", "hands"), ("moves", "restarted", "team"))
    tables = integer(terms["tables"], "/tables", FEWEST_TABLES, MOST_TABLES)
    hands = integer(terms["hands"], "/hands", 1, MOST_HANDS)
    order = choice(terms.get("moves", ORDERS[0]), "/moves", ORDERS)
    planned = movement(tables, hands, order, boolean(terms.get("restarted", False), "/restarted"))
    proof = prove(planned)
    return {
        "hands": [
            {
                "hand": at,
                "who": hand.who,
                "move": move_of(hand.to),
                "trump": hand.trump,
                "dealer": hand.dealer,
            }
            for at, hand in enumerate(planned, 1)
        ],
        "proof": _proof(proof, _read_team(terms, tables)),
        "rule": rules.ROTATION,
        "reason": _told(proof),
    }


def leaders_sheet(question: object) -> dict[str, object]:
    """Topic "military-sheet": what is wrong with a leader's own sheet, and what it comes to."""
    terms = fields(question, "", ("tables", "hands"), ("pattern", "team"))
    tables = integer(terms["tables"], "/tables", FEWEST_TABLES, MOST_TABLES)
    lines = items(terms["hands"], "/hands")
    if not 1 <= len(lines) <= MOST_HANDS:
        raise Malformed("/hands", f"1 to {MOST_HANDS} hands are expected")
    planned = [_read_line(line, child("/hands", at), tables) for at, line in enumerate(lines)]
    findings = check_sheet(planned, choice(terms.get("pattern", "own"), "/pattern", PATTERNS))
    proof = prove(planned)
    return {
        "findings": [finding.as_document() for finding in findings],
        "proof": _proof(proof, _read_team(terms, tables)),
        "rule": rules.PATTERN,
        "reason": f"Findings: {len(findings)}. {_told(proof)}" if findings else _told(proof),
    }


def _read_line(value: object, pointer: str, tables: int) -> PlannedHand:
    line = fields(value, pointer, ("who", "move", "trump", "dealer"))
    return PlannedHand(
        choice(line["who"], child(pointer, "who"), PAIRS),
        choice(line["trump"], child(pointer, "trump"), TRUMPS),
        choice(line["dealer"], child(pointer, "dealer"), LETTERS),
        read_move(line["move"], child(pointer, "move"), tables),
    )


def _read_team(terms: Mapping[str, object], tables: int) -> int | None:
    return integer(terms["team"], "/team", 1, tables) if "team" in terms else None


def _proof(proof: MovementProof, team: int | None) -> dict[str, object]:
    whole: dict[str, object] = {
        "visits": _spread(proof.visit_spread),
        "meetings": _spread(proof.meeting_spread),
        "pairs": dict(proof.pairs),
        "even": proof.even,
        "one_trump": proof.one_trump,
    }
    return whole if team is None else whole | {"team": _meets(proof, team - 1)}


def _meets(proof: MovementProof, team: int) -> list[dict[str, object]]:
    """Whom a team, from 0, goes to and meets how often, and in which trumps."""
    return [
        {
            "meets": other + 1,
            "visits": proof.visits[team][other],
            "meetings": proof.meetings[team][other],
            "trumps": {trump: times for trump, times in zip(TRUMPS, counts, strict=True) if times},
        }
        for other, counts in enumerate(proof.trumps[team])
        if other != team
    ]


def _spread(spread: Spread) -> dict[str, object]:
    return {"least": spread.least, "most": spread.most, "bounds": [spread.bound_least, spread.bound_most]}


def _told(proof: MovementProof) -> str:
    visits, meetings = proof.visit_spread, proof.meeting_spread
    possible = "no sheet can do better" if proof.even else "a sheet can do better"
    return (
        f"Visits to each other team: {_from_to(visits)}; meetings of any two: {_from_to(meetings)}; "
        f"{possible}. Pairs of teams that meet more than once and in one trump only: {proof.one_trump}."
    )


def _from_to(spread: Spread) -> str:
    return str(spread.least) if spread.least == spread.most else f"{spread.least} to {spread.most}"


def flags(question: object) -> dict[str, object]:
    """Topic "military-flags": what a hand at one table comes to."""
    terms = fields(
        question, "", ("trump", "taken"), ("revokes_of_visitors", "revokes_of_home", "held", "lent")
    )
    trump = choice(terms["trump"], "/trump", TRUMPS)
    taken = integer(terms["taken"], "/taken", 0, TRICKS)
    revokes = [
        integer(terms.get(field, 0), child("", field), 0, MOST_REVOKES)
        for field in ("revokes_of_visitors", "revokes_of_home")
    ]
    held = integer(terms.get("held", MOST_FLAGS), "/held", 0, MOST_FLAGS)
    lent = integer(terms.get("lent", 0), "/lent", 0, MOST_FLAGS)
    counts = count(trump, taken, revokes[0], revokes[1])
    won = flags_won(counts.visitors)
    book = FlagBook([held])
    may_lend = book.may_borrow(0, won)
    if lent and not may_lend:
        raise Malformed("/lent", "the table has flags of its own, so none can be lent")
    book.lend(0, lent)
    paid = book.payable([won])[0]
    low = " In No Trump Low a pair counts what its opponents took." if trump == NT_LOW else ""
    return {
        "visitors": counts.visitors,
        "home": counts.home,
        "flags": won,
        "paid": paid,
        "short": won - paid,
        "may_lend": may_lend,
        "rule": rules.FLAGS_WON,
        "reason": f"The visitors count {counts.visitors} and win {won}; the table pays {paid}.{low}",
    }


def tie_break(question: object) -> dict[str, object]:
    """Topic "military-tie-break": how far a play-off has come, and trump and dealer of its next hand."""
    terms = fields(question, "", ("teams",), ("draw", "hands", "trump_cut", "cuts"))
    teams = names(terms["teams"], "/teams")
    if len(teams) < min(ties.PLAYED_OFF):
        raise Malformed("/teams", "at least two teams are expected")
    draw = read_draw_among(terms.get("draw", []), "/draw", teams)
    hands = [
        _read_extra(hand, child("/hands", at), teams)
        for at, hand in enumerate(items(terms.get("hands", []), "/hands"))
    ]
    try:
        come = ties.play_off(teams, draw, hands)
    except ties.NotToBePlayed as error:
        raise Malformed(child("/hands", error.index), str(error)) from None
    trump = ties.trump(read_card(terms["trump_cut"], "/trump_cut")) if "trump_cut" in terms else None
    players = [f"{team} {letter}" for team in come.next for letter in ties.PLAYERS]
    cuts = read_draw_among(terms.get("cuts", []), "/cuts", players)
    dealer = ties.dealer(cuts) if cuts else ties.Drawn(None, tuple(players))
    return {
        "bye": come.bye,
        "next": list(come.next),
        "trump": trump,
        "dealer": dealer.name,
        "cut_again": list(dealer.open),
        "order": list(come.order),
        "rule": come.rule,
        "reason": come.reason,
    }


def _read_extra(value: object, pointer: str, teams: Sequence[str]) -> ties.Extra:
    hand = fields(value, pointer, ("teams", "tricks"), ("revokes",))
    two = names(hand["teams"], child(pointer, "teams"))
    if len(two) != 2 or not set(two) <= set(teams):
        raise Malformed(child(pointer, "teams"), "two of the tied teams are expected")
    tricks = read_two(hand["tricks"], child(pointer, "tricks"), 0, TRICKS)
    if sum(tricks) != TRICKS:
        raise Malformed(child(pointer, "tricks"), f"{TRICKS} tricks are played")
    revokes = read_two(hand.get("revokes", [0, 0]), child(pointer, "revokes"), 0, MOST_REVOKES)
    return ties.Extra((two[0], two[1]), ties.awarded(tricks, revokes))
