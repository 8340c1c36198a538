"""Offices of the authority: who holds them, appointing, ending, prolonging and passing them on."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import may_appoint, require
from sanctioning.offices.selectors import AUTHORITY_OFFICES, authority_offices, authority_terms
from sanctioning.people.models.person import Person
from sanctioning.terms.forms import TermForm
from sanctioning.terms.lists import TERMS
from sanctioning.terms.services import appoint


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def offices(request: HttpRequest, person: Person) -> HttpResponse:
    """Every office of the authority; posted to, somebody is appointed."""
    if request.method != "POST":
        return offices_page(request, person)
    form = TermForm(request.POST, by=person, offices=AUTHORITY_OFFICES)
    if not form.is_valid():
        return offices_page(request, person, None, {"form": form}, status=422)
    try:
        appointment = appoint(by=person, **form.cleaned_data)
    except Refusal as refusal:
        return offices_page(request, person, refusal, {"form": form})
    messages.success(
        request,
        _("%(person)s is appointed %(office)s.")
        % {"person": appointment.person.name, "office": appointment.get_office_display()},
    )
    return redirect("offices")


def offices_page(
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
        "form": TermForm(
            by=person,
            offices=AUTHORITY_OFFICES,
            initial={"first_day": today(), "office": "acting-executor"},
        ),
        "keeps_terms": True,
        "refusal": refusal,
        "section": "mine",
        **(typed or {}),
    }
    term_list = listing(request, authority_terms(asker=person), TERMS)
    status = refusal.status if refusal else status
    return list_page(request, "sanctioning/terms/offices.html", {"list": term_list}, context, status)
