"""The published keys, by which anybody can prove papers and badges of the Authority without asking it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from sanctioning.kit.clock import today
from sanctioning.signing.models import SigningKey


def published_keys() -> list[SigningKey]:
    """Every key there ever was, the newest first."""
    return list(SigningKey.objects.order_by("-first_day"))


def key_list() -> str:
    """The certificates of all keys, one after the other, as programs read them (PEM)."""
    return "".join(f"{key.certificate_pem.strip()}\n" for key in published_keys())


def has_signing_key() -> bool:
    """Whether the first one is made; the worker makes it with the first paper."""
    return SigningKey.objects.exists()


def issuer_did() -> str:
    """The Authority's name as an issuer of credentials: a `did:web`, made of the site's own host."""
    return f"did:web:{urlsplit(settings.SITE_ADDRESS).netloc.replace(':', '%3A')}"


def key_id(key: SigningKey) -> str:
    """How a signed token names its key: the place of that key in the document of the issuer."""
    return f"{issuer_did()}#{key.fingerprint}"


def key_set() -> dict[str, Any]:
    """The published keys as a JSON Web Key Set (RFC 7517)."""
    return {"keys": [{**_jwk(key), "kid": key_id(key)} for key in _for_programs()]}


def issuer_document() -> dict[str, Any]:
    """What the `did:web` of the Authority leads to: which keys sign its credentials."""
    did, keys = issuer_did(), _for_programs()
    return {
        "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
        "id": did,
        "alsoKnownAs": [f"{settings.SITE_ADDRESS}/"],
        "verificationMethod": [
            {"id": key_id(key), "type": "JsonWebKey2020", "controller": did, "publicKeyJwk": _jwk(key)}
            for key in keys
        ],
        "assertionMethod": [key_id(key) for key in keys],
    }


def _for_programs() -> list[SigningKey]:
    """The key in use comes first, since some programs read no further; those of later days come last."""
    return sorted(published_keys(), key=lambda key: key.first_day > today())


def _jwk(key: SigningKey) -> dict[str, str]:
    from sanctioning.signing.tokens import public_jwk

    return public_jwk(key.certificate_pem)
