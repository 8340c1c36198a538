"""Series of events: announced with the way in which one qualifies, their places given and declined.

Invariants: who may qualify how is fixed by the announcement; the places come from certified results, which
`scoring.series.services.places` alone knows, and only in the order that the law gives.
Rule section: IV (level series playoff-consolation).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from rules_engine.series import BASES, TIES
from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.clubs.models import Club
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import address_of, visible
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_register_event
from tournaments.events.services.locks import locked_event
from tournaments.games.models import Game
from tournaments.series.models import Qualifier, Series

RULE = "IV"
QUALIFIED = "qualified"
WHO = _lazy("an officer or director of the club")


@looks_again
def announce_series(
    *,
    by: Person,
    club: Club,
    name: str,
    basis: str,
    playoff: int,
    consolation: int = 0,
    ties: str = Series.Ties.DRAW,
    at: dt.datetime | None = None,
) -> Series:
    """Announce who will qualify and how many, before anybody has played for it; it is never changed.

    Raises:
        Refusal: `name-invisible`, `name-unreadable`, `not-allowed`, `series-unreadable`.
    """
    at = moment(at)
    _require_runs(by, at, club, _("announce series of this club"))
    slug = address_of(name, 80)
    if Series.objects.filter(slug=slug).exists():
        raise _unreadable(_("There is already a series with this name."), "name")
    if basis not in BASES:
        raise _unreadable(_("Players cannot qualify by “%(basis)s”.") % {"basis": basis}, "basis")
    if ties not in TIES:
        raise _unreadable(_("Ties cannot be settled by “%(ties)s”.") % {"ties": ties}, "ties")
    if playoff < FEWEST_PLAYERS:
        raise _unreadable(
            _("A playoff needs %(fewest_players)s players at least.") % {"fewest_players": FEWEST_PLAYERS},
            "playoff",
        )
    if consolation and consolation < FEWEST_PLAYERS:
        raise _unreadable(
            _("A consolation needs %(fewest_players)s players, or none.")
            % {"fewest_players": FEWEST_PLAYERS},
            "consolation",
        )
    series = Series.objects.create(
        club=club,
        name=visible(name, "name"),
        slug=slug,
        basis=basis,
        playoff=playoff,
        consolation=consolation,
        ties=ties,
        announced_by=by,
        announced_at=at,
    )
    after = {"basis": basis, "playoff": playoff, "consolation": consolation, "ties": ties}
    note(by=by, at=at, action="announce series", thing=series, after=after)
    return series


@looks_again
def add_to_series(
    *, by: Person, event: Event, series: Series, part: str, at: dt.datetime | None = None
) -> Event:
    """Make an event count, or be the playoff or the consolation, which only those enter who qualify.

    Raises:
        Refusal: `event-cancelled`, `not-allowed`, `not-for-this-series`, `not-the-level`, `series-settled`,
            `series-unreadable`.
    """
    at = moment(at)
    _require_runs(by, at, event.club, _("add events to a series"))
    series = locked_series(series)
    event = locked_event(event)
    if part not in Event.SeriesPart.values:
        raise _unreadable(_("A series has no part “%(part)s”.") % {"part": part}, "part")
    if event.club_id != series.club_id or event.series is not None or event.games.exists():
        raise Refusal(
            code="not-for-this-series",
            sentence=_("%(event)s belongs to another club, is already in a series, or has begun.")
            % {"event": event.name},
            rule=_("A series is made of events of its club, added before they begin."),
            remedy=_("Choose another event."),
        )
    if event.cancelled_at is not None:
        raise Refusal(
            code="event-cancelled",
            sentence=_("%(event)s is cancelled.") % {"event": event.name},
            rule=_("A series is made of events that are held."),
            remedy=_("Choose another event."),
        )
    level = event.sanction.level if event.sanction else None
    if part != Event.SeriesPart.ORDINARY and level is not None and not level.playoff:
        raise Refusal(
            code="not-the-level",
            sentence=_("%(event)s is sanctioned as %(level)s.") % {"event": event.name, "level": level},
            rule=_("IV: playoffs and consolations have a level of their own."),
            remedy=_("Apply for a sanction at that level."),
        )
    if part == Event.SeriesPart.ORDINARY and series.settled_at is not None:
        raise Refusal(
            code="series-settled",
            sentence=_("The places of %(series)s have been given.") % {"series": series.name},
            rule=_("Events count until the places are given."),
            remedy=_("Announce another series."),
        )
    event.series, event.series_part = series, Event.SeriesPart(part)
    if part != Event.SeriesPart.ORDINARY:
        body = {"kind": QUALIFIED, "series": series.slug, "part": part}
        event.entry_conditions = [*event.entry_conditions, body]
    event.save(update_fields=["series", "series_part", "entry_conditions"])
    note(by=by, at=at, action="add to series", thing=event, after={"series": series.slug, "part": part})
    return event


@looks_again
def take_out_of_series(*, by: Person, event: Event, series: Series, at: dt.datetime | None = None) -> Event:
    """Let an event stand by itself again, as long as it has not begun and no place is given.

    Raises:
        Refusal: `event-begun`, `not-allowed`, `not-in-this-series`, `series-settled`.
    """
    at = moment(at)
    _require_runs(by, at, series.club, _("take events out of a series"))
    series = locked_series(series)
    event = locked_event(event)
    if event.series_id != series.pk:
        raise Refusal(
            code="not-in-this-series",
            sentence=_("%(event)s is not part of %(series)s.") % {"event": event.name, "series": series.name},
            rule=_("Only what is part of a series is taken out of it."),
            remedy=_("See its events."),
        )
    if series.settled_at is not None:
        raise Refusal(
            code="series-settled",
            sentence=_("The places of %(series)s have been given.") % {"series": series.name},
            rule=_("An event is taken out of a series while no place is given."),
            remedy=_("Leave it, or cancel the event."),
        )
    if event.games.exclude(state=Game.State.VOID).exists():
        raise Refusal(
            code="event-begun",
            sentence=_("%(event)s has begun.") % {"event": event.name},
            rule=_("Events are put into a series, and taken out of it, before they begin."),
            remedy=_("Leave it in the series."),
        )
    part, event.series, event.series_part = event.series_part, None, ""
    event.entry_conditions = [
        condition
        for condition in event.entry_conditions
        if (condition.get("kind"), condition.get("series")) != (QUALIFIED, series.slug)
    ]
    event.save(update_fields=["series", "series_part", "entry_conditions"])
    before = {"series": series.slug, "part": part}
    note(by=by, at=at, action="take out of series", thing=event, before=before, after={"series": None})
    return event


def keep_places(
    *,
    by: Person,
    at: dt.datetime,
    series: Series,
    places: Mapping[str, Sequence[Person]],
    order: Mapping[int, int],
) -> list[Qualifier]:
    """Write who has a place, by part, and his place in the order by person; the series is locked.

    Somebody of the consolation may move up to the playoff; nobody who has a place loses it.
    """
    held = {qualifier.person_id: qualifier for qualifier in series.qualifiers.all()}
    qualifiers = []
    for part, people in places.items():
        for person in people:
            qualifier = held.get(person.pk)
            if qualifier is not None and (
                qualifier.part == part or qualifier.state == Qualifier.State.DECLINED
            ):
                continue
            qualifier = qualifier or Qualifier(series=series, person=person)
            qualifier.part, qualifier.place, qualifier.since = part, order[person.pk], at
            qualifier.save()
            qualifiers.append(qualifier)
    series.settled_at = series.settled_at or at
    series.save(update_fields=["settled_at"])
    names: dict[str, object] = {qualifier.person.number: qualifier.part for qualifier in qualifiers}
    note(by=by, at=at, action="give places of a series", thing=series, after={"places": names})
    return qualifiers


def mark_declined(*, by: Person, at: dt.datetime, qualifier: Qualifier, why: str) -> Qualifier:
    """Write that a place was declined; the series is locked, the results give the place to the next.

    Raises:
        Refusal: `declined-already`, `not-allowed`.
    """
    if by.pk != qualifier.person_id:
        _require_runs(by, at, qualifier.series.club, _("decline for others"))
    if qualifier.state == Qualifier.State.DECLINED:
        raise Refusal(
            code="declined-already",
            sentence=_("%(person)s has already declined.") % {"person": qualifier.person.name},
            rule=RULE,
            remedy=_("There is nothing to do."),
        )
    qualifier.state, qualifier.declined_at = Qualifier.State.DECLINED, at
    qualifier.save(update_fields=["state", "declined_at"])
    note(by=by, at=at, action="decline place", thing=qualifier, why=why, after={"part": qualifier.part})
    return qualifier


def locked_series(series: Series) -> Series:
    Series.objects.select_for_update(no_key=True).get(pk=series.pk)
    return Series.objects.select_related("club").get(pk=series.pk)


def _require_runs(by: Person, at: dt.datetime, club: Club, what: str) -> None:
    require(may_register_event(by, day_of(at), club), what=what, who=WHO, rule=RULE)


def _unreadable(sentence: str, field: str) -> Refusal:
    return Refusal(
        code="series-unreadable",
        sentence=sentence,
        rule=_("A series says when it is announced who qualifies and how many."),
        remedy=_("Correct it. It cannot be changed once announced."),
        status=422,
        facts={"field": field},
    )
