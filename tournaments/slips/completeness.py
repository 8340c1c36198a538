"""What must stand before a slip is signed, and before an event is closed from its slips.

Invariants: a game that nobody has won is neither signed nor closed, nor is a draw that is still open; an
event is closed when every slip that is due stands and is signed.
Rule section: by way of the format.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from tournaments.formats.slips import Due
from tournaments.slips.event_folders import EventFolder, rounds_to_come
from tournaments.slips.models import Slip

OVER: Final = _lazy(
    "A game nobody has won is not over: its slip cannot be signed, and the event cannot be closed."
)
NAMED: Final = 5
"""So many slips does a refusal name."""


def require_over(due: Due | None, slip: Slip) -> None:
    """Refuse to have a slip signed that leaves its game unfinished."""
    if due is None or not due.leaves_open(slip.body):
        return
    if due.unfinished:
        raise _unfinished(due)
    raise Refusal(
        code="slip-unfinished",
        sentence=_("%(slip)s: nobody has won yet.") % {"slip": due.title},
        rule=str(OVER),
        remedy=_("Write on it how the game ended, then sign it."),
    )


def _unfinished(due: Due, *, by_order: bool = False) -> Refusal:
    return Refusal(
        code="slip-unfinished",
        sentence=_("%(slip)s: %(words)s") % {"slip": due.title, "words": due.unfinished},
        rule=due.rule,
        remedy=_("Add what is missing to the slip.")
        if by_order
        else _("Add what is missing to the slip, then have it signed."),
        facts={"places": [due.place]},
    )


def require_signed_for_each(folder: EventFolder, due: Due | None, slip: Slip, signer: Person) -> None:
    """Refuse a signature that leaves a team of the table without one, here or on paper."""
    if due is None or due.unsigned is None:
        return
    people = {*folder.people[slip.place], signer.number, signer.identity.number}
    lacking = due.unsigned(slip.body, people)
    if not lacking:
        return
    teams = ", ".join(map(str, lacking))
    raise Refusal(
        code="signature-of-team-missing",
        sentence=_("%(slip)s: nobody has signed for %(teams)s.") % {"slip": due.title, "teams": teams},
        rule=due.rule,
        remedy=_(
            "Let a player of the team sign here. Or correct the slip, write who signed the paper sheet "
            "under its extra fields, and sign it then."
        ),
        facts={"place": due.place},
    )


def require_all_over(folder: EventFolder, *, by_order: bool = False) -> None:
    """Refuse to close an event with a game that nobody has won, naming the slips, or another slip that leaves
    something open. A slip that is corrected by order needs no signature."""
    left_open = [
        due
        for place, due in folder.due.items()
        if place in folder.slips and due.leaves_open(folder.standing[place])
    ]
    if not left_open:
        return
    for due in left_open:
        if due.unfinished:
            raise _unfinished(due, by_order=by_order)
    named = "; ".join(f"{due.title}, {due.phase}" for due in left_open[:NAMED])
    raise Refusal(
        code="slips-unfinished",
        sentence=ngettext(
            "On %(count)s slip nobody has won yet: %(slips)s.",
            "On %(count)s slips nobody has won yet, the first of them: %(slips)s.",
            len(left_open),
        )
        % {"count": len(left_open), "slips": named},
        rule=str(OVER),
        remedy=_("Correct each with how its game ended.")
        if by_order
        else _("Correct each with how its game ended, and have it signed."),
        facts={"places": [due.place for due in left_open]},
    )


def require_all_there(folder: EventFolder) -> None:
    """Refuse to close an event of which rounds, slips or signatures are still to come."""
    due = folder.due
    if due and rounds_to_come(folder):
        rounds = {"seated": len(folder.head.rounds), "all": folder.played.seating.fewest(folder.head.planned)}
        raise Refusal(
            code="rounds-open",
            sentence=_("%(seated)s of %(all)s rounds are seated.") % rounds,
            rule=folder.played.seating.rule,
            remedy=_("Seat the next round on the page Rounds."),
        )
    missing, unsigned = folder.missing, folder.unsigned
    if due and not missing and not unsigned:
        return
    remedy = _("Seat the teams first.")
    if due:
        first = [*missing, *unsigned][0]
        facts = {"first": first.title, "phase": first.phase}
        remedy = _("The first of them: %(first)s, %(phase)s.") % facts
    raise Refusal(
        code="slips-open",
        sentence=_("%(missing)s slips are missing, %(unsigned)s need a signature.")
        % {"missing": len(missing), "unsigned": len(unsigned)},
        rule=_("An event can be closed once every slip is in and signed by a second person."),
        remedy=remedy,
        facts={"missing": len(missing), "unsigned": len(unsigned)},
    )
