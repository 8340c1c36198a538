"""Events: registered by those who run a club, sanctioned by the authority, entered by players."""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import address_of, visible, zone_named
from sanctioning.law.models.levels import EventType, Level
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import draft_sanction, submit_sanction
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_register_event, may_run_event
from tournaments.events.terms import FIRST_YEAR, LAST_YEAR, ORDINARY, EventTerms, check_terms, in_the_calendar
from tournaments.formats.registry import HOME_FORMAT, format_named

LONGEST_REASON = 300
CAME_TO_NOTHING = (Sanction.State.REFUSED, Sanction.State.WITHDRAWN, Sanction.State.EXPIRED)


@looks_again
def register_event(
    *,
    by: Person,
    club: Club,
    name: str,
    place: str,
    starts_at: dt.datetime,
    ends_at: dt.datetime,
    time_zone: str,
    format_slug: str = HOME_FORMAT,
    description: str = "",
    terms: EventTerms = ORDINARY,
    at: dt.datetime | None = None,
) -> Event:
    """Register an event of a club; `terms` say how many games, for what fee, and who may enter when.

    Raises:
        Refusal: `event-ends-before-it-begins`, `event-is-past`, `event-name-taken`,
            `event-out-of-the-calendar`, `event-terms`, `format-unknown`, `name-invisible`, `name-unreadable`,
            `not-allowed`, `time-zone-unknown`.
    """
    at = moment(at)
    require_may_register(by=by, club=club, at=at)
    format_named(format_slug)
    name, place = visible(name, "name"), visible(place, "place")
    slug = address_of(name, 80)
    require_free_name(name=name, club=club)
    zone_named(time_zone, _("An event"))
    require_times(starts_at, ends_at)
    require_to_come(starts_at, time_zone, at)
    check_terms(terms, last_day=ends_at.astimezone(ZoneInfo(time_zone)).date())
    event = Event.objects.create(
        club=club,
        name=name,
        slug=slug,
        description=description,
        place=place,
        starts_at=starts_at,
        ends_at=ends_at,
        time_zone=time_zone,
        format=format_slug,
        registered_by=by,
        registered_at=at,
        **asdict(terms),
    )
    after = {"slug": slug, "club": club.slug, **terms.changed()}
    note(by=by, at=at, action="register event", thing=event, after=after)
    return event


@transaction.atomic
def apply_for_sanction(
    *,
    by: Person,
    event: Event,
    level: Level,
    event_type: EventType,
    kind: str = Sanction.Kind.EVENT,
    grounds: str = "",
    submit: bool = True,
    at: dt.datetime | None = None,
) -> Sanction:
    """Draft the application of an event and send it in, unless that is left for later.

    After one that came to nothing an event may apply again.

    Raises:
        Refusal: `event-cancelled`, `sanction-asked-for`, `sanction-state` and what `draft_sanction` raises.
    """
    at = moment(at)
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if event.cancelled_at is not None:
        raise Refusal(
            code="event-cancelled",
            sentence=_("%(event)s is cancelled.") % {"event": event.name},
            rule="IV",
            remedy=_("Register another event."),
        )
    if event.sanction and event.sanction.state not in CAME_TO_NOTHING:
        raise Refusal(
            code="sanction-asked-for",
            sentence=_("A sanction for %(event)s is already %(state)s.")
            % {"event": event.name, "state": event.sanction.get_state_display()},
            rule="IV",
            remedy=_("Wait for the decision, or withdraw the application."),
        )
    sanction = draft_sanction(
        by=by,
        club=event.club,
        level=level,
        event_type=event_type,
        format_slug=event.format,
        purpose=event.name,
        kind=kind,
        grounds=grounds,
        at=at,
    )
    event.sanction = sanction
    event.save(update_fields=["sanction"])
    note(by=by, at=at, action="apply for sanction", thing=event, after={"sanction": sanction.pk})
    return submit_sanction(by=by, sanction=sanction, at=at) if submit else sanction


def keep_what_was_played(sanction: Sanction) -> None:
    """Object to a cancellation once a game of the event is open; called under the sanction's lock.

    Raises:
        Refusal: `games-opened`.
    """
    event = Event.objects.select_for_update(no_key=True).filter(sanction=sanction).first()
    if event is not None and event.games.exists():
        raise Refusal(
            code="games-opened",
            sentence=_("%(event)s already has games.") % {"event": event.name},
            rule=_("A sanction can be cancelled until it is used; what was played keeps it."),
            remedy=_("Let the games be finished, or ask the Managing Executor for a ruling."),
        )


def keep_what_is_to_come(club: Club, at: dt.datetime) -> None:
    """Object to the closing of a club that has a sanctioned event still to hold.

    Raises:
        Refusal: `events-to-come`.
    """
    granted = Sanction.State.GRANTED
    coming = club.events.filter(ends_at__gte=at, sanction__state=granted, cancelled_at=None).first()
    if coming is not None:
        raise Refusal(
            code="events-to-come",
            sentence=_("%(club)s still has to hold %(coming)s.") % {"club": club.name, "coming": coming.name},
            rule=_("A club can close once its sanctioned events are over or cancelled."),
            remedy=_("Cancel the event, or close the club after it."),
        )


def require_may_register(*, by: Person, club: Club, at: dt.datetime) -> None:
    """Refuse whoever registers no events of the club, before anything that he sends is read.

    Raises:
        Refusal: `not-allowed`.
    """
    require(
        may_register_event(by, day_of(at), club),
        what=_("register events of this club"),
        who=_("an officer or director of the club"),
        rule="IV",
    )


def require_runs(by: Person, at: dt.datetime, event: Event, what: str) -> None:
    require(
        may_run_event(by, day_of(at), event),
        what=what,
        who=_("an officer or director of the club"),
        rule="IV",
    )


def require_times(starts_at: dt.datetime, ends_at: dt.datetime) -> None:
    if not in_the_calendar(starts_at, ends_at):
        raise Refusal(
            code="event-out-of-the-calendar",
            sentence=_("No event can be held from %(first_year)s to %(last_year)s.")
            % {"first_year": starts_at.year, "last_year": ends_at.year},
            rule=_("Events are held in the years from %(first_year)s to %(last_year)s.")
            % {"first_year": FIRST_YEAR, "last_year": LAST_YEAR},
            remedy=_("Check the years of both days."),
            status=422,
        )
    if ends_at < starts_at:
        raise Refusal(
            code="event-ends-before-it-begins",
            sentence=_("The event would end before it begins."),
            rule=_("An event does not end before it begins."),
            remedy=_("Check both times."),
            status=422,
        )


def require_to_come(starts_at: dt.datetime, time_zone: str, at: dt.datetime) -> None:
    """Refuse an event of a day that is over where it is held; one of today may still be registered."""
    zone = ZoneInfo(time_zone)
    if starts_at.astimezone(zone).date() < at.astimezone(zone).date():
        raise Refusal(
            code="event-is-past",
            sentence=_("The event's first day has passed."),
            rule=_("IV: an event is sanctioned before it is played, never afterwards."),
            remedy=_("Check the date. Games played without a sanction win no points."),
            status=422,
        )


def require_free_name(*, name: str, club: Club) -> None:
    """Refuse a name that is taken, and say by what if it is the club's own."""
    standing = Event.objects.filter(slug=address_of(name, 80)).select_related("club").first()
    if standing is None:
        return
    own = standing.club_id == club.pk
    raise Refusal(
        code="event-name-taken",
        sentence=_("%(club)s has already registered %(event)s.")
        % {"club": standing.club.name, "event": standing.name}
        if own
        else _("There is already an event with this name."),
        rule=_("Each event has its own name."),
        remedy=_("If it is the same event, continue with it. Otherwise add the town or the year to the name.")
        if own
        else _("Add the town or the year to the name."),
        facts={"event": standing.slug} if own else {},
    )
