"""What django-allauth asks of the site: its sentences, its mails, its secrets kept unreadable.

Invariants: a mail with a link that opens an account is stored nowhere; the secret of an app
and the seed of recovery codes are encrypted at rest; whoever owes a second factor keeps one.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.passkeys import relying_party
from sanctioning.accounts.selectors.second_factor import is_last_second_factor, owes_second_factor
from sanctioning.kit.encryption import cipher_for
from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.messages.mail_text import link_to, mail_of, words
from sanctioning.kit.pages.devices import is_own_device
from sanctioning.kit.pages.way_onward import led_on
from sanctioning.kit.qr_codes import qr_on_page
from sanctioning.kit.wording.localised import lazily as _lazy

log = logging.getLogger(__name__)
ON_OWN_DEVICE = "login_failed_on_own_device"
LINKS = ("activate_url", "password_reset_url")
BY_PASSWORD = ("password", "password_reset")


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _lazy("This account cannot sign in at present. Ask the registrar."),
        "email_password_mismatch": _lazy(
            "Wrong e-mail address or password. Check both: the password is case-sensitive."
        ),
        "too_many_login_attempts": _lazy(
            "Too many attempts with a wrong password. Wait five minutes, or set a new password by mail."
        ),
        "enter_current_password": _lazy("This is not your current password."),
        "incorrect_password": _lazy("Wrong password."),
        "duplicate_email": _lazy("This is already the address of this account."),
        "email_taken": _lazy("This address cannot be used. Choose another."),
        "invalid_password_reset": _lazy("This link has been used or has expired. Ask for a new one."),
        "same_as_current": _lazy("This is already the address of this account."),
        "rate_limited": _lazy("You did that too often in a short time. Wait a few minutes and try again."),
        "unverified_primary_email": _lazy("Confirm your e-mail address first, by the link in the mail."),
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the site's look. Where somebody waits for a link and no mail can go, a page says so; a job,
        which has no request, is tried again."""
        name = template_prefix.rpartition("/")[2]
        subject, text = words(f"accounts/{name}", {**context, "email": email, "authority": authority()})
        opening = next((context[key] for key in LINKS if context.get(key)), "")
        link = opening or link_to(reverse("my-account"))
        mail = mail_of(to=email, subject=subject, text=text, link=link)
        try:
            mail.send()
        except OSError as failure:
            log.error("The mail %s could not be sent: %s", name, failure)
            if opening and self.request is None:
                raise
            if opening:
                page = render(self.request, "account/no_mail.html", status=503)
                raise ImmediateHttpResponse(page) from failure

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count wrong passwords; on a device where this account was signed in before, count them apart.

        Who guesses from elsewhere then locks nobody out of their own device (OWASP: device cookies).
        """
        if not is_own_device(request, credentials.get("email", "")):
            super().pre_authenticate(request, **credentials)
            return
        self._login_failed_rl_usage = ratelimit.consume(
            request,
            app="allauth.account",
            action=ON_OWN_DEVICE,
            key=self._get_login_attempts_cache_key(request, **credentials),
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Whoever sets a new password by mail may try again, also on their own device."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        ratelimit.clear(
            request,
            app="allauth.account",
            action=ON_OWN_DEVICE,
            key=self._get_login_attempts_cache_key(request, **credentials),
        )

    def is_reauthentication_required(self, *, app: str, **named: Any) -> bool:
        """Nobody types the password again who typed it moments ago, when signing in or choosing it."""
        records = get_authentication_records(self.request, self.request.user)
        since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
        if any(record["method"] in BY_PASSWORD and record["at"] >= since for record in records):
            return False
        return bool(super().is_reauthentication_required(app=app, **named))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, str]]:
        """The password, or a second factor of any kind, which one page takes."""
        ways = []
        if user.is_authenticated and user.has_usable_password():
            ways.append("account_reauthenticate")
        if is_mfa_enabled(user):
            ways.append("mfa_reauthenticate")
        return [{"id": way, "description": way, "url": reverse(way)} for way in ways]

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Under the site's own address: a mail takes neither host nor port from the request."""
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        return link_to(led_on(path, request))

    def respond_email_verification_sent(
        self, request: HttpRequest, user: AbstractBaseUser | None
    ) -> HttpResponse:
        """The page that asks to look at the mail knows where they were going."""
        return redirect(led_on(reverse("account_email_verification_sent"), request))

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Under the site's own address, likewise; `key` is of the shape `uid-token`."""
        uid, _separator, token = key.partition("-")
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": token})
        return link_to(path)

    def send_password_reset_mail(self, user: AbstractBaseUser, email: str, context: dict[str, Any]) -> None:
        """The link leads on to where they were going."""
        link = led_on(context["password_reset_url"], context["request"])
        super().send_password_reset_mail(user, email, {**context, "password_reset_url": link})

    def get_password_change_redirect_url(self, request: Any) -> str:
        return reverse("my-account")


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _lazy(
            "This code is wrong. Type the one that the app shows now. Each recovery code works once."
        ),
        "cannot_delete_authenticator": _lazy(
            "Your office requires a second factor, and the app is the only one you have. Add a passkey "
            "first, then remove the app. To change the app, you can also ask the registrar to reset it."
        ),
        "unverified_email": _lazy("Confirm your e-mail address first, by the link in the mail."),
        "cannot_generate_recovery_codes": _lazy("Set up an authenticator app or a passkey first."),
    }

    def get_totp_issuer(self) -> str:
        return authority().short_name

    def build_totp_svg(self, url: str) -> str:
        return qr_on_page(url, title=_("QR code for the authenticator app"))

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        account = authenticator.user
        owed = isinstance(account, Account) and owes_second_factor(account)
        return not (owed and is_last_second_factor(authenticator))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The host of the site's own address: of a request it may be that of a proxy."""
        return {"id": relying_party(), "name": authority().name}

    def encrypt(self, text: str) -> str:
        return cipher_for(b"second factor").encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return cipher_for(b"second factor").decrypt(encrypted_text.encode()).decode()
