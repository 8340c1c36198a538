"""Military Whist as a format: what the command line and the layers above know of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_engine.findings import unreadable_record
from rules_engine.military_whist.check.event import check_record
from rules_engine.military_whist.check.result import FORMAT as CHECK
from rules_engine.military_whist.check.result import NOWHERE, Check
from rules_engine.military_whist.questions import event as event_questions
from rules_engine.military_whist.questions import table as questions
from rules_engine.military_whist.random import command as random_command
from rules_engine.military_whist.reader.event import record_of
from rules_engine.military_whist.record import FORMAT
from rules_engine.reading import Malformed
from rules_engine.record_format import RandomRecords, RecordFormat


def _check(document: object) -> Check:
    return check_record(record_of(document))


def _unreadable(error: Malformed) -> Check:
    return Check(id=None, findings=unreadable_record(error, NOWHERE))


def _summary(document: Mapping[str, Any]) -> list[str]:
    hands = sum(len(day["hands"]) for day in document["days"])
    played = [f"{len(document['days'])} days, {hands} hands"] if document["ranking"] else []
    return played + [f"{place:>3}. {name}  {total}" for place, _, name, total in document["ranking"]]


MILITARY_WHIST = RecordFormat(
    name=FORMAT,
    check_name=CHECK,
    check=_check,
    unreadable=_unreadable,
    summary=_summary,
    schema=Path(__file__).with_name("military-whist-1.schema.json"),
    random=RandomRecords(random_command.add_arguments, random_command.record),
    topics={
        "military-movement": questions.sheet,
        "military-sheet": questions.leaders_sheet,
        "military-flags": questions.flags,
        "military-tie-break": questions.tie_break,
        "military-eligibility": event_questions.eligibility,
        "military-advancing": event_questions.advancing,
        "military-tables": event_questions.tables,
        "military-clock": event_questions.clock,
    },
)
