"""How an account signs in, and how a session finds it again with its person."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from sanctioning.accounts.models.account import Account
from sanctioning.kit.prepared_queries import Prepared


class AccountBackend(AuthenticationBackend):
    """As the library does it; the account of a session brings its person, since every page asks for both."""

    def get_user(self, user_id: Any) -> Account | None:
        account = next(iter(_WITH_PERSON(user_id)), None)
        return account if account is not None and self.user_can_authenticate(account) else None


_WITH_PERSON = Prepared(
    lambda account: Account.objects.select_related("person__merged_into").filter(pk=account).order_by()
)
