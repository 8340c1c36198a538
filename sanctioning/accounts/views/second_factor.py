"""Showing a second factor, by a code or a passkey, when signing in and before something is changed; and
removing the app."""

from __future__ import annotations

from typing import Any

from allauth.mfa.base.views import AuthenticateView, IndexView, ReauthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import DeactivateTOTPView
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from sanctioning.accounts.forms import ShowPasskeyForm
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.passkeys import question_to_show, site_origin
from sanctioning.accounts.selectors.passkeys import passkey_lines, passkeys_of


class SecondFactors(IndexView):
    """What the account has: the app, passkeys, recovery codes."""

    def get_context_data(self, **named: Any) -> dict[str, object]:
        context: dict[str, Any] = super().get_context_data(**named)
        passkeys = context["authenticators"].get(Authenticator.Type.WEBAUTHN, [])
        return {**context, "passkeys": passkey_lines(passkey.instance for passkey in passkeys)}


class ShowWhenSigningIn(AuthenticateView):
    """It asks for a passkey where there is one, and takes a code as well."""

    def get_context_data(self, **named: Any) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**named)
        return context | asked_for(self.request, self.stage.login.user, self.auth_form, self.webauthn_form)


class ShowAgain(ReauthenticateView):
    """Whoever is signed in shows that it is still them."""

    def get_form_class(self) -> Any:
        return ShowPasskeyForm if self.is_passkey else super().get_form_class()

    def get_form_kwargs(self) -> dict[str, Any]:
        named: dict[str, Any] = super().get_form_kwargs()
        return {**named, "again": True} if self.is_passkey else named

    @property
    def is_passkey(self) -> bool:
        return "credential" in self.request.POST

    def get_context_data(self, **named: Any) -> dict[str, object]:
        context: dict[str, Any] = super().get_context_data(**named)
        account, sent = self.request.user, context["form"]
        code = super().get_form_class()(user=account) if self.is_passkey else sent
        passkey = sent if self.is_passkey else ShowPasskeyForm(user=account)
        return context | asked_for(self.request, account, code, passkey)


class RemoveApp(DeactivateTOTPView):
    """One second factor of an account is removed at a time, so that the last one stays where it has to."""

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        with transaction.atomic():
            Account.objects.select_for_update(no_key=True).get(pk=request.user.pk or 0)
            answer: HttpResponse = super().post(request, *arguments, **named)
        return answer

    def get_context_data(self, **named: Any) -> dict[str, object]:
        assert isinstance(self.request.user, Account)
        passkeys = passkeys_of(self.request.user).exists()
        return {**super().get_context_data(**named), "passkeys": passkeys}


def asked_for(request: HttpRequest, account: Any, code: Form, passkey: Form) -> dict[str, object]:
    """The form for a code, and for a passkey, if the account has one, with the question to the browser."""
    kinds = set(Authenticator.objects.filter(user=account.pk).values_list("type", flat=True))
    has_app = Authenticator.Type.TOTP in kinds
    if not has_app:
        code.fields["code"].help_text = _("One of your recovery codes.")
    if Authenticator.Type.WEBAUTHN not in kinds:
        return {"form": code, "passkey_form": None}
    return {
        "form": code,
        "passkey_form": passkey,
        "has_app": has_app,
        "question": question_to_show(request, account),
        "origin": site_origin(),
    }
