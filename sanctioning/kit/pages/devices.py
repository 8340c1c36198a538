"""What stays on the device of somebody who was signed in, and for whom.

Invariants: a page shown to an account is stored by no browser; after signing out nothing of it comes back by
*Back*; what an account had typed when its session ended is offered to that account alone; on a device that
is not their own, a session ends with the browser and signing out empties what the site kept there.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from sanctioning.accounts.models.account import Account

SHARED: Final = "shared_device"
"""In the session: the device is not the person's own."""
OWNER_COOKIE: Final = "saas_account"
"""Signed; which account was signed in last, also after its session has ended."""
OWNER_SALT: Final = "last account of a device"
OWNER_SECONDS: Final = 60 * 60 * 24 * 90


def is_shared(request: HttpRequest) -> bool:
    """Whether whoever is signed in said that the device is not theirs."""
    return bool(request.session.get(SHARED))


def mark_as_shared(request: HttpRequest) -> None:
    """End this session with the browser, and keep nothing on the device."""
    request.session[SHARED] = True
    request.session.set_expiry(0)


def last_account(request: HttpRequest) -> str:
    """The number of the account that is signed in, or that was the last to be; empty where there was none."""
    if isinstance(request.user, Account):
        return str(request.user.pk)
    return str(request.get_signed_cookie(OWNER_COOKIE, "", OWNER_SALT, max_age=OWNER_SECONDS) or "")


def is_own_device(request: HttpRequest, email: str) -> bool:
    """Whether the account with this address was the last to be signed in on the device."""
    account = last_account(request)
    return bool(account) and Account.objects.filter(pk=account, email=email.strip().lower()).exists()


def remember_account(request: HttpRequest, response: HttpResponse) -> None:
    """Note on the device which account is signed in, where it does not say so already."""
    account = str(request.user.pk)
    if request.get_signed_cookie(OWNER_COOKIE, "", OWNER_SALT, max_age=OWNER_SECONDS) == account:
        return
    response.set_signed_cookie(
        OWNER_COOKIE,
        account,
        OWNER_SALT,
        max_age=None if is_shared(request) else OWNER_SECONDS,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def store_nowhere(response: HttpResponse, *, part: bool) -> None:
    """Forbid the browser to store a private page; a part of a page keeps what it says of itself."""
    is_page = response.headers.get("Content-Type", "").startswith("text/html") and not part
    if is_page or "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-store"


def empty_device(response: HttpResponse, *, shared: bool) -> None:
    """Empty the browser's cache after signing out; on a shared device also forget which account it was.

    Not its storage, where the pad of a table keeps what waits to be sent, whoever signs in and out on its
    device; what an account typed leaves by `static/js/account.js`.
    """
    response.headers["Clear-Site-Data"] = '"cache"'
    if shared:
        response.delete_cookie(OWNER_COOKIE, samesite="Lax")
