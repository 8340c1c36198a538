"""Feeds of all clubs or of one."""

from __future__ import annotations

from typing import TypeVar

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_with
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.pages.atom import AtomFeed

Told = TypeVar("Told")


class ClubsFeed(AtomFeed[Told, Club | None]):
    """`page` is the name of the page about all clubs, `titled` the title with a place for `whose`."""

    page: str

    def titled(self) -> str:
        raise NotImplementedError

    def get_object(self, request: HttpRequest, slug: str = "") -> Club | None:
        if not slug:
            return None
        club = club_with(slug)
        if club is None or club.approved_at is None:
            raise Http404(_("There is no club at this address."))
        return club

    def title(self, club: Club | None) -> str:
        return self.titled() % {"whose": club.name if club else authority().name}

    def link(self, club: Club | None) -> str:
        return reverse("club", args=[club.slug]) if club else reverse(self.page)
