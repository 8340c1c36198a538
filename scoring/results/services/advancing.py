"""Taking the teams that go on from one event over into the next.

Invariants: only from a certified result, and to the level that follows; each team is entered as any other, so
whoever may not play there is refused; one that was taken over is not taken again.
Rule section: M-30 to M-33 and C-4 by way of the format.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.selectors.advancing import GoesOn, going_on, ladder_of
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.formats.format import EventLadder
from tournaments.teams.models.team import Team
from tournaments.teams.services.teams import enter_team


@noting_who_sits_out
@transaction.atomic
def take_over(
    *,
    by: Person,
    event: Event,
    source: Event,
    origin: str = "",
    late_for: str = "",
    at: dt.datetime | None = None,
) -> list[Team]:
    """Enter the teams that go on from `source` with what it is (`origin`: the area or zone, or by itself the
    name of the event) and the place of each there; all of them or none.

    Raises:
        Refusal: `nobody-goes-on`, `not-allowed`, `origin-missing`, `other-level` and what `enter_team`
            raises.
    """
    at = moment(at)
    require_runs(by, at, event, _("enter teams"))
    event = locked_event(event)
    origin = _origin(_ladder(event, source), source, origin.strip())
    entered = event.teams.filter(withdrawn_at__isnull=True).values_list("name", "facts")
    names = {name for name, _facts in entered}
    places = {facts.get("place") for _name, facts in entered if facts.get("origin") == origin}
    fresh = [team for team in going_on(source) if team.place not in places]
    if not fresh:
        raise Refusal(
            code="nobody-goes-on",
            sentence=_("No more teams advance from %(source)s.") % {"source": source.name},
            rule=_("Teams advance from a certified result, each once."),
            remedy=_("Have its result certified first, or see who is already entered."),
        )
    return [
        enter_team(
            by=by,
            event=event,
            name=team.name if team.name not in names else f"{team.name} ({origin})"[:80],
            players=_players(team),
            facts={"origin": origin, "place": team.place},
            late_for=late_for,
            at=at,
        )
        for team in fresh
    ]


def _ladder(event: Event, source: Event) -> EventLadder:
    """By which teams of the one go on to the other; refuses where none do."""
    ladder, game = ladder_of(event), source.games.first()
    if ladder is None or game is None or source.format != event.format:
        raise _other_level(event, source, _("Teams advance within one game."), _("Choose another event."))
    if not ladder.takes(event, source, game.planned):
        raise _other_level(event, source, str(ladder.rule), str(ladder.remedy))
    return ladder


def _other_level(event: Event, source: Event, rule: str, remedy: str) -> Refusal:
    return Refusal(
        code="other-level",
        sentence=_("Teams of %(source)s do not advance to %(event)s.")
        % {"source": source.name, "event": event.name},
        rule=rule,
        remedy=remedy,
    )


def _origin(ladder: EventLadder, source: Event, typed: str) -> str:
    if not ladder.origin:
        return typed or source.name[:60].strip()
    if not typed:
        raise Refusal(
            code="origin-missing",
            sentence=_("Their area or zone is missing."),
            rule=_("Teams from zones sit in the order of their zones."),
            remedy=_("Write it, such as Zone 3."),
            status=422,
            facts={"field": "origin"},
        )
    return typed


def _players(team: GoesOn) -> dict[str, Person]:
    by_number = {person.number: person for person in Person.objects.filter(number__in=team.players.values())}
    return {letter: by_number[number] for letter, number in team.players.items()}
