"""What is done with a series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_name
from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.series.selectors import drawn_order, order_of
from scoring.series.services.places import decline_place, draw_for_places, settle_places
from tournaments.events.models.event import Event
from tournaments.series.models import Qualifier, Series
from tournaments.series.services import add_to_series, take_out_of_series


@dataclass(frozen=True, slots=True)
class SeriesStep:
    """The event and its part, or whose place and why."""

    event: str = words(80)
    part: str = words(12)
    number: str = words(20)
    why: str = words(300)


def _add(by: Person, series: Series, asked: SeriesStep) -> Event:
    return add_to_series(by=by, event=_event(series, asked), series=series, part=asked.part)


def _take_out(by: Person, series: Series, asked: SeriesStep) -> Event:
    return take_out_of_series(by=by, event=_event(series, asked), series=series)


def _event(series: Series, asked: SeriesStep) -> Event:
    event = Event.objects.filter(slug=asked.event, club=series.club).first()
    if event is None:
        raise _unknown(
            _("There is no such event of this club."), "event", _("Choose one of the club's events.")
        )
    return event


@dataclass(frozen=True, slots=True)
class Declined:
    """Who has the place now, and whether those who are next are tied."""

    now_held_by: tuple[str, ...]
    tied: bool

    def __str__(self) -> str:
        if self.now_held_by:
            sentence = ngettext(
                "The place is given back. %(names)s has it now.",
                "The place is given back. %(names)s have it now.",
                len(self.now_held_by),
            )
            return sentence % {"names": ", ".join(self.now_held_by)}
        if self.tied:
            return _("The place is given back. The next in the order are tied: let them draw for it.")
        return _("The place is given back. Nobody is next in the order: it stays free.")


@dataclass(frozen=True, slots=True)
class Drawn:
    """The order that a draw gave, and who has a place by it already."""

    order: tuple[str, ...]
    now_held_by: tuple[str, ...]

    def __str__(self) -> str:
        drawn = _("Drawn, in this order: %(names)s.") % {"names": ", ".join(self.order)}
        if not self.now_held_by:
            return drawn
        gained = ngettext(
            "%(names)s has the place now.", "%(names)s have the places now.", len(self.now_held_by)
        )
        return f"{drawn} {gained % {'names': ', '.join(self.now_held_by)}}"


def _draw(by: Person, series: Series, asked: SeriesStep) -> Drawn:
    held = set(series.qualifiers.values_list("pk", flat=True))
    drawn = draw_for_places(by=by, series=series)
    order = drawn_order(drawn.draws[-1])
    people = people_by_number(order)
    gained = drawn.qualifiers.exclude(pk__in=held).select_related("person").order_by("place", "pk")
    return Drawn(
        order=tuple(public_name(people[number]) for number in order),
        now_held_by=tuple(public_name(qualifier.person) for qualifier in gained),
    )


def _decline(by: Person, series: Series, asked: SeriesStep) -> Declined:
    qualifier = qualifier_meant(series, asked)
    gained = decline_place(by=by, qualifier=qualifier, why=asked.why)
    names = tuple(public_name(other.person) for other in gained if other.part == qualifier.part)
    return Declined(now_held_by=names, tied=bool(order_of(series).open))


def qualifier_meant(series: Series, asked: SeriesStep) -> Qualifier:
    """Whose place it is, by the member number; a refusal where nobody has one."""
    held = series.qualifiers.select_related("series__club", "person")
    qualifier = held.filter(person__number=asked.number.upper()).first()
    if qualifier is None:
        raise _unknown(_("Nobody with that number has a place."), "number", _("See who qualified."))
    return qualifier


def _unknown(sentence: str, field: str, remedy: str) -> Refusal:
    return Refusal(
        code="series-unknown", sentence=sentence, rule="IV", remedy=remedy, status=422, facts={"field": field}
    )


SERIES_COMMANDS: Final = Commands[Series, SeriesStep, object](
    SeriesStep,
    {
        "add": Command(_add, _lazy("The event is now part of the series.")),
        "take-out": Command(_take_out, _lazy("The event is no longer part of the series.")),
        "settle": Command(
            lambda by, series, asked: settle_places(by=by, series=series), _lazy("The places are given.")
        ),
        "draw": Command(_draw, str),
        "decline": Command(_decline, str),
    },
)
