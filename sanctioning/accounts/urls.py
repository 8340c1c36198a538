"""Addresses of accounts: the views of django-allauth at the site's addresses, and the site's own."""

from __future__ import annotations

from allauth.account import views as account
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as app
from django.urls import URLPattern, URLResolver, path, re_path

from sanctioning.accounts.views import identity_provider, language, my_account, passkeys
from sanctioning.accounts.views.second_factor import (
    RemoveApp,
    SecondFactors,
    ShowAgain,
    ShowWhenSigningIn,
)
from sanctioning.accounts.views.sign_in import ConfirmAddress, LostPassword, NewPassword, SignIn
from sanctioning.kit.sent_once.keys import without_key

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", SignIn.as_view(), name="login"),
    path("login/", SignIn.as_view(), name="account_login"),
    path("login/with/", identity_provider.go, name="sign-in-with"),
    path("login/with/back/", identity_provider.back, name="sign-in-with-back"),
    path("login/with/join/", identity_provider.join, name="sign-in-with-join"),
    path("login/with/leave/", identity_provider.leave, name="sign-in-with-leave"),
    path("login/code/", ShowWhenSigningIn.as_view(), name="mfa_authenticate"),
    path("logout/", account.logout, name="logout"),
    path("logout/", account.logout, name="account_logout"),
    path("account/", my_account.my_account, name="my-account"),
    path("account/sign-up/", account.signup, name="account_signup"),
    path("account/inactive/", account.account_inactive, name="account_inactive"),
    path("account/again/", account.reauthenticate, name="account_reauthenticate"),
    path("account/address/", account.email, name="account_email"),
    path("account/confirm/", account.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^account/confirm/(?P<key>[-:\w]+)/$", ConfirmAddress.as_view(), name="account_confirm_email"),
    path("account/password/", account.password_change, name="account_change_password"),
    path("account/password/set/", account.password_set, name="account_set_password"),
    path("account/password/reset/", LostPassword.as_view(), name="account_reset_password"),
    path("account/password/reset/sent/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("account/second-factor/", SecondFactors.as_view(), name="mfa_index"),
    path(
        "account/second-factor/again/",
        without_key("What is shown again changes nothing.")(ShowAgain.as_view()),
        name="mfa_reauthenticate",
    ),
    path("account/second-factor/app/", app.activate_totp, name="mfa_activate_totp"),
    path("account/second-factor/app/off/", RemoveApp.as_view(), name="mfa_deactivate_totp"),
    path("account/second-factor/passkeys/new/", passkeys.add, name="passkey-add"),
    path("account/second-factor/passkeys/<int:number>/", passkeys.passkey, name="passkey"),
    path("account/second-factor/passkeys/<int:number>/remove/", passkeys.remove, name="passkey-remove"),
    path("account/second-factor/codes/", recovery_codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "account/second-factor/codes/new/",
        recovery_codes.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/second-factor/codes/codes.txt",
        recovery_codes.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
    path("tokens/", my_account.tokens, name="tokens"),
    path("tokens/<int:number>/revoke/", my_account.revoke, name="token-revoke"),
    path("second-factor/reset/", my_account.reset, name="second-factor-reset"),
    path("language/", language.choose_language, name="language"),
]
