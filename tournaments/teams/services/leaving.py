"""Teams that go home between rounds: left out of the rounds that come, and back while none was drawn; or,
where the rules have them forfeit, seated all the same.

Invariants: only where the format knows it (`Seating.leaving`), and only a team that is seated: before that it
is withdrawn. Its players, its number and what it played stay as they are, a game of a round that was drawn is
forfeited on its sheet. Where a team forfeits (`Seating.forfeits`), so does one of which a player is barred
when a round is confirmed, and it stays so until somebody stands in for him or it is said to play on.
Rule section: by way of the format.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_open_to
from tournaments.entries.selectors.teams import is_seated
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_not_closed
from tournaments.events.services.events import LONGEST_REASON
from tournaments.formats.registry import format_named
from tournaments.games.plans import rounds_drawn
from tournaments.teams.models.team import Team
from tournaments.teams.seated_players import Forfeiting
from tournaments.teams.services.teams import locked_team

LEFT: Final = ("left_after", "left_for", "left_letter")


@transaction.atomic
def team_leaves(*, by: Person, team: Team, why: str, at: dt.datetime | None = None) -> Team:
    """A seated team goes home: it is drawn no more.

    Raises:
        Refusal: `not-allowed`, `played-out`, `reason-missing`, `team-leaves`, `team-withdrawn`.
    """
    at = moment(at)
    team = locked_team(by=by, team=team, at=at)
    _require_may_leave(team)
    why = require_reason(why, rule=_("Taking a team out of later rounds needs a reason."))
    team.left_after, team.left_for = rounds_drawn(team.event), why[:LONGEST_REASON]
    team.save(update_fields=["left_after", "left_for"])
    note(by=by, at=at, action="team leaves", thing=team, why=why, after={"after": team.left_after})
    return team


def keep_forfeits(*, by: Person, event: Event, forfeiting: Iterable[Forfeiting], at: dt.datetime) -> None:
    """Keep which teams forfeit their games from the round on that is being confirmed, under its lock."""
    after = rounds_drawn(event)
    for forfeit in forfeiting:
        if forfeit.team.left is not None:
            continue
        team = event.teams.get(number=forfeit.team.number, withdrawn_at__isnull=True)
        team.left_after, team.left_for = after, forfeit.sentence[:LONGEST_REASON]
        team.left_letter = forfeit.letter
        team.save(update_fields=LEFT)
        facts = {"after": after, "letter": forfeit.letter, "rule": forfeit.rule}
        note(by=by, at=at, action="team forfeits", thing=team, why=forfeit.sentence, after=facts)


def end_forfeit(team: Team, letter: str) -> None:
    """Somebody stands in at a letter of a team that forfeits, under its lock: it plays on. Not noted here.

    Raises:
        Refusal: `team-gone`. All of the team have gone, or somebody else of it.
    """
    if team.left_after is None:
        return
    if team.left_letter != letter:
        raise Refusal(
            code="team-gone",
            sentence=_("%(team)s went home after round %(round)s: %(why)s")
            % {"team": team.name, "round": team.left_after, "why": team.left_for},
            rule=str(format_named(team.event.format).seating.leaving),
            remedy=_("If it continues after all, say so on the Teams page; then let the substitute in."),
        )
    _comes_back(team)


@transaction.atomic
def team_returns(*, by: Person, team: Team, at: dt.datetime | None = None) -> Team:
    """It plays on after all: as long as no further round was drawn without it; one that forfeits as long as
    nobody of it is barred, and the sheets of the games since are due again.

    Raises:
        Refusal: `barred`, `kept-out`, `not-allowed`, `played-out`, `team-leaves`, `team-withdrawn`.
    """
    at = moment(at)
    team = locked_team(by=by, team=team, at=at)
    require_not_closed(team.event)
    if team.left_after is None:
        raise _refused(
            team, _("%(team)s has not gone home.") % {"team": team.name}, _("There is nothing to do.")
        )
    if format_named(team.event.format).seating.forfeits:
        held = team.members.filter(until__isnull=True).select_related("entry__person")
        require_open_to(team.event, [member.entry.person for member in held], at)
    elif team.left_after != rounds_drawn(team.event):
        raise _refused(
            team,
            _("Round %(round)s was drawn without %(team)s.")
            % {"round": team.left_after + 1, "team": team.name},
            _("Leave it as it is. What it has played counts."),
        )
    before = {"after": team.left_after, "why": team.left_for, "letter": team.left_letter}
    _comes_back(team)
    note(by=by, at=at, action="team returns", thing=team, before=before)
    return team


def _require_may_leave(team: Team) -> None:
    require_not_closed(team.event)
    played = format_named(team.event.format)
    if not played.seating.leaving:
        raise _refused(
            team,
            _("At %(game)s no team is left out of later rounds.") % {"game": played.title},
            _("Write what was not played on its slips, or rule on it."),
        )
    if not is_seated(team):
        raise _refused(team, _("%(team)s is not seated yet.") % {"team": team.name}, _("Withdraw it."))
    if team.left_after is not None:
        raise _refused(
            team, _("%(team)s has already gone home.") % {"team": team.name}, _("There is nothing to do.")
        )


def _comes_back(team: Team) -> None:
    team.left_after, team.left_for, team.left_letter = None, "", ""
    team.save(update_fields=LEFT)


def _refused(team: Team, sentence: str, remedy: str) -> Refusal:
    seating = format_named(team.event.format).seating
    return Refusal(
        code="team-leaves",
        sentence=sentence,
        rule=str(seating.leaving or seating.rule),
        remedy=remedy,
    )
