"""What every page knows: which installation this is, and how many messages wait to be
read, how many things to be done."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from sanctioning.models import Account
from sanctioning.selectors.installation import is_demo
from sanctioning.selectors.messages import unread_of
from sanctioning.views.kept import kept_form
from sanctioning.views.people import asker
from sanctioning.waiting import count_waiting


def site(request: HttpRequest) -> dict[str, object]:
    """For `TEMPLATES`; asked only by a page that shows it."""
    user = request.user
    waiting = SimpleLazyObject(lambda: _waiting(request))
    unread = SimpleLazyObject(lambda: unread_of(user)) if isinstance(user, Account) else 0
    return {
        "demo": SimpleLazyObject(is_demo),
        "unread": unread,
        "waiting_count": waiting,
        "kept": kept_form(request),
    }


def _waiting(request: HttpRequest) -> int:
    person = asker(request)
    return count_waiting(person) if person else 0
