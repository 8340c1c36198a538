"""An event of Military Whist as its slips tell it: what is due, the record, the standings, who goes on.

Rule section: 5 to 7b (counts, days added, loans), 10d (the most flags win), AREA, ZONE and PROVINCIAL GAMES
(who goes on), TIE BREAKERS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.military_whist.check.event import check_record
from rules_engine.military_whist.document import DayDocument, RecordDocument, TeamDocument
from rules_engine.military_whist.flags import START
from rules_engine.military_whist.levels import BY_NAME
from rules_engine.military_whist.reader.event import record_of
from rules_engine.military_whist.record import FORMAT as RECORD
from rules_engine.military_whist.standings import standings
from tournaments.formats.kept_check import KeptCheck, KeptFinding, no_stanzas
from tournaments.formats.military_whist import flag_counts as counts
from tournaments.formats.military_whist import hands
from tournaments.formats.military_whist.kept import plan_of
from tournaments.formats.military_whist.leader_slips import (
    LoansPart,
    due_of_leader,
    loans_of,
    words_of_leader,
)
from tournaments.formats.military_whist.tables import (
    SHEET,
    STOPPED,
    hands_of_days,
    has_own_sheet,
    home_teams,
    stopped_after,
)
from tournaments.formats.military_whist.ties.playoffs import due_of_ties, place_of_tie, playoffs_of, tied
from tournaments.formats.military_whist.ties.words import tie_words
from tournaments.formats.slips import BoardColumn, BoardLine, Due, EventHead, Scoreboard, Standing, TeamHead

COUNTED: Final = {"count-before": counts.BEFORE, "count-after": counts.AFTER}
AT_A_TABLE: Final = ("trick-sum", "flags-won")
OF_THE_SHEET: Final = ("move-home", "move-crowded", "dealer-not-out")


def due(head: EventHead, standing: Standing) -> Sequence[Due]:
    """Counts before and after each day, of a later day once the one before is counted; the ties; hand by hand
    and the leader's, which the event does not need."""
    if not head.rounds:
        return ()
    begun = counts.days_begun(head, standing)
    of_days = [slip for day in range(1, begun + 1) for slip in counts.due_of_day(head, day)]
    totals = counts.totals_of(head, standing)
    ties = due_of_ties(head, totals, standing) if totals else []
    return [
        *of_days,
        *ties,
        *hands.due_of_hands(head, standing, begun),
        *due_of_leader(head, standing),
    ]


def of_game(head: EventHead, standing: Standing, place: str) -> Sequence[Due]:
    """The slip of a hand at a table, or a count of a table: each is told alone."""
    if not head.rounds:
        return ()
    hand, table = hands.hand_and_table(place)
    if hand:
        return [*hands.due_of_hand(head, standing, counts.days_begun(head, standing), hand, table)]
    return [*counts.due_of_count(head, standing, place)]


def record(head: EventHead, standing: Standing) -> RecordDocument:
    """The event so far as `military-whist/1`: totals and ranking once all is counted."""
    plan = plan_of(head.planned)
    document: RecordDocument = {
        "format": RECORD,
        "ruleset": head.ruleset,
        "id": head.id,
        "level": plan["level"],
        "teams": [_team(team) for team in home_teams(head)],
        "pattern": plan["pattern"],
        "days": [
            _day(head, standing, day, range_of_hands)
            for day, range_of_hands in enumerate(hands_of_days(head, standing), start=1)
        ],
    }
    document = {**document, **words_of_leader(standing)}
    if not has_own_sheet(head):
        document["moves"] = plan["moves"]
    stopped = stopped_after(head, standing)
    if stopped is not None:
        document["stopped"] = {"hand": stopped, "reason": standing[STOPPED]["reason"]}
    totals = counts.totals_of(head, standing)
    if totals is None:
        return document
    document["totals"] = totals
    document["playoffs"] = playoffs_of(head, totals, standing)
    document["ranking"] = [[rank, team] for rank, team, *_more in check_record(record_of(document)).ranking]
    level = BY_NAME[plan["level"]]
    if level.advancing and len(document["playoffs"]) == len(tied(head, totals)):
        document["advancing"] = [team for _rank, team in document["ranking"][: level.advancing]]
    return document


def place_of(head: EventHead, finding: KeptFinding) -> str:
    """The slip that a finding speaks of; a sum is of no table, the order of tied teams of no hand."""
    when, table, hand = COUNTED.get(finding["code"]), finding["table"], finding["hand"]
    day = finding["day"]
    if when is not None and table is not None and day is not None:
        return counts.place(day, when, table)
    if finding.get("teams"):
        return place_of_tie(finding["teams"], hand)
    if finding["code"] in AT_A_TABLE and table is not None and hand is not None:
        return hands.place(hand, table)
    return SHEET if finding["code"] in OF_THE_SHEET and has_own_sheet(head) else ""


def board(head: EventHead, standing: Standing, check: KeptCheck | None) -> Scoreboard:
    """Flags of each day as recorded at its end, those on loan taken off; places once a whole day is. A whole
    day is told as it was checked, for a record may have corrected what was counted at the tables."""
    home = home_teams(head)
    days = range(1, len(hands_of_days(head, standing)) + 1)
    checked = [day["scores"] for day in (check or no_stanzas()).get("days", [])]
    by_day = [
        _flags_of_day(head, standing, day, checked[day - 1] if day <= len(checked) else None) for day in days
    ]
    counted = list(zip(*by_day, strict=True))
    whole = [day for day in days if None not in by_day[day - 1]]
    totals = [sum(row[day - 1] or 0 for day in whole) for row in counted]
    ranked = [(rank, team) for rank, team in (check or no_stanzas()).get("tables", [])]
    if not ranked and whole:
        ranked = list(standings(totals, {}).ranking)
    order = ranked or [(0, table) for table in range(1, len(home) + 1)]
    return Scoreboard(
        columns=(
            *(BoardColumn(_("Day %(day)s") % {"day": day}) for day in days),
            BoardColumn(
                _("Flags"),
                _("Counted at the end of each day, without those on loan, and added up; the most flags win."),
            ),
        ),
        lines=tuple(
            BoardLine(
                place=rank,
                team=home[table - 1].number,
                figures=(*counted[table - 1], totals[table - 1] if whole else None),
            )
            for rank, table in order
        ),
        notes=tuple(tie_words(head, totals, standing)) if len(whole) == len(days) else (),
    )


def _flags_of_day(
    head: EventHead, standing: Standing, day: int, checked: Sequence[int] | None
) -> Sequence[int | None]:
    """What each table has of a day so far; once all have counted, what the check made of it."""
    scores = counts.scores_of_day(head, standing, day)
    if scores is not None:
        return checked or scores
    lent = counts.lent_at_end(head, standing, day)
    flags = [counts.flags_at(standing, day, counts.AFTER, table) for table in range(1, len(lent) + 1)]
    return [None if held is None else held - away for held, away in zip(flags, lent, strict=True)]


def onward(head: EventHead, check: KeptCheck) -> Sequence[int]:
    """The numbers of the teams that go on to the next level, first to last, of an event that is over."""
    home = home_teams(head)
    level = BY_NAME[plan_of(head.planned)["level"]]
    return [home[table - 1].number for _place, table in check["tables"][: level.advancing]]


def _team(team: TeamHead) -> TeamDocument:
    document: TeamDocument = {"name": team.name, "players": dict(team.players)}
    if team.facts.get("origin"):
        document["origin"] = team.facts["origin"]
    if team.facts.get("place"):
        document["place"] = team.facts["place"]
    return document


def _day(head: EventHead, standing: Standing, day: int, played: range) -> DayDocument:
    """A day so far: counts before play, where some are missing with the twelve that are due there; those at
    the end once all are in, since only their sum can be checked."""
    tables = len(head.rounds[0])
    document: DayDocument = {"sessions": list(plan_of(head.planned)["days"][day - 1])}
    before = [counts.flags_at(standing, day, counts.BEFORE, table) for table in range(1, tables + 1)]
    if any(flags is not None for flags in before):
        document["before"] = [START if flags is None else flags for flags in before]
    if day_hands := hands.hands_of(head, standing, played):
        document["hands"] = day_hands
    document = {**document, **loans_of(head, standing).get(day, LoansPart())}
    after = counts.counts(standing, day, counts.AFTER, tables)
    if after is not None:
        document["after"] = after
    return document
