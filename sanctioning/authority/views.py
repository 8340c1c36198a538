"""The authority: described by the Managing Executor; its crest, imprint, privacy text and contact for all."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.authority.forms import AuthorityForm
from sanctioning.authority.permissions import may_describe_authority
from sanctioning.authority.services import describe_authority
from sanctioning.kit.clock import today
from sanctioning.kit.installation.selectors import authority, authority_of, installation
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person

A_YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def described(request: HttpRequest, person: Person) -> HttpResponse:
    """Whose installation this is; posted to, it is changed."""
    try:
        require(
            may_describe_authority(person, today()),
            what=_("describe this installation"),
            who=_("the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    whose = authority_of(installation())
    context = {"whose": whose, "section": "mine"}
    page = "sanctioning/authority/described.html"
    if request.method != "POST":
        return render(request, page, {**context, "form": AuthorityForm(authority=whose)})
    form = AuthorityForm(request.POST, request.FILES, authority=whose)
    if not form.is_valid():
        return render(request, page, {**context, "form": form}, status=422)
    try:
        describe_authority(by=person, **form.fields_given())
    except Refusal as refusal:
        return render(request, page, {**context, "form": form, "refusal": refusal}, status=refusal.status)
    messages.success(request, _("Saved."))
    return redirect("describe-authority")


@require_safe
def crest(request: HttpRequest, sha256: str) -> HttpResponse:
    """The crest by its hash; what it holds can do nothing even when it is opened by itself."""
    whose = authority()
    if whose.crest_sha256 != sha256:
        whose = authority_of(installation())
    if not whose.crest or whose.crest_sha256 != sha256:
        raise Http404
    return HttpResponse(
        whose.crest,
        content_type=whose.crest_type,
        headers={
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": f"public, max-age={A_YEAR}, immutable",
        },
    )


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Who answers for this site."""
    return render(request, "sanctioning/authority/imprint.html", {"section": "about"})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people, and what they may ask."""
    return render(request, "sanctioning/authority/privacy.html", {"section": "about"})


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Where the authority is reached."""
    return render(request, "sanctioning/authority/contact.html", {"section": "about"})
