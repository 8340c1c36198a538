"""The condition of an event that asks for a degree, which only the ledger can answer.

Invariant: the degree that counts is the one held on the day of the entry, in the card game of the event;
whoever holds none is below Novice. Of a format without a card game, nobody holds one.
"""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person
from scoring.degree_names import RANKS, full_style
from scoring.recordings.models import DegreeHeld
from tournaments.events.entry_conditions import span_in_words
from tournaments.events.models.event import Event
from tournaments.formats.entry_condition_kinds import Body, ConditionKind, Unmet
from tournaments.formats.registry import format_named

BELOW_ALL = -1


def read(body: Body) -> dict[str, object]:
    limits = {name: body[name] for name in ("at_least", "at_most") if body.get(name)}
    unknown = [degree for degree in limits.values() if degree not in RANKS]
    if unknown or not limits:
        raise ValueError(_("Name the lowest degree, the highest, or both"))
    return limits


def words(body: Body) -> str:
    return _("with a degree of %(span)s.") % {"span": span_in_words(body)}


def unmet(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    card_game = format_named(event.format).card_game
    highest = _highest(person, card_game.slug, day) if card_game else None
    rank = RANKS[highest] if highest else BELOW_ALL
    least, most = (RANKS.get(body.get(name, "")) for name in ("at_least", "at_most"))
    if (least is None or rank >= least) and (most is None or rank <= most):
        return None
    return Unmet(
        sentence=_("%(person)s is %(degree)s.")
        % {
            "person": person.name,
            "degree": full_style(highest, card_game.slug) if highest and card_game else _("without a degree"),
        },
        remedy=_("Enter another event, or have your points recorded first.")
        if most is None or rank <= most
        else _("Enter another event."),
    )


def _highest(person: Person, card_game: str, day: dt.date) -> str | None:
    held = DegreeHeld.objects.filter(
        person__in=rows_of(person), card_game=card_game, until__isnull=True, since__lte=day
    )
    degree: str | None = held.order_by("-rank").values_list("degree", flat=True).first()
    return degree


DEGREE = ConditionKind(read=read, words=words, unmet=unmet)
