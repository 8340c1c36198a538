"""Teams of an event: entered, checked in and withdrawn as a whole; everybody in them is an entry of his own.

Invariants: a team is entered with somebody at each letter or not at all, and nobody is in two; it waits in
the queue as a whole. Numbers are given in the order of entry and never twice. Who stood alone among the
entries, let in by a ruling, is taken into his team as he is.
Rule section: the unit of the event's format (`tournaments.formats.format.Unit`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from sanctioning.identity.names import public_name, shown
from sanctioning.identity.same_person import hold, identity_id, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import visible
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_admitted
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.notifications.entries import tell_entered
from tournaments.entries.selectors.teams import is_seated
from tournaments.entries.services.check_in import check_in_all, settle_entry_fees
from tournaments.entries.services.entries import enter_together, take_back
from tournaments.events.capacity import room_in
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_not_closed, require_takes_teams
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.formats.documents import TeamFacts
from tournaments.formats.fields import read_fields
from tournaments.formats.format import Unit
from tournaments.formats.registry import format_named
from tournaments.teams.models.team import Team, TeamMember
from tournaments.teams.notifications import tell_of_withdrawn_team
from tournaments.teams.permissions import may_withdraw_team
from tournaments.teams.seated_players import require_a_round_left
from tournaments.teams.services.invitation_ends import end_overtaken


@noting_who_sits_out
@looks_again
def enter_team(
    *,
    by: Person,
    event: Event,
    name: str,
    players: Mapping[str, Person],
    facts: Mapping[str, Any] | None = None,
    late_for: str = "",
    at: dt.datetime | None = None,
) -> Team:
    """Enter a team with its players by letter: each becomes an entry; all are in, or wait, together.

    Raises:
        Refusal: `not-allowed` and what `enter_team_held` raises.
    """
    at = moment(at)
    require_runs(by, at, event, _("enter teams"))
    event = locked_event(event)
    return enter_team_held(
        by=by, event=event, name=name, players=players, facts=facts or {}, runs=True, late_for=late_for, at=at
    )


@transaction.atomic
def enter_team_held(
    *,
    by: Person,
    event: Event,
    name: str,
    players: Mapping[str, Person],
    facts: Mapping[str, Any],
    runs: bool,
    late_for: str = "",
    at: dt.datetime,
) -> Team:
    """Enter a team that `by` may enter, in an event whose lock is held; `runs` says that he runs it.

    Other invitations of its players are ended by it.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `doors-closed`, `entered-already`,
            `entries-closed`, `executor-rules-here`, `field-unreadable`, `in-a-team`, `kept-out`,
            `name-invisible`, `no-room-for-a-team`, `no-round-left`, `no-teams`, `played-out`, `player-twice`,
            `reason-missing`, `team-incomplete`, `team-name`.
    """
    require_not_closed(event)
    require_takes_teams(event, at)
    require_a_round_left(event)
    unit = unit_of(event)
    require_whole(unit, players)
    end_overtaken(by=by, event=event, people=players.values(), at=at)
    name = free_name(event, name)
    require_room(event, players.values())
    facts = admitted_facts(event, facts)
    team = Team.objects.create(
        event=event,
        number=(event.teams.aggregate(last=Max("number"))["last"] or 0) + 1,
        name=name,
        facts=facts,
        entered_by=by,
        entered_at=at,
    )
    entries = _entries_of(by, event, [players[letter] for letter in unit.letters], runs, late_for, at)
    TeamMember.objects.bulk_create(
        TeamMember(team=team, entry=entry, letter=letter, since=at)
        for letter, entry in zip(unit.letters, entries, strict=True)
    )
    numbers = {letter: players[letter].number for letter in unit.letters}
    after = {"number": team.number, "players": numbers, **({"facts": facts} if facts else {})}
    note(by=by, at=at, action="enter team", thing=team, after=after)
    tell_entered(by=by, entries=entries, team_name=name, at=at)
    return team


@transaction.atomic
def withdraw_team(*, by: Person, team: Team, why: str = "", at: dt.datetime | None = None) -> Team:
    """Take a team back with all its entries; its number is not given again, and the others of it are told.

    Raises:
        Refusal: `not-allowed`, `not-entered`, `played-out`, `sits-at-a-table`, `team-seated`,
            `team-withdrawn`.
    """
    at = moment(at)
    require(
        may_withdraw_team(by, day_of(at), team),
        what=_("withdraw the teams of others"),
        who=_("a player of the team, or somebody who runs the club"),
        rule="IV",
    )
    return take_team_back(by=by, team=team, why=why, at=at)


@transaction.atomic
def take_team_back(*, by: Person, team: Team, why: str, at: dt.datetime) -> Team:
    """Take back a team that `by` may withdraw.

    Raises:
        Refusal: `not-entered`, `played-out`, `sits-at-a-table`, `team-seated`, `team-withdrawn`.
    """
    team = _standing(team)
    require_not_closed(team.event)
    _require_not_seated(team)
    members = list(team.members.filter(until__isnull=True).select_related("entry__event", "entry__person"))
    team.members.filter(until__isnull=True).update(until=at)
    team.withdrawn_at = at
    team.save(update_fields=["withdrawn_at"])
    for member in members:
        if member.entry.state in (Entry.State.ENTERED, Entry.State.WAITING):
            take_back(by=by, entry=member.entry, why=why, at=at)
    occasion = note(by=by, at=at, action="withdraw team", thing=team, why=why)
    tell_of_withdrawn_team(
        by=by, team=team, people=[member.entry.person for member in members], occasion=occasion, at=at
    )
    return team


@transaction.atomic
def check_in_team(*, by: Person, team: Team, at: dt.datetime | None = None) -> Team:
    """Everybody of the team is there.

    Raises:
        Refusal: `team-withdrawn` and what `check_in_all` raises.
    """
    at = moment(at)
    team = locked_team(by=by, team=team, at=at)
    check_in_all(by=by, event=team.event, entries=entries_now(team), requirements_met=True, at=at)
    return team


@transaction.atomic
def team_has_paid(*, by: Person, team: Team, at: dt.datetime | None = None) -> Team:
    """Everybody of the team who owed has paid.

    Raises:
        Refusal: `team-withdrawn` and what `settle_entry_fees` raises.
    """
    at = moment(at)
    team = locked_team(by=by, team=team, at=at)
    owing = [entry for entry in entries_now(team) if entry.owes]
    settle_entry_fees(by=by, event=team.event, entries=owing, to=Entry.Fee.PAID, at=at)
    return team


def entries_now(team: Team) -> list[Entry]:
    """The entries of those who are in the team now."""
    return [member.entry for member in team.members.filter(until__isnull=True).select_related("entry")]


def unit_of(event: Event) -> Unit:
    """What enters the event together; refuses where players enter singly.

    Raises:
        Refusal: `no-teams`.
    """
    played = format_named(event.format)
    if not played.unit.is_team:
        raise Refusal(
            code="no-teams",
            sentence=_("%(game)s is not played in teams.") % {"game": played.title},
            rule="IV",
            remedy=_("Enter each player."),
        )
    return played.unit


def locked_team(*, by: Person, team: Team, at: dt.datetime) -> Team:
    """A team that stands, under its event's lock.

    Raises:
        Refusal: `not-allowed`, `team-withdrawn`.
    """
    require_runs(by, at, team.event, _("change teams"))
    return _standing(team)


def _standing(team: Team) -> Team:
    event = locked_event(team.event)
    fresh: Team = event.teams.get(pk=team.pk)
    if fresh.withdrawn_at is not None:
        raise _refused("team-withdrawn", _("%(team)s is withdrawn."), fresh)
    fresh.event = event
    return fresh


def require_whole(unit: Unit, players: Mapping[str, Person], open_letters: Iterable[str] = ()) -> None:
    """Refuse a team of which a letter is neither somebody's nor open, or that has a letter too many."""
    named = [*players, *open_letters]
    missing = [letter for letter in unit.letters if letter not in named]
    strange = [letter for letter in named if letter not in unit.letters]
    if missing or strange:
        raise Refusal(
            code="team-incomplete",
            sentence=_("Nobody is at %(letters)s.") % {"letters": ", ".join(missing)}
            if missing
            else _("A team has no %(letters)s.") % {"letters": ", ".join(strange)},
            rule=_("A team is exactly %(count)s: %(letters)s.")
            % {"count": unit.size, "letters": ", ".join(unit.letters)},
            remedy=_("Name a player for each letter."),
            status=422,
            facts={"letters": missing or strange},
        )
    identities = list(map(identity_id, players.values()))
    twice = next((player for player in players.values() if identities.count(identity_id(player)) > 1), None)
    if twice is not None:
        raise Refusal(
            code="player-twice",
            sentence=_("%(player)s is at two letters.") % {"player": public_name(twice)},
            rule=_("A player is in one team, at one letter."),
            remedy=_("Name another player."),
            status=422,
        )


def admitted_facts(event: Event, facts: Mapping[str, Any]) -> dict[str, object]:
    """The facts of a team as its format reads them; refuses a team that it does not take.

    Raises:
        Refusal: `field-unreadable`.
    """
    team_entry = format_named(event.format).team
    if team_entry is None:
        return dict(facts)
    read = read_fields(team_entry.fields, facts, team_entry.rule)
    standing = event.teams.filter(withdrawn_at__isnull=True).values_list("facts", flat=True)
    team_entry.admit(event, cast(TeamFacts, read), list(standing))
    return read


def free_name(event: Event, name: str) -> str:
    """The name of a team as it is kept; refuses one that a team, or a standing invitation, has.

    Raises:
        Refusal: `name-invisible`, `team-name`.
    """
    name = visible(name, "name")
    taken = (
        event.teams.filter(name=name, withdrawn_at__isnull=True).exists()
        or event.team_invitations.standing().filter(name=name).exists()
    )
    if name and not taken:
        return name
    raise Refusal(
        code="team-name",
        sentence=_("Another team has that name.") if taken else _("The team has no name."),
        rule=_("Each team has its own name in an event."),
        remedy=_("Write another name.") if taken else _("Write its name."),
        status=422,
        facts={"field": "name"},
    )


def require_room(event: Event, players: Iterable[Person]) -> None:
    """Refuse where only a part of the team would find a place."""
    room = room_in(event)
    if room is None or event.entries.filter(state=Entry.State.WAITING).exists():
        return
    size = unit_of(event).size
    needed = size - _alone(event).filter(person__in=rows_of(*players)).count()
    if 0 < room < needed:
        raise Refusal(
            code="no-room-for-a-team",
            sentence=_("There is room for %(room)s of the %(size)s players of a team.")
            % {"room": room, "size": size},
            rule=_("A team is entered, or waits, as a whole."),
            remedy=_(
                "The director may raise how many players the event takes, on the page Change or cancel."
            ),
        )


def _entries_of(
    by: Person, event: Event, people: Sequence[Person], runs: bool, late_for: str, at: dt.datetime
) -> list[Entry]:
    """The entries of the players of a team in their order, made, or those with which they stood alone."""
    people = hold(people)
    alone = _alone(event).filter(person__in=rows_of(*people)).select_related("person")
    entry_of = {identity_id(entry.person): entry for entry in alone}
    if entry_of:
        require_admitted(event, [person for person in people if identity_id(person) in entry_of], at)
    others = [person for person in people if identity_id(person) not in entry_of]
    if others:
        entered = enter_together(by=by, event=event, people=others, runs=runs, late_for=late_for, at=at)
        require_in_no_team(entered)
        entry_of |= zip(map(identity_id, others), entered, strict=True)
    return [entry_of[identity_id(person)] for person in people]


def require_in_no_team(entries: Sequence[Entry]) -> None:
    """Refuse whom a team that stands still has, though he was taken back or did not come.

    Raises:
        Refusal: `in-a-team`.
    """
    left = TeamMember.objects.filter(entry__in=entries, until__isnull=True)
    member = left.select_related("team", *shown("entry__person")).first()
    if member is not None:
        raise Refusal(
            code="in-a-team",
            sentence=_("%(person)s plays for %(team)s.")
            % {"person": public_name(member.entry.person), "team": member.team.name},
            rule=_("A player is in one team, at one letter."),
            remedy=_("Withdraw that team first, or name another player."),
        )


def _alone(event: Event) -> QuerySet[Entry]:
    """The entries of those who are entered, and in no team."""
    in_a_team = TeamMember.objects.filter(team__event=event, until__isnull=True)
    return event.entries.filter(state=Entry.State.ENTERED).exclude(pk__in=in_a_team.values("entry"))


def _require_not_seated(team: Team) -> None:
    if is_seated(team):
        raise _refused("team-seated", _("%(team)s is seated."), team)


def _refused(code: str, sentence: str, team: Team) -> Refusal:
    return Refusal(
        code=code,
        sentence=sentence % {"team": team.name},
        rule=_("Teams can be changed until the tables are seated, and a withdrawn team once it is restored."),
        remedy=_("Look at the teams as they are now."),
    )
