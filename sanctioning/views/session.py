"""Signing in and out, and the page of components."""

from __future__ import annotations

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.forms import CharField, EmailField, EmailInput, PasswordInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.refusal import Refusal


class SignInForm(AuthenticationForm):
    """E-mail address and password."""

    username = EmailField(
        label="E-mail address",
        widget=EmailInput(attrs={"autocomplete": "username"}),
        error_messages={
            "required": "Type your e-mail address.",
            "invalid": "An e-mail address has a name, an @ and a place, such as ada@example.org.",
        },
    )
    password = CharField(
        label="Password",
        strip=False,
        widget=PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Type your password."},
    )
    error_messages = {
        "invalid_login": "This address and password do not belong together. Try again; "
        "small and capital letters matter in the password.",
        "inactive": "This account may not sign in at present; ask the registrar.",
    }


sign_in = LoginView.as_view(
    template_name="sanctioning/login.html",
    authentication_form=SignInForm,
    redirect_authenticated_user=True,
    next_page="my-page",
    extra_context={"section": "login"},
)
sign_out = LogoutView.as_view(next_page="front")


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """Every piece that the pages are made of, in every state."""
    context = {
        "cards": ("AS", "TH", "JD", "QC", "KH", "7S", "2D", "*"),
        "states": ("open", "reported", "confirmed", "certified", "issued", "recorded", "void", "mutilated"),
        "refusal": Refusal(
            code="confirmer-is-reporter",
            sentence="You reported this game and cannot confirm it.",
            rule="the final sheet is confirmed by a second person",
            remedy="Ask another player of the game or whoever runs the club.",
        ),
    }
    return render(request, "sanctioning/components.html", context)
