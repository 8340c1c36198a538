"""Columbus Whist as a format: what the command line and the layers above know of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_engine.columbus_whist.check.event import check_record
from rules_engine.columbus_whist.check.result import FORMAT as CHECK
from rules_engine.columbus_whist.check.result import NOWHERE, Check
from rules_engine.columbus_whist.questions import event as event_questions
from rules_engine.columbus_whist.questions import table as questions
from rules_engine.columbus_whist.random import command as random_command
from rules_engine.columbus_whist.reader.event import record_of
from rules_engine.columbus_whist.record import FORMAT
from rules_engine.findings import unreadable_record
from rules_engine.reading import Malformed
from rules_engine.record_format import RandomRecords, RecordFormat


def _check(document: object) -> Check:
    return check_record(record_of(document))


def _unreadable(error: Malformed) -> Check:
    return Check(id=None, findings=unreadable_record(error, NOWHERE))


def _summary(document: Mapping[str, Any]) -> list[str]:
    games = [game for games in document["rounds"] for game in games]
    hands = sum(game["hands"] for game in games)
    lines = [f"{len(document['rounds'])} rounds, {len(games)} games, {hands} hands"] if games else []
    on = document["qualified"]
    for place, team, name, won, points in document["ranking"]:
        lines.append(f"{place:>3}. {name}  {won} won, {points}{'  goes on' if team in on else ''}")
    return lines


COLUMBUS_WHIST = RecordFormat(
    name=FORMAT,
    check_name=CHECK,
    check=_check,
    unreadable=_unreadable,
    summary=_summary,
    schema=Path(__file__).with_name("columbus-whist-1.schema.json"),
    random=RandomRecords(random_command.add_arguments, random_command.record),
    topics={
        "columbus-bidding": questions.bids,
        "columbus-hand": questions.hand,
        "columbus-game": questions.game,
        "columbus-infraction": questions.infraction,
        "columbus-pairing": event_questions.pairing,
        "columbus-qualifiers": event_questions.qualifiers,
        "columbus-pot": event_questions.boston_pot,
    },
)
