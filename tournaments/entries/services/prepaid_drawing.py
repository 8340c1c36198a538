"""The drawing for a refund among those who prepaid for every event of a weekend.

Invariants: it is held once for the events of a weekend; its seed and who was in it stand in the trail; what
the winner paid is refunded in the same transaction.
Rule section: by way of the format, which says who is in it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import Change, note, note_each
from sanctioning.kit.clock import moment
from sanctioning.kit.money import NOTHING
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.models.prepaid_drawing import RefundDraw
from tournaments.entries.selectors.prepaid import prepaid_sets, refund_drawn, week_of, weekend_of
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.formats.format import RefundDrawing
from tournaments.formats.registry import format_named
from tournaments.games.seeds import new_seed


def refund_of(event: Event) -> RefundDrawing:
    """By which rule a refund is drawn; refuses where the event's game knows no such drawing.

    Raises:
        Refusal: `no-refund-drawing`.
    """
    refund = format_named(event.format).refund
    if refund is None:
        raise Refusal(
            code="no-refund-drawing",
            sentence=_("There is no draw for a refund at this event."),
            rule=_("A refund is drawn if the rules of the game say so."),
            remedy=_("There is nothing to do: its entries show who has paid."),
            status=404,
        )
    return refund


@looks_again
def draw_refund(*, by: Person, event: Event, seed: str = "", at: dt.datetime | None = None) -> RefundDraw:
    """Who is drawn gets back what he paid for the weekend: his fees are noted in the till as refunded.

    Raises:
        Refusal: `no-refund-drawing`, `nobody-prepaid`, `not-allowed`, `refund-drawn`.
    """
    at = moment(at)
    require_runs(by, at, event, _("hold the draw"))
    refund = refund_of(event)
    events = _locked_weekend(event)
    if refund_drawn(event) is not None:
        raise Refusal(
            code="refund-drawn",
            sentence=_("The draw of this weekend has already been held."),
            rule=refund.rule,
            remedy=_("There is nothing to do: its seed is shown next to it."),
        )
    players = refund.among(prepaid_sets(events), {weekend_event.slug for weekend_event in events})
    seed = seed or new_seed()
    drawn = refund.draw(players, seed)
    if drawn is None:
        raise Refusal(
            code="nobody-prepaid",
            sentence=_("Nobody has prepaid for every event of this weekend."),
            rule=refund.rule,
            remedy=_("There is no draw without them."),
        )
    winner = Person.objects.get(number=drawn)
    entries = list(_paid_entries(events, winner))
    refund_draw = RefundDraw.objects.create(
        club=event.club,
        format=event.format,
        week=week_of(event),
        winner=winner,
        amount=sum((entry.owed for entry in entries), NOTHING),
        seed=seed,
        by=by,
        at=at,
    )
    after = {"seed": seed, "players": list(players), "drawn": drawn, "amount": str(refund_draw.amount)}
    note(by=by, at=at, action="draw refund", thing=event, after=after)
    _give_back(by, at, entries, refund_draw)
    return refund_draw


def _locked_weekend(event: Event) -> tuple[Event, ...]:
    """The events of the weekend under their locks, in one order; without what was cancelled meanwhile."""
    for weekend_event in sorted(weekend_of(event), key=lambda weekend_event: weekend_event.pk):
        locked_event(weekend_event)
    return weekend_of(event)


def _paid_entries(events: Sequence[Event], player: Person) -> QuerySet[Entry]:
    """What a player paid for these events, under lock, whichever record was entered."""
    return (
        Entry.objects.select_for_update(no_key=True, of=("self",))
        .filter(event__in=events, person__in=rows_of(player), fee_state=Entry.Fee.PAID)
        .filter(state=Entry.State.ENTERED)
        .select_related("person", "event")
        .order_by("pk")
    )


def _give_back(by: Person, at: dt.datetime, entries: Sequence[Entry], refund: RefundDraw) -> None:
    changes = [
        Change(
            thing=entry,
            before={"fee": entry.fee_state},
            after={"fee": Entry.Fee.REFUNDED.value, "amount": str(entry.owed)},
        )
        for entry in entries
    ]
    for entry in entries:
        entry.fee_state, entry.refund = Entry.Fee.REFUNDED, refund
    Entry.objects.bulk_update(entries, ["fee_state", "refund"])
    note_each(by=by, at=at, action="settle entry fee", changes=changes)
