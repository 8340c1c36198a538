"""Substitutes: from a round on somebody takes another's place in a team.

Purpose: who plays on for whom, who allowed it and why, so that the record of the event knows who sat when.
Invariants: only where the format's rules know substitutes, and while the event is played; a letter is held by
one player at a time, and nobody plays for two teams; who was replaced stays in the list with the round of the
other, and keeps what he played.
Rule section: by way of the format (`tournaments.formats.format.Format.substitutes`).
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_held, withdraw_entry
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_not_closed
from tournaments.formats.registry import format_named
from tournaments.games.plans import rounds_drawn
from tournaments.games.services.games import seat_players
from tournaments.hooks import SUBSTITUTING
from tournaments.teams.models.team import Team, TeamMember
from tournaments.teams.services.invitation_ends import end_overtaken
from tournaments.teams.services.leaving import end_forfeit
from tournaments.teams.services.teams import locked_team

RULE: Final = _lazy("A letter of a team is held by one player at a time, and nobody plays for two teams.")


@noting_who_sits_out
@transaction.atomic
def substitute(
    *,
    by: Person,
    team: Team,
    letter: str,
    comes: Person,
    why: str,
    from_round: int | None = None,
    at: dt.datetime | None = None,
) -> TeamMember:
    """Let somebody take the place at a letter, from a round on (by itself: the one that is played now).

    He is entered, checked in and, once the teams are seated, in the game of the event; while none is opened,
    the entry of the one who is replaced is withdrawn.

    Raises:
        Refusal: `in-a-team`, `no-room`, `no-substitutes`, `not-entered`, `played-out`, `reason-missing`,
            `requirements-open`, `sits-at-a-table`, `substitute-wrong`, `team-gone`, `team-seated`,
            `team-withdrawn` and what `enter_held` and `seat_players` raise.
    """
    at = moment(at)
    team = locked_team(by=by, team=team, at=at)
    event = team.event
    require_substitutes(event)
    why = require_reason(why, rule=_("Letting a substitute in needs a reason."))
    leaves = _held(team, letter)
    [comes] = hold([comes])
    _require_free(team, comes)
    gone_after = team.left_after
    end_forfeit(team, letter)
    end_overtaken(by=by, event=event, people=[comes], at=at)
    game = event.games.first()
    first = _round(event, leaves, from_round)
    for object_to in SUBSTITUTING.values():
        object_to(team=team, letter=letter, round_number=first)
    leaves.until = at
    leaves.save(update_fields=["until"])
    if game is None:
        withdraw_entry(by=by, entry=leaves.entry, why=why, at=at)
    member = TeamMember.objects.create(
        team=team,
        entry=_entered(by, event, comes, why, at),
        letter=letter,
        since=at,
        from_round=first,
        allowed_by=by,
        why=why,
    )
    if game is not None and not game.players.filter(person__in=rows_of(comes)).exists():
        seat_players(by=by, game=game, people=[comes], at=at)
    before = {"player": leaves.entry.person.number, **({"forfeited_after": gone_after} if gone_after else {})}
    after = {"player": comes.number, "letter": letter, "from_round": first}
    note(by=by, at=at, action="substitute", thing=team, why=member.why, before=before, after=after)
    return member


def _entered(by: Person, event: Event, person: Person, why: str, at: dt.datetime) -> Entry:
    """The entry of somebody who is there, found or made; a full event takes none."""
    entry = event.entries.filter(person__in=rows_of(person), state=Entry.State.ENTERED).first()
    entry = entry or enter_held(by=by, event=event, person=person, runs=True, late_for=why, met=True, at=at)
    if entry.state == Entry.State.WAITING:
        raise Refusal(
            code="no-room",
            sentence=_("The event is full: %(player)s would be on the waiting list.")
            % {"player": person.name},
            rule=_("An event never has more players than it has room for."),
            remedy=_("Raise how many players the event takes, on the page Change or cancel."),
        )
    return check_in(by=by, entry=entry, requirements_met=True, at=at)


def require_substitutes(event: Event) -> None:
    """Refuse where the rules of the event's game know none, and where it is reported."""
    require_not_closed(event)
    played = format_named(event.format)
    if played.substitutes:
        return
    raise Refusal(
        code="no-substitutes",
        sentence=_("%(game)s has no substitutes.") % {"game": played.title},
        rule=_("The rules of %(game)s have none.") % {"game": played.title},
        remedy=_(
            "A team that is not seated yet can be withdrawn and entered again. Otherwise call the director."
        ),
    )


def _held(team: Team, letter: str) -> TeamMember:
    held = team.members.filter(letter=letter, until__isnull=True).select_related(
        "entry__event", "entry__person"
    )
    member = held.first()
    if member is None:
        raise _wrong(
            "letter", _("Nobody in %(team)s is at %(letter)s.") % {"team": team.name, "letter": letter}
        )
    return member


def _require_free(team: Team, comes: Person) -> None:
    """Refuse who plays for a team now, or has played for another."""
    others = TeamMember.objects.filter(entry__person__in=rows_of(comes), team__event=team.event)
    for other in others.select_related("team"):
        if other.until is None or (other.team_id != team.pk and other.team.withdrawn_at is None):
            facts = {"player": comes.name, "team": other.team.name}
            raise _wrong("comes", _("%(player)s plays, or played, for %(team)s.") % facts)


def _round(event: Event, leaves: TeamMember, wanted: int | None) -> int:
    """From which round the place is another's: of those seated, or the next one."""
    seated = rounds_drawn(event)
    last = seated + 1 if seated else 1
    first = max(seated, leaves.from_round) if wanted is None else wanted
    if leaves.from_round <= first <= last:
        return first
    facts = {"first": leaves.from_round, "last": last}
    raise _wrong("from_round", _("The round is one from %(first)s to %(last)s.") % facts)


def _wrong(field: str, sentence: str) -> Refusal:
    return wrong_field(
        field,
        code="substitute-wrong",
        sentence=sentence,
        rule=str(RULE),
        remedy=_("Look at the teams as they are now, and correct it."),
    )
