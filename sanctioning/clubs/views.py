"""Clubs: registering one, the club's own desk, and the queue of the Managing Executor.

Terms of office are changed on the desk, and on the page of offices.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.clubs.commands import CLUB_COMMANDS
from sanctioning.clubs.forms import ClubForm
from sanctioning.clubs.lists import WAITING_CLUBS
from sanctioning.clubs.permissions import may_approve_club
from sanctioning.clubs.selectors import club_desk, club_with, clubs_waiting
from sanctioning.clubs.services.clubs import register_club
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.waiting.kept import kept_since
from sanctioning.kit.waiting.registry import Waits, waiting_at_club
from sanctioning.offices.models.office import CLUB_OFFICES, Office
from sanctioning.offices.permissions import may_keep_term, require
from sanctioning.offices.selectors import term_numbered
from sanctioning.people.models.person import Person
from sanctioning.site.masthead import masthead_of
from sanctioning.terms.commands import TERM_COMMANDS, TermChange
from sanctioning.terms.forms import TermActForm, TermForm
from sanctioning.terms.services import appoint
from sanctioning.terms.views import offices_page


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def register(request: HttpRequest, person: Person) -> HttpResponse:
    """Register a club; the Managing Executor decides on it."""
    form = ClubForm(request.POST or None, by=person)
    context: dict[str, object] = {"form": form, "section": "clubs"}
    if request.method != "POST":
        return render(request, "sanctioning/clubs/register_club.html", context)
    if not form.is_valid():
        return render(request, "sanctioning/clubs/register_club.html", context, status=422)
    try:
        club = register_club(by=person, **form.cleaned_data)
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "sanctioning/clubs/register_club.html", context, status=refusal.status)
    messages.success(
        request, _("%(club)s is registered. The Managing Executor decides on it.") % {"club": club.name}
    )
    return redirect("club-desk", slug=club.slug)


@require_safe
@signed_in
def desk(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    return desk_page(request, person, slug)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, slug: str, act: str) -> HttpResponse:
    """Take one step with a club; refused, the page keeps what was typed."""
    try:
        CLUB_COMMANDS.run_typed(request, act, by=person, thing=club_with(slug))
    except Refusal as refusal:
        typed: dict[str, object] = {"typed_act": act, "typed_text": request.POST.get("text", "")}
        return desk_page(request, person, slug, refusal, typed)
    return redirect("club-desk", slug=slug)


@require_POST
@signed_in
def give_office(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Appoint an officer or director of the club."""
    club = club_with(slug)
    if club is None:
        raise Http404(_("There is no club at this address."))
    try:
        require(
            may_keep_term(person, today(), Office.DIRECTOR, club),
            what=_("appoint officers and directors of %(club)s") % {"club": club.name},
            who=_("an officer of the club, or the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    form = TermForm(request.POST, by=person, offices=CLUB_OFFICES)
    if not form.is_valid():
        return desk_page(request, person, slug, None, {"form": form}, status=422)
    try:
        appointment = appoint(by=person, club=club, **form.cleaned_data)
    except Refusal as refusal:
        return desk_page(request, person, slug, refusal, {"form": form})
    messages.success(
        request,
        _("%(person)s is appointed %(office)s.")
        % {"person": appointment.person.name, "office": appointment.get_office_display()},
    )
    return redirect("club-desk", slug=slug)


@require_safe
@signed_in
def queue(request: HttpRequest, person: Person) -> HttpResponse:
    """Clubs that wait for the Managing Executor, and those that were asked something."""
    try:
        require(
            may_approve_club(person, today()),
            what=_("decide on clubs"),
            who=_("the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    club_list = listing(request, clubs_waiting(asker=person), WAITING_CLUBS)
    return list_page(request, "sanctioning/clubs/club_queue.html", {"list": club_list}, {"section": "mine"})


def _waiting_there(request: HttpRequest, person: Person, slug: str) -> tuple[Waits, ...]:
    revision = masthead_of(request).revision
    return kept_since(f"waits at {slug}", person, revision, lambda: waiting_at_club(person, slug))


def desk_page(
    request: HttpRequest,
    person: Person,
    slug: str,
    refusal: Refusal | None = None,
    typed: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The club's own desk; what was refused is said on it, with what was typed."""
    desk = club_desk(slug=slug, asker=person)
    if desk is None:
        if refusal is not None:
            return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
        raise Http404(_("There is no such club, or you may not see its dashboard."))
    context = {
        "club": desk,
        "waits": _waiting_there(request, person, slug),
        "account": desk.account,
        "form": TermForm(
            by=person, offices=CLUB_OFFICES, initial={"first_day": today(), "office": "director"}
        ),
        "keeps_terms": desk.appoints,
        "refusal": refusal,
        "section": "clubs",
        **(typed or {}),
    }
    return render(
        request, "sanctioning/clubs/club_desk.html", context, status=refusal.status if refusal else status
    )


@form_on("offices")
@require_POST
@signed_in
def change_term(request: HttpRequest, person: Person, number: int, act: str) -> HttpResponse:
    """End, prolong, pass on or take back a term, of the authority or of a club."""
    term = TERM_COMMANDS.or_404(act, term_numbered(number))
    typed: dict[str, object] = {
        "typed_term": number,
        "typed_term_act": act,
        **{f"typed_{name}": request.POST.get(name, "") for name in ("day", "why", "to")},
    }
    form, slug = TermActForm(request.POST, by=person), term.club.slug if term.club else ""
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
        typed["unclear"] = form.unclear
        wrong = [errors for name, errors in form.errors.items() if name not in form.unclear]
        typed["typed_wrong"] = " ".join(str(error) for errors in wrong for error in errors)
    if slug:
        return desk_page(request, person, slug, refusal, typed, status=422)
    return offices_page(request, person, refusal, typed, status=422)
