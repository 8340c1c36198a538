"""Filters and tags for every page: days, points and places in the site's manner; cards drawn, not spelled.

Invariant: each tag escapes what it is given; nothing here reads the database or decides anything.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django import template
from django.contrib.humanize.templatetags.humanize import ordinal
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from sanctioning.identity.names import leads_to_a_page
from sanctioning.kit.clock import authority_zone
from sanctioning.kit.installation.selectors import authority_last_read
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.pages.way_onward import led_on, sign_in_path, way_onward
from sanctioning.kit.qr_codes import qr_on_page
from sanctioning.kit.rule_sheets import RULE_SHEETS, RuleSheet
from sanctioning.kit.wording import citations, localised
from sanctioning.kit.wording.cards import RANKS, SUITS, card_name
from sanctioning.kit.wording.localised import tenths
from sanctioning.kit.wording.sentences import in_language

MEMBER_NUMBER: Final = re.compile(r"\([WP]-[\w-]+\)")

register = template.Library()
register.simple_tag(authority_last_read, name="whose_installation")

RED: Final = frozenset("HD")
NO_FIGURE: Final = "–"
HYPHEN_BEFORE_NUMBER: Final = re.compile(r"(?<![\w-])-(?=\d)")
# How a state is shown: the class of its badge.
STATES: Final = {
    gettext_noop("open"): "",
    gettext_noop("playing"): "good",
    gettext_noop("splitting"): "warn",
    gettext_noop("split"): "",
    gettext_noop("current"): "good",
    gettext_noop("reported"): "warn",
    gettext_noop("confirmed"): "good",
    gettext_noop("certified"): "full",
    gettext_noop("issued"): "good",
    gettext_noop("recorded"): "full",
    gettext_noop("void"): "bad",
    gettext_noop("replaced"): "bad",
    gettext_noop("mutilated"): "bad",
    gettext_noop("published"): "full",
    gettext_noop("new"): "good",
    gettext_noop("uncertain"): "warn",
    gettext_noop("wrong"): "bad",
    gettext_noop("written"): "full",
    gettext_noop("undone"): "bad",
    gettext_noop("draft"): "",
    gettext_noop("retired"): "",
    gettext_noop("before"): "",
    gettext_noop("in force"): "full",
    gettext_noop("to come"): "warn",
    gettext_noop("queued"): "warn",
    gettext_noop("fine"): "good",
    gettext_noop("warning"): "warn",
    gettext_noop("fault"): "bad",
    gettext_noop("running"): "warn",
    gettext_noop("failed"): "bad",
    gettext_noop("done"): "good",
    gettext_noop("demanded"): "warn",
    gettext_noop("carried"): "full",
    gettext_noop("not carried"): "",
    gettext_noop("charged"): "",
    gettext_noop("found"): "full",
    gettext_noop("overturned"): "bad",
    gettext_noop("varied"): "warn",
    gettext_noop("compiled"): "warn",
    gettext_noop("working"): "warn",
    gettext_noop("submitted"): "warn",
    gettext_noop("applied"): "warn",
    gettext_noop("closed"): "bad",
    gettext_noop("granted"): "good",
    gettext_noop("refused"): "bad",
    gettext_noop("withdrawn"): "",
    gettext_noop("accepted"): "full",
    gettext_noop("entered"): "",
    gettext_noop("waiting"): "warn",
    gettext_noop("absent"): "bad",
    gettext_noop("preview"): "warn",
    gettext_noop("discarded"): "",
    gettext_noop("error"): "bad",
    gettext_noop("warning"): "warn",
    gettext_noop("settled"): "good",
    gettext_noop("returned"): "warn",
    gettext_noop("approved"): "warn",
    gettext_noop("cancelled"): "bad",
    gettext_noop("expired"): "bad",
    gettext_noop("paid"): "full",
    gettext_noop("partly paid"): "warn",
    gettext_noop("overdue"): "bad",
    gettext_noop("matched"): "good",
    gettext_noop("unmatched"): "warn",
    gettext_noop("taken"): "good",
    gettext_noop("unread"): "good",
}


register.filter("day", localised.day)
register.filter("day_short", localised.day_short)
register.filter("tenths", tenths)
register.filter("money", localised.money)
register.filter(ordinal)
register.simple_tag(localised.days, name="days")


@register.filter
def clock(value: dt.datetime, zone: str = "") -> str:
    """19:30, where the thing is held if a zone is given, else where the authority sits."""
    local = value.astimezone(ZoneInfo(zone) if zone else authority_zone())
    return f"{local:%H:%M}"


@register.filter
def when(value: dt.datetime, zone: str = "") -> str:
    """19:30 of today; of another day "20 November, 19:30"."""
    local_zone = ZoneInfo(zone) if zone else authority_zone()
    local = value.astimezone(local_zone)
    today = local.date() == timezone.now().astimezone(local_zone).date()
    if today:
        return f"{local:%H:%M}"
    day = localised.day_of_month(local.date()).replace(" ", "\u00a0")
    return f"{day}, {local:%H:%M}"


@register.filter
def when_zoned(value: dt.datetime, zone: str = "") -> str:
    """The same with its zone, on pages that show times of several places."""
    local_zone = ZoneInfo(zone) if zone else authority_zone()
    return f"{when(value, zone)}\u00a0{value.astimezone(local_zone):%Z}"


@register.filter
def zoned(value: dt.datetime, zone: str = "") -> str:
    """19:30 GMT: a time with its zone, on pages that show times of several places."""
    local = value.astimezone(ZoneInfo(zone) if zone else authority_zone())
    return f"{local:%H:%M}\u00a0{local:%Z}"


@register.filter
def tenths_if_any(value: Decimal) -> str:
    """Points with one place in a column of their own; nothing where there are none."""
    return tenths(value) if value else ""


@register.filter
def signed(value: int | str | None) -> str:
    """+4, −1, 0; a dash for who has no figure yet."""
    if value is None or isinstance(value, str):
        return NO_FIGURE
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


@register.filter
def minus(value: int | str | None) -> str:
    """A score with a true minus sign; a dash for who has none yet, as somebody who has just sat down."""
    if value is None or isinstance(value, str):
        return NO_FIGURE
    return f"−{-value}" if value < 0 else str(value)


@register.filter
def of(table: dict[str, object] | None, key: str) -> Any:
    """What a table holds for a key, or nothing."""
    return (table or {}).get(key, "")


@register.filter
def named(text: str, names: dict[str, str]) -> str:
    """A sentence of the check in the reader's language, with names in place of the record's ids."""
    text = with_minus(in_language(text, names))
    if not names:
        return text
    ids = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda match: names[match[0]], text)


@register.filter
def number_kept(name: str) -> str:
    """A name that may be shortened, so that the number which tells it apart stays in sight."""
    called, blank, number = name.rpartition(" (")
    if not blank or not MEMBER_NUMBER.fullmatch(f"({number}"):
        return name
    return format_html(
        '<span class="named"><span class="called">{}</span> <span class="apart">({}</span></span>',
        called,
        number,
    )


@register.filter
def law(words: str | Sequence[str]) -> str | list[str]:
    """What the engine says, a sentence or several, in the reader's language."""
    if isinstance(words, str):
        return with_minus(in_language(words))
    return [with_minus(in_language(sentence)) for sentence in words]


def with_minus(text: str) -> str:
    """The engine writes numbers as programs do; a reader sees a true minus sign."""
    return HYPHEN_BEFORE_NUMBER.sub("−", text)


@register.filter
def section(rule: str) -> str:
    """The place in the rules as a reader looks it up: "Section I, Scoring" of "I/Scoring"; of a row of the
    rule tables, "M-22/9g", "9g (M-22)"."""
    return citations.in_words(rule)


@register.filter
def in_words(slug: str) -> str:
    """ "special event" of the short name "special-event", where figures keep no more than that."""
    return slug.replace("-", " ")


@register.filter
def short_degree(value: str) -> str:
    """`Master` of "Master of Whoopie"."""
    return value.partition(" of ")[0]


@register.filter
def one_or_many(count: int, words: str) -> str:
    """`3|one_or_many:"game,games"` gives "3 games", never parted at the end of a line."""
    singular, many = words.split(",")
    return f"{localised.whole(count)}\u00a0{ngettext(singular, many, count)}"


@register.simple_tag
def book_of(*shown: object) -> RuleSheet | None:
    """The rules of the game of whatever a page shows: the first of these that is, or whose event is, of a
    format with a sheet."""
    formats = (
        getattr(thing, "format", "") or getattr(getattr(thing, "event", None), "format", "")
        for thing in shown
    )
    return next((RULE_SHEETS[slug] for slug in formats if slug in RULE_SHEETS), None)


@register.simple_tag
def points(total: Decimal, blue: Decimal) -> SafeString:
    """Points, and beside them the blue ones among them, in true blue, where there are any."""
    if not total:
        return mark_safe("–")
    if not blue:
        return format_html('<span class="points">{}</span>', tenths(total))
    return format_html(
        '<span class="points nowrap">{} <span class="blue">'
        '<span class="blue-dot" aria-hidden="true"></span>{}</span></span>',
        tenths(total),
        _("%(points)s blue") % {"points": tenths(blue)},
    )


register.filter(leads_to_a_page)


@register.simple_tag
def player_link(number: str, name: str) -> str:
    """A name that leads to the page of its person, as far as there is one for everybody."""
    if not leads_to_a_page(name):
        return conditional_escape(name)
    return format_html('<a href="{}">{}</a>', reverse("player", args=[number]), name)


@register.simple_tag
def badge(state: str, label: str = "") -> SafeString:
    """A state as a badge: word and colour, never colour alone."""
    return format_html('<span class="badge {}">{}</span>', STATES.get(state, ""), label or _(state))


@register.filter(name="card_name")
def card_name_filter(code: str) -> str:
    return card_name(code)


@register.simple_tag
def card(code: str, size: str = "") -> SafeString:
    """A playing card, drawn; what cannot be a card is shown as it was reported."""
    code = code.upper().replace("10", "T")
    if code == "*":
        symbol, tone, name = "joker", "joker", _("joker")
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
    return format_html('<span class="nowrap">{}</span>', _("J-Trump") if code == "J" else _("none yet"))


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


@register.simple_tag
def query(**asked: object) -> SafeString:
    """What an address asks for, `?stanza=3&amp;trick=2`, without what there is none of."""
    pairs = [format_html("{}={}", name, quote(str(value))) for name, value in asked.items() if value]
    return mark_safe("?" + "&amp;".join(pairs))


register.filter("way_onward", way_onward)
register.filter("led_on", led_on)
register.filter("link_to", link_to)
register.filter("sign_in_path", sign_in_path)


@register.simple_tag
def qr(address: str, title: str = "") -> SafeString:
    return qr_on_page(address, title or _("The code of the link"))
