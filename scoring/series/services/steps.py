"""The steps of a series by name; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.series.services.places import decline_place, draw_for_places, settle_places
from tournaments.events.models.event import Event
from tournaments.series.models import Qualifier, Series
from tournaments.series.services import add_to_series


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What goes with a step: the event and its part, or whose place and why."""

    event: str = ""
    part: str = ""
    number: str = ""
    why: str = ""


Act = Callable[[Person, Series, Typed], object]


def _add(by: Person, series: Series, typed: Typed) -> Event:
    event = Event.objects.filter(slug=typed.event, club=series.club).first()
    if event is None:
        raise _unknown(
            _("There is no such event of this club."), "event", _("Choose one of the club's events.")
        )
    return add_to_series(by=by, event=event, series=series, part=typed.part)


def _decline(by: Person, series: Series, typed: Typed) -> list[Qualifier]:
    held = series.qualifiers.select_related("series__club", "person")
    qualifier = held.filter(person__number=typed.number.strip().upper()).first()
    if qualifier is None:
        raise _unknown(_("Nobody of that number has a place."), "number", _("Look at who qualified."))
    return decline_place(by=by, qualifier=qualifier, why=typed.why)


def _unknown(sentence: str, field: str, remedy: str) -> Refusal:
    return Refusal(
        code="series-unknown",
        sentence=sentence,
        rule="IV",
        remedy=remedy,
        status=422,
        facts={"field": field},
    )


SERIES_ACTS: dict[str, tuple[Act, str]] = {
    "add": (_add, _lazy("The event belongs to the series.")),
    "settle": (lambda by, series, typed: settle_places(by=by, series=series), _lazy("The places are given.")),
    "draw": (
        lambda by, series, typed: draw_for_places(by=by, series=series),
        _lazy("It is drawn; the seed stands below."),
    ),
    "decline": (_decline, _lazy("The place is given back, and the next in the order has it.")),
}
