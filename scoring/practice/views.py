"""Practice: the page that begins it, its guide, the robots' buttons, and throwing away."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import without_key
from scoring.practice.access import account_of, forget_key, keep_key, kept_keys, origin_of, own_practices
from scoring.practice.addresses import address_in
from scoring.practice.models import Practice
from scoring.practice.roles import DIRECTOR, EXECUTOR, PLAYER, ROLES
from scoring.practice.selectors import Guide, PracticeTable, guide_of
from scoring.practice.services.practices import (
    KEPT_FOR,
    ROBOT_ACTS,
    PracticeGone,
    begin_practice,
    let_robots_play,
    throw_away,
)
from tournaments.events.addresses import GameLabel


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """What practice is, one's own practice events, and the one click that makes another."""
    if request.method != "POST":
        return render(request, "scoring/practice/practice.html", _front(request))
    by = account_of(request)
    try:
        begun = begin_practice(by=by, own=kept_keys(request), origin=origin_of(request))
    except Refusal as refusal:
        context = {**_front(request), "refusal": refusal}
        return render(request, "scoring/practice/practice.html", context, status=refusal.status)
    if by is None:
        keep_key(request, begun.key)
    return redirect("practice-guide", key=begun.key)


@require_safe
def guide(request: HttpRequest, key: str) -> HttpResponse:
    """What to do next, step by step, and what the robots may do."""
    return _guide(request, _own(request, key))


@without_key("The robots play on for as long as they are asked to, and nothing of it counts.")
@require_POST
def robots(request: HttpRequest, key: str) -> HttpResponse:
    """Let the robots play; a page that lets them go on by itself gets its changed part back."""
    own, act = _own(request, key), request.POST.get("act", "")
    if act not in ROBOT_ACTS:
        raise Http404("The robots do nothing of that name.")
    try:
        played = let_robots_play(practice=own, act=act)
    except PracticeGone:
        return _gone(request, own)
    except Refusal as refusal:
        return _guide(request, own, refusal=refusal)
    if getattr(request, "htmx", False):
        return _guide(request, own, pace=True, template="scoring/practice/practice_tables.html")
    if played:
        messages.success(
            request,
            ngettext("The robots played a stanza.", "The robots played %(count)s stanzas.", played)
            % {"count": played},
        )
    return redirect("practice-guide", key=key)


@require_POST
def discard(request: HttpRequest, key: str) -> HttpResponse:
    """Throw it away with all that is in it."""
    throw_away(practice=_own(request, key))
    forget_key(request, key)
    messages.success(request, _("The practice event is deleted."))
    return redirect("practice")


def _front(request: HttpRequest) -> dict[str, object]:
    return {"own": own_practices(request), "days": KEPT_FOR.days, "section": "practice"}


def _guide(
    request: HttpRequest,
    practice: Practice,
    *,
    refusal: Refusal | None = None,
    pace: bool = False,
    template: str = "scoring/practice/practice_guide.html",
) -> HttpResponse:
    try:
        shown = guide_of(practice)
    except PracticeGone:
        return _gone(request, practice)
    context = {
        "practice": practice,
        "guide": shown,
        "roles": ROLES.values(),
        "refusal": refusal,
        "pace": pace or "pace" in request.GET,
        "days": KEPT_FOR.days,
        "section": "practice",
        **_links(practice.key, shown),
    }
    return render(request, template, context, status=refusal.status if refusal else 200)


def _links(key: str, shown: Guide) -> dict[str, object]:
    """Where each step is done, with the role that it needs."""
    event = {"slug": shown.event_slug}
    own = {**event, "game": _label(shown.own)}
    return {
        "to_stanza": address_in(key, PLAYER, "table-stanza", number=shown.own.played + 1, **own),
        "to_draw": address_in(key, PLAYER, "opening-draw", **own),
        "to_table": address_in(key, PLAYER, "table", **own),
        "to_confirm": address_in(key, DIRECTOR, "game", **own),
        "to_settle": address_in(key, EXECUTOR, "game", **own),
        "to_certify": address_in(key, EXECUTOR, "certify", **own),
        "to_result": address_in(key, PLAYER, "game", **own),
        "to_event": address_in(key, DIRECTOR, "event", **event),
        "to_pad": address_in(key, PLAYER, "pad", **own),
        "to_floor": address_in(key, DIRECTOR, "floor", **event),
        "to_manage": address_in(key, DIRECTOR, "manage-event", **event),
        "tables": [
            (table, address_in(key, DIRECTOR, "game", **event, game=_label(table)))
            for table in (shown.own, *shown.others)
        ],
    }


def _label(table: PracticeTable) -> GameLabel:
    number = table.game.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return GameLabel(int(number), table.game[len(number) :])


def _own(request: HttpRequest, key: str) -> Practice:
    practice = next(iter(own_practices(request, key)), None)
    if practice is None:
        raise Http404("No practice event of yours has this address.")
    return practice


def _gone(request: HttpRequest, practice: Practice) -> HttpResponse:
    return render(request, "scoring/practice/practice_gone.html", {"practice": practice}, status=410)
