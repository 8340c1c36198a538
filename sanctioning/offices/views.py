"""Offices of the authority: who holds them, appointing, ending, prolonging and passing them on."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.clubs.views import desk_page
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.commands import TERM_COMMANDS, TermChange
from sanctioning.offices.forms import TermActForm, TermForm
from sanctioning.offices.lists import TERMS
from sanctioning.offices.permissions import may_appoint, require
from sanctioning.offices.selectors import HOUSE_OFFICES, authority_offices, authority_terms, term_numbered
from sanctioning.offices.services.terms import appoint
from sanctioning.people.models.person import Person


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def offices(request: HttpRequest, person: Person) -> HttpResponse:
    """Every office of the authority; posted to, somebody is appointed."""
    if request.method != "POST":
        return _page(request, person)
    form = TermForm(request.POST, offices=HOUSE_OFFICES)
    if not form.is_valid():
        return _page(request, person, None, {"form": form}, status=422)
    try:
        appointment = appoint(by=person, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, person, refusal, {"form": form})
    messages.success(
        request,
        _("%(person)s is appointed %(office)s.")
        % {"person": appointment.person.name, "office": appointment.get_office_display()},
    )
    return redirect("offices")


@form_on("offices")
@require_POST
@signed_in
def act(request: HttpRequest, person: Person, number: int, act: str) -> HttpResponse:
    """End, prolong, pass on or take back a term, of the authority or of a club."""
    term = TERM_COMMANDS.found(act, term_numbered(number))
    typed: dict[str, object] = {
        "typed_term": number,
        "typed_term_act": act,
        **{f"typed_{name}": request.POST.get(name, "") for name in ("day", "why", "to")},
    }
    form, slug = TermActForm(request.POST), term.club.slug if term.club else ""
    refusal = None
    if form.is_valid():
        try:
            TERM_COMMANDS.run_typed(
                request, act, by=person, thing=term, asked=TermChange(**form.cleaned_data)
            )
            return redirect("club-desk", slug=slug) if slug else redirect("offices")
        except Refusal as refused:
            refusal = refused
    else:
        typed["typed_wrong"] = " ".join(str(error) for errors in form.errors.values() for error in errors)
    if slug:
        return desk_page(request, person, slug, refusal, typed, status=422)
    return _page(request, person, refusal, typed, status=422)


def _page(
    request: HttpRequest,
    person: Person,
    refusal: Refusal | None = None,
    typed: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    try:
        require(
            may_appoint(person, today()),
            what=_("appoint to offices"),
            who=_("the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    context = {
        "offices": authority_offices(asker=person),
        "form": TermForm(offices=HOUSE_OFFICES, initial={"first_day": today(), "office": "acting-executor"}),
        "keeps_terms": True,
        "refusal": refusal,
        "section": "mine",
        **(typed or {}),
    }
    term_list = listing(request, authority_terms(asker=person), TERMS)
    status = refusal.status if refusal else status
    return list_page(request, "sanctioning/offices/offices.html", {"list": term_list}, context, status)
