"""Published rosters as Atom (RFC 4287)."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _

from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.pages.atom import AtomFeed
from scoring.rosters.selectors.told import ToldRoster, rosters_as_told


class RostersFeed(AtomFeed[ToldRoster, None]):
    """What the public sees, the latest first."""

    link = reverse_lazy("rosters")

    def title(self) -> str:
        return _("Rosters: %(whose)s") % {"whose": authority().name}

    def items(self) -> tuple[ToldRoster, ...]:
        return rosters_as_told()

    def item_title(self, item: ToldRoster) -> str:
        return item.roster.title

    def item_text(self, item: ToldRoster) -> str:
        head = item.roster
        return _("%(players)s players, %(points)s points") % {"players": head.players, "points": head.points}

    def item_link(self, item: ToldRoster) -> str:
        return reverse("roster", args=[item.roster.key])

    def item_pubdate(self, item: ToldRoster) -> dt.datetime:
        return item.published_at

    def item_updateddate(self, item: ToldRoster) -> dt.datetime:
        return item.changed_at
