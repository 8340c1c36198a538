"""Every public page, for search engines (the Sitemap protocol of sitemaps.org)."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from sanctioning.clubs.models import Club
from sanctioning.identity.lookup import listed
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.rosters.selectors.rosters import RosterHead, rosters
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import visible_events
from tournaments.series.models import Series

A_FILE: Final = 5000
"""So many addresses stand in one file; the index names the files."""

if TYPE_CHECKING:
    OfPages = Sitemap[str]
    OfEvents = Sitemap[Event]
    OfGames = Sitemap[Certification]
    OfClubs = Sitemap[Club]
    OfPlayers = Sitemap[Person]
    OfSeries = Sitemap[Series]
    OfRosters = Sitemap[RosterHead]
else:
    # Its type takes parameters in the stubs alone.
    OfPages = OfEvents = OfGames = OfClubs = OfPlayers = OfSeries = OfRosters = Sitemap


class Pages(OfPages):
    def items(self) -> list[str]:
        return [
            "front",
            "live",
            "calendar",
            "results",
            "players",
            "clubs",
            "rosters",
            "all-series",
            "case-book",
            "help",
        ]

    def location(self, item: str) -> str:
        return reverse(item)


class Events(OfEvents):
    limit = A_FILE

    def items(self) -> QuerySet[Event]:
        return visible_events(None).order_by("pk").only("slug")

    def location(self, item: Event) -> str:
        return reverse("event", args=[item.slug])


class Games(OfGames):
    """Certified ones, by the day of the version that is in force."""

    limit = A_FILE

    def items(self) -> QuerySet[Certification]:
        fields = ("at", "game__number", "game__group", "game__event__slug")
        certified = Certification.objects.filter(current=True).select_related("game__event")
        return certified.order_by("pk").only(*fields)

    def location(self, item: Certification) -> str:
        return reverse("game", args=[item.game.event.slug, f"{item.game.number}{item.game.group}"])

    def lastmod(self, item: Certification) -> dt.datetime:
        return item.at


class Clubs(OfClubs):
    limit = A_FILE

    def items(self) -> QuerySet[Club]:
        return Club.objects.filter(state=Club.State.APPROVED).order_by("pk").only("slug")

    def location(self, item: Club) -> str:
        return reverse("club", args=[item.slug])


class Players(OfPlayers):
    """Those who chose to be listed."""

    limit = A_FILE

    def items(self) -> QuerySet[Person]:
        return listed().order_by("pk").only("number")

    def location(self, item: Person) -> str:
        return reverse("player", args=[item.number])


class AllSeries(OfSeries):
    limit = A_FILE

    def items(self) -> QuerySet[Series]:
        return Series.objects.order_by("pk").only("slug")

    def location(self, item: Series) -> str:
        return reverse("series", args=[item.slug])


class Rosters(OfRosters):
    def items(self) -> tuple[RosterHead, ...]:
        return rosters()

    def location(self, item: RosterHead) -> str:
        return reverse("roster", args=[item.key])

    def lastmod(self, item: RosterHead) -> dt.datetime | None:
        return item.published_at


SITEMAPS: Final[dict[str, type[Sitemap[Any]]]] = {
    "pages": Pages,
    "events": Events,
    "games": Games,
    "clubs": Clubs,
    "players": Players,
    "series": AllSeries,
    "rosters": Rosters,
}
