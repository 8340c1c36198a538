"""Announcements as Atom (RFC 4287): what directors say at events that everybody may see.

Invariant: what was taken down or is over is no entry any more, and the feed was changed at that moment.
"""

from __future__ import annotations

import datetime as dt

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.clubs.feeds import ClubsFeed
from sanctioning.clubs.models import Club
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.pages.atom import NEVER
from tournaments.events.models.announcement import Announcement
from tournaments.events.selectors.announcements import public_announcements

NEWEST = 50


class AnnouncementsFeed(ClubsFeed[Announcement]):
    """What stands now, the latest first, of all clubs or of one."""

    page = "live"

    def titled(self) -> str:
        return _("Announcements: %(whose)s")

    def items(self, club: Club | None) -> tuple[Announcement, ...]:
        return public_announcements(club=club, limit=NEWEST).standing

    def changed_at(self, club: Club | None) -> dt.datetime:
        return public_announcements(club=club, limit=0).changed_at or NEVER

    def item_title(self, item: Announcement) -> str:
        return item.event.name

    def item_text(self, item: Announcement) -> str:
        return item.text

    def item_link(self, item: Announcement) -> str:
        return reverse("announcements", args=[item.event.slug])

    def item_guid(self, item: Announcement) -> str:
        return link_to(f"{self.item_link(item)}#announcement-{item.pk}")

    def item_pubdate(self, item: Announcement) -> dt.datetime:
        return item.at

    item_updateddate = item_pubdate
