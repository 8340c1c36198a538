"""What tournaments say when two records are to be one person, and lets go of when one is deleted."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import Change, note_each
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.games.models import Game, GamePlayer


def object_to_two_at_once(kept: Person, merged: Person) -> None:
    """Nobody plays twice in a game, is entered twice in an event, or rules where he plays.

    Raises:
        Refusal: `both-entered`, `both-played`, `judged-the-other`.
    """
    kept_rows, merged_rows = rows_of(kept), rows_of(merged)
    game = Game.objects.filter(players__person__in=kept_rows).filter(players__person__in=merged_rows).first()
    if game is not None:
        raise Refusal(
            code="both-played",
            sentence=_("%(number)s and %(other)s both played in %(game)s.")
            % {"number": kept.number, "other": merged.number, "game": game},
            rule=_("I/Players: a person plays once in a game."),
            remedy=_(
                "They are two people; or a wrong one was seated, which has to be corrected in that game "
                "first."
            ),
        )
    entered = Entry.objects.exclude(state__in=Entry.GONE).select_related("event")
    twice = entered.filter(
        person__in=kept_rows, event__in=entered.filter(person__in=merged_rows).values("event")
    ).first()
    if twice is not None:
        raise Refusal(
            code="both-entered",
            sentence=_("%(number)s and %(other)s are both entered in %(event)s.")
            % {"number": kept.number, "other": merged.number, "event": twice.event},
            rule=_("One entry for each person and event."),
            remedy=_("Withdraw one of the two entries, then merge."),
        )
    _object_to_own_judge(kept_rows, merged_rows)


@transaction.atomic
def let_go_of_unused_entries(*, person: Person, by: Person, at: dt.datetime, why: str) -> None:
    """Entries that were withdrawn and never paid go with a record that was made by mistake."""
    gone = Entry.objects.filter(person=person, state__in=Entry.GONE, fee_state__in=Entry.OWING)
    unused = list(gone.filter(memberships=None, refund=None).select_related("event", "person"))
    changes = [
        Change(
            thing=entry,
            before={"event": entry.event.slug, "person": person.number, "state": entry.state},
        )
        for entry in unused
    ]
    note_each(by=by, at=at, action="delete entry", changes=changes, why=why)
    Entry.objects.filter(pk__in=[entry.pk for entry in unused]).delete()


def _object_to_own_judge(*sides: QuerySet[Person]) -> None:
    for rows, others in (sides, sides[::-1]):
        played = GamePlayer.objects.filter(person__in=others).values("game")
        ruled = Game.objects.filter(acting_executor__person__in=rows, pk__in=played).first()
        if ruled is not None:
            raise Refusal(
                code="judged-the-other",
                sentence=_("One of the two was Acting Executor of %(ruled)s, in which the other played.")
                % {"ruled": ruled},
                rule=_("IV, reading 73: executors do not rule where they play."),
                remedy=_(
                    "They are two people. If not, the Managing Executor has to decide on that game first."
                ),
            )
