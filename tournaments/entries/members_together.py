"""What nobody who plays for a team does, or is done to him, alone; and that nobody leaves the list who sits.

Invariants: a team stays whole: a player does not withdraw out of it by himself; once it is seated none of its
players is withdrawn, marked as not come or taken off the list of those who are there. The caller holds the
event's lock.
Rule section: the unit of the event's format (`tournaments.formats.format.Unit`).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import identity_id
from sanctioning.kit.refusals import Refusal
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.teams import is_seated
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.selectors.seats import played_at, seat_in, seats_at
from tournaments.teams.models.team import TeamMember


def require_in_no_team(entry: Entry) -> None:
    """Refuse a player who would leave his team short."""
    member = _place_of(entry)
    if member is not None:
        raise Refusal(
            code="in-a-team",
            sentence=_("%(person)s plays for %(team)s.")
            % {"person": entry.person.name, "team": member.team.name},
            rule=_("A team is withdrawn as a whole."),
            remedy=_("Withdraw the team on the Teams page, or ask the director what else is possible."),
            facts={"path": reverse("teams", args=[entry.event.slug])},
        )


def require_not_seated(entry: Entry) -> None:
    """Refuse one player of a team that sits. Two queries where teams enter, else none."""
    if not format_named(entry.event.format).unit.is_team:
        return
    member = _place_of(entry)
    if member is None or not is_seated(member.team):
        return
    raise Refusal(
        code="team-seated",
        sentence=_("%(person)s plays for %(team)s, which is seated.")
        % {"person": entry.person.name, "team": member.team.name},
        rule=_("A team that is seated plays as a whole."),
        remedy=_remedy(entry.event),
        facts={"path": reverse("teams", args=[entry.event.slug])},
    )


def require_at_no_table(entry: Entry) -> None:
    """Refuse somebody who sits at a table of the event. Two queries where each table is a game, else none."""
    if not format_named(entry.event.format).players_come_and_go:
        return
    game = seat_in(entry.event, entry.person)
    if game is not None:
        raise _sits(entry, game)


def require_at_no_tables(event: Event, entries: Sequence[Entry]) -> None:
    """The same of several, and of whoever has played there: they were there. Two queries."""
    if not format_named(event.format).players_come_and_go:
        return
    seats, played = seats_at(event), played_at(event)
    for entry in entries:
        identity = identity_id(entry.person)
        if identity in seats:
            raise _sits(entry, seats[identity])
        if identity in played:
            raise Refusal(
                code="has-played",
                sentence=_("%(who)s has played at %(game)s.")
                % {"who": entry.person.name, "game": played[identity].place},
                rule=_("Who has played was there."),
                remedy=_("If they have gone home, withdraw them."),
            )


def _sits(entry: Entry, game: Game) -> Refusal:
    return Refusal(
        code="sits-at-a-table",
        sentence=_("%(who)s sits at %(game)s.") % {"who": entry.person.name, "game": game.place},
        rule="I/Players",
        remedy=_("Let them leave the table first, on the floor or on the table's page."),
        facts={"game": f"{game.number}{game.group}"},
    )


def _remedy(event: Event) -> str:
    played = format_named(event.format)
    if played.substitutes:
        return _("Let a substitute in for them on the Teams page.")
    if played.seating.leaving:
        return _("On the Teams page, say that the team goes home. It is not drawn any more.")
    return _("Write what was not played on its slips, or rule on it.")


def _place_of(entry: Entry) -> TeamMember | None:
    """Where he plays now, in a team that stands."""
    held = entry.memberships.filter(until__isnull=True, team__withdrawn_at__isnull=True)
    member: TeamMember | None = held.select_related("team__event").first()
    return member
