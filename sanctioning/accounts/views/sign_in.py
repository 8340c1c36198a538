"""Where the pages of django-allauth are not enough for whoever opens them."""

from __future__ import annotations

from typing import Any

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from allauth.account.views import (
    ConfirmEmailView,
    LoginView,
    PasswordResetFromKeyView,
    PasswordResetView,
)
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from sanctioning.accounts.forms import NewPasswordForm
from sanctioning.accounts.identity_provider import identity_provider
from sanctioning.kit.pages.way_onward import led_on, on_to, wanted_path


class SignIn(LoginView):
    """It offers the identity provider, where the site has one."""

    def get_context_data(self, **named: Any) -> dict[str, object]:
        return {**super().get_context_data(**named), "provider": identity_provider()}


class LostPassword(PasswordResetView):
    """Where somebody was going goes along to the page that asks to look at the mail."""

    def get_success_url(self) -> str:
        return led_on(reverse("account_reset_password_done"), self.request)


class NewPassword(PasswordResetFromKeyView):
    """It goes along to the page that asks for a second factor, too."""

    def form_valid(self, form: NewPasswordForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        second_factor = reverse("mfa_authenticate")
        if answer["Location"] != second_factor:
            return answer
        return redirect(led_on(second_factor, self.request))


class ConfirmAddress(ConfirmEmailView):
    """A link that is opened a second time says that the address is confirmed, not that the link is broken."""

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        try:
            answer: HttpResponse = super().post(request, *arguments, **named)
        except Http404:
            self.object = None
            return self.render_to_response(self.get_context_data())  # type: ignore[no-any-return]
        return answer

    def get_redirect_url(self) -> str:
        """Who is not signed in yet signs in first, and goes on from there."""
        wanted = wanted_path(self.request)
        if wanted and not self.request.user.is_authenticated:
            return on_to(reverse("login"), wanted)
        return str(super().get_redirect_url())

    def get_context_data(self, **named: Any) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**named)
        return context if self.object else {**context, "confirmed": confirmed_by(self.kwargs["key"])}


def confirmed_by(key: str) -> str:
    """The confirmed address that a link belongs to; nothing for a link that belongs to none."""
    try:
        number = signing.loads(key, salt=app_settings.SALT)
    except signing.BadSignature:
        return ""
    address = EmailAddress.objects.filter(pk=number, verified=True).first()
    return address.email if address else ""
