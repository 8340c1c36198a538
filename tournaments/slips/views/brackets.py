"""The bracket of an event, drawn as a tree and told match by match; it renews itself."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.self_renewing import Context, alike_for_all, renewed_for_all
from tournaments.slips.bracket_drawing import SIZES, drawn
from tournaments.slips.selectors.brackets import event_bracket
from tournaments.tables.selectors.stamps import board_stamp


@alike_for_all
@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Who meets whom, from the first stage to the final."""

    def shown() -> tuple[Context, Context]:
        tree = event_bracket(slug)
        if tree is None:
            raise Http404(_("There is no such event with a bracket."))
        drawing = drawn(tree.stages, tree.third, tree.third_title, SIZES)
        return {"bracket": tree, "section": "live"}, {"bracket": tree, "drawing": drawing}

    return renewed_for_all(
        request,
        board_stamp(slug),
        whole="tournaments/slips/bracket.html",
        part="tournaments/slips/bracket_part.html",
        shown=shown,
    )
