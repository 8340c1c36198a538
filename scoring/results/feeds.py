"""Results as Atom (RFC 4287): whoever follows them is told by a reader of their own."""

from __future__ import annotations

import datetime as dt

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_with
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.pages.atom import AtomFeed
from scoring.results.selectors.results import ToldResult, results_as_told

NEWEST = 30


class ResultsFeed(AtomFeed[ToldResult, Club | None]):
    """The games certified last, of all clubs or of one."""

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

    def items(self, club: Club | None) -> tuple[ToldResult, ...]:
        return results_as_told(limit=NEWEST, club_slug=club.slug if club else "")

    def item_title(self, item: ToldResult) -> str:
        return f"{item.result.event_name}, {item.result.game_label}"

    def item_text(self, item: ToldResult) -> str:
        return "; ".join(
            _("%(place)s. %(name)s, %(points)s points")
            % {"place": placing.place, "name": placing.name, "points": placing.points}
            for placing in item.result.placings
        )

    def item_link(self, item: ToldResult) -> str:
        game = f"{item.result.game_number}{item.result.game_group}"
        return reverse("game", args=[item.result.event_slug, game])

    def item_pubdate(self, item: ToldResult) -> dt.datetime:
        return item.certified_at

    def item_updateddate(self, item: ToldResult) -> dt.datetime:
        return item.changed_at
