"""The forms of accounts: those of django-allauth with the site's labels and sentences."""

from __future__ import annotations

import time
from typing import Any, Final

from allauth.account import forms as account
from allauth.core import context
from allauth.mfa.base import forms as second_factor
from allauth.mfa.base.internal.flows import check_rate_limit, post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.validators import EmailValidator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.passkeys import question_taken
from sanctioning.accounts.selectors.second_factor import FIRST_CODE_AT
from sanctioning.accounts.services.lost_passwords import ask_for_link
from sanctioning.accounts.services.passkeys import LONGEST_NAME, show_passkey
from sanctioning.kit.pages.devices import mark_as_shared
from sanctioning.kit.pages.way_onward import remember_way, wanted_path
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy

ADDRESS: Final = "An e-mail address has a name, an @ and a place, such as ada@example.org."
# Label, help, and what is said when nothing was typed.
FIELDS: Final[dict[str, tuple[str, str, str]]] = {
    "login": (_lazy("E-mail address"), "", _lazy("Type your e-mail address.")),
    "email": (_lazy("E-mail address"), "", _lazy("Type your e-mail address.")),
    "password": (_lazy("Password"), "", _lazy("Type your password.")),
    "oldpassword": (_lazy("Current password"), "", _lazy("Type your current password.")),
    "password1": (
        _lazy("New password"),
        _lazy("At least ten characters, and not a common word. A short sentence works well."),
        _lazy("Type a password."),
    ),
    "password2": (_lazy("The same password again"), "", _lazy("Type the password a second time.")),
    "code": (
        "Code",
        _lazy("The six digits from your authenticator app."),
        _lazy("Type the six digits that the app shows."),
    ),
}


class InHouseWords(forms.Form):
    """Gives the fields their labels, and no words inside the boxes."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        for name, field in self.fields.items():
            if name in FIELDS:
                field.label, field.help_text, field.error_messages["required"] = FIELDS[name]
                field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.EmailField):
                field.error_messages["invalid"] = ADDRESS
                others = [check for check in field.validators if not isinstance(check, EmailValidator)]
                field.validators = [*others, EmailValidator(ADDRESS)]


class SignInForm(InHouseWords, account.LoginForm):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["shared"] = forms.BooleanField(
            label=_("This is not my device"),
            help_text=_("You are signed out when you close the browser, and nothing stays on the device."),
            required=False,
        )

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        response: HttpResponse = super().login(request, redirect_url)
        if self.cleaned_data["shared"]:
            mark_as_shared(request)
        return response


class SignUpForm(InHouseWords, account.SignupForm):
    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """An address that has an account takes as long as a new one, whose password is hashed."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        saved: tuple[Any, HttpResponse | None] = super().try_save(request)
        return saved


class ChangeEmailForm(InHouseWords, account.AddEmailForm):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["email"].label = _("New e-mail address")


class ChangePasswordForm(InHouseWords, account.ChangePasswordForm):
    pass


class SetPasswordForm(InHouseWords, account.SetPasswordForm):
    pass


class ResetPasswordForm(InHouseWords, account.ResetPasswordForm):
    def clean_email(self) -> str:
        """Whether the address has an account is asked by the worker that sends the mail."""
        email: str = self.cleaned_data["email"]
        return email

    def save(self, request: HttpRequest, **named: Any) -> str:
        email: str = self.cleaned_data["email"]
        ask_for_link(email, wanted_path(request))
        return email


class NewPasswordForm(InHouseWords, account.ResetPasswordKeyForm):
    pass


class ReauthenticateForm(InHouseWords, account.ReauthenticateForm):
    pass


class CodeForm(InHouseWords, second_factor.AuthenticateForm):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["code"].help_text = _("The six digits from your authenticator app, or a recovery code.")


class CodeAgainForm(InHouseWords, second_factor.ReauthenticateForm):
    pass


class PasskeyAnswer(forms.CharField):
    """What the script `passkey.js` writes into a field that nobody sees."""

    widget = forms.HiddenInput

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self.error_messages["required"] = _lazy(
            "Your browser was not asked for a passkey: that needs JavaScript. Switch it on and reload the "
            "page."
        )


class ShowPasskeyForm(forms.Form):
    """Shows a passkey in place of a code, when signing in or, `again`, before something is changed."""

    credential = PasskeyAnswer()

    def __init__(self, *arguments: Any, user: Account, again: bool = False, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.user, self.again = user, again

    def clean_credential(self) -> Authenticator:
        """Tries are counted together with those of codes."""
        question = question_taken(context.request)
        right = check_rate_limit(self.user)
        try:
            shown = show_passkey(by=self.user, question=question, answer=self.cleaned_data["credential"])
        except Refusal as refusal:
            raise forms.ValidationError(f"{refusal.sentence} {refusal.remedy}") from refusal
        right()
        return shown

    def save(self) -> None:
        shown = self.cleaned_data["credential"]
        post_authentication(context.request, shown, reauthenticated=self.again)


class PasskeyNameForm(forms.Form):
    name = forms.CharField(
        label=_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=_lazy("The device or key that holds it, such as “my phone”."),
        error_messages={"required": _lazy("Name the device or key that holds it.")},
    )


class NewPasskeyForm(PasskeyNameForm):
    credential = PasskeyAnswer()


class FirstCodeForm(InHouseWords, totp.ActivateTOTPForm):
    """Keeps its key when the page is loaded again, since the app may have scanned it already."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        shown_before = context.request.session.get(SECRET_SESSION_KEY)
        super().__init__(*arguments, **named)
        if shown_before:
            self.secret = context.request.session[SECRET_SESSION_KEY] = shown_before

    def clean_code(self) -> str:
        """Who has just shown the first code of a new app need not show another in the same session."""
        code: str = super().clean_code()
        context.request.session[FIRST_CODE_AT] = time.time()
        remember_way(context.request, context.request.GET.get("next", ""))
        return code
