"""Who asks: the person behind a request."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from sanctioning.kit.pages.kept_forms import keep_form, let_go
from sanctioning.people.models.person import Person

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def asker(request: HttpRequest) -> Person | None:
    """The signed-in person; None for the public and for an account that belongs to nobody yet."""
    return person_behind(request.user) if request.user.is_authenticated else None


def person_behind(account: object) -> Person | None:
    """The person of an account; None where it belongs to nobody yet. A session's account brought it along."""
    person: Person | None = getattr(account, "person", None)
    return person.identity if person else None


def signed_in(
    page: Callable[Concatenate[HttpRequest, Person, P], HttpResponse],
) -> Page[P]:
    """A page for people: others are asked to sign in and come back to where they were."""

    @wraps(page)
    def for_people(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        person = asker(request)
        if request.user.is_authenticated:
            let_go(request)
        if person is not None:
            return page(request, person, *args, **kwargs)
        if request.user.is_authenticated:
            own_page = request.resolver_match and request.resolver_match.url_name == "my-page"
            return render(request, "sanctioning/accounts/nobody_yet.html", status=200 if own_page else 403)
        return to_sign_in(request)

    return for_people


def with_account(page: Page[P]) -> Page[P]:
    """A page for whoever has an account, with a record or without."""

    @wraps(page)
    def for_accounts(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        let_go(request)
        return page(request, *args, **kwargs)

    return for_accounts


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """To the sign-in and back; a form that was sent meanwhile is kept, and filled in on the way back."""
    if request.method != "POST":
        return redirect_to_login(request.get_full_path())
    back = keep_form(request)
    messages.warning(request, _("You were signed out. Sign in again; what you typed has been kept."))
    return redirect_to_login(back)
