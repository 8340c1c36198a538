"""A person's own data: to change, to take away, to have forgotten; and an account's way to its record."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.accounts.file_tokens import read_by_token, whole
from sanctioning.accounts.models.account import Account
from sanctioning.kit.pages.asker import asker, signed_in, with_account
from sanctioning.kit.refusals import Refusal
from sanctioning.people.forms import AskForm, OwnDataForm, PaperCodeForm
from sanctioning.people.models.person import Person
from sanctioning.people.selectors.own_data import data_copy_of, own_data_page
from sanctioning.people.selectors.registry import claim_of
from sanctioning.people.services.anonymisation import (
    DAYS_OF_THOUGHT,
    ask_to_be_forgotten,
    confirm_wish,
    take_wish_back,
)
from sanctioning.people.services.claims import ask_for_record, claim_with_code, withdraw_claim
from sanctioning.people.services.data_copies import COPY_DAYS, ask_for_copy, copy_bytes
from sanctioning.people.services.own_data import OwnData, change_own_data


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def claim(request: HttpRequest) -> HttpResponse:
    """Join the account to its record by a code, or ask the registrar."""
    if asker(request) is not None:
        return redirect("my-page")
    account = request.user
    assert isinstance(account, Account)
    act = request.POST.get("act", "")
    code = PaperCodeForm(request.POST if act == "code" else None, auto_id="code_%s")
    ask = AskForm(request.POST if act == "ask" else None, auto_id="ask_%s")
    used: PaperCodeForm | AskForm | None = {"code": code, "ask": ask}.get(act)  # type: ignore[assignment]
    context: dict[str, object] = {"code": code, "ask": ask, "section": "mine"}
    if request.method != "POST" or (used is not None and not used.is_valid()):
        context["claim"] = claim_of(account.pk)
        status = 422 if request.method == "POST" else 200
        return render(request, "sanctioning/people/claim.html", context, status=status)
    try:
        if act == "code":
            person = claim_with_code(account=account, code=code.cleaned_data["code"])
            messages.success(
                request,
                _("This is your record: %(person)s, %(number)s.")
                % {"person": person.name, "number": person.number},
            )
            return redirect("my-page")
        if act == "ask":
            ask_for_record(account=account, **ask.cleaned_data)
            messages.success(request, _("The registrar has your request. You will see the answer here."))
        else:
            withdraw_claim(account=account)
            messages.success(request, _("Your request is taken back."))
    except Refusal as refusal:
        context |= {"refusal": refusal, "claim": claim_of(account.pk)}
        return render(request, "sanctioning/people/claim.html", context, status=refusal.status)
    return redirect("claim")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def my_data(request: HttpRequest, person: Person) -> HttpResponse:
    if request.method != "POST":
        return _my_data(request, person, OwnDataForm(initial=_known(person)))
    form = OwnDataForm(request.POST)
    if not form.is_valid():
        return _my_data(request, person, form, status=422)
    try:
        change_own_data(by=person, data=OwnData(**form.cleaned_data))
    except Refusal as refusal:
        return _my_data(request, person, form, refusal, status=refusal.status)
    messages.success(request, _("Your details are saved."))
    return redirect("my-data")


@require_POST
@signed_in
def ask_copy(request: HttpRequest, person: Person) -> HttpResponse:
    ask_for_copy(by=person)
    messages.success(request, _("Your copy is being made. This page tells you when it is ready."))
    return redirect("my-data")


@require_safe
def copy(request: HttpRequest, number: int) -> HttpResponse:
    """The zip, for its person alone; whoever cannot have it now reads why where they ask for another."""
    try:
        return _copy(request, number=number)
    except Refusal as refusal:
        return _refused(request, refusal=refusal)


@signed_in
def _refused(request: HttpRequest, person: Person, refusal: Refusal) -> HttpResponse:
    return _my_data(request, person, OwnDataForm(initial=_known(person)), refusal, status=refusal.status)


@read_by_token
@whole
@signed_in
def _copy(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    data_copy = data_copy_of(number)
    if data_copy is None:
        raise Http404(_("There is no such copy."))
    try:
        data = copy_bytes(by=person, copy=data_copy)
    except Refusal as refusal:
        if refusal.status == 404:
            raise Http404(refusal.sentence) from refusal
        raise
    answer = HttpResponse(data, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="saas-{person.number}.zip"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def forget_me(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask, confirm, take back."""
    refusal = None
    if request.method == "POST":
        act, number = request.POST.get("act", ""), request.POST.get("number", "")
        try:
            if act == "confirm":
                confirm_wish(by=person, number=number)
                messages.success(
                    request,
                    _("You have %(days_of_thought)s days to change your mind.")
                    % {"days_of_thought": DAYS_OF_THOUGHT},
                )
            elif act == "back":
                take_wish_back(by=person)
                messages.success(request, _("You have taken your request back. Nothing was changed."))
            else:
                ask_to_be_forgotten(by=person)
            return redirect("forget-me")
        except Refusal as refused:
            refusal = refused
    context = {
        "page": own_data_page(person),
        "person": person,
        "days": DAYS_OF_THOUGHT,
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 200
    return render(request, "sanctioning/people/forget_me.html", context, status=status)


def _known(person: Person) -> dict[str, object]:
    private = getattr(person, "private", None)
    return {
        "email": private.email if private else "",
        "address": private.address if private else "",
        "home_club": person.home_club_id,
        "publicity": person.publicity,
    }


def _my_data(
    request: HttpRequest,
    person: Person,
    form: OwnDataForm,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "page": own_data_page(person),
        "person": person,
        "refusal": refusal,
        "days": COPY_DAYS,
        "section": "mine",
    }
    return render(request, "sanctioning/people/my_data.html", context, status=status)
