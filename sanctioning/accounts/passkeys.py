"""Passkeys as WebAuthn has them: what the browser is asked for, and what its answer proves.

Invariants: an answer counts only for the address of this site, for the latest question of this session, once,
and for ten minutes. Whatever else comes is refused in words, however it is malformed.
"""

from __future__ import annotations

import json
import logging
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from allauth.mfa.webauthn.internal import auth
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from fido2.cose import CoseKey
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    CollectedClientData,
    RegistrationResponse,
)

from sanctioning.accounts.models.account import Account
from sanctioning.kit.refusals import Refusal

log = logging.getLogger(__name__)
SECONDS_TO_ANSWER: Final = 600
"""How long the site takes an answer; the browser gives up after half of that."""
LONGEST: Final = 20_000
"""Characters of an answer; the longest that browsers send have a few thousand."""
UNREADABLE: Final = (
    *(ValueError, TypeError, LookupError, AttributeError, AssertionError, NotImplementedError),
    *(ArithmeticError, RecursionError, UnsupportedAlgorithm, struct.error),
)
"""What the library raises for answers that are no answers."""

Question = Mapping[str, Any]
"""What the session keeps of what the browser was asked: the challenge, and until when it counts."""
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPasskey:
    """What a device has made: `answer` is kept, `uses` the number of signatures that it says it gave."""

    credential: AttestedCredentialData
    answer: dict[str, Any]
    uses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPasskey:
    credential: AttestedCredentialData
    uses: int


def site_origin() -> str:
    """The address at which passkeys work, as browsers name it."""
    address = urlsplit(settings.SITE_ADDRESS)
    usual = address.port in (None, {"https": 443, "http": 80}.get(address.scheme))
    return f"{address.scheme}://{relying_party()}" + ("" if usual else f":{address.port}")


def relying_party() -> str:
    """The name of the site's host, to which each passkey is bound."""
    return (urlsplit(settings.SITE_ADDRESS).hostname or "").lower()


def passkeys_work() -> bool:
    """Browsers make passkeys for names of hosts, by https; on the machine itself http will do."""
    host = relying_party()
    try:
        ip_address(host)
    except ValueError:
        return urlsplit(settings.SITE_ADDRESS).scheme == "https" or host == "localhost"
    return False


def question_to_make(request: HttpRequest, account: Account) -> str:
    """What the browser is asked for a new passkey, as JSON."""
    return _asked(request, auth.begin_registration(account, passwordless=False))


def question_to_show(request: HttpRequest, account: Account) -> str:
    """What the browser is asked for one of the passkeys of an account, as JSON."""
    return _asked(request, auth.begin_authentication(account))


def question_taken(request: HttpRequest) -> Question:
    """The latest question of the session, which is answered once, right or wrong; empty if there is none."""
    question: Question = request.session.pop(auth.STATE_SESSION_KEY, {})
    return question


def made_by(question: Question, answer: str) -> NewPasskey:
    """The passkey that an answer brings.

    Raises:
        Refusal: `passkey-answer-late`, `passkey-unproven`.
    """
    _require_in_time(question)

    def read() -> NewPasskey:
        response = RegistrationResponse.from_dict(_parsed(answer))
        _require_this_site(response.response.client_data)
        proven = auth.get_server().register_complete(question, response)
        credential = proven.credential_data
        if credential is None or type(credential.public_key) not in _known_keys():
            raise ValueError("No key, or none that can be proven.")
        with suppress(InvalidSignature):  # a key that is none would fail only when it is shown
            credential.public_key.verify(b"", b"")
        sent = json.loads(json.dumps(dict(response)))
        kept = {name: sent[name] for name in ("id", "rawId", "type", "response")}
        return NewPasskey(credential=credential, answer=kept, uses=proven.counter)

    return _read(read)


def shown_by(question: Question, answer: str, credentials: Sequence[AttestedCredentialData]) -> ShownPasskey:
    """Which of these passkeys an answer proves.

    Raises:
        Refusal: `passkey-answer-late`, `passkey-unknown`, `passkey-unproven`.
    """
    _require_in_time(question)
    response = _read(lambda: AuthenticationResponse.from_dict(_parsed(answer)))
    if all(credential.credential_id != response.raw_id for credential in credentials):
        raise Refusal(
            code="passkey-unknown",
            sentence=_("This passkey does not belong to this account, or it was removed."),
            rule=_("A passkey counts from the moment it is added until it is removed or reset."),
            remedy=_("Use another passkey, or a code."),
            status=403,
        )

    def read() -> ShownPasskey:
        _require_this_site(response.response.client_data)
        credential = auth.get_server().authenticate_complete(question, credentials, response)
        return ShownPasskey(credential=credential, uses=response.response.authenticator_data.counter)

    return _read(read)


def credential_of(kept: Mapping[str, Any]) -> AttestedCredentialData:
    """The key within an answer that was kept."""
    credential = RegistrationResponse.from_dict(kept).response.attestation_object.auth_data.credential_data
    assert credential is not None
    return credential


def _asked(request: HttpRequest, options: dict[str, Any]) -> str:
    """The library has put the state of the question into the session; here it gets an end."""
    request.session[auth.STATE_SESSION_KEY]["until"] = time.time() + SECONDS_TO_ANSWER
    options["publicKey"]["timeout"] = SECONDS_TO_ANSWER * 1000 // 2
    return json.dumps(options["publicKey"])


def _require_in_time(question: Question) -> None:
    if question.get("until", 0) < time.time():
        raise Refusal(
            code="passkey-answer-late",
            sentence=_("The page was open for too long, or its answer was sent before."),
            rule=_("Each request for a passkey is answered once, within ten minutes."),
            remedy=_("Try it again on this page."),
        )


def _parsed(answer: str) -> dict[str, Any]:
    parsed = json.loads(answer) if len(answer) <= LONGEST else None
    if not isinstance(parsed, dict):
        raise ValueError("No answer of a browser.")
    return parsed


def _require_this_site(client_data: CollectedClientData) -> None:
    """The library would take the sites below this one, too."""
    if client_data.origin != site_origin() or client_data.cross_origin:
        raise ValueError("Made for another site.")


def _known_keys() -> set[type[CoseKey]]:
    return {CoseKey.for_alg(algorithm) for algorithm in CoseKey.supported_algorithms()}


def _read(read: Callable[[], Read]) -> Read:
    try:
        return read()
    except UNREADABLE as failure:
        log.info("An answer of a passkey proves nothing: %s", failure)
        raise Refusal(
            code="passkey-unproven",
            sentence=_("What the browser sent does not prove your passkey here."),
            rule=_("A passkey is proven at the address of this site, by an answer made for this page."),
            remedy=_("Open %(address)s and try again, or use a code.") % {"address": site_origin()},
            status=403,
        ) from failure
