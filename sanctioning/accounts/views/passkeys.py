"""The passkeys of one's own account: adding one, renaming it, removing it."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import (
    is_reauthentication_required,
    raise_if_reauthentication_required,
)
from allauth.mfa.internal.flows.add import validate_can_add_authenticator
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.accounts.forms import NewPasskeyForm, PasskeyNameForm
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.passkeys import passkeys_work, question_taken, question_to_make, site_origin
from sanctioning.accounts.selectors.passkeys import PasskeyLine, own_passkey
from sanctioning.accounts.selectors.second_factor import KINDS
from sanctioning.accounts.services.passkeys import add_passkey, remove_passkey, rename_passkey
from sanctioning.kit.pages.asker import with_account
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.pages.way_onward import on_to, remember_way, wanted_path
from sanctioning.kit.refusals import Refusal

APP = "allauth.mfa"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def add(request: HttpRequest) -> HttpResponse:
    """Whoever has just added a passkey has shown it, and need not show it again in the same session."""
    account = _account(request)
    try:
        validate_can_add_authenticator(account)
    except ValidationError as unconfirmed:
        messages.error(request, " ".join(unconfirmed.messages))
        return redirect("mfa_index")
    raise_if_reauthentication_required(request, app=APP)
    form, refusal = NewPasskeyForm(request.POST or None), None
    if request.method == "POST":
        question = question_taken(request)
        if form.is_valid():
            cleaned = form.cleaned_data
            try:
                passkey, made_codes = add_passkey(
                    by=account, name=cleaned["name"], question=question, answer=cleaned["credential"]
                )
            except Refusal as refused:
                refusal = refused
            else:
                record_authentication(request, account, "mfa", id=passkey.pk, type=KINDS[1].value)
                remember_way(request, wanted_path(request))
                messages.success(request, _("The passkey is added. You can sign in with it."))
                return redirect("mfa_view_recovery_codes" if made_codes else "mfa_index")
    works = passkeys_work()
    context = {
        "form": form,
        "refusal": refusal,
        "works": works,
        "question": question_to_make(request, account) if works else "",
        "origin": site_origin(),
        "section": "mine",
    }
    status = refusal.status if refusal else 422 if form.errors else 200
    return render(request, "sanctioning/accounts/passkey_add.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def passkey(request: HttpRequest, number: int) -> HttpResponse:
    """One of them: its form renames it, and beside it stands how it is removed."""
    account, line = _account(request), _passkey_or_404(request, number)
    raise_if_reauthentication_required(request, app=APP)
    form, refusal = PasskeyNameForm(request.POST or None, initial={"name": line.name}), None
    if request.method == "POST" and form.is_valid():
        try:
            rename_passkey(by=account, number=number, name=form.cleaned_data["name"])
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, _("The passkey is renamed."))
            return redirect("mfa_index")
    return _page(request, line, form, refusal)


@form_on("passkey", "number")
@require_POST
@with_account
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Asks once, right after the password or a second factor was shown."""
    account, line = _account(request), _passkey_or_404(request, number)
    if is_reauthentication_required(request, app=APP):
        methods = get_adapter().get_reauthentication_methods(account)
        return redirect(on_to(methods[0]["url"], reverse("passkey", args=[number])))
    question = Question(
        title=_("Remove the passkey %(name)s?") % {"name": line.name},
        help=_("Nobody can sign in with it any more. On the device it stays until you delete it there."),
        button=_("Remove the passkey"),
        stay=reverse("mfa_index"),
        trail=(
            (_("My account"), reverse("my-account")),
            (_("Second factor"), reverse("mfa_index")),
        ),
    )
    try:
        asks = ask_first(request, lambda: remove_passkey(by=account, number=number), question)
    except Refusal as refusal:
        return _page(request, line, PasskeyNameForm(initial={"name": line.name}), refusal)
    if asks is not None:
        return asks
    messages.success(request, _("The passkey is removed."))
    return redirect("mfa_index")


def _page(request: HttpRequest, line: PasskeyLine, form: Form, refusal: Refusal | None) -> HttpResponse:
    context = {"passkey": line, "form": form, "refusal": refusal, "section": "mine"}
    status = refusal.status if refusal else 422 if form.errors else 200
    return render(request, "sanctioning/accounts/passkey.html", context, status=status)


def _account(request: HttpRequest) -> Account:
    assert isinstance(request.user, Account)
    return request.user


def _passkey_or_404(request: HttpRequest, number: int) -> PasskeyLine:
    line = own_passkey(_account(request), number)
    if line is None:
        raise Http404(_("You have no such passkey."))
    return line
