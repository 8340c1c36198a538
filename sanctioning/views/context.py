"""What every page knows: which installation this is, and how many messages wait to be read."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from sanctioning.models import Account
from sanctioning.selectors.installation import is_demo
from sanctioning.selectors.messages import unread_of


def site(request: HttpRequest) -> dict[str, object]:
    """For `TEMPLATES`; asked only by a page that shows it."""
    user = request.user
    unread = SimpleLazyObject(lambda: unread_of(user)) if isinstance(user, Account) else 0
    return {"demo": SimpleLazyObject(is_demo), "unread": unread}
