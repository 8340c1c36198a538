"""Announcements as Atom (RFC 4287): what directors say at events that everybody may see.

Invariant: what was taken down or is over is no entry any more, and the feed was changed at that moment.
"""

from __future__ import annotations

import datetime as dt

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_with
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.pages.atom import NEVER, AtomFeed
from tournaments.events.models.announcement import Announcement
from tournaments.events.selectors.announcements import public_announcements

NEWEST = 50


class AnnouncementsFeed(AtomFeed[Announcement, Club | None]):
    """What stands now, the latest first, of all clubs or of one."""

    def get_object(self, request: HttpRequest, slug: str = "") -> Club | None:
        if not slug:
            return None
        club = club_with(slug)
        if club is None or club.approved_at is None:
            raise Http404(_("There is no club at this address."))
        return club

    def title(self, club: Club | None) -> str:
        return _("Announcements: %(whose)s") % {"whose": club.name if club else authority().name}

    def link(self, club: Club | None) -> str:
        return reverse("club", args=[club.slug]) if club else reverse("live")

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
