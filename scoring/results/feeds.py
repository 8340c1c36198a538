"""Results as Atom (RFC 4287): whoever follows them is told by a reader of their own."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.clubs.feeds import ClubsFeed
from sanctioning.clubs.models import Club
from scoring.results.selectors.results import ToldResult, results_as_told

NEWEST = 30


class ResultsFeed(ClubsFeed[ToldResult]):
    """The games certified last, of all clubs or of one."""

    page = "results"

    def titled(self) -> str:
        return _("Results: %(whose)s")

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
