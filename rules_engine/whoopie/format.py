"""Whoopie as a format: what the command line and the layers above know of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_engine.findings import unreadable_record
from rules_engine.justice.votes import MajorityOf
from rules_engine.reading import Malformed
from rules_engine.record_format import ConsoleCommand, RandomRecords, RecordFormat
from rules_engine.whoopie.check.game import check_record
from rules_engine.whoopie.check.result import FORMAT as CHECK
from rules_engine.whoopie.check.result import Check
from rules_engine.whoopie.questions import splits as split_questions
from rules_engine.whoopie.questions import table as questions
from rules_engine.whoopie.random import command as random_command
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record import FORMAT
from rules_engine.whoopie.replay import command as replay_command


def _check(document: object) -> Check:
    return _check_under("entitled", document)


def _check_under(majority_of: MajorityOf, document: object) -> Check:
    return check_record(record_of(document), majority_of)


def _unreadable(error: Malformed) -> Check:
    return Check(id=None, findings=unreadable_record(error))


def _summary(document: Mapping[str, Any]) -> list[str]:
    if not document["ranking"]:
        return []
    played = f"{len(document['stanzas'])} stanzas, {document['player_hands']} player-hands"
    totals = [
        f"after stanza {number}: "
        + ", ".join(f"{player} {total}" for player, total in stanza["scores"].items())
        for number, stanza in enumerate(document["stanzas"], 1)
    ]
    return [
        played,
        *totals,
        *(f"{place:>3}. {player}  {score}" for place, player, score in document["ranking"]),
    ]


WHOOPIE = RecordFormat(
    name=FORMAT,
    check_name=CHECK,
    check=_check,
    check_under=_check_under,
    unreadable=_unreadable,
    summary=_summary,
    schema=Path(__file__).with_name("whoopie-game-1.schema.json"),
    random=RandomRecords(random_command.add_arguments, random_command.record),
    topics={
        "draw": questions.draw,
        "stanza-score": questions.stanza_score,
        "hand-sizes": questions.hand_sizes,
        "extrapolation": questions.extrapolation,
        "split": split_questions.split,
        "offspring": split_questions.offspring,
    },
    commands={
        "replay": ConsoleCommand(
            "show a stanza trick by trick", replay_command.add_arguments, replay_command.run
        )
    },
)
