"""The registry: questions for a record, people found, one record with its codes, corrections and merges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.commands import Commands
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import may_see_people, require
from sanctioning.people.commands import (
    CLAIM_COMMANDS,
    CORRECTED,
    PROVISIONAL_COMMANDS,
    RECORD_COMMANDS,
    ClaimDecision,
    RecordChange,
    numbered,
)
from sanctioning.people.forms import CorrectForm, RegisterForm, club_field
from sanctioning.people.lists import RECORDS
from sanctioning.people.models.identity import Claim
from sanctioning.people.models.person import Person
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.permissions import may_register_person
from sanctioning.people.selectors.registry import (
    PersonRecord,
    doubles_of,
    provisional_record,
    record_of,
    registry,
    waiting_claim,
)
from sanctioning.people.selectors.registry import people as all_people
from sanctioning.people.services.registering import register_person
from sanctioning.people_search.meant import understood

Asked = TypeVar("Asked", Claim, ProvisionalRecord)


@require_safe
@signed_in
def people(request: HttpRequest, person: Person) -> HttpResponse:
    return _registry(request, person)


@form_on("registry")
@require_POST
@signed_in
def decide_claim(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Give the asker a record, register him anew, or refuse with a reason."""
    claim = waiting_claim(number)
    if claim is None:
        raise Http404(_("There is no such request."))
    return _decide(request, person, claim, CLAIM_COMMANDS, "claim")


@form_on("registry")
@require_POST
@signed_in
def decide_provisional(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Say who somebody is who entered without a number: a member, a new one, or refused with a reason."""
    record = provisional_record(number)
    if record is None:
        raise Http404(_("There is no such record."))
    return _decide(request, person, record, PROVISIONAL_COMMANDS, "provisional")


def _decide(
    request: HttpRequest,
    person: Person,
    thing: Asked,
    commands: Commands[Asked, ClaimDecision, Any],
    kind: str,
) -> HttpResponse:
    """`kind` says in which part of the page what was typed is shown again."""
    act = request.POST.get("act", "accept")
    read, unclear = understood(asker=person, typed=request.POST, names=("number",) if act == "accept" else ())
    decision = ClaimDecision(
        reason=request.POST.get("reason", ""),
        number=read.get("number", "") if act == "accept" else None,
        home_club=_club(request.POST.get("home_club", "")),
    )
    typed = {
        f"typed_{kind}": thing.pk,
        "typed_reason": decision.reason,
        "typed_number": request.POST.get("number", ""),
        "typed_club": request.POST.get("home_club", ""),
        "unclear": unclear,
    }
    if unclear:
        return _registry(request, person, None, typed, status=422)
    command = "refuse" if act == "refuse" else "accept"
    try:
        commands.run_typed(request, command, by=person, thing=thing, asked=decision)
    except Refusal as refusal:
        return _registry(request, person, refusal, typed)
    return redirect("registry")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def register(request: HttpRequest, person: Person) -> HttpResponse:
    """Register somebody new, after looking at possible doubles."""
    try:
        require(
            may_register_person(person, today()),
            what=_("register people"),
            who=_("a registrar or an officer of a club"),
            rule="IV",
        )
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=403)
    form = RegisterForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _form(request, form, status=422 if form.errors else 200)
    cleaned = form.cleaned_data
    names = {name: cleaned[name] for name in ("given_names", "family_name", "birth_date")}
    try:
        registered = register_person(
            by=person,
            **names,
            home_club=cleaned["home_club"],
            email=cleaned["email"],
            address=cleaned["address"],
            knowing_doubles=request.POST.get("seen") == "yes",
        )
    except Refusal as refusal:
        doubles = doubles_of(asker=person, **names) if refusal.code == "possible-double" else ()
        context = {"doubles": doubles} if doubles else {"refusal": refusal}
        return _form(request, form, status=refusal.status, **context)
    messages.success(
        request,
        _("%(made)s is registered with the number %(number)s.")
        % {"made": registered.name, "number": registered.number},
    )
    sees = record_of(asker=person, number=registered.number) is not None
    return redirect("record", number=registered.number) if sees else redirect("register-person")


@require_safe
@signed_in
def record(request: HttpRequest, person: Person, number: str) -> HttpResponse:
    record = _record(person, number)
    if record.number != number:
        return redirect("record", number=record.number)
    return _page(request, record)


@require_POST
@signed_in
def record_act(request: HttpRequest, person: Person, number: str, act: str) -> HttpResponse:
    """Hand out a code, correct, merge, undo a merge, close the account, or delete a record of which
    nothing came."""
    record = _record(person, number)
    read, unclear = understood(asker=person, typed=request.POST, names=("other",))
    if unclear:
        return _page(request, record, status=422, typed_act=act, typed=request.POST, unclear=unclear)
    form = CorrectForm(request.POST) if act == "correct" else None
    if form is not None and not form.is_valid():
        return _page(request, record, status=422, form=form)
    try:
        done = RECORD_COMMANDS.run_typed(
            request,
            act,
            by=person,
            thing=numbered(record.number),
            asked=_corrected(form.cleaned_data) if form else RECORD_COMMANDS.typed(read),
        )
    except Refusal as refusal:
        context = {"refusal": refusal, "typed_act": act, "typed": request.POST}
        return _page(request, record, status=refusal.status, form=form, **context)
    if act == "code":
        return _page(request, _record(person, number), code=done.result)
    return redirect("registry") if act == "delete" else redirect("record", number=record.number)


def _corrected(fields: Mapping[str, Any]) -> RecordChange:
    return RecordChange(reason=fields["why"], **{name: fields[name] for name in CORRECTED})


def _club(slug: str) -> Any:
    try:
        return club_field(to_field_name="slug").clean(slug)
    except forms.ValidationError:
        return None


def _record(person: Person, number: str) -> PersonRecord:
    record = record_of(asker=person, number=number)
    if record is None:
        raise Http404(_("There is no such record, or you may not see it."))
    return record


def _page(
    request: HttpRequest,
    record: PersonRecord,
    status: int = 200,
    form: CorrectForm | None = None,
    **more: Any,
) -> HttpResponse:
    initial = {name: getattr(record, name) for name in CorrectForm.base_fields if name != "why"}
    context = {"record": record, "form": form or CorrectForm(initial=initial), "section": "mine", **more}
    return render(request, "sanctioning/people/record.html", context, status=status)


def _form(request: HttpRequest, form: RegisterForm, status: int, **more: object) -> HttpResponse:
    context = {"form": form, "section": "mine", **more}
    return render(request, "sanctioning/people/register_person.html", context, status=status)


def _registry(
    request: HttpRequest,
    person: Person,
    refusal: Refusal | None = None,
    typed: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    try:
        require(
            may_see_people(person, today()),
            what=_("keep the registry"),
            who=_("the registrar or the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    context = {
        "registry": registry(asker=person),
        "clubs": club_field().queryset,
        "refusal": refusal,
        "section": "mine",
        **(typed or {}),
    }
    record_list = listing(request, all_people(asker=person), RECORDS)
    status = refusal.status if refusal else status
    return list_page(request, "sanctioning/people/registry.html", {"list": record_list}, context, status)
