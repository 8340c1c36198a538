"""The currency that is proposed to a new authority: that of the territory of its time zone or language."""

from __future__ import annotations

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import get_territory_currencies
from django.utils.translation.trans_real import parse_accept_lang_header


def currency_of_zone(zone: str) -> str:
    """Empty where the zone is of no territory, such as UTC."""
    zone = get_global("zone_aliases").get(zone, zone)
    return _currency_in(get_global("zone_territories").get(zone, ""))


def currency_of_language(accepted: str) -> str:
    """By what a browser accepts, such as "de-AT,de;q=0.9". Empty where the first language names no territory:
    English alone is spoken in many."""
    for tag, _weight in parse_accept_lang_header(accepted):
        try:
            return _currency_in(Locale.parse(tag, sep="-").territory or "")
        except (ValueError, UnknownLocaleError):
            continue
    return ""


def _currency_in(territory: str) -> str:
    return next(iter(get_territory_currencies(territory)), "") if territory else ""
