"""Who is seated in a round: everybody who is checked in, or the whole teams that the format lets into it.

Terms: present (checked in), left out (a team that the format does not let into the round that comes, or of
which somebody may not play in the event), forfeiting (a team that is seated all the same, since by its rules
whoever meets it is awarded the game).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import full_name
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.admission.admission import kept_from
from tournaments.events.models.event import Event
from tournaments.formats.documents import Planned
from tournaments.formats.format import Format
from tournaments.formats.registry import format_named
from tournaments.formats.round_seating import Bar
from tournaments.formats.slips import EventHead, TeamHead
from tournaments.games.plans import plan_of, rounds_drawn
from tournaments.rounds.models.round import Round
from tournaments.teams.models.team import TeamMember
from tournaments.teams.selectors.teams import teams_and_head

LeftOut = tuple[TeamHead, tuple[Bar, ...]]
"""A team that is not drawn, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeiting:
    """A team that forfeits its games from the round that comes on, by `rule`: it has gone, or somebody may
    not play; who, is `letter`, "" where it is all of them."""

    team: TeamHead
    letter: str
    rule: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitters:
    """`people` are those who are seated, by member number; `units` who sits together; `teams` the units
    again, where teams enter, `left_out` those not seated, `forfeiting` those seated that do not play; `head`
    is what is known of their event."""

    people: Mapping[str, Person]
    units: tuple[tuple[str, ...], ...]
    teams: tuple[TeamHead, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    forfeiting: tuple[Forfeiting, ...] = ()
    head: EventHead | None = None

    @property
    def to_admit(self) -> list[Person]:
        """Those whom a bar keeps from being seated: all but the players of teams that forfeit."""
        absent = {player for forfeit in self.forfeiting for player in forfeit.team.players.values()}
        return [person for number, person in self.people.items() if number not in absent]

    def number_typed(self, typed: str) -> str:
        """The number under which somebody entered, where that of the record that is kept was typed; a plus
        before it stays."""
        number = typed.strip().upper()
        own = {person.identity.number: entered for entered, person in self.people.items()}
        bare = number.removeprefix("+")
        return number.removesuffix(bare) + own.get(bare, bare)


def sitters(event: Event, planned: Planned, at: dt.datetime) -> Sitters:
    """Who is seated in a round of this plan, in the usual order.

    Raises:
        Refusal: `barred`, `import-unreadable`, `kept-out`, `seating-unreadable`.
    """
    played = format_named(event.format)
    if not played.unit.is_team:
        people = _entered(event)
        return Sitters(people=people, units=tuple((player,) for player in people))
    teams, head = teams_and_head(event, planned)
    left_out: tuple[LeftOut, ...] = ()
    if played.seating.bars is None:
        people = _entered(event)
        teams = _whole(played, teams, people)
    else:
        everybody = _entered(event, present=False)
        left_out = tuple(_left_out(event, teams, head, everybody, at))
        out = {team.number for team, _why in left_out}
        teams = tuple(team for team in teams if team.number not in out)
        people = {player: everybody[player] for team in teams for player in team.players.values()}
    units = tuple(tuple(team.players[letter] for letter in played.unit.letters) for team in teams)
    forfeits = tuple(_forfeiting(event, teams, head, people, at)) if played.seating.forfeits else ()
    return Sitters(people=people, units=units, teams=teams, left_out=left_out, forfeiting=forfeits, head=head)


def barred_teams(
    event: Event, planned: Planned | None = None, at: dt.datetime | None = None
) -> tuple[LeftOut, ...]:
    """The teams that are not let into the draw that comes, each with why.

    Raises:
        Refusal: `barred`, `import-unreadable`, `kept-out`, `seating-unreadable`.
    """
    if format_named(event.format).seating.bars is None:
        return ()
    return sitters(event, planned or {}, moment(at)).left_out


def forfeiting(event: Event, at: dt.datetime | None = None) -> tuple[Forfeiting, ...]:
    """The teams that forfeit their games from the round that comes on. Constant queries.

    Raises:
        Refusal: `barred`, `kept-out`.
    """
    if not format_named(event.format).seating.forfeits:
        return ()
    people = _entered(event, present=False)
    return tuple(_forfeiting(event, *teams_and_head(event, {}), people, moment(at)))


def _forfeiting(
    event: Event, teams: tuple[TeamHead, ...], head: EventHead, people: Mapping[str, Person], at: dt.datetime
) -> Iterator[Forfeiting]:
    """Of the teams that have sat at a table."""
    leaving = str(format_named(event.format).seating.leaving)
    refusals = kept_from(event, list(people.values()), at)
    for team in teams:
        if team.number not in head.teams:
            continue
        if team.left is not None:
            left = team.left
            yield Forfeiting(team=team, letter=left.letter, rule=leaving, sentence=left.said)
            continue
        refused = {
            letter: refusals.get(identity_id(people[player])) for letter, player in team.players.items()
        }
        why = [(letter, refusal) for letter, refusal in refused.items() if refusal is not None]
        if why:
            letter, refusal = why[0]
            yield Forfeiting(
                team=team,
                letter=letter if len(why) == 1 else "",
                rule=refusal.rule,
                sentence=refusal.sentence,
            )


def _left_out(
    event: Event, teams: tuple[TeamHead, ...], head: EventHead, people: Mapping[str, Person], at: dt.datetime
) -> Iterator[LeftOut]:
    seating = format_named(event.format).seating
    assert seating.bars is not None
    most = seating.most(head.planned)
    over = most is not None and len(head.rounds) >= most
    refusals = kept_from(event, list(people.values()), at)
    for team in teams:
        why = tuple(seating.bars(team, head))
        refused = [refusals.get(identity_id(people[player])) for player in team.players.values()]
        why = why or tuple((refusal.rule, refusal.sentence) for refusal in refused if refusal is not None)
        if not why and over and team.number not in head.teams:
            why = ((seating.rule, _("All rounds were drawn before it could be included.")),)
        if why:
            yield team, why


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedSeats:
    """Who has come since the tables of a round were drawn, and who sits at them and is not there any more:
    teams by number and name, else people by name."""

    came: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.came or self.gone)


def changed_since(round: Round, at: dt.datetime | None = None) -> ChangedSeats:
    """How those who would be seated now differ from those who are, in a round that waits to be confirmed;
    nothing while a team is there in part, which the seating refuses."""
    placed = {player for table in round.tables for player in table}
    try:
        sitting = sitters(round.event, round.planned, moment(at))
    except Refusal:
        return ChangedSeats()
    if not format_named(round.event.format).unit.is_team:
        came = [full_name(person) for number, person in sitting.people.items() if number not in placed]
        absent = people_by_number(placed - set(sitting.people))
        return ChangedSeats(came=tuple(came), gone=tuple(map(full_name, absent.values())))
    members = TeamMember.objects.filter(
        team__event=round.event, entry__person__number__in=placed - set(sitting.people)
    )
    gone = sorted(set(members.values_list("team__number", "team__name")))
    return ChangedSeats(
        came=tuple(
            f"{team.number}.\u00a0{team.name}"
            for team in sitting.teams
            if not placed & set(team.players.values())
        ),
        gone=tuple(f"{number}.\u00a0{name}" for number, name in gone),
    )


def require_a_round_left(event: Event) -> None:
    """Refuse a team that comes when every round is drawn without it."""
    seating = format_named(event.format).seating
    if seating.bars is not None and rounds_drawn(event) == seating.most(plan_of(event)):
        raise Refusal(
            code="no-round-left",
            sentence=_("Every round of %(event)s has been drawn.") % {"event": event.name},
            rule=seating.rule,
            remedy=_("Enter the team in another event. Here it would not play."),
        )


def _entered(event: Event, *, present: bool = True) -> dict[str, Person]:
    """Everybody who is checked in, or entered, and not replaced in his team, by member number, in their
    order."""
    entries = event.entries.filter(memberships__until__isnull=True)
    entries = entries.select_related("person__merged_into").order_by("person__number")
    if present:
        entries = entries.filter(checked_in_at__isnull=False)
    return {entry.person.number: entry.person for entry in entries}


def _whole(
    played: Format, teams: tuple[TeamHead, ...], present: Mapping[str, Person]
) -> tuple[TeamHead, ...]:
    """The teams that are there; refuses one of which only some are, and somebody of none."""
    for team in teams:
        checked_in = [player for player in team.players.values() if player in present]
        if checked_in and len(checked_in) < played.unit.size:
            raise unreadable(
                played,
                _("%(count)s of the %(size)s players of %(team)s are checked in."),
                "tables",
                count=len(checked_in),
                size=played.unit.size,
                team=team.name,
            )
    whole = tuple(team for team in teams if all(player in present for player in team.players.values()))
    alone = set(present) - {player for team in whole for player in team.players.values()}
    if alone:
        names = ", ".join(present[player].name for player in sorted(alone))
        raise unreadable(played, _("In no team: %(names)s."), "tables", names=names)
    return whole


def unreadable(played: Format, sentence: str, field: str, **facts: object) -> Refusal:
    """A refusal of tables that cannot be, or of who is to sit at them."""
    sizes = {"fewest_players": played.tables.fewest, "most_players": played.tables.most}
    return Refusal(
        code="seating-unreadable",
        sentence=sentence % {**sizes, **facts},
        rule=_("%(rule)s: everyone present sits once, at a table of %(fewest_players)s to %(most_players)s.")
        % {"rule": played.seating.rule, **sizes},
        remedy=_("Correct the tables, or the check-in list."),
        status=422,
        facts={"field": field},
    )
