"""Saying whose installation this is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from babel.core import get_global
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.authority.crests import clean_crest
from sanctioning.authority.permissions import may_describe_authority
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import authority_of, keep
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import zone_named
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person

TEXTS: Final = (
    "name", "short_name", "contact_name", "contact_email", "postal_address", "imprint", "privacy",
)  # fmt: skip
PLAIN: Final = (*TEXTS, "languages", "language", "time_zone", "currency")


def describe_authority(*, by: Person, at: dt.datetime | None = None, **fields: Any) -> Installation:
    """Set what is given of the authority and leave the rest; `crest` is a file as uploaded, empty for ours.

    Raises:
        Refusal: `address-wrong`, `crest-unreadable`, `currency-unknown`, `language-not-offered`,
            `not-allowed`, `text-too-long`, `time-zone-unknown`. Somebody else may, or what is given cannot be
            so.
    """
    now = moment(at)
    with transaction.atomic():
        row = _locked_row()
        require(
            may_describe_authority(by, day_of(now)),
            what=_("describe this installation"),
            who=_("the Managing Executor"),
            rule="Section IV",
        )
        return _write(row, by=by, at=now, fields=fields)


def describe_before_founding(*, at: dt.datetime | None = None, **fields: Any) -> Installation:
    """The same while nobody holds an office yet; setting up decides who may.

    Raises:
        Refusal: `address-wrong`, `crest-unreadable`, `currency-unknown`, `language-not-offered`,
            `text-too-long`, `time-zone-unknown`. What is given cannot be so.
    """
    with transaction.atomic():
        return _write(_locked_row(), by=None, at=moment(at), fields=fields)


def _locked_row() -> Installation:
    Installation.objects.get_or_create(pk=1)
    return Installation.objects.select_for_update(no_key=True).get(pk=1)


def _write(
    row: Installation, *, by: Person | None, at: dt.datetime, fields: Mapping[str, Any]
) -> Installation:
    unknown = fields.keys() - {*PLAIN, "crest"}
    if unknown:
        raise TypeError(f"nothing of an authority is called {', '.join(sorted(unknown))}")
    before = _described(row)
    for name, value in fields.items():
        if name == "crest":
            _set_crest(row, value)
        else:
            setattr(row, name, value.strip() if isinstance(value, str) else value)
    _check(row)
    row.save()
    after = _described(row)
    changed = [name for name in after if after[name] != before[name]]
    if changed:
        note(
            by=by,
            at=at,
            action="describe authority",
            thing=row,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
    transaction.on_commit(lambda: keep(authority_of(row)))
    return row


def _described(row: Installation) -> dict[str, object]:
    return {name: getattr(row, name) for name in (*PLAIN, "crest_sha256")}


def _set_crest(row: Installation, file: bytes) -> None:
    if file:
        row.crest, row.crest_type, row.crest_sha256 = clean_crest(file)
    else:
        row.crest, row.crest_type, row.crest_sha256 = None, "", ""


def _check(row: Installation) -> None:
    if row.time_zone:
        zone_named(row.time_zone, _("The authority"))
    row.currency = row.currency.upper()
    if row.currency and row.currency not in get_global("all_currencies"):
        raise _wrong(
            "currency-unknown",
            _("There is no currency “%(name)s”.") % {"name": row.currency},
            _("Write its three letters, such as GBP, EUR or USD."),
        )
    offered = {code for code, _name in settings.LANGUAGES}
    row.languages = list(row.languages)
    chosen = set(row.languages) or offered
    if not chosen <= offered or (row.language and row.language not in chosen):
        raise _wrong(
            "language-not-offered",
            _("The site does not offer every language you chose, or the first language is not among them."),
            _("Choose among %(languages)s.") % {"languages": ", ".join(sorted(offered))},
        )
    if row.contact_email:
        try:
            validate_email(row.contact_email)
        except ValidationError:
            raise _wrong(
                "address-wrong",
                _("“%(address)s” is not an e-mail address.") % {"address": row.contact_email},
                _("Write it as office@example.org."),
            ) from None
    for name in (*TEXTS, "language", "time_zone", "currency"):
        longest = getattr(Installation._meta.get_field(name), "max_length", None)
        if longest and len(getattr(row, name)) > longest:
            raise _wrong(
                "text-too-long",
                _("A text about the authority has more than %(most)s characters.") % {"most": longest},
                _("Shorten it."),
            )


def _wrong(code: str, sentence: str, remedy: str) -> Refusal:
    rule = _("What you say about the authority is shown on every page and certificate.")
    return Refusal(code=code, sentence=sentence, rule=rule, remedy=remedy, status=422)
