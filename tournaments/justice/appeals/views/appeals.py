"""Appeals: the list of each, one as a story with the forms for whoever may act, its files, and a new one."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.services import shortened
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import game_of, proceedings_numbered, proceedings_to_read
from tournaments.justice.appeals.commands import APPEAL_COMMANDS, AppealAct
from tournaments.justice.appeals.lists import APPEALS
from tournaments.justice.appeals.models import Appeal, CollegeBallot, Decision
from tournaments.justice.appeals.permissions import may_see_appeal
from tournaments.justice.appeals.selectors.appealable import offer_of, ruling_or_vote
from tournaments.justice.appeals.selectors.appeals import appeal_numbered, appeals_for
from tournaments.justice.appeals.selectors.one_appeal import appeal_page
from tournaments.justice.appeals.services.appealing import appeal as appeal_it
from tournaments.justice.appeals.services.statements import MOST_BYTES, kind_of_file
from tournaments.justice.appeals.views.counting import counted_or_asked
from tournaments.justice.appeals.views.varying import reasons_missing, varying_form
from tournaments.justice.appeals.views.waiving import waived_or_asked
from tournaments.justice.rulings.forms import BookForm, FactsForm, show_at_its_field
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote
from tournaments.justice.votes.permissions import may_see_matters

RULE = "Section IV"


@require_safe
@signed_in
def appeals(request: HttpRequest, person: Person) -> HttpResponse:
    """Those of one's own games, those to judge, and for the Managing Executor and the College all."""
    listed = listing(request, appeals_for(asker=person), APPEALS)
    return list_page(
        request, "tournaments/justice/appeals/appeals.html", {"appeals": listed}, {"section": "mine"}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new(request: HttpRequest, person: Person, kind: str, number: int) -> HttpResponse:
    """Appeal a ruling or a vote."""
    thing = ruling_or_vote(kind, number)
    if thing is None:
        raise Http404("There is no such ruling or vote.")
    if request.method != "POST":
        return _new_page(request, person, thing)
    try:
        new_appeal = appeal_it(
            by=person,
            ruling=thing if isinstance(thing, Ruling) else None,
            vote=thing if isinstance(thing, Vote) else None,
            grounds=request.POST.get("text", ""),
            key=shortened(request.POST.get("key", "")),
        )
    except Refusal as refusal:
        return _new_page(request, person, thing, refusal=refusal)
    messages.success(
        request, _("The appeal is made. Its number is %(number)s.") % {"number": new_appeal.label}
    )
    return redirect("appeal", number=new_appeal.number)


@require_safe
@signed_in
def appeal(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """One appeal as a story."""
    proceedings = proceedings_numbered(number)
    if proceedings is None:
        raise Http404("There is no such appeal.")
    return _page(request, person, proceedings.appeal)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, number: int, act: str) -> HttpResponse:
    """Whatever may be done with it, by name."""
    this_appeal = APPEAL_COMMANDS.or_404(act, appeal_numbered(number))
    varied = varying_form(this_appeal, person, request.POST) if _varies(request, act) else None
    if varied is not None and not varied.is_valid():
        return _page(request, person, this_appeal, act=act, varied=varied)
    asked = _typed(request, varied)
    try:
        if act == "close" and (proceedings := proceedings_numbered(number)) is not None:
            if asks := counted_or_asked(request, person, proceedings, asked):
                return asks
            messages.success(request, _("The motion is counted."))
        elif act == "waive":
            if asks := waived_or_asked(request, person, this_appeal, asked):
                return asks
            messages.success(request, str(APPEAL_COMMANDS["waive"].said))
        else:
            APPEAL_COMMANDS.run_typed(request, act, by=person, thing=this_appeal, asked=asked)
    except Refusal as refusal:
        if varied is not None:
            show_at_its_field(refusal, varied)
        return _page(request, person, this_appeal, act=act, varied=varied, refusal=refusal)
    if appeal_page(appeal=this_appeal, asker=person) is None:
        return redirect("appeals")
    return redirect("appeal", number=number)


@require_safe
@read_by_token
@signed_in
def attachment(request: HttpRequest, person: Person, number: int, statement: int) -> HttpResponse:
    """A file of a statement, for whoever sees the appeal; it is never shown within the site."""
    this_appeal = _found(number)
    if not may_see_appeal(person, today(), proceedings_to_read(this_appeal)):
        return _denied(request)
    row = this_appeal.statements.filter(pk=statement).exclude(attachment="").first()
    if row is None:
        raise Http404("There is no such file.")
    with row.attachment.open() as file:
        content = file.read()
    kind = kind_of_file(content)
    answer = HttpResponse(content, content_type=kind.content_type if kind else "application/octet-stream")
    ending = kind.ending if kind else "bin"
    name = f"{this_appeal.label}-{row.pk}.{ending}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
@read_by_token
@signed_in
def bundle(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """The frozen bundle as JSON, for whoever sees the appeal."""
    page = appeal_page(appeal=_found(number), asker=person)
    if page is None:
        return _denied(request)
    answer = HttpResponse(page.bundle, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{page.label}.json"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _varies(request: HttpRequest, act: str) -> bool:
    return act in ("decide", "move") and request.POST.get("decision") == Decision.VARIED


def _typed(request: HttpRequest, varied: FactsForm | BookForm | None) -> AppealAct:
    file = request.FILES.get("attachment")
    # One byte more than is allowed is enough to refuse it.
    content = file.read(MOST_BYTES + 1) if file else b""
    return replace(
        APPEAL_COMMANDS.typed(request.POST.dict()),
        facts=varied.plain if varied is not None else {},
        attachment=content,
        name=(file.name or "") if file else "",
    )


def _page(
    request: HttpRequest,
    person: Person,
    this_appeal: Appeal,
    *,
    act: str = "",
    varied: FactsForm | BookForm | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    page = appeal_page(appeal=this_appeal, asker=person)
    if page is None:
        return _denied(request, refusal)
    context = {
        "appeal": page,
        "answers": CollegeBallot.Answer.choices,
        "act": act,
        "facts": varied or varying_form(this_appeal, person),
        "varied": varied is not None,
        "reasons_typed": request.POST.get("text", "") if act in ("decide", "move") and varied is None else "",
        "no_reasons": reasons_missing(refusal),
        "no_reasons_here": reasons_missing(refusal) if varied is None else "",
        "typed": request.POST,
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 422 if varied else 200
    return render(request, "tournaments/justice/appeals/appeal.html", context, status=status)


def _new_page(
    request: HttpRequest, person: Person, thing: Ruling | Vote, *, refusal: Refusal | None = None
) -> HttpResponse:
    if not may_see_matters(person, today(), game_of(thing)):
        return _denied(request, refusal)
    context = {
        "offer": offer_of(thing=thing, asker=person),
        "key": request.POST.get("key") or str(uuid.uuid4()),
        "typed": request.POST,
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/justice/appeals/appeal_new.html", context, status=status)


def _denied(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    who = _("the players of the game, its judges, the Managing Executor and the College")
    if refusal is None:
        deny(what=_("see this appeal"), who=who, rule=RULE)
    return render(request, "403.html", {"refusal": refusal}, status=403)


def _found(number: int) -> Appeal:
    this_appeal = appeal_numbered(number)
    if this_appeal is None:
        raise Http404("There is no such appeal.")
    return this_appeal
