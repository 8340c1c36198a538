"""The places of a series: from certified results alone, handed to tournaments.

Invariants: places are given once every counting event is over and its games are certified; a correction in
the ledger counts until then, and a place once given stays. Who declines is replaced by the next at once.
Rule section: IV (level series playoff-consolation).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.draws import ordered_to_the_end
from rules_engine.series import Qualified
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.series.selectors import events_to_come, order_of, uncertified_games
from tournaments.events.permissions import may_register_event
from tournaments.games.seeds import new_seed
from tournaments.series.models import Qualifier, Series
from tournaments.series.services import WHO, keep_places, locked_series, mark_declined

RULE = "IV"


@transaction.atomic
def settle_places(*, by: Person, series: Series, at: dt.datetime | None = None) -> list[Qualifier]:
    """Give the places of the playoff and the consolation.

    Raises:
        Refusal: `draw-open`, `events-to-come`, `games-uncertified`, `not-allowed`.
    """
    at = moment(at)
    _require_runs(by, series, at)
    series = locked_series(series)
    _require_all_played(series, at)
    order = order_of(series)
    _require_settled(order)
    return _give(by, series, at, order)


@transaction.atomic
def draw_for_places(*, by: Person, series: Series, seed: str = "", at: dt.datetime | None = None) -> Series:
    """Let the system draw among those tied at a line, once everything that counts is played, from a seed
    that is kept.

    Where places are given already, and one of them was declined, whoever is drawn has it at once.

    Raises:
        Refusal: `events-to-come`, `games-uncertified`, `no-tie`, `not-allowed`.
    """
    at = moment(at)
    _require_runs(by, series, at)
    series = locked_series(series)
    if series.settled_at is None:
        _require_all_played(series, at)
    tied = order_of(series).open
    if not tied:
        raise Refusal(
            code="no-tie",
            sentence=_("Nobody is tied at the line."),
            rule=_("The draw is among those tied at the last place."),
            remedy=_("There is nothing to draw: see the order, and give the places."),
        )
    seed = seed or new_seed()
    drawn = {"tied": list(tied), "seed": seed, "rounds": ordered_to_the_end(seed, tied)}
    series.draws = [*series.draws, drawn]
    series.save(update_fields=["draws"])
    note(by=by, at=at, action="draw for places of a series", thing=series, after=drawn)
    if series.settled_at is not None:
        _give(by, series, at, order_of(series))
    return series


@transaction.atomic
def decline_place(
    *, by: Person, qualifier: Qualifier, why: str = "", at: dt.datetime | None = None
) -> list[Qualifier]:
    """Give a place back, one's own or for another; the next in the order takes it at once.

    Where the next are tied they draw for it.

    Raises:
        Refusal: `declined-already`, `not-allowed`.
    """
    at = moment(at)
    series = locked_series(qualifier.series)
    qualifier = series.qualifiers.select_related("person", "series__club").get(pk=qualifier.pk)
    mark_declined(by=by, at=at, qualifier=qualifier, why=why)
    return _give(by, series, at, order_of(series))


def _give(by: Person, series: Series, at: dt.datetime, order: Qualified) -> list[Qualifier]:
    """Who is not tied at a line has his place."""
    people = {
        person.number: person
        for person in Person.objects.filter(number__in=[*order.playoff, *order.consolation])
    }
    places = {ranked.player: ranked.place for ranked in order.ranking}
    return keep_places(
        by=by,
        at=at,
        series=series,
        places={
            Qualifier.Part.PLAYOFF: [people[player] for player in order.playoff],
            Qualifier.Part.CONSOLATION: [people[player] for player in order.consolation],
        },
        order={person.pk: places[number] for number, person in people.items()},
    )


def _require_all_played(series: Series, at: dt.datetime) -> None:
    _require_no_event_to_come(series, at)
    left = uncertified_games(series)
    if left:
        raise Refusal(
            code="games-uncertified",
            sentence=_("%(left)s of the games that count are not certified.") % {"left": left},
            rule=_("Only certified results qualify."),
            remedy=_("Wait until their Acting Executors have certified them."),
        )


def _require_no_event_to_come(series: Series, at: dt.datetime) -> None:
    coming = events_to_come(series, at)
    if coming:
        raise Refusal(
            code="events-to-come",
            sentence=ngettext(
                "%(names)s is still to come, or being played.",
                "%(names)s are still to come, or being played.",
                len(coming),
            )
            % {"names": ", ".join(event.name for event in coming)},
            rule=_("Places are given once every event that counts is over."),
            remedy=_("Wait for it, or take an event that is not held out of the series."),
            facts={"events": [event.slug for event in coming]},
        )


def _require_settled(order: Qualified) -> None:
    if order.open:
        raise Refusal(
            code="draw-open",
            sentence=_("%(count)s players are tied at a line.") % {"count": len(order.open)},
            rule=_("Ties at the last place are settled by a recorded draw, as announced."),
            remedy=_("Draw, then give the places."),
            facts={"tied": list(order.open)},
        )


def _require_runs(by: Person, series: Series, at: dt.datetime) -> None:
    require(
        may_register_event(by, day_of(at), series.club),
        what=_("give the places of this series"),
        who=WHO,
        rule=RULE,
    )
