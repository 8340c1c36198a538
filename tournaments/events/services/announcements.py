"""What the director says to everybody at the event, and takes down again.

Invariant: whoever runs the event announces; what was announced is kept.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.models.announcement import Announcement
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.games.models import Game

RULE: Final = _lazy("The director speaks to the room in a few words.")
LONGEST: Final = 300


@transaction.atomic
def announce(
    *, by: Person, event: Event, text: str, until: dt.datetime | None = None, at: dt.datetime | None = None
) -> Announcement:
    """Put it up on floor, projector, board, tables, pads and the pages of who is entered, until it is taken
    down or `until` has come.

    Raises:
        Refusal: `announcement-over`, `announcement-words`, `not-allowed`.
    """
    at = moment(at)
    _require_runs(by, event, at)
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        raise Refusal(
            code="announcement-words",
            sentence=_("An announcement has some text, at most %(most)s characters.") % {"most": LONGEST},
            rule=RULE,
            remedy=_("Write what everyone must know, and leave the rest to the tables."),
            status=422,
        )
    if until is not None and until <= at:
        raise Refusal(
            code="announcement-over",
            sentence=_("This announcement would expire before anyone read it."),
            rule=RULE,
            remedy=_("Give a time in the future, or none."),
            status=422,
        )
    announcement = Announcement.objects.create(event=event, text=text, by=by, at=at, until=until)
    after = {"announcement": announcement.pk, "text": text, "until": until.isoformat() if until else None}
    _count_at_tables(event)
    note(by=by, at=at, action="announce", thing=event, after=after)
    return announcement


@transaction.atomic
def take_down(*, by: Person, announcement: Announcement, at: dt.datetime | None = None) -> Announcement:
    """It is shown no more.

    Raises:
        Refusal: `not-allowed`.
    """
    at = moment(at)
    rows = Announcement.objects.select_for_update(of=("self",), no_key=True).select_related("event__club")
    locked = rows.get(pk=announcement.pk)
    _require_runs(by, locked.event, at)
    if locked.taken_down_at is None:
        locked.taken_down_at, locked.taken_down_by = at, by
        locked.save(update_fields=["taken_down_at", "taken_down_by"])
        _count_at_tables(locked.event)
        after = {"announcement": locked.pk}
        note(by=by, at=at, action="take announcement down", thing=locked.event, after=after)
    return locked


def _count_at_tables(event: Event) -> None:
    """The tables show it, so each has changed."""
    under_way = Game.objects.select_for_update(no_key=True).filter(event=event, state__in=Game.UNDER_WAY)
    keys = list(under_way.order_by("pk").values_list("pk", flat=True))
    Game.objects.filter(pk__in=keys).update(revision=F("revision") + 1)


def _require_runs(by: Person, event: Event, at: dt.datetime) -> None:
    require(
        may_run_event(by, day_of(at), event),
        what=_("announce anything at this event"),
        who=_("an officer or director of the club"),
        rule=RULE,
    )
