"""The drawing for a refund among those who prepaid for every event of a weekend.

Invariants: it is held once for the events of a weekend; its seed and who was in it stand in the trail.
Rule section: by way of the format, which says who is in it.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clock import moment
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from tournaments.formats import format_named
from tournaments.formats.base import Refund
from tournaments.models import Event
from tournaments.selectors.prepaid import ACTION, prepaid_sets, refund_drawn, weekend_of
from tournaments.services.draws import new_seed
from tournaments.services.entries import locked_event
from tournaments.services.events import require_runs


def refund_of(event: Event) -> Refund:
    """By which rule a refund is drawn; refuses where the event's game knows no such drawing."""
    refund = format_named(event.format).refund
    if refund is None:
        raise Refusal(
            code="no-refund-drawing",
            sentence=_("No refund is drawn at this event."),
            rule=_("A refund is drawn where the rules of the game say so."),
            remedy=_("Nothing to do: its entries show who has paid."),
            status=404,
        )
    return refund


@transaction.atomic
def draw_refund(*, by: Person, event: Event, seed: str = "", at: dt.datetime | None = None) -> str:
    """The member number of who is drawn."""
    at = moment(at)
    require_runs(by, at, event, _("hold the drawing"))
    refund = refund_of(event)
    event = locked_event(event)
    events = weekend_of(event)
    if refund_drawn(events) is not None:
        raise Refusal(
            code="refund-drawn",
            sentence=_("The drawing of this weekend has been held."),
            rule=refund.rule,
            remedy=_("Nothing to do: its seed stands beside it."),
        )
    players = refund.among(prepaid_sets(events), {one.slug for one in events})
    seed = seed or new_seed()
    drawn = refund.draw(players, seed)
    if drawn is None:
        raise Refusal(
            code="nobody-prepaid",
            sentence=_("Nobody has prepaid for every event of this weekend."),
            rule=refund.rule,
            remedy=_("There is no drawing without them."),
        )
    after = {"seed": seed, "players": list(players), "drawn": drawn}
    note(by=by, at=at, action=ACTION, thing=event, after=after)
    return drawn
