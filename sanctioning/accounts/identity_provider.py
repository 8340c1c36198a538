"""The federation's identity provider (OpenID Connect): sending people there, and proving who comes back.

Purpose: what the protocol asks is Authlib's; here is which provider, and what is said where a proof fails.
Invariants: an identity counts only by an ID token of the issuer that the settings name, for this client, in
answer to the request that this browser made (state, nonce and PKCE), signed by a key of that issuer; each
answer counts once.
Terms: issuer and subject (`sanctioning.accounts.models.provider_sign_in`), proven (by such a token).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.base_client import MismatchingStateError
from authlib.integrations.django_client import OAuth
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from joserfc.errors import JoseError
from requests import RequestException

from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy

DISCOVERY: Final = "/.well-known/openid-configuration"
SECONDS: Final = 10
PROOF: Final = _lazy("Each time you sign in with an identity provider, it must prove who you are.")


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    issuer: str
    client: str
    secret: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenIdentity:
    """`email` is empty unless the provider says that it has confirmed it."""

    issuer: str
    subject: str
    email: str

    @property
    def as_kept(self) -> dict[str, str]:
        return asdict(self)


def identity_provider() -> IdentityProvider | None:
    if not settings.SIGN_IN_ISSUER:
        return None
    return IdentityProvider(
        settings.SIGN_IN_ISSUER,
        settings.SIGN_IN_CLIENT,
        settings.SIGN_IN_SECRET,
        settings.SIGN_IN_NAME,
    )


def require_answering(provider: IdentityProvider) -> None:
    """Refuse a provider that does not answer now, or is not the one that the settings name.

    Raises:
        Refusal: `provider-silent`, `provider-unproven`.
    """
    try:
        _require_same_issuer(provider)
    except (RequestException, RuntimeError, ValueError) as failure:
        raise _silent(provider) from failure


def way_to(provider: IdentityProvider, request: HttpRequest) -> HttpResponse:
    """To the provider's own page.

    Raises:
        Refusal: `provider-silent`, `provider-unproven`.
    """
    require_answering(provider)
    try:
        answer: HttpResponse = _client(provider).authorize_redirect(
            request, link_to(reverse("sign-in-with-back"))
        )
    except (RequestException, RuntimeError, ValueError) as failure:
        raise _silent(provider) from failure
    return answer


def proven_by(provider: IdentityProvider, request: HttpRequest) -> ProvenIdentity:
    """Who came back from the provider.

    Raises:
        Refusal: `provider-declined`, `provider-silent`, `provider-unproven`, `sign-in-over`.
    """
    client = _client(provider)
    try:
        _require_same_issuer(provider)
        token = client.authorize_access_token(
            request,
            claims_options={
                "iss": {"essential": True, "value": provider.issuer},
                "aud": {"essential": True, "value": provider.client},
            },
        )
        claims = dict(token.get("userinfo") or {})
        if claims and "email" not in claims:
            claims |= _asked_for(client, token, claims["sub"])
    except MismatchingStateError as stale:
        raise _over(provider) from stale
    except JoseError as unproven:
        raise _unproven(provider) from unproven
    except AuthlibBaseError as refused:
        raise _over(provider) if refused.error == "invalid_grant" else _declined(provider) from refused
    except (RequestException, RuntimeError, ValueError) as failure:
        raise _silent(provider) from failure
    if not claims.get("sub"):
        raise _unproven(provider)
    confirmed = claims.get("email_verified") is True
    return ProvenIdentity(
        issuer=provider.issuer,
        subject=str(claims["sub"]),
        email=str(claims.get("email") or "").strip().lower() if confirmed else "",
    )


@cache
def _client(provider: IdentityProvider) -> Any:
    """It keeps what the provider says of itself, and asks for its keys again when it meets a new one."""
    return OAuth().register(
        "provider",
        client_id=provider.client,
        client_secret=provider.secret,
        server_metadata_url=f"{provider.issuer.rstrip('/')}{DISCOVERY}",
        client_kwargs={
            "scope": "openid email",
            "code_challenge_method": "S256",
            "default_timeout": SECONDS,
        },
    )


def _require_same_issuer(provider: IdentityProvider) -> None:
    if _client(provider).load_server_metadata().get("issuer") != provider.issuer:
        raise _unproven(provider)


def _asked_for(client: Any, token: dict[str, Any], subject: str) -> dict[str, Any]:
    """The address, where the provider gives it only when asked; of somebody else it counts for nothing."""
    if "userinfo_endpoint" not in client.load_server_metadata():
        return {}
    asked = client.userinfo(token=token)
    if asked.get("sub") != subject:
        return {}
    return {name: asked[name] for name in ("email", "email_verified") if name in asked}


def _silent(provider: IdentityProvider) -> Refusal:
    return Refusal(
        code="provider-silent",
        sentence=_("%(provider)s does not answer at the moment.") % {"provider": provider.name},
        rule=PROOF,
        remedy=_("Try again in a few minutes, or sign in with your password."),
        status=503,
    )


def _declined(provider: IdentityProvider) -> Refusal:
    return Refusal(
        code="provider-declined",
        sentence=_("%(provider)s did not sign you in.") % {"provider": provider.name},
        rule=PROOF,
        remedy=_("Try again, or sign in with your password."),
        status=403,
    )


def _unproven(provider: IdentityProvider) -> Refusal:
    return Refusal(
        code="provider-unproven",
        sentence=_("What %(provider)s sent does not prove who you are.") % {"provider": provider.name},
        rule=PROOF,
        remedy=_("Sign in with your password, and tell whoever runs this site."),
        status=403,
    )


def _over(provider: IdentityProvider) -> Refusal:
    return Refusal(
        code="sign-in-over",
        sentence=_("This sign-in with %(provider)s is over. Each works once, in the browser it began in.")
        % {"provider": provider.name},
        rule=PROOF,
        remedy=_("Start again from the sign-in page."),
        status=403,
    )
