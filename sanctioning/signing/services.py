"""Signing keys: making one, and sealing a paper or signing claims with the key of the day.

Invariants: the private half is written to a file that only its owner can read, before the public half is
published, and never anywhere else; a key once published stays, so that rotation leaves every older paper
verifiable; an installation without any key makes its first one when it prints its first certificate.
The libraries that sign are loaded by whoever signs; the site needs none of them.
Rule section: IV (unmutilated certificates).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from sanctioning.kit.atomic_files import write_wholly
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.signing.models import SigningKey
from sanctioning.signing.selectors import key_id

RULE = _lazy("Certificates are signed with a key that the Authority has published.")


def make_signing_key(
    *, by: Person | None, first_day: dt.date | None = None, at: dt.datetime | None = None
) -> SigningKey:
    """A new key, used from its first day on; those before it keep proving what they signed.

    `by` is None where the operator makes it at the machine, or the worker the very first one.

    Raises:
        Refusal: `key-in-the-past`, `key-of-that-day`.
    """
    from sanctioning.signing.proof import fingerprint_of
    from sanctioning.signing.sealing import new_key

    at = moment(at)
    day = first_day or day_of(at)
    _require_free(day, day_of(at))
    new = new_key(holder=_holder(), first_day=day, passphrase=settings.SIGNING_PASSPHRASE)
    fingerprint = fingerprint_of(new.certificate_pem)
    _keep_secret(fingerprint, new.private_pem)
    with transaction.atomic():
        key = SigningKey.objects.create(
            fingerprint=fingerprint,
            first_day=day,
            certificate_pem=new.certificate_pem,
            made_at=at,
            made_by=by,
        )
        note(
            by=by,
            at=at,
            action="make signing key",
            thing=key,
            after={"fingerprint": fingerprint, "first_day": day.isoformat()},
        )
    return key


def key_in_use(*, at: dt.datetime | None = None) -> SigningKey:
    """The key that signs at that moment; the very first one is made here.

    Raises:
        Refusal: `key-in-the-past`, `key-of-that-day`.
    """
    at = moment(at)
    used = _used_at(at)
    if used is not None:
        return used
    try:
        return make_signing_key(by=None, at=at)
    except (IntegrityError, Refusal):
        # Another worker was faster; the half that was made here signs nothing.
        first = _used_at(at)
        if first is None:
            raise
        return first


def _used_at(at: dt.datetime) -> SigningKey | None:
    return SigningKey.objects.filter(first_day__lte=day_of(at)).order_by("-first_day").first()


def seal_paper(*, paper: bytes, reason: str, key: SigningKey) -> bytes:
    """The paper with the signature of this key. Slow, and without a transaction.

    Raises:
        Refusal: `key-not-here`.
    """
    from sanctioning.signing.sealing import sealed

    return sealed(
        paper,
        private_pem=secret_of(key),
        passphrase=settings.SIGNING_PASSPHRASE,
        certificate_pem=key.certificate_pem,
        reason=reason,
    )


def sign_claims(*, claims: Mapping[str, Any], key: SigningKey) -> str:
    """The claims as a signed token (JWS) that names this key.

    Raises:
        Refusal: `key-not-here`.
    """
    from sanctioning.signing.tokens import signed_token

    return signed_token(
        claims,
        private_pem=secret_of(key),
        passphrase=settings.SIGNING_PASSPHRASE,
        key_id=key_id(key),
    )


def secret_file(fingerprint: str) -> Path:
    return Path(settings.SIGNING_KEYS_DIR) / f"{fingerprint}.pem"


def _holder() -> str:
    from sanctioning.kit.press.letterhead import authority_name

    return f"{authority_name()}{' (demo)' if is_demo() else ''}"


def _require_free(day: dt.date, today: dt.date) -> None:
    """Keys follow one another: a new one begins today or later, and on a day of its own."""
    if day < today:
        raise Refusal(
            code="key-in-the-past",
            sentence=_("A key cannot sign from %(day)s, because that day has passed.")
            % {"day": day.isoformat()},
            rule=RULE,
            remedy=_("Name today or a later day."),
        )
    if SigningKey.objects.filter(first_day=day).exists():
        raise Refusal(
            code="key-of-that-day",
            sentence=_("There is already a key from %(day)s.") % {"day": day.isoformat()},
            rule=RULE,
            remedy=_("Name another day."),
        )


def _keep_secret(fingerprint: str, private_pem: bytes) -> None:
    path = secret_file(fingerprint)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_wholly(path, [private_pem], mode=0o600)


def secret_of(key: SigningKey) -> bytes:
    """The private half of a key, from its file.

    Raises:
        Refusal: `key-not-here`.
    """
    try:
        return secret_file(key.fingerprint).read_bytes()
    except OSError as error:
        raise Refusal(
            code="key-not-here",
            sentence=_("The private part of %(key)s cannot be read on this machine.") % {"key": key},
            rule=RULE,
            remedy=_("Put its file into the folder of signing keys, or make a new key."),
        ) from error
