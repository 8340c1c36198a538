"""What is asked before places of a series are drawn for, given, or given back: each is final.

Invariants: the question names who gets a place, or who draws for one, and says where nobody does.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_name
from sanctioning.kit.pages.asking_first import Question
from scoring.series.selectors import order_of, somebody_is_next
from tournaments.series.models import Qualifier, Series


def about_giving(series: Series, stay: str) -> Question:
    order = order_of(series)
    people = people_by_number([*order.playoff, *order.consolation])

    def names(numbers: Iterable[str]) -> str:
        return ", ".join(public_name(people[number]) for number in numbers) or _("nobody")

    parts = [_("Playoff: %(names)s.") % {"names": names(order.playoff)}]
    if series.consolation:
        parts.append(_("Consolation: %(names)s.") % {"names": names(order.consolation)})
    parts.append(_("No later result changes these places, and no further event counts."))
    return Question(
        title=_("Give the places of %(series)s?") % {"series": series.name},
        help=" ".join(parts),
        button=_("Give the places"),
        stay=stay,
    )


def about_drawing(series: Series, stay: str) -> Question:
    tied = order_of(series).open
    people = people_by_number(tied)
    names = ", ".join(public_name(people[number]) for number in tied)
    return Question(
        title=_("Draw among those tied in %(series)s?") % {"series": series.name},
        help=_(
            "%(names)s draw for the last place. The draw is kept with its seed and decides: nobody draws "
            "again."
        )
        % {"names": names},
        button=_("Draw among those tied"),
        stay=stay,
    )


def about_declining(qualifier: Qualifier, stay: str) -> Question:
    follows = (
        _("The next in the order gets it at once.")
        if somebody_is_next(qualifier.series, qualifier)
        else _("Nobody is next in the order: it stays free.")
    )
    return Question(
        title=_("Decline the place of %(person)s?") % {"person": public_name(qualifier.person)},
        help=f"{qualifier.get_part_display().capitalize()}. {follows}",
        button=_("Decline the place"),
        stay=stay,
    )
