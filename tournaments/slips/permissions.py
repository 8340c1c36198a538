"""Who hands in, corrects and signs a slip.

Invariants: who signs is not who reported; where a slip says so, a player of another team of its table signs
it, or, if nobody of the table reported it, anybody else who runs the event too; signed so it is locked, and
whoever runs the event alone corrects it. What is the official's to write no player of the table writes, and a
slip on which an official wrote it no player corrects.
Rule section: B-36 and C-31 (one of each team signs; two signatures lock a sheet), C-33 (the director).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from sanctioning.identity.same_person import same_person
from sanctioning.kit.clock import day_of, today
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.formats.fields import Field, is_empty
from tournaments.formats.slips import OTHER_TEAM, Due, EventHead
from tournaments.games.models import Game
from tournaments.reports.permissions import is_of_game, may_hand_in, may_see_record
from tournaments.slips.event_folders import EventFolder, is_signed, players_of
from tournaments.slips.models import Slip


def teams_of(head: EventHead, due: Due, person: Person) -> frozenset[int]:
    """The teams of the slip's table in which somebody plays."""
    own = {person.number, person.identity.number}
    return frozenset(team for team in due.teams if own & set(head.teams[team].everybody))


def is_locked(due: Due, slip: Slip | None) -> bool:
    """Whether both teams have signed, so that it is the official's to correct."""
    return slip is not None and due.signs == OTHER_TEAM and is_signed(slip)


def writes_as_official(head: EventHead, due: Due, person: Person, runs: bool) -> bool:
    """Whether somebody writes rulings on a slip: he runs the event, and plays at another table or none."""
    return runs and not teams_of(head, due, person)


def officially(due: Due, body: Mapping[str, Any]) -> Field | None:
    """The first field of an official in which something stands."""
    written = (field for field in due.fields if field.official and not is_empty(body.get(field.name)))
    return next(written, None)


def require_may_write(by: Person, head: EventHead, due: Due, typed: Mapping[str, Any], runs: bool) -> None:
    """Refuse what an official alone writes of anybody else."""
    field = officially(due, typed)
    if field is None or writes_as_official(head, due, by, runs):
        return
    raise Refusal(
        code="field-of-the-official",
        sentence=_("Only somebody who runs the event, and not a player of the table, can write “%(field)s”.")
        % {"field": field.label},
        rule=field.official,
        remedy=_("Call the director, who writes the ruling. Leave it empty until then."),
        status=403,
        facts={"field": field.name},
    )


def require_may_correct(by: Person, head: EventHead, due: Due, slip: Slip | None, runs: bool) -> None:
    """Refuse a player who would write over what an official wrote."""
    field = officially(due, slip.body) if slip is not None else None
    if field is None or writes_as_official(head, due, by, runs):
        return
    raise Refusal(
        code="slip-ruled",
        sentence=_("The director has ruled on %(slip)s. The director's version applies.")
        % {"slip": due.title},
        rule=field.official,
        remedy=_("Call the director: only they can correct it, with a reason."),
        status=403,
    )


def signs_for_the_others(folder: EventFolder, due: Due, reporter: Person, signer: Person, runs: bool) -> bool:
    """Whether this person may sign a slip which the other team signs."""
    reported = teams_of(folder.head, due, reporter)
    own = teams_of(folder.head, due, signer)
    return bool(own - reported) if reported else bool(own) or runs


def require_may_hand_in(by: Person, folder: EventFolder, due: Due, at: dt.datetime) -> None:
    """Refuse whoever does not run the club: unless he plays at the table, and where the slip is locked."""
    require(
        may_hand_in(by, day_of(at), folder.game, players_of(folder.head, due)),
        what=_("hand this slip in"),
        who=_("a player of the table, or somebody who runs the club")
        if due.teams
        else _("somebody who runs the club"),
        rule=due.rule,
    )
    if not is_locked(due, folder.slips.get(due.place)):
        return
    raise Refusal(
        code="slip-locked",
        sentence=_("Both teams have signed %(slip)s; it is final.") % {"slip": due.title},
        rule=due.rule,
        remedy=_("Call the director: only they can correct it, with a reason."),
        status=403,
    )


def require_may_sign(
    by: Person, folder: EventFolder, due: Due | None, slip: Slip, at: dt.datetime, runs: bool
) -> None:
    """Refuse the reporter, strangers, and his own team where the other team signs; `due` is None for a slip
    that is due no more, `runs` says that he runs the event."""
    if same_person(by, slip.reporter):
        raise Refusal(
            code="signer-is-reporter",
            sentence=_("You reported this slip and cannot sign it."),
            rule=_("A slip is signed by a second person."),
            remedy=_("Ask another player of the event, or somebody who runs the club."),
            status=403,
        )
    require(
        runs or is_of_game(by, day_of(at), folder.game),
        what=_("sign slips of this event"),
        who=_("a player of the event, or somebody who runs the club"),
        rule=_("A slip is signed by somebody of the event."),
    )
    if due is None or due.signs != OTHER_TEAM:
        return
    if not signs_for_the_others(folder, due, slip.reporter, by, runs):
        raise Refusal(
            code="signer-of-the-other-team",
            sentence=_("%(slip)s is signed by the other team of the table.") % {"slip": due.title},
            rule=due.rule,
            remedy=_("Hand the phone over, or ask a player of that team to sign."),
            status=403,
        )


def may_see_slips(asker: Person | None, event: Event, game: Game | None) -> bool:
    """Who plays, who runs the event, who rules it, and who orders a correction of it."""
    day = today()
    if game is None:
        return may_run_event(asker, day, event)
    return may_see_record(asker, day, game)
