"""What this installation is, and whose.

Invariants: a page that shows the masthead reads the row once; whatever else asks (a day, an amount, a mail)
takes what this process read last, at most ten seconds ago; on a practice database the authority stays
that which practises.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.db import OperationalError, ProgrammingError, connection
from django.db.models.expressions import Combinable
from django.utils.translation import gettext as _

from sanctioning.kit.request_cache import asked_once

if TYPE_CHECKING:
    from sanctioning.kit.installation.models import Installation

KEPT_SECONDS: Final = 10
THIS_MACHINE: Final = ("localhost", "127.0.0.1", "::1")
OURS: Final = "Sanctioning Authority and Associated System"


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """`own_name` is empty until the authority has given itself one; a reader is shown `name`."""

    own_name: str
    short_name: str
    languages: tuple[str, ...]
    language: str
    time_zone: str
    currency: str
    contact_name: str = ""
    contact_email: str = ""
    postal_address: str = ""
    imprint: str = ""
    privacy: str = ""
    crest: bytes = b""
    crest_type: str = ""
    crest_sha256: str = ""

    @property
    def name(self) -> str:
        return self.own_name or _("Sanctioning Authority and Associated System")

    @property
    def name_on_papers(self) -> str:
        """In one language, whoever prints."""
        return self.own_name or OURS

    @property
    def named_languages(self) -> list[tuple[str, str]]:
        """The languages offered, each named in itself."""
        return [(code, name) for code, name in settings.LANGUAGES if code in self.languages]


class _Kept:
    """What this process read last, and until when it takes that."""

    authority: Authority | None = None
    until: int = 0


def installation() -> Installation | None:
    """The row; asked once while a page is built."""
    row = asked_once("installation", _row)
    if not _practising():
        keep(authority_of(row))
    return row


def phones_reach_it() -> bool:
    """Whether links lead anywhere but to this machine itself."""
    return urlsplit(settings.SITE_ADDRESS).hostname not in THIS_MACHINE


def installation_with(**counts: Combinable) -> Installation | None:
    """The row with what else a page counts, in one query."""
    row: Installation | None = _model().objects.annotate(**counts).first()
    if not _practising():
        keep(authority_of(row))
    return row


def is_demo() -> bool:
    """Whether this installation shows a made-up season; pages and papers then say so."""
    row = installation()
    return row is not None and row.demo


def authority() -> Authority:
    """Whose installation this is."""
    if _Kept.authority is None or monotonic() > _Kept.until:
        if _practising():
            return _Kept.authority or authority_of(None)
        try:
            keep(authority_of(_row()))
        except (OperationalError, ProgrammingError):
            # Before the first migration, and while the database is away.
            return authority_last_read()
    return _Kept.authority or authority_of(None)


def authority_last_read() -> Authority:
    """Whose installation this is, without asking: a page of an error is shown while the database is away."""
    return _Kept.authority or authority_of(None)


def keep(read: Authority, seconds: int = KEPT_SECONDS) -> None:
    """Let this process go by what was read just now."""
    _Kept.authority, _Kept.until = read, int(monotonic()) + seconds


def authority_of(row: Installation | None) -> Authority:
    """As the row says it; where it says nothing, as the settings do."""
    authority = row or _model()()
    every_language = tuple(code for code, _name in settings.LANGUAGES)
    return Authority(
        own_name=authority.name,
        short_name=authority.short_name or authority.name or "SAAS",
        languages=tuple(authority.languages) or every_language,
        language=authority.language or settings.LANGUAGE_CODE,
        time_zone=authority.time_zone or settings.TIME_ZONE,
        currency=authority.currency or settings.CURRENCY,
        contact_name=authority.contact_name,
        contact_email=authority.contact_email,
        postal_address=authority.postal_address,
        imprint=authority.imprint,
        privacy=authority.privacy,
        crest=bytes(authority.crest or b""),
        crest_type=authority.crest_type,
        crest_sha256=authority.crest_sha256,
    )


def _model() -> type[Installation]:
    # Looked up when asked, since papers name the authority and are drawn without settings too.
    return apps.get_model("sanctioning", "Installation")


def _row() -> Installation | None:
    return _model().objects.first()


def _practising() -> bool:
    # Asked here and not of `practice_database`, which stands above the clock that asks this module.
    return bool(connection.settings_dict.get("PRACTICE", False))
