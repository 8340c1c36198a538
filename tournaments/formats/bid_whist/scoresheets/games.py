"""The game of the record that a scoresheet makes, and what it comes to by the engine.

Rule section: 3 (B-12, B-36), 6 (B-31 to B-35), 2 (B-8), readings 1 to 4.
Terms: more (one further hand where a round is tied).
"""

from __future__ import annotations

from typing import Final, cast

from rules_engine.bid_whist.check.games import GameCheck
from rules_engine.bid_whist.check.result import Spot
from rules_engine.bid_whist.document import GameDocument, HandDocument, RenegeDocument
from rules_engine.bid_whist.pairing import MOST_TEAMS
from rules_engine.bid_whist.reader.games import GameReader
from rules_engine.bid_whist.reneges import Fault
from rules_engine.bid_whist.standings import RoundResult
from tournaments.formats.bid_whist.kept import HandRow, SheetSlip
from tournaments.formats.bid_whist.rulings.warnings import BOOK_TURNED
from tournaments.formats.bid_whist.scoresheets import bidding

Two = tuple[int, int]
SET: Final = "set"
RENEGE: Final = "renege"
BOTH: Final = "both"
NOBODY: Final = "nobody"
AGAIN: Final = "book-turned-again"
ROWS: Final = "hands"
READER: Final = GameReader(MOST_TEAMS)


def game_of(
    table: int, two: Two, body: SheetSlip | None, more: SheetSlip | None = None, guest: int | None = None
) -> GameDocument:
    """The game as the record has it; without a sheet it is one that is still to come. Where the winner's
    number was left empty it follows from the points."""
    game: GameDocument = {"table": table, "teams": list(two)}
    if guest is not None:
        game["picked"] = guest
    if body is None:
        return game
    if "forfeit" in body:
        _forfeit(game, two, body["forfeit"])
        _rule(game, body)
        return game
    game["hands"] = hands_of(two, body)
    _sign(game, two, body)
    if more is None:
        if "winner" not in game:
            _win(game, winner_of(game))
        return game
    for hand in hands_of(two, more):
        game["extra"] = hand
    _rule(game, more)
    named_game = game.copy()
    if "winner" in more:
        named_game["winner"] = int(more["winner"])
    _win(game, winner_of(named_game))
    return game


def hands_of(two: Two, body: SheetSlip) -> list[HandDocument]:
    """The hands of a sheet as the record has them."""
    return [_hand(two, written) for written in body.get(ROWS, ())]


def _hand(two: Two, written: HandRow) -> HandDocument:
    hand = bidding.recorded(written)
    if "bid" in written:
        hand["bidder"], hand["bid"] = int(written["by"]), written["bid"]
    if written["end"] == SET:
        hand["set"] = True
    elif written["end"] == RENEGE:
        hand["renege"] = _renege(two, written)
    else:
        hand["made"] = int(written["end"])
    return hand


def outcome(game: GameDocument) -> RoundResult | None:
    """What a game of the record comes to; None while it is still to come."""
    check = GameCheck(READER.game(game, ""), Spot())
    result = check.run()
    return result.due if result.known else None


def winner_of(game: GameDocument) -> int | None:
    result = outcome(game)
    return result.winner if result else None


def points_of(two: Two, hand: HandDocument) -> Two:
    """The points of one hand of the record."""
    result = outcome({"table": 1, "teams": list(two), "hands": [hand]})
    assert result is not None
    return result.points


def _win(game: GameDocument, winner: int | None) -> None:
    if winner:
        game["winner"] = winner


def _forfeit(game: GameDocument, two: Two, gone: str) -> None:
    game["forfeit"] = list(two) if gone == BOTH else [int(gone)]
    for team in two:
        if team not in game["forfeit"]:
            game["winner"] = team


def _sign(game: GameDocument, two: Two, body: SheetSlip) -> None:
    """Write down what stands below the hands: the winner, a ruling, who signed, who brought the sheet."""
    if "winner" in body:
        game["winner"] = int(body["winner"])
    _rule(game, body)
    signed = body.get("signed")
    if signed is not None:
        every: dict[str, list[int]] = {BOTH: list(two), NOBODY: []}
        game["signed"] = every[signed] if signed in every else [int(signed)]
    if "brought" in body:
        game["brought_by"] = int(body["brought"])


def _rule(game: GameDocument, body: SheetSlip) -> None:
    if "ruling" in body:
        game["ruling"] = body["ruling"]


def fault_of(written: str) -> Fault:
    """The fault as the record has it: that of a team warned before is no other one."""
    return cast(Fault, BOOK_TURNED if written == AGAIN else written)


def _renege(two: Two, written: HandRow) -> RenegeDocument:
    by = int(written["against"])
    fault = written["fault"]
    document: RenegeDocument = {
        "fault": fault_of(fault),
        "by": by,
        "called_by": two[0] if by == two[1] else two[1],
    }
    if fault == AGAIN:
        document["warned"] = True
    if "said" in written:
        document["improper"] = written["said"]
    return document
