"""How far a token reaches: every scope reads, and changes what the packages behind it keep.

Which packages these are is registered, since they belong to layers above; a token with full access reaches
all. What its account may not do, no token may.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS

from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.kit.api.acts import is_true_of
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.registry import Registry

PACKAGES: Final[Registry[tuple[str, ...]]] = Registry("packages whose endpoints a scope of tokens opens")
"""By the scope, dotted names; each with what is in it."""


CHANGING: Final = tuple(scope for scope in ApiToken.Scope if scope != ApiToken.Scope.READ)


def only_reads(method: str, endpoint: type) -> bool:
    """Whether every scope may: nothing is changed, nor by what is answered."""
    return method in SAFE_METHODS and not getattr(endpoint, "gives_secret", False)


def takes_no_token(method: str, endpoint: type) -> bool:
    """Whether no scope reaches it, only somebody who is signed in."""
    return method in getattr(endpoint, "takes_no_token", ())


def require_scope(token: ApiToken, *, method: str, endpoint: type, act: str = "") -> None:
    """Refuse what a token was not made for.

    Raises:
        Refusal: `token-by-token`, `token-reads-only`, `token-reaches-not`.
    """
    if takes_no_token(method, endpoint):
        raise Refusal(
            code="token-by-token",
            sentence=_("A token cannot make another token."),
            rule=_("Tokens can only be made by someone who is signed in."),
            remedy=_("Sign in on the site and make it there."),
            status=403,
        )
    if only_reads(method, endpoint) or opens(token.scope, endpoint, act):
        return
    reaching = [scope for scope in CHANGING if opens(scope.value, endpoint, act)]
    remedy = _("Make a token under My account for one of these: %(scopes)s.") % {
        "scopes": ", ".join(str(scope.label) for scope in reaching)
    }
    facts = {"scope": token.scope, "needs": [scope.value for scope in reaching]}
    if token.scope == ApiToken.Scope.READ:
        raise Refusal(
            code="token-reads-only",
            sentence=_("This token can read but not change anything."),
            rule=_("A token can only do what it was made for."),
            remedy=remedy,
            status=403,
            facts=facts,
        )
    raise Refusal(
        code="token-reaches-not",
        sentence=_("This token may not do that. What it may do: %(scope)s.")
        % {"scope": token.get_scope_display()},
        rule=_("A token can only do what it was made for."),
        remedy=remedy,
        status=403,
        facts=facts,
    )


def opens(scope: str, endpoint: type, act: str = "") -> bool:
    """Whether a token of the scope may change something by an endpoint."""
    if scope in (ApiToken.Scope.READ, ApiToken.Scope.FULL):
        return scope == ApiToken.Scope.FULL
    if scope == ApiToken.Scope.REPORT and is_true_of(getattr(endpoint, "runs_event", False), act):
        return False
    return any(f"{endpoint.__module__}.".startswith(f"{package}.") for package in PACKAGES[scope])
