"""Levels and types of sanctions: a list for everybody, and the acts of who amends the law."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.law.commands import CATEGORY_COMMANDS
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.permissions import may_amend_law
from sanctioning.law.selectors.versions import categories
from sanctioning.law.services.levels import (
    add_level,
    add_type,
)
from sanctioning.people.models.person import Person

MODELS: dict[str, type[Level] | type[EventType]] = {"level": Level, "type": EventType}
PROPERTIES = ("restricted", "playoff", "special_event")


@require_safe
def levels(request: HttpRequest) -> HttpResponse:
    return _page(request, asker(request))


@require_POST
@signed_in
def add(request: HttpRequest, person: Person, kind: str) -> HttpResponse:
    """Add a level or a type."""
    if kind not in MODELS:
        raise Http404(_("There are levels and types."))
    slug, name = request.POST.get("slug", "").strip(), request.POST.get("name", "")
    try:
        if kind == "level":
            restricted, playoff, special_event = (
                request.POST.get(checkbox) == "on" for checkbox in PROPERTIES
            )
            add_level(
                by=person,
                slug=slug,
                name=name,
                restricted=restricted,
                playoff=playoff,
                special_event=special_event,
            )
        else:
            add_type(by=person, slug=slug, name=name)
    except Refusal as refusal:
        return _page(request, person, refusal, kind)
    messages.success(
        request, _("“%(name)s” is added. Set its points and fees in new versions.") % {"name": name}
    )
    return redirect("levels")


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, kind: str, slug: str, act: str) -> HttpResponse:
    """Rename, retire or bring back one."""
    model = MODELS.get(kind)
    if model is None:
        raise Http404(_("There are levels and types."))
    category = model._default_manager.filter(slug=slug).first()
    try:
        CATEGORY_COMMANDS.run_typed(request, act, by=person, thing=category)
    except Refusal as refusal:
        return _page(request, person, refusal, f"{kind}/{slug}")
    return redirect("levels")


def _page(
    request: HttpRequest, person: Person | None, refusal: Refusal | None = None, typed_at: str = ""
) -> HttpResponse:
    amends = may_amend_law(person, today())
    levels, types = (
        [line for line in categories(kind) if amends or line.in_force or line.retired_on]
        for kind in ("level", "type")
    )
    context = {
        "groups": (
            ("level", _("Levels"), _("Add a level"), levels),
            ("type", _("Types"), _("Add a type"), types),
        ),
        "amends": amends,
        "refusal": refusal,
        "typed": request.POST,
        "typed_at": typed_at,
        "section": "rules",
    }
    return render(request, "sanctioning/law/levels.html", context, status=refusal.status if refusal else 200)
