"""Filters and tags for every page: days, points and places in the house's manner; cards drawn, not spelled.

Invariant: each tag escapes what it is given; nothing here reads the database or decides anything.
"""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from sanctioning.clock import authority_zone
from sanctioning.money import money as shown_money
from sanctioning.words import MONTHS
from sanctioning.words import day as day_in_words

register = template.Library()

RANKS: Final = dict(
    zip(
        "23456789TJQKA",
        (
            *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("jack", "queen", "king", "ace"),
        ),
        strict=True,
    )
)
SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RED: Final = frozenset("HD")
# How a state is shown: the class of its badge.
STATES: Final = {
    "open": "",
    "playing": "good",
    "splitting": "warn",
    "split": "",
    "current": "good",
    "reported": "warn",
    "confirmed": "good",
    "certified": "full",
    "issued": "good",
    "recorded": "full",
    "void": "bad",
    "replaced": "bad",
    "mutilated": "bad",
    "published": "full",
    "draft": "",
    "in force": "full",
    "to come": "warn",
    "queued": "warn",
    "running": "warn",
    "failed": "bad",
    "done": "good",
    "compiled": "warn",
    "working": "warn",
    "submitted": "warn",
    "applied": "warn",
    "closed": "bad",
    "granted": "good",
    "refused": "bad",
    "withdrawn": "",
    "accepted": "full",
    "entered": "",
    "waiting": "warn",
    "absent": "bad",
    "preview": "warn",
    "discarded": "",
    "error": "bad",
    "warning": "warn",
    "settled": "good",
    "returned": "warn",
    "approved": "warn",
    "cancelled": "bad",
    "expired": "bad",
    "paid": "full",
    "partly paid": "warn",
    "overdue": "bad",
    "matched": "good",
    "unmatched": "warn",
    "unread": "good",
}


@register.filter
def day(value: dt.date | dt.datetime | None) -> str:
    """12 November 1966."""
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        value = value.astimezone(authority_zone())
    return day_in_words(value)


@register.filter
def day_short(value: dt.date) -> str:
    return f"{value.day} {MONTHS[value.month - 1][:3]} {value.year}"


@register.simple_tag
def days(first: dt.date, last: dt.date) -> str:
    """12 November 1966, or 12–14 November 1966, or 30 April – 2 May 1966."""
    if first == last:
        return day(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{day(last)}"
    if first.year == last.year:
        return f"{first.day} {MONTHS[first.month - 1]} – {day(last)}"
    return f"{day(first)} – {day(last)}"


@register.filter
def clock(value: dt.datetime, zone: str = "") -> str:
    """19:30, where the thing is held if a zone is given, else where the authority sits."""
    local = value.astimezone(ZoneInfo(zone) if zone else authority_zone())
    return f"{local:%H:%M}"


@register.filter
def tenths(value: Decimal) -> str:
    """Points with one place, always."""
    return f"{value:,.1f}"


@register.filter
def tenths_if_any(value: Decimal) -> str:
    """Points with one place in a column of their own; nothing where there are none."""
    return tenths(value) if value else ""


@register.filter
def money(value: Decimal) -> str:
    """An amount in the currency of the installation."""
    return shown_money(value)


@register.filter
def ordinal(value: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


@register.filter
def signed(value: int) -> str:
    """+4, −1, 0."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


@register.filter
def minus(value: int) -> str:
    """A score with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


@register.filter
def of(table: dict[str, Any] | None, key: str) -> Any:
    """What a table holds for a key, or nothing."""
    return (table or {}).get(key, "")


@register.filter
def typed_card(typed: dict[str, Any], player: str) -> str:
    """The card that was typed for a player in a draw."""
    return str(typed.get(f"card-{player}", ""))


@register.filter
def named(text: str, names: dict[str, str]) -> str:
    """A sentence of the check with the players' names in place of the record's ids."""
    if not names:
        return text
    ids = "|".join(re.escape(one) for one in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: names[found[0]], text)


@register.filter
def short_degree(value: str) -> str:
    return value.removesuffix(" of Whoopie")


@register.filter
def one_or_many(count: int, words: str) -> str:
    """`3|one_or_many:"game,games"` gives "3 games", never parted at the end of a line."""
    one, many = words.split(",")
    return f"{count:,}\u00a0{ngettext(one, many, count)}"


@register.simple_tag
def points(total: Decimal, blue: Decimal) -> SafeString:
    """Points, and beside them the blue ones among them, in true blue, where there are any."""
    if not total:
        return mark_safe("–")
    if not blue:
        return format_html('<span class="points">{}</span>', tenths(total))
    return format_html(
        '<span class="points nowrap">{} <span class="blue">'
        '<span class="blue-dot" aria-hidden="true"></span>{} blue</span></span>',
        tenths(total),
        tenths(blue),
    )


@register.simple_tag
def badge(state: str, label: str = "") -> SafeString:
    """A state as a badge: word and colour, never colour alone."""
    return format_html('<span class="badge {}">{}</span>', STATES.get(state, ""), label or state)


def rank_name(rank: str) -> str:
    """`J` is "jack", `7` is "seven"."""
    return RANKS[rank]


def card_name(code: str) -> str:
    """`JH` is "jack of hearts"; `*` is "joker"."""
    code = code.upper().replace("10", "T")
    if code == "*":
        return "joker"
    return f"{RANKS[code[0]]} of {SUITS[code[1]]}"


@register.filter(name="card_name")
def card_name_filter(code: str) -> str:
    return card_name(code)


@register.simple_tag
def card(code: str, size: str = "") -> SafeString:
    """A playing card, drawn; what cannot be a card is shown as it was reported."""
    code = code.upper().replace("10", "T")
    if code == "*":
        symbol, tone, name = "joker", "joker", "joker"
    elif len(code) == 2 and code[0] in RANKS and code[1] in SUITS:
        symbol, tone, name = code, "red" if code[1] in RED else "", card_name(code)
    else:
        return format_html("<code>{}</code>", code)
    return format_html(
        '<svg class="card {} {}" viewBox="0 0 60 84" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
        tone,
        size,
        name,
        static("img/cards.svg"),
        symbol,
    )


@register.simple_tag
def suit(code: str | None) -> SafeString:
    """A trump: the suit's sign and name, or J-Trump, or that there is none yet."""
    if code in SUITS:
        return format_html(
            '<span class="nowrap"><svg class="suit {}" viewBox="0 0 100 100" aria-hidden="true">'
            '<use href="{}#{}"/></svg> {}</span>',
            "red" if code in RED else "",
            static("img/cards.svg"),
            str(code).lower(),
            SUITS[str(code)],
        )
    if code == "J":
        return mark_safe('<span class="nowrap">J-Trump</span>')
    return mark_safe('<span class="nowrap">none yet</span>')


@register.filter
def percent(part: Decimal, whole: Decimal) -> str:
    """A length of a bar out of 100; a full one only when the whole is reached."""
    if whole <= 0:
        return "100"
    return f"{min(Decimal(100), part * 100 / whole):.1f}"


@register.simple_tag
def game_url(event_slug: str, number: int, group: str, page: str = "game", **more: object) -> str:
    """The address of a game's page, or of another page of that game."""
    return reverse(page, kwargs={"slug": event_slug, "game": f"{number}{group}", **more})
