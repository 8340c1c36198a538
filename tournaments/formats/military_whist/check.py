"""What the engine answers to an event of Military Whist, kept as the site keeps answers.

Terms: so far (the check of the slips that stand; a hand stands in the record once every table has told it, so
that until then nothing is checked again).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

from rules_engine.military_whist.check.event import check_bytes
from rules_engine.military_whist.check.movement_sheet import check_evenness
from rules_engine.military_whist.document import RecordDocument
from rules_engine.military_whist.movement_proof import prove
from rules_engine.military_whist.reader.event import record_of
from rules_engine.military_whist.record import FORMAT as RECORD
from tournaments.formats.documents import Record
from tournaments.formats.format import FormatCheck
from tournaments.formats.kept_check import KeptCheck, KeptFinding
from tournaments.formats.military_whist.flag_counts import AFTER, counts, day_of_count
from tournaments.formats.military_whist.hands import hand_and_table, place
from tournaments.formats.military_whist.tables import hands_of_days
from tournaments.formats.records import checked
from tournaments.formats.slips import EventHead, Standing
from tournaments.formats.team_events import kept


def check(data: bytes) -> FormatCheck:
    """The engine's answer, kept as the site keeps answers."""
    answered, read = checked(check_bytes, data, RECORD)
    document: RecordDocument = read
    teams = document["teams"]
    players = [player for team in teams for player in team.get("players", {}).values()]
    answer = cast(KeptCheck, answered.as_document())
    of_ties = [_of_its_tie(finding, document) for finding in answer["findings"]]
    answer["findings"] = [*of_ties, *_of_own_sheet(document)]
    answer["tables"] = [(place, team) for place, team, _name, _total in answered.ranking]
    return kept(
        answer,
        ranking=[(place, name, total) for place, _team, name, total in answered.ranking],
        players=players,
        player_hands=len(players) * sum(sum(day["sessions"]) for day in document["days"]),
        teams=({"name": team["name"], "players": team.get("players", {})} for team in teams),
    )


def _of_its_tie(finding: KeptFinding, document: RecordDocument) -> KeptFinding:
    """A finding of a play-off with the teams that were tied, by which its slips are named."""
    number = finding["playoff"]
    return finding if number is None else {**finding, "teams": document["playoffs"][number - 1]["teams"]}


def _of_own_sheet(document: RecordDocument) -> list[KeptFinding]:
    """What the checker says of the whole of a leader's own sheet."""
    record = record_of(document)
    lines = [hand.plan for day in record.days for hand in day.hands or ()]
    if record.moves is not None or not lines:
        return []
    return [cast(KeptFinding, finding.as_document()) for finding in check_evenness(prove(lines))]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSoFar:
    """The check of a record, which has the hands of these `days`."""

    document: KeptCheck
    days: frozenset[int]

    def after(self, head: EventHead, standing: Standing, places: Collection[str]) -> CheckSoFar | None:
        """The same while these slips are in no record yet; None once any is."""
        tables = len(head.rounds[0])
        days = hands_of_days(head, standing)
        for changed in places:
            hand, _table = hand_and_table(changed)
            if hand:
                day = next((day for day, hands in enumerate(days, start=1) if hand in hands), 0)
                all_told = all(place(hand, table) in standing for table in range(1, tables + 1))
                if all_told or day not in self.days:
                    return None
                continue
            day, when = day_of_count(changed)
            if when != AFTER or counts(standing, day, AFTER, tables) is not None:
                return None
        return self


def follow(head: EventHead, standing: Standing, record: Record) -> CheckSoFar | None:
    """The check of a record, which holds until the next hand or the next count is there at every table."""
    return CheckSoFar(
        document=check(json.dumps(record, ensure_ascii=False).encode()).document,
        days=frozenset(number for number, day in enumerate(record["days"], start=1) if "hands" in day),
    )
