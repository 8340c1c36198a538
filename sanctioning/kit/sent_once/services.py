"""Sent twice, done once: a double click, a form sent again after *Back*, a program that tries again.

Purpose: whatever changes something is sent with a key of its own. The key is written in the transaction of
the change, so that the second finds either all of it or nothing; it is answered as the first was.
Invariants: the same key with something else is refused; what was refused leaves no key, so that it may be
corrected and sent again; who reads the table can read neither keys nor answers.
Terms: content (a hash of the address and all that was sent), sealed (encrypted by the key itself).
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import json
import zlib
from dataclasses import asdict, dataclass, field
from typing import Final

from cryptography.fernet import Fernet
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.models import SentKey

KEPT_FOR: Final = dt.timedelta(days=7)
SALT: Final = "sanctioning.sent-once"
LONGEST_KEY: Final = 80
"""So many characters of a key are stored where what it made keeps it."""


def shortened(key: str, longest: int = LONGEST_KEY) -> str:
    """A key that is too long goes by its hash: cut, two keys that begin alike would count as one."""
    return key if len(key) <= longest else hashlib.sha256(key.encode()).hexdigest()[:longest]


@dataclass(frozen=True, slots=True)
class Sending:
    """Who sent what under which key. Without an account the sender is the address, which holds a secret."""

    account: Account | None
    address: str
    key: str
    content: str

    @property
    def sender(self) -> str:
        return f"account {self.account.pk}" if self.account else _hash("address", self.address)[:60]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerKept:
    """How it was answered: `kind` is that of the body, `told` are the messages for the next page."""

    status: int
    location: str = ""
    kind: str = ""
    body: str = ""
    told: list[tuple[int, str]] = field(default_factory=list)


def answered_before(sending: Sending, at: dt.datetime | None = None) -> AnswerKept | None:
    """The answer that this key got; None if it is new, and taken from here to the end of the transaction.

    Whoever sends it at the same moment waits here until the first is done.

    Raises:
        Refusal: `idempotency-key-reused`.
    """
    key = _hash("key", sending.key)
    SentKey.objects.bulk_create(
        [
            SentKey(
                sender=sending.sender,
                account=sending.account,
                key=key,
                content=_hash("content", sending.content),
                at=moment(at),
            )
        ],
        ignore_conflicts=True,
    )
    sent_key = SentKey.objects.get(sender=sending.sender, key=key)
    if sent_key.content != _hash("content", sending.content):
        raise used_for_something_else()
    if not sent_key.answer:
        return None
    answer = json.loads(zlib.decompress(_seal(sending.key).decrypt(sent_key.answer)))
    return AnswerKept(**{**answer, "told": [(level, text) for level, text in answer["told"]]})


def keep_answer(sending: Sending, answer: AnswerKept) -> None:
    sealed = _seal(sending.key).encrypt(zlib.compress(json.dumps(asdict(answer)).encode())).decode()
    _row(sending).update(answer=sealed)


def give_back(sending: Sending) -> None:
    """It was refused: the key is free again."""
    _row(sending).delete()


def forget_old_keys(at: dt.datetime | None = None) -> int:
    """Keys of forms and calls that nobody sends again by now."""
    return SentKey.objects.filter(at__lt=moment(at) - KEPT_FOR).delete()[0]


def used_for_something_else() -> Refusal:
    return Refusal(
        code="idempotency-key-reused",
        sentence=_("You sent this before, with something different in it."),
        rule=_("Something sent twice is only done once."),
        remedy=_("Check the result of the first one. If you want this as well, send it with a new key."),
    )


def key_missing() -> Refusal:
    return Refusal(
        code="idempotency-key-missing",
        sentence=_("This needs a key of its own (`Idempotency-Key`)."),
        rule=_("Something sent twice is only done once."),
        remedy=_("Send a new random key with each new request, and the same key when you send it again."),
        status=422,
    )


def _row(sending: Sending) -> QuerySet[SentKey]:
    return SentKey.objects.filter(sender=sending.sender, key=_hash("key", sending.key))


def _hash(purpose: str, text: str) -> str:
    return salted_hmac(f"{SALT}.{purpose}", text, algorithm="sha256").hexdigest()


def _seal(key: str) -> Fernet:
    secret = salted_hmac(f"{SALT}.seal", key, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(secret))
