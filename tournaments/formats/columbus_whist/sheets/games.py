"""The sheet of one game, from its slip to the game of the record.

Rule section: 7 to 42. Nothing is reckoned here: what a hand and a game come to the engine says.
Terms: side and seat (`sheet_fields`), number (of a team in the record, which counts from 1 without gaps).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypedDict, cast

from django.utils.translation import gettext as _

from rules_engine.columbus_whist.auction import SEATS, bidding
from rules_engine.columbus_whist.document import (
    CallDocument,
    DisorderlyDocument,
    GameDocument,
    HandDocument,
    HandRulingDocument,
    IncidentDocument,
    LeaverDocument,
    RedealDocument,
    SheetEntryDocument,
)
from rules_engine.columbus_whist.hand import BOOKS
from rules_engine.columbus_whist.infractions import UndecidedError, effect
from rules_engine.columbus_whist.reader.hands import read_calls as calls_of
from rules_engine.reading import Malformed
from tournaments.formats.columbus_whist.kept import HandRow, RulingRow, WrongRow
from tournaments.formats.columbus_whist.sheets.bidding import read_calls
from tournaments.formats.columbus_whist.sheets.fields import BOTH, YES
from tournaments.formats.fields import Body
from tournaments.formats.slips import TeamHead

Numbers = Mapping[int, int]
OF_A_HAND: Final = ("wrong", "rulings")
"""The rows of a sheet that name a hand."""
CONDUCT: Final = "conduct"
UNPLAYED: Final = ("late", "left", "ruling")
"""What of a sheet says that the game was awarded, so that no team is held to have signed it."""
SEATED = 0
"""The second at which a team that was not late is taken to have been ready."""


class BiddingPart(TypedDict, total=False):
    """The fields of a hand that come before its bid."""

    dealer: int
    bids: list[CallDocument]


class GameSheet:
    """The sheet of two teams; `body` is None while nothing is handed in."""

    def __init__(self, sides: Sequence[TeamHead], numbers: Numbers, body: Body | None, pointer: str) -> None:
        self.sides = sides
        self.numbers = numbers
        self.body: Body = {} if body is None else body
        self.told = body is not None
        self.pointer = pointer

    def game(self, signers: Sequence[str]) -> GameDocument:
        """The game of the record; `signers` are the record ids of those who reported and signed.

        Raises:
            Malformed: something cannot be meant.
        """
        document: GameDocument = {"teams": [self.numbers[team.number] for team in self.sides]}
        if not self.told:
            return document
        late = self.body.get("late")
        document["ready"] = [None if late in (BOTH, str(team.number)) else SEATED for team in self.sides]
        if "first-club" in self.body:
            document["first_club"] = int(self.body["first-club"])
        if "hands" in self.body or "left" in self.body:
            document["hands"] = self._hands()
        signed = self._signed(signers)
        if signed:
            document["sheet"] = signed
        self._write_result(document)
        return document

    def leaver(self, round_number: int) -> LeaverDocument | None:
        """Who left before this game was over, with nobody to stand in."""
        if "left" not in self.body:
            return None
        seat = int(self.body["left"]) - 1
        team = self.sides[seat % 2]
        player = list(team.in_round(round_number).values())[seat // 2]
        return {"team": self.numbers[team.number], "player": player, "round": round_number}

    def players(self, round_number: int) -> list[str]:
        """Who sits at the table in that round, clockwise."""
        first, other = (list(team.in_round(round_number).values()) for team in self.sides)
        return [player for pair in zip(first, other, strict=True) for player in pair]

    def _signed(self, signers: Sequence[str]) -> list[SheetEntryDocument]:
        """Who signed for each team: on paper, or here; of a game that was awarded, only where both did."""
        entries: list[SheetEntryDocument] = []
        for team in self.sides:
            here = [player for player in signers if player in team.everybody]
            by = self.body.get(f"signed-{team.number}") or next(iter(here), None)
            if by is not None and signers:
                entries.append({"signed": self.numbers[team.number], "by": by})
        awarded = any(name in self.body for name in UNPLAYED)
        return [] if awarded and len(entries) < len(self.sides) else entries

    def _write_result(self, document: GameDocument) -> None:
        body = self.body
        winner = self.numbers[int(body["winner"])] if "winner" in body else None
        if "ending" in body:
            document["ending"] = body["ending"]
        if winner is not None:
            document["winner"] = winner
        points = self._pair(body, "points")
        if points is not None:
            document["points"] = points
        bostons = self._pair(body, "bostons")
        if bostons is not None:
            document["bostons"] = bostons
        if "ruling" in body:
            document["ruling"] = {"points": points or [0, 0], "reason": body["ruling"]}
            if winner is not None:
                document["ruling"]["winner"] = winner

    def _pair(self, row: Body, name: str) -> list[int] | None:
        """The figures of both teams; one left empty beside the other is nothing."""
        figures = [row.get(f"{name}-{team.number}") for team in self.sides]
        return None if figures == [None, None] else [figure or 0 for figure in figures]

    def _hands(self) -> list[HandDocument]:
        dealer = int(self.body["first-club"]) if "first-club" in self.body else None
        lines: Sequence[HandRow] = self.body.get("hands", ())
        wrong: Sequence[WrongRow] = self.body.get("wrong", ())
        rulings: Sequence[RulingRow] = self.body.get("rulings", ())
        ruled = {ruling["hand"]: ruling for ruling in rulings}
        hands = []
        for number, line in enumerate(lines, start=1):
            dealer = int(line["dealer"]) if "dealer" in line else dealer
            here = [row for row in wrong if row.get("hand") == number]
            hand = self._hand(line, here, dealer, f"{self.pointer}/hands/{number - 1}")
            if number in ruled:
                hand["ruling"] = self._ruled(ruled[number])
            hands.append(hand)
            dealer = dealer and dealer % SEATS + 1
        named = [*(row["hand"] for row in wrong if "hand" in row), *ruled]
        strays = [hand for hand in named if hand > len(lines)] if lines else []
        if strays:
            raise Malformed(
                f"{self.pointer}/hands",
                f"hand {strays[0]}, in which something went wrong or was ruled, is missing",
            )
        return hands

    def _hand(
        self, line: HandRow, wrong: Sequence[WrongRow], dealer: int | None, pointer: str
    ) -> HandDocument:
        begun: BiddingPart = {} if dealer is None else {"dealer": dealer}
        if "bids" in line:
            begun["bids"] = read_calls(line["bids"], f"{pointer}/bids")
        bid, by = self._contract(line, begun, pointer)
        hand = cast(HandDocument, {**begun, "bid": bid, "by": by})
        if "trump" in line:
            hand["trump"] = line["trump"]
        if "first" in line:
            hand["first_card"] = line["first"].split()[0]
        self._write_books(hand, line)
        score = self._pair(line, "score")
        if score is not None:
            hand["score"] = score
        self._write_wrong(hand, wrong)
        return hand

    def _ruled(self, ruling: RulingRow) -> HandRulingDocument:
        """What a hand counts as by the director's ruling."""
        points = self._pair(ruling, "points") or [0, 0]
        document: HandRulingDocument = {"points": points, "reason": ruling["reason"]}
        if "set" in ruling:
            document["set"] = self.numbers[int(ruling["set"])]
        return document

    def _contract(self, line: HandRow, begun: BiddingPart, pointer: str) -> tuple[str, int]:
        """The bid awarded and the team that made it: as written, or where it is not, as the bidding came
        out."""
        bid, by = line.get("bid"), int(line["by"]) if "by" in line else None
        if "bids" in begun and "dealer" in begun:
            contract = bidding(begun["dealer"] - 1, calls_of(begun["bids"], f"{pointer}/bids")).contract
            if contract is not None:
                bid, by = bid or contract.bid.text, by or self.sides[contract.side].number
        if bid is None or by is None:
            raise Malformed(pointer, "a hand says what was bid, and which team bid it")
        return bid, self.numbers[by]

    def _write_books(self, hand: HandDocument, line: HandRow) -> None:
        """The books of both sides; those of the others are the rest, unless all agreed to stop."""
        if "books" not in line:
            return
        own = line["books"]
        others = line.get("others", BOOKS - own)
        first = hand["by"] == self.numbers[self.sides[0].number]
        hand["books"] = [own, others] if first else [others, own]
        if own + others < BOOKS:
            hand["stopped"] = True

    def _write_wrong(self, hand: HandDocument, wrong: Sequence[WrongRow]) -> None:
        """What happened in a hand that counted, and the deals of it that did not."""
        redeals: list[RedealDocument] = [self._incident(row) for row in wrong if _deals_again(row)]
        if redeals:
            hand["redeals"] = redeals
        incidents = [self._incident(row) for row in wrong if not _deals_again(row)]
        if incidents:
            hand["incidents"] = incidents

    def _incident(self, row: WrongRow) -> IncidentDocument:
        incident: IncidentDocument = {"kind": row["kind"]}
        if "by" in row:
            incident["by"] = self.numbers[int(row["by"])]
        if "found" in row:
            incident["found"] = row["found"] == YES
        if "choice" in row:
            incident["choice"] = row["choice"]
        if "turned" in row:
            incident["turned_by"] = row["turned"]
        if "note" in row:
            incident["note"] = row["note"]
        return incident


def disorderly_in(body: Body, numbers: Numbers) -> Iterator[DisorderlyDocument]:
    """Conduct that a sheet notes of a team, in a hand or beside them."""
    wrong: Sequence[WrongRow] = body.get("wrong", ())
    for row in wrong:
        if row["kind"] == CONDUCT and "by" in row:
            yield {"team": numbers[int(row["by"])], "note": row.get("note", row["kind"])}


def unsigned(sides: Sequence[TeamHead], body: Body, people: Collection[str]) -> tuple[str, ...]:
    """The teams of which nobody signed, here or on paper; none where the game was not played to its end by
    both, or the director ruled on it."""
    if any(name in body for name in UNPLAYED):
        return ()
    here = set(people)
    return tuple(
        team.name for team in sides if f"signed-{team.number}" not in body and not here & set(team.everybody)
    )


def tells_of_play(body: Body) -> bool:
    """Whether a sheet tells more than who dealt first and who signed it."""
    return any(name != "first-club" and not name.startswith("signed-") for name in body)


def require_rows(body: Body) -> None:
    """That whatever went wrong or was ruled belongs to a hand that is written, conduct alone to none, and
    that conduct is of a team.

    Raises:
        Malformed: a row would count for nothing.
    """
    hands = len(body.get("hands", ()))
    for rows in OF_A_HAND:
        for at, row in enumerate(body.get(rows, ())):
            pointer, conduct = f"/{rows}/{at}", row.get("kind") == CONDUCT
            if conduct and "by" not in row:
                raise Malformed(f"{pointer}/by", _("say which team was disorderly"))
            if conduct and ("hand" not in row or not hands):
                continue
            if "hand" not in row:
                raise Malformed(f"{pointer}/hand", _("say in which hand it was"))
            if row["hand"] > hands:
                words = _("hand %(number)s, in which something went wrong or was ruled, is missing")
                raise Malformed(f"{pointer}/hand", words % {"number": row["hand"]})


def _deals_again(row: WrongRow) -> bool:
    try:
        return effect(row["kind"], row.get("choice")) == "redeal"
    except UndecidedError:
        return False
