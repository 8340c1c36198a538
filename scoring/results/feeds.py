"""Results as Atom (RFC 4287): whoever follows them is told by a reader of their own."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_with
from sanctioning.kit.installation.selectors import authority
from scoring.results.selectors.results import ResultLine, latest_results

NEWEST = 30

if TYPE_CHECKING:
    OfFeed = Feed[ResultLine, Club | None]
else:
    # Its type takes parameters in the stubs alone.
    OfFeed = Feed


class ResultsFeed(OfFeed):
    """The games certified last, of all clubs or of one."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str = "") -> Club | None:
        if not slug:
            return None
        club = club_with(slug)
        if club is None or club.approved_at is None:
            raise Http404(_("There is no club at this address."))
        return club

    def title(self, club: Club | None) -> str:
        return _("Results: %(whose)s") % {"whose": club.name if club else authority().name}

    def link(self, club: Club | None) -> str:
        return reverse("club", args=[club.slug]) if club else reverse("results")

    def items(self, club: Club | None) -> tuple[ResultLine, ...]:
        return latest_results(limit=NEWEST, club_slug=club.slug if club else "")

    def item_title(self, item: ResultLine) -> str:
        return f"{item.event_name}, {item.game_label}"

    def item_description(self, item: ResultLine) -> str:
        return "; ".join(
            _("%(place)s. %(name)s, %(points)s points")
            % {"place": placing.place, "name": placing.name, "points": placing.points}
            for placing in item.placings
        )

    def item_link(self, item: ResultLine) -> str:
        return reverse("game", args=[item.event_slug, f"{item.game_number}{item.game_group}"])

    def item_pubdate(self, item: ResultLine) -> dt.datetime:
        return _midnight(item.certified_on)

    def item_updateddate(self, item: ResultLine) -> dt.datetime:
        return _midnight(item.certified_on)


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), dt.UTC)
