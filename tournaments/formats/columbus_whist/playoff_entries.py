"""Who goes on from an evening of Columbus Whist to the playoff round, and how that is entered.

Rule section: 4 (C-4: the officials say how many teams go on; the form of the playoff round is theirs). Here
it is a later event of the same club, by the same rules.
Terms: origin (the event at which a team qualified), place (its place there).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.reader.event import MOST_TEAMS
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.documents import Planned, TeamFacts
from tournaments.formats.fields import Field
from tournaments.formats.format import EventLadder, TeamEntry
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.slips import EventHead
from tournaments.formats.team_events import require_other_place

if TYPE_CHECKING:
    from tournaments.events.models.event import Event

FACTS: Final = (
    Field(
        name="origin",
        label=_lazy("Event at which the team qualified"),
        needed=False,
        most=60,
        help=_lazy("Only for a playoff round; if empty, the team comes from no earlier event."),
    ),
    Field(name="place", label=_lazy("Its place there"), kind="whole", needed=False, least=1, most=MOST_TEAMS),
)


def admit(event: Event, facts: TeamFacts, others: Sequence[TeamFacts]) -> None:
    """Refuse two teams at one place of an event."""
    origin = facts.get("origin")
    if origin:
        sent = [other for other in others if other.get("origin") == origin]
        require_other_place(facts, sent, origin, rules.QUALIFIERS)


def takes(event: Event, source: Event, planned: Planned) -> bool:
    """Whether teams go on to this event from another one: an earlier one of its club."""
    return source.club_id == event.club_id and source.starts_at < event.starts_at


def onward(head: EventHead, check: KeptCheck) -> Sequence[int]:
    """The numbers of the teams that go on to the playoff round, first to last, of an event that is over."""
    teams = sorted(head.teams)
    return [teams[number - 1] for number in check["qualified"]]


TEAM: Final = TeamEntry(
    fields=FACTS,
    rule=rules.QUALIFIERS,
    admit=admit,
    ladder=EventLadder(
        takes=takes,
        rule=_lazy("Teams advance to a later event of the club at which they qualified."),
        lead=_lazy(
            "The officials say how many teams advance to the playoff round; most games won advance. It "
            "is a later event of the club, which takes them over."
        ),
        taken=_lazy("Each team is entered with the event at which it qualified and its place there."),
        last=_lazy("The officials let no team advance."),
        nowhere=_lazy("Teams advance from a certified event of this club that was played earlier."),
        remedy=_lazy("Choose a certified event of this club that was played earlier."),
    ),
)
