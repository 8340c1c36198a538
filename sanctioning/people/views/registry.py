"""The registry: questions for a record, people found, one record with its codes, corrections and merges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.offices.permissions import may_register_person, may_see_people, require
from sanctioning.people.forms import CorrectForm, RegisterForm, club_field
from sanctioning.people.lists import RECORDS
from sanctioning.people.models.identity import Merge
from sanctioning.people.models.person import Person
from sanctioning.people.selectors.registry import (
    Record,
    doubles_of,
    merge_of,
    record_of,
    registry,
    waiting_claim,
)
from sanctioning.people.selectors.registry import people as all_people
from sanctioning.people.services.claims import accept_claim, issue_claim_code, refuse_claim
from sanctioning.people.services.merging import merge_people, undo_merge
from sanctioning.people.services.own_data import close_account, correct_person
from sanctioning.people.services.registering import register_person
from sanctioning.people.services.unused_records import delete_record


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
        raise Http404(_("There is no such question."))
    act, reason = request.POST.get("act", ""), request.POST.get("reason", "")
    try:
        if act == "refuse":
            refuse_claim(by=person, claim=claim, reason=reason)
            done = _("The question is refused; the asker reads why.")
        else:
            claimed = _numbered(request.POST.get("number", "")) if act == "accept" else None
            club = _club(request.POST.get("home_club", ""))
            holder = accept_claim(by=person, claim=claim, person=claimed, home_club=club, reason=reason)
            done = _("The account now has the record %(number)s, %(given)s.") % {
                "number": holder.number,
                "given": holder.name,
            }
    except Refusal as refusal:
        typed = {
            "typed_claim": number,
            "typed_reason": reason,
            "typed_number": request.POST.get("number", ""),
            "typed_club": request.POST.get("home_club", ""),
        }
        return _registry(request, person, refusal, typed)
    messages.success(request, done)
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
    if act not in ACTS:
        raise Http404(_("Nothing of this name can be done to a record."))
    typed = request.POST
    form = CorrectForm(typed) if act == "correct" else None
    if form is not None and not form.is_valid():
        return _page(request, record, status=422, form=form)
    try:
        done = ACTS[act](person, _numbered(record.number), typed, form.cleaned_data if form else {})
    except Refusal as refusal:
        context = {"refusal": refusal, "typed_act": act, "typed": typed}
        return _page(request, record, status=refusal.status, form=form, **context)
    if act == "code":
        return _page(request, _record(person, number), code=done)
    messages.success(request, done)
    return redirect("registry") if act == "delete" else redirect("record", number=record.number)


def _issue(by: Person, person: Person, typed: Any, _more: dict[str, Any]) -> str:
    return issue_claim_code(by=by, person=person)


def _correct(by: Person, person: Person, typed: Any, clean: dict[str, Any]) -> str:
    correct_person(by=by, person=person, **clean)
    return _("The record is corrected.")


def _merge(by: Person, person: Person, typed: Any, _more: dict[str, Any]) -> str:
    other = _numbered(typed.get("other", ""))
    merge = merge_people(by=by, kept=person, merged=other, reason=typed.get("reason", ""))
    return _("%(number)s is now a record of %(kept)s.") % {
        "number": merge.merged.number,
        "kept": merge.kept.name,
    }


def _undo(by: Person, person: Person, typed: Any, _more: dict[str, Any]) -> str:
    merge = _merge_numbered(typed.get("merge", ""), person)
    undo_merge(by=by, merge=merge, reason=typed.get("reason", ""))
    return _("%(number)s stands for itself again.") % {"number": merge.merged.number}


def _close(by: Person, person: Person, typed: Any, _more: dict[str, Any]) -> str:
    with_account = next((row for row in (person, *person.merged.all()) if row.account_id), person)
    close_account(by=by, person=with_account, why=typed.get("reason", ""))
    return _("The account is closed.")


def _delete(by: Person, person: Person, typed: Any, _more: dict[str, Any]) -> str:
    number = person.number
    delete_record(by=by, person=person, why=typed.get("reason", ""))
    return _("The record %(number)s is deleted.") % {"number": number}


Act = Callable[[Person, Person, Any, dict[str, Any]], str]
ACTS: dict[str, Act] = {
    "code": _issue,
    "correct": _correct,
    "merge": _merge,
    "undo": _undo,
    "close": _close,
    "delete": _delete,
}


def _merge_numbered(number: str, person: Person) -> Merge:
    key = whole_number(number)
    merge = None if key is None else merge_of(number=key, person=person.number)
    if merge is None:
        raise Http404(_("There is no such merge."))
    return merge


def _numbered(number: str) -> Person:
    person = person_numbered(number=number)
    if person is None:
        raise Refusal(
            code="number-unknown",
            sentence=_("Nobody has the number “%(number)s”.") % {"number": number.strip()},
            rule=_("A member number ends in a check character."),
            remedy=_("Compare it with the paper, or look the person up by name."),
            status=422,
        )
    return person


def _club(pk: str) -> Any:
    try:
        return club_field().clean(pk)
    except forms.ValidationError:
        return None


def _record(person: Person, number: str) -> Record:
    record = record_of(asker=person, number=number)
    if record is None:
        raise Http404(_("There is no such record, or it is not yours to see."))
    return record


def _page(
    request: HttpRequest, record: Record, status: int = 200, form: CorrectForm | None = None, **more: Any
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
    status = refusal.status if refusal else 200
    return list_page(request, "sanctioning/people/registry.html", {"list": record_list}, context, status)
