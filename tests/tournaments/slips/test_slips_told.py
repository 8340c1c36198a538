"""Whatever is typed into a slip is refused or told in words, in every format that tells beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.bid_whist import rules as bid
from rules_engine.columbus_whist import rules as columbus
from sanctioning.kit.refusals import Refusal
from tests.support.seeds import examples
from tournaments.formats.bid_whist.scoresheets.due import sheet_due as bid_sheet
from tournaments.formats.columbus_whist.sheets.due import sheet_due as columbus_sheet
from tournaments.formats.fields import Field, RowColumn
from tournaments.formats.military_whist.hands import due_of_hands
from tournaments.formats.slips import Due, EventHead, TeamHead
from tournaments.slips.event_folders import body_of

TWO: Final = (3, 7)
AT: Final[dict[str, Any]] = {"place": "here", "title": "", "phase": "", "table": 1, "rule": "1"}
BIDS: Final = ("p 2 p p", "p p p p", "3s x p p", "1 3(2) p x", "p@2 4n p p", "2!", "9")
FEW_HANDS: Final = 4


def head(letters: str, rounds: tuple[tuple[tuple[int, ...], ...], ...], **planned: Any) -> EventHead:
    players = {team: {letter: f"{team}{letter}" for letter in letters} for team in TWO}
    return EventHead(
        id="evening",
        ruleset="of that game",
        planned=planned,
        teams={
            team: TeamHead(number=team, name=f"Team {team}", players=players[team], facts={}) for team in TWO
        },
        rounds=rounds,
    )


COLUMBUS: Final = columbus_sheet(head("AB", ((TWO,),)), {}, teams=TWO, **AT)
BID: Final = bid_sheet(head("AB", ((TWO,),)), TWO, {"table": 1, "teams": [*TWO]}, **AT)
MILITARY: Final = head("ABXY", (((3,), (7,)),), level="open", days=[[2]], moves="circle", pattern="sample")


unhurried = partial(settings, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def typed_into(fields: Sequence[RowColumn], always: Sequence[str] = ()) -> st.SearchStrategy[dict[str, Any]]:
    """Values of each field's own kind: those needed, and those of these names, `always`; others now and
    then."""
    needed = {field.name: _value(field) for field in fields if field.needed or field.name in always}
    optional = {field.name: _value(field) for field in fields if field.name not in needed}
    return st.fixed_dictionaries(needed, optional=optional)


def _value(field: RowColumn) -> st.SearchStrategy[Any]:
    if isinstance(field, Field) and field.kind == "rows":
        always = ("bid", "by", "end") if field.name == "hands" else ("by",)
        return st.lists(typed_into(field.columns, always), max_size=min(field.most, FEW_HANDS))
    if field.kind == "whole":
        most = FEW_HANDS if field.name == "hand" else field.most
        return st.integers(field.least, most)
    if field.kind == "choice":
        return st.sampled_from([value for value, _words in field.choices])
    if field.kind == "cards":
        return st.sampled_from(["9C", "QH", "KD"])
    return st.sampled_from(BIDS) if field.name == "bids" else st.just("So it was.")


def tells(due: Due, typed: dict[str, Any]) -> list[str] | None:
    """What the slip says; None where it was refused."""
    try:
        body = body_of(due, typed)
    except Refusal:
        return None
    assert due.tells is not None
    return [str(sentence) for sentence in due.tells(body)]


@unhurried(max_examples=examples(150))
@given(typed_into(COLUMBUS.fields))
def test_a_sheet_of_columbus_whist(typed: dict[str, Any]) -> None:
    sentences = tells(COLUMBUS, typed)
    assert sentences is None or len(sentences) > len(typed.get("hands", ()))


@unhurried(max_examples=examples(150))
@given(typed_into(BID.fields))
def test_a_sheet_of_bid_whist(typed: dict[str, Any]) -> None:
    sentences = tells(BID, typed)
    assert sentences is None or all(sentences)


@unhurried(max_examples=examples(50))
@given(st.data())
def test_a_hand_of_military_whist(data: st.DataObject) -> None:
    due = data.draw(st.sampled_from([hand for hand in due_of_hands(MILITARY, {}, 1) if hand.tells]))
    assert tells(due, data.draw(typed_into(due.fields)))


def test_a_ruling_on_a_later_hand_of_columbus_whist() -> None:
    """C-33."""
    hands = [{"bid": "3", "by": "3", "books": 9}, {"bid": "3", "by": "7", "books": 9}]
    ruled = [{"hand": 2, "reason": "A card was shown.", "points-7": -3, "set": "7"}]
    sentences = tells(COLUMBUS, {"hands": hands, "rulings": ruled})
    assert sentences is not None
    assert sentences[:2] == ["After hand 1: Team 3 3, Team 7 0.", "After hand 2: Team 3 3, Team 7 −3."]


def test_rulings_are_for_officials_alone() -> None:
    asked = [
        {field.name: field.official for field in due.fields if field.official} for due in (COLUMBUS, BID)
    ]
    assert asked == [{"rulings": columbus.DIRECTOR, "ruling": columbus.DIRECTOR}, {"ruling": bid.DIRECTOR}]
