"""The formats that the house can run, by slug: one module each, registered here and asked nowhere else."""

from __future__ import annotations

from django.utils.translation import gettext as _

from sanctioning.refusal import Refusal
from tournaments.formats.base import Format
from tournaments.formats.whoopie import WHOOPIE

FORMATS: dict[str, Format] = {made.slug: made for made in (WHOOPIE,)}


def format_named(slug: str) -> Format:
    try:
        return FORMATS[slug]
    except KeyError:
        raise Refusal(
            code="format-unknown",
            sentence=_("There is no format “%(slug)s” here.") % {"slug": slug},
            rule="IV",
            remedy=_("Choose one of: %(names)s.") % {"names": ", ".join(FORMATS)},
            status=422,
        ) from None
