"""Bid Whist as a format: what the command line and the layers above know of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_engine.bid_whist.check.result import FORMAT as CHECK
from rules_engine.bid_whist.check.result import NOWHERE, Check
from rules_engine.bid_whist.check.tournament import check_record
from rules_engine.bid_whist.questions import cards as card_questions
from rules_engine.bid_whist.questions import tournament as questions
from rules_engine.bid_whist.random import command as random_command
from rules_engine.bid_whist.reader.tournament import record_of
from rules_engine.bid_whist.record import FORMAT
from rules_engine.findings import unreadable_record
from rules_engine.reading import Malformed
from rules_engine.record_format import RandomRecords, RecordFormat


def _check(document: object) -> Check:
    return check_record(record_of(document))


def _unreadable(error: Malformed) -> Check:
    return Check(id=None, findings=unreadable_record(error, NOWHERE))


def _summary(document: Mapping[str, Any]) -> list[str]:
    lines = []
    if document["id"] is not None:
        lines.append(f"{len(document['rounds'])} rounds, {len(document['standings'])} teams")
    lines += [
        f"{place:>3}. team {team}  {won} won, {points} points"
        for place, team, won, points in document["standings"]
    ]
    teams = [team for team in document["places"] if team is not None]
    return lines + ([f"places: {', '.join(f'team {team}' for team in teams)}"] if teams else [])


BID_WHIST = RecordFormat(
    name=FORMAT,
    check_name=CHECK,
    check=_check,
    unreadable=_unreadable,
    summary=_summary,
    schema=Path(__file__).with_name("bid-whist-1.schema.json"),
    random=RandomRecords(random_command.add_arguments, random_command.record),
    topics={
        "bid-hand": questions.hand,
        "bid-pairing": questions.pairing,
        "bid-standings": questions.standings,
        "bid-bracket": questions.bracket,
        "bid-kitty": card_questions.kitty,
        "bid-book": card_questions.book,
    },
)
