"""What is wrong with a version of the law, in the words of its form.

Purpose: a check names a place of the body, such as `scales/open/club-game/points/8-10`, which a program looks
up. Who filled the form in is told which field it is, and what was typed there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.law.articles import TENTHS
from sanctioning.law.fee_schedules import KINDS
from sanctioning.law.kinds_of_law import FEES, CategoryNames, band_in_words
from sanctioning.law.provisions import PROVISIONS

OF_A_ROW = 5
OF_A_FEE = 3


def in_words_of_form(refusal: Refusal, body: Mapping[str, Any], names: CategoryNames) -> Refusal:
    """The refusal by its field; as it was where its place is in no field."""
    sort, *inside = parts = str(refusal.facts.get("place", "")).split("/")
    if sort == "scales" and len(parts) == OF_A_ROW:
        return _of_row(refusal, body, names, inside)
    if sort in KINDS and len(parts) == OF_A_FEE:
        level, event_type = inside
        field = f"{FEES[sort]}, {names.pair(level, event_type)}"
        sentence = _("%(field)s: “%(text)s” is not an amount of money.")
        amount = body[sort][level][event_type]
        return _said(refusal, sentence % {"field": field, "text": amount}, _("Write it as 12.50 or 12,50."))
    titles = {provision.name: provision.title for provision in PROVISIONS}
    if sort in titles:
        sentence = _("%(field)s: “%(text)s” does not fit.")
        return _said(refusal, sentence % {"field": titles[sort], "text": body.get(sort, "")}, refusal.remedy)
    return refusal


def _of_row(refusal: Refusal, body: Mapping[str, Any], names: CategoryNames, inside: list[str]) -> Refusal:
    level, event_type, colour, band = inside
    row = body["scales"][level][event_type][colour][band]
    field = {"pair": names.pair(level, event_type), "band": band_in_words(band)}
    wrong = [place for place, text in enumerate(row) if not TENTHS.fullmatch(str(text))]
    if not wrong:
        sentence = _("%(pair)s, %(band)s players: these points do not fit together.")
        return _said(refusal, sentence % field, refusal.remedy)
    label = _("%(pair)s, %(band)s players, %(place)s place") % {**field, "place": ordinal(wrong[0] + 1)}
    if colour == "blue":
        label = _("%(label)s, blue") % {"label": label}
    text = row[wrong[0]]
    if not text:
        sentence = _("%(field)s: this is empty, but a later place has points.")
        return _said(refusal, sentence % {"field": label}, _("Fill it in, or clear the places after it."))
    return _said(
        refusal,
        _("%(field)s: “%(text)s” is not a number of points.") % {"field": label, "text": text},
        _("Write at most one decimal and no thousands separator: 1.5 or 1,5, and 1200."),
    )


def _said(refusal: Refusal, sentence: str, remedy: str) -> Refusal:
    return Refusal(
        code=refusal.code,
        sentence=sentence,
        rule=refusal.rule,
        remedy=remedy,
        status=refusal.status,
        facts=refusal.facts,
    )
