"""Who is seated in a round: everybody who is checked in, or the whole teams that the format lets into it.

Terms: present (checked in), barred (a team that the format leaves out until something is mended).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from sanctioning.models import Person
from sanctioning.refusal import Refusal
from tournaments.formats import format_named
from tournaments.formats.base import Bar, Format
from tournaments.formats.slips import EventHead, TeamHead
from tournaments.models import Event
from tournaments.selectors.teams import head_of, standing_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitters:
    """`people` are those who are seated, by member number; `units` who sits together; `teams` the units
    again, where teams enter, and `head` what is known of their event."""

    people: Mapping[str, Person]
    units: tuple[tuple[str, ...], ...]
    teams: tuple[TeamHead, ...] = ()
    head: EventHead | None = None


def sitters(event: Event, planned: Mapping[str, Any]) -> Sitters:
    """Who is seated in a round of this plan, in the order of the house."""
    played = format_named(event.format)
    people = _entered(event)
    if not played.unit.is_team:
        return Sitters(people=people, units=tuple((player,) for player in people))
    teams, head = standing_teams(event), head_of(event, "", planned)
    if played.seating.bars is None:
        teams = _whole(played, teams, people)
    else:
        teams = tuple(team for team in teams if not played.seating.bars(team, head))
        everybody = _entered(event, present=False)
        people = {player: everybody[player] for team in teams for player in team.players.values()}
    units = tuple(tuple(team.players[letter] for letter in played.unit.letters) for team in teams)
    return Sitters(people=people, units=units, teams=teams, head=head)


def barred_teams(event: Event) -> tuple[tuple[TeamHead, tuple[Bar, ...]], ...]:
    """The teams that are not let into the draw as yet, each with why."""
    bars = format_named(event.format).seating.bars
    if bars is None:
        return ()
    head = head_of(event, "", {})
    found = ((team, tuple(bars(team, head))) for team in standing_teams(event))
    return tuple((team, why) for team, why in found if why)


def _entered(event: Event, *, present: bool = True) -> dict[str, Person]:
    """Everybody who is checked in, or entered, and not replaced in his team, by member number, in their
    order."""
    entries = event.entries.filter(memberships__until__isnull=True)
    entries = entries.select_related("person").order_by("person__number")
    if present:
        entries = entries.filter(checked_in_at__isnull=False)
    return {entry.person.number: entry.person for entry in entries}


def _whole(
    played: Format, teams: tuple[TeamHead, ...], present: Mapping[str, Person]
) -> tuple[TeamHead, ...]:
    """The teams that are there; refuses one of which only some are, and somebody of none."""
    for team in teams:
        there = [player for player in team.players.values() if player in present]
        if there and len(there) < played.unit.size:
            raise unreadable(
                played,
                _("%(count)s of the %(size)s players of %(team)s are checked in."),
                "tables",
                count=len(there),
                size=played.unit.size,
                team=team.name,
            )
    whole = tuple(team for team in teams if all(player in present for player in team.players.values()))
    alone = set(present) - {player for team in whole for player in team.players.values()}
    if alone:
        names = ", ".join(present[player].name for player in sorted(alone))
        raise unreadable(played, _("In no team: %(names)s."), "tables", names=names)
    return whole


def unreadable(played: Format, sentence: str, field: str, **said: object) -> Refusal:
    """A refusal of tables that cannot be, or of who is to sit at them."""
    sizes = {"fewest_players": played.tables.fewest, "most_players": played.tables.most}
    return Refusal(
        code="seating-unreadable",
        sentence=sentence % {**sizes, **said},
        rule=_("%(rule)s: everybody present sits once, at a table of %(fewest_players)s to %(most_players)s.")
        % {"rule": played.seating.rule, **sizes},
        remedy=_("Correct the tables, or the check-in list."),
        status=422,
        facts={"field": field},
    )
