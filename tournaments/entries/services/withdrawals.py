"""Withdrawing from an event, from wherever somebody is: out of the queue, off the list, or up from a table.

Invariants: nobody who is withdrawn sits or waits at a table; who sits there is asked once, since withdrawing
means leaving the table; whoever runs the event hears of a player who leaves one. The event is locked first,
then the person, then the table.
Rule section: II; reading 34 (leaving takes effect between stanzas).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, same_person
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.notifications.entries import tell_of_leaver
from tournaments.entries.services.entries import mark_absent, require_may_withdraw, withdraw_entry
from tournaments.entries.services.waiting_list import next_for_a_place
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event
from tournaments.games.models import Game
from tournaments.games.selectors.seats import seat_in
from tournaments.hooks import LEAVING_TABLE


@transaction.atomic
def withdraw(
    *, by: Person, entry: Entry, why: str = "", sure: bool = False, at: dt.datetime | None = None
) -> Entry:
    """Withdraw an entry, once it is said that this is meant (`sure`): who sits at a table leaves it, and the
    place of somebody else goes to the next on the waiting list.

    Raises:
        Refusal: `not-allowed`, `place-goes-on`, `sits-at-a-table` and what `withdraw_entry` raises.
    """
    at = moment(at)
    require_may_withdraw(by=by, entry=entry, at=at)
    event = locked_event(entry.event)
    [person] = hold([entry.person])
    game = seat_in(event, person)
    if game is not None:
        if not sure:
            raise asks_before_leaving(by, person, game)
        LEAVING_TABLE.only()(by=by, game=game, person=person, at=at)
    if not (sure or same_person(by, person)):
        require_place_stays(event, entry)
    withdrawn = withdraw_entry(by=by, entry=entry, why=why, at=at)
    if game is not None and not may_run_event(by, day_of(at), event):
        tell_of_leaver(person=person, game=game, entry=withdrawn, at=at)
    return withdrawn


@transaction.atomic
def not_come(*, by: Person, entry: Entry, sure: bool = False, at: dt.datetime | None = None) -> Entry:
    """Mark somebody as absent; where somebody waits for the place, it has to be meant (`sure`).

    Raises:
        Refusal: `not-allowed`, `place-goes-on` and what `mark_absent` raises.
    """
    at = moment(at)
    require_runs(by, at, entry.event, _("keep the check-in list"))
    if not sure:
        require_place_stays(locked_event(entry.event), entry)
    return mark_absent(by=by, entry=entry, at=at)


def require_place_stays(event: Event, entry: Entry) -> None:
    """Ask once before the place goes to somebody else: no undo brings it back.

    Raises:
        Refusal: `place-goes-on`.
    """
    after = next_for_a_place(event) if entry.state == Entry.State.ENTERED else None
    if after is not None:
        raise Refusal(
            code="place-goes-on",
            sentence=_("%(next)s is next on the waiting list and gets the place of %(who)s.")
            % {"next": after.person.name, "who": entry.person.name},
            rule=_("A free place goes to whoever waits longest."),
            remedy=_("Confirm that you want this. If %(who)s comes back, they are last on the waiting list.")
            % {"who": entry.person.name},
        )


def asks_before_leaving(by: Person, person: Person, game: Game) -> Refusal:
    """The question to whoever withdraws somebody that sits at a table."""
    facts = {"game": f"{game.number}{game.group}"}
    if same_person(by, person):
        return Refusal(
            code="sits-at-a-table",
            sentence=_("You sit at %(game)s.") % {"game": game.place},
            rule="Reading 34",
            remedy=_(
                "Withdrawing means leaving the table: your score stays as it is, and the next stanza is "
                "dealt to the others. Confirm that you want this, or stay."
            ),
            facts=facts,
        )
    return Refusal(
        code="sits-at-a-table",
        sentence=_("%(who)s sits at %(game)s.") % {"who": person.name, "game": game.place},
        rule="Reading 34",
        remedy=_(
            "Withdrawing them means that they leave the table: their score stays as it is, and the next "
            "stanza is dealt to the others. Confirm that you want this, or leave them seated."
        ),
        facts=facts,
    )
