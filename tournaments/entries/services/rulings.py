"""Ruling on a disputed entry or seat: whether somebody meets the conditions of an event.

Purpose: the director applies an event's conditions and its requirements in words; where that is disputed, who
interprets the rules there decides it, for this person and event.
Invariants: the Acting Executor of a game of the event rules, and by a ruling of that game, which can be
appealed; while no game has one, the Managing Executor; neither on himself nor on somebody with whom he has a
conflict. Neither a bar nor his own office there is ruled away, nor somebody who sits at a table of the event
ruled out. A later ruling takes the place of the earlier one. The event is locked first, then the game,
then the person.
Rule section: II (an event's own entry requirements, W-76), IV (W-122); readings 57, 64 and 73.
Terms: as in `tournaments.entries.models.ruling`.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, rows_of, same_person
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import deny
from sanctioning.offices.services.conflicts import conflict_of
from sanctioning.people.models.person import Person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.calls.models import Call
from tournaments.entries.models.ruling import EntryRuling
from tournaments.entries.notifications.rulings import tell_of_entry_ruling
from tournaments.entries.permissions import games_with_executor, may_rule_on_entries
from tournaments.entries.services.entries import admit, keep_out
from tournaments.events.models.event import Event
from tournaments.events.permissions import rules_game
from tournaments.events.services.locks import locked_event
from tournaments.games.game_families import locked_family
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.ruling_words import required
from tournaments.justice.rulings.services.rulings import keep_ruling

RULE: Final = "II/Adding new players"


@noting_who_sits_out
@looks_again
def rule_on_entry(
    *,
    by: Person,
    event: Event,
    person: Person,
    admitted: bool,
    what: str,
    reason: str,
    call: Call | None = None,
    key: str = "",
    at: dt.datetime | None = None,
) -> EntryRuling:
    """Let somebody in, who is entered thereby, or keep him out, whose entry is withdrawn thereby.

    Raises:
        Refusal: `call-elsewhere`, `not-allowed`, `not-entered`, `own-cause`, `plays-already`,
            `sits-at-a-table`, `team-seated`, `…-missing` and what `admit` and `keep_ruling` raise.
    """
    at = moment(at)
    event = locked_event(event)
    _require_may_rule(by, event, person, at)
    [person] = hold([person])
    game = _game_of(by, event, call, at)
    before = EntryRuling.objects.filter(key=key, event=event).first() if key else None
    if before is not None:
        return before
    _require_call_open(call, game)
    what = required("what", what, _("A ruling says what happened."))
    reason = required("reason", reason, _("A ruling has a reason."))
    fields: dict[str, Any] = {"event": event, "admitted": admitted, "what": what, "reason": reason, "at": at}
    if not admitted:
        _require_not_seated(event, person)
    ruling = _ruling(by, game, person, fields, call) if game else None
    EntryRuling.objects.standing().filter(event=event, person__in=rows_of(person)).update(ended_at=at)
    entry_ruling = EntryRuling.objects.create(
        person=person, ruling=ruling, by=_office(by, ruling, at), key=key, **fields
    )
    if admitted:
        admit(by=by, event=event, person=person, why=reason, at=at)
    else:
        keep_out(by=by, event=event, person=person, why=reason, at=at)
    entry = _written(by, entry_ruling, at)
    tell_of_entry_ruling(by=by, ruling=entry_ruling, entry=entry, at=at)
    return entry_ruling


def _require_may_rule(by: Person, event: Event, person: Person, at: dt.datetime) -> None:
    day = day_of(at)
    if not may_rule_on_entries(by, day, event):
        deny(
            what=_("rule on entries of this event"),
            who=_("the Acting Executor of a game of it, or the Managing Executor while there is none"),
            rule="IV",
        )
    if same_person(by, person) or conflict_of(by, day, [person.pk], event.club) is not None:
        raise Refusal(
            code="own-cause",
            sentence=_("You cannot rule on %(person)s: it is you, or you have declared a conflict.")
            % {"person": person.name},
            rule=_("IV: nobody judges their own case."),
            remedy=_("Ask the Managing Executor to appoint somebody else."),
        )


def _require_not_seated(event: Event, person: Person) -> None:
    seats = GamePlayer.objects.filter(game__event=event, person__in=rows_of(person))
    if seats.exclude(game__state=Game.State.VOID).exists():
        raise Refusal(
            code="plays-already",
            sentence=_("%(person)s already plays in %(event)s.")
            % {"person": person.name, "event": event.name},
            rule=_("II: what was played is final; an entry is disputed before play."),
            remedy=_("Somebody who plays there can appeal the ruling by which they came in."),
        )


def _game_of(by: Person, event: Event, call: Call | None, at: dt.datetime) -> Game | None:
    """The locked game in which the ruling stands: that of the call, or his first; none of the Managing's."""
    day = day_of(at)
    mine = [game for game in games_with_executor(event, day) if rules_game(by, day, game)]
    mine.sort(key=lambda game: call is None or game.pk != call.game_id)
    return locked_family(mine[0]).games[mine[0].pk] if mine else None


def _require_call_open(call: Call | None, game: Game | None) -> None:
    if call is not None and (game is None or call.game_id != game.pk):
        raise Refusal(
            code="call-elsewhere",
            sentence=_("This call came from a table that somebody else rules."),
            rule="IV",
            remedy=_("Leave the call to the director, and rule on the entry without it."),
            facts={"field": "call"},
        )


def _ruling(by: Person, game: Game, person: Person, fields: dict[str, Any], call: Call | None) -> Ruling:
    ruled = _("%(person)s is let in.") if fields["admitted"] else _("%(person)s is kept out.")
    return keep_ruling(
        by=by,
        game=game,
        kind=Ruling.Kind.ENTRY,
        section=RULE,
        what=f"{ruled % {'person': person.name}} {fields['what']}",
        reason=fields["reason"],
        facts={"player": person.number, "admitted": fields["admitted"]},
        call=call,
        at=fields["at"],
    )


def _office(by: Person, ruling: Ruling | None, at: dt.datetime) -> Appointment:
    """By which office it was ruled."""
    if ruling is not None:
        return ruling.by
    terms = Appointment.objects.on(day_of(at)).filter(office=Office.MANAGING_EXECUTOR)
    return terms.filter(person__in=rows_of(by)).order_by("pk")[0]


def _written(by: Person, entry_ruling: EntryRuling, at: dt.datetime) -> AuditEntry:
    after = {"person": entry_ruling.person.number, "admitted": entry_ruling.admitted}
    return note(
        by=by, at=at, action="rule on an entry", thing=entry_ruling, why=entry_ruling.reason, after=after
    )
