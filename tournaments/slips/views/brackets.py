"""The bracket of an event, drawn as a tree and told match by match; it renews itself."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.self_renewing import asks_for_part, renewed
from tournaments.slips.bracket_drawing import SIZES, drawn
from tournaments.slips.selectors.brackets import event_bracket
from tournaments.tables.selectors.stamps import board_stamp


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Who meets whom, from the first stage to the final."""

    def page(etag: str) -> HttpResponse:
        tree = event_bracket(slug)
        if tree is None:
            raise Http404(_("No event with a bracket has this address."))
        context = {
            "bracket": tree,
            "drawing": drawn(tree.stages, tree.third, tree.third_title, SIZES),
            "etag": etag,
            "section": "live",
        }
        template = (
            "tournaments/slips/bracket_part.html"
            if asks_for_part(request)
            else "tournaments/slips/bracket.html"
        )
        return render(request, template, context)

    return renewed(request, board_stamp(slug), page)
