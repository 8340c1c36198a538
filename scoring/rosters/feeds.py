"""Published rosters as Atom (RFC 4287)."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from django.contrib.syndication.views import Feed
from django.urls import reverse, reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from sanctioning.kit.installation.selectors import authority
from scoring.rosters.selectors.rosters import RosterHead, rosters

if TYPE_CHECKING:
    OfFeed = Feed[RosterHead, None]
else:
    # Its type takes parameters in the stubs alone.
    OfFeed = Feed


class RostersFeed(OfFeed):
    """What the public sees, the latest first."""

    feed_type = Atom1Feed
    link = reverse_lazy("rosters")

    def title(self) -> str:
        return _("Rosters: %(whose)s") % {"whose": authority().name}

    def items(self) -> tuple[RosterHead, ...]:
        return rosters()

    def item_title(self, item: RosterHead) -> str:
        return item.title

    def item_description(self, item: RosterHead) -> str:
        return _("%(players)s players, %(points)s points") % {"players": item.players, "points": item.points}

    def item_link(self, item: RosterHead) -> str:
        return reverse("roster", args=[item.key])

    def item_pubdate(self, item: RosterHead) -> dt.datetime | None:
        return item.published_at

    item_updateddate = item_pubdate
