"""Who has the floor of the tables that they rule."""

from __future__ import annotations

from django.utils.translation import gettext as _

from sanctioning.kit.clock import today
from sanctioning.offices.permissions import require, terms_held
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.executors.models import EventExecutor


def rules_at(person: Person, event: Event) -> bool:
    """Whether the person rules a game of the event, or is appointed to all of it. Two queries at most."""
    terms = terms_held(person, today())
    return (
        event.games.filter(acting_executor__in=terms).exists()
        or EventExecutor.objects.filter(event=event, executor__in=terms).exists()
    )


def require_rules_at(*, by: Person, event: Event) -> None:
    """Refuse whoever rules nothing there.

    Raises:
        Refusal: `not-allowed`.
    """
    require(
        rules_at(by, event),
        what=_("open the executors' floor of this event"),
        who=_("an Acting Executor of this event"),
        rule="IV",
    )
