"""Statements signed for programs (JWS, ES256), and the published keys as programs on the web read them.

Purpose: the same keys that sign papers also sign credentials and their status lists. Invariant: like
`sealing`, it takes bytes and gives text, and reads nothing else.
Terms: JWK (a public key as JSON), claims (what is signed).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509 import load_pem_x509_certificate
from jwt.algorithms import ECAlgorithm

ALGORITHM: Final = "ES256"


def signed_token(claims: Mapping[str, Any], *, private_pem: bytes, passphrase: str, key_id: str) -> str:
    """The claims with a signature, in the compact form; `key_id` tells a reader which published key fits."""
    encrypted = b"ENCRYPTED" in private_pem
    key = serialization.load_pem_private_key(private_pem, passphrase.encode() if encrypted else None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return jwt.encode(dict(claims), key, algorithm=ALGORITHM, headers={"kid": key_id})


def public_jwk(certificate_pem: str) -> dict[str, str]:
    """The public key of a published certificate."""
    key = load_pem_x509_certificate(certificate_pem.encode()).public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    return {**ECAlgorithm.to_jwk(key, as_dict=True), "alg": ALGORITHM, "use": "sig"}
