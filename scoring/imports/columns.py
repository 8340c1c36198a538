"""Columns: what a cell may hold, how it is read, and what is wrong with it, in a sentence.

Invariant: a fault is kept as its code and facts, so that everybody reads it in their own language.
Terms: alias (another name under which a column is known, in English or German).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import translation
from django.utils.translation import get_language

from sanctioning.identity.likeness import folded
from sanctioning.kit.check_characters import member_number
from sanctioning.kit.clock import today
from sanctioning.kit.wording import localised
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.people.models.person import LONGEST_NAME
from scoring.imports.days import EARLIEST_YEAR, ShortYear, read_day

NOT_USED: Final = -1
EARLIEST_BIRTH: Final = EARLIEST_YEAR
LARGEST_POINTS: Final = Decimal("99999999.9")
TENTH: Final = Decimal("0.1")
_NUMBER: Final = re.compile(r"^W-?(\d{5,})-?([0-9A-Z])$")
_YES: Final = frozenset({"yes", "y", "ja", "j", "1", "true", "all", "alles", "x"})
_NO: Final = frozenset({"no", "n", "nein", "0", "false", "number", "nummer"})
_RESULTS: Final = frozenset({"results", "ergebnisse"})

FAULTS: Final[Mapping[str, str]] = {
    "missing": _("This is empty and must be filled in."),
    "too-long": _("It has %(length)s characters; at most %(most)s are allowed."),
    "formula": _("“%(text)s” looks like a spreadsheet formula. Write its result."),
    "unreadable": _(
        "“%(text)s” has letters that cannot be read. Save the file as UTF-8, or choose how it is read."
    ),
    "mixed-encoding": _("“%(text)s” uses a different encoding from the rest of the file."),
    "no-shape": _("“%(text)s” has invisible characters. Type it again."),
    "cells-over": _("The row has more cells than there are columns. Perhaps a name contains a separator."),
    "no-day": _("“%(text)s” is not a date. Write it as 2019-05-31."),
    "short-year": _("“%(text)s” has a year of two digits. Write all four."),
    "birth-impossible": _("%(text)s cannot be a year of birth. Write one from %(first)s to this year."),
    "day-to-come": _("%(text)s is in the future."),
    "no-email": _("“%(text)s” is not an e-mail address."),
    "no-answer": _("“%(text)s” is not one of the answers. Write all, results or number."),
    "no-points": _("“%(text)s” is not a number of points, such as 12.5."),
    "points-below-nought": _("%(text)s is less than zero. Only a correction takes points away."),
    "points-of-hundredths": _("%(text)s has more than one decimal. Points are counted in tenths."),
    "blue-above-all": _("%(blue)s blue points are more than the %(points)s points they are part of."),
    "no-points-at-all": _("The row brings no points."),
    "number-unsound": _("“%(text)s” is not a member number: its check character does not match."),
    "number-unknown": _("Nobody has the member number %(text)s."),
    "number-of-another": _("%(text)s is the number of %(name)s."),
    "nobody-named": _("The row names nobody. Give the member number, the earlier number, or the names."),
    "nobody-found": _("Nobody is registered as %(text)s. Register them first."),
    "reference-unknown": _("Nobody was imported with the earlier number %(text)s."),
    "reference-twice": _("Somebody else has the earlier number %(text)s."),
    "club-unknown": _("No club is called “%(text)s”. Import the clubs first, or correct the name."),
    "card-game-unknown": _("“%(text)s” is not one of our card games, which are: %(known)s."),
    "serial-taken": _("There is already a certificate with the serial “%(text)s”."),
    "serial-of-this-system": _("“%(text)s” is a serial of this system, not an earlier one."),
    "certificate-of-no-points": _(
        "“%(text)s” is not a certificate of points. Degrees have their own file, so leave this row out."
    ),
    "document-missing": _("The document “%(text)s” was not sent with the file. Send it too."),
    "document-not-pdf": _("“%(text)s” is not a PDF. Save the roster as a PDF and send that along."),
    "refused": _("They cannot be entered."),
    "event-unknown": _("No event is called “%(text)s”."),
    "event-of-another-import": _("“%(text)s” is another event. Leave the row out."),
    "event-named-twice": _("Several events are called “%(text)s”. Use the last part of its web address."),
    "partner-unclear": _("Several people are called %(text)s. Use the member number."),
    "team-of-another-size": _("%(size)s enter together, but the row names %(count)s."),
    "invoice-unknown": _("No invoice has the number “%(text)s”."),
    "invoice-settled": _(
        "%(text)s has already been paid. Leave the invoice empty to book the money as credit."
    ),
    "invoice-of-another-club": _("%(text)s is an invoice of %(club)s."),
    "payer-missing": _("The row names neither an invoice nor a club."),
    "no-amount": _("“%(text)s” is not an amount of money, such as 12.50."),
    "degree-unknown": _("“%(text)s” is not a degree. The degrees are: %(known)s."),
    "degree-not-borne": _(
        "%(degree)s needs %(points)s recorded points (%(blue)s blue); %(held)s are recorded "
        "(%(held_blue)s blue). Import the points first."
    ),
    "degree-after-higher": _(
        "%(degree)s from %(day)s does not fit with %(higher)s, already reached on %(higher_day)s. "
        "Correct the day."
    ),
    "office-unknown": _("“%(text)s” is not an office. The offices are: %(known)s."),
    "office-without-club": _("This office belongs to a club, but the row does not name one."),
    "office-with-club": _("This office does not belong to a club. Leave the club empty."),
    "ends-before": _("The term ends before it begins."),
    "term-there": _("%(name)s already holds this office during that time."),
    "twice-in-file": _("Line %(line)s says the same. Leave one of them out."),
    "person-twice": _(
        "Line %(line)s has the same name and date of birth, so it is the same person. Leave one of them out."
    ),
    "name-taken": _("Line %(line)s also has a club called “%(text)s”."),
}


class Wrong(Exception):
    """A cell that cannot be read."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportColumn:
    """One column of a kind; `read` takes a cell that says something and whether months stand before days."""

    name: str
    label: str
    aliases: tuple[str, ...]
    help: str
    example: str = ""
    required: bool = False
    read: Callable[[str, str], Any] = field(default=lambda text, days: text)

    def names(self) -> frozenset[str]:
        """What a head of a file may call this column, in any language of the site; folded."""
        return frozenset(map(folded, (self.name, *self.aliases, *self._labels())))

    def _labels(self) -> Iterator[str]:
        """What pages and templates call it."""
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                yield str(self.label)


def named_among(columns: Sequence[ImportColumn]) -> Callable[[str], bool]:
    """Whether a cell says what one of these columns is called."""
    names = frozenset[str]().union(*(column.names() for column in columns)) - {""}
    return lambda cell: folded(cell) in names


def sentence(fault: Mapping[str, Any]) -> str:
    """What is wrong, in the language of who reads it."""
    facts = {name: _in_words(name, fact) for name, fact in fault.get("facts", {}).items()}
    if says := facts.get("says"):  # a refusal, as it was said in each language
        return str(says.get(get_language()) or next(iter(says.values())))
    return str(str(FAULTS[fault["code"]]) % facts)


def _in_words(name: str, fact: Any) -> Any:
    return localised.day(dt.date.fromisoformat(fact)) if name in ("day", "higher_day") else fact


def matched(
    columns: Sequence[ImportColumn], headings: Sequence[str], cells: Sequence[Sequence[str]]
) -> dict[str, int]:
    """For each column the place of its head, the first that names it; `NOT_USED` where none does. `cells` are
    the first rows, by which member numbers from before this system are told from those of this site."""
    places: dict[str, int] = {}
    named = [folded(heading) for heading in headings]
    for column in columns:
        names = column.names() - {""}
        free = (place for place, name in enumerate(named) if name in names and place not in places.values())
        places[column.name] = next(free, NOT_USED)
    if places.get("reference") == NOT_USED and _of_earlier_records(places["number"], cells):
        places |= {"reference": places["number"], "number": NOT_USED}
    return places


def _of_earlier_records(place: int, cells: Sequence[Sequence[str]]) -> bool:
    numbers = [row[place] for row in cells if place != NOT_USED and place < len(row) and row[place]]
    return bool(numbers) and not any(number.upper().startswith("W") for number in numbers)


def name_of(most: int = LONGEST_NAME) -> Callable[[str, str], str]:
    def read(text: str, days: str) -> str:
        if len(text) > most:
            raise Wrong("too-long", length=len(text), most=most)
        return " ".join(text.split())

    return read


def number(text: str, days: str) -> str:
    """A member number with a check character that fits."""
    match = _NUMBER.match(text.upper().replace(" ", "").replace("–", "-"))
    if match is None:
        raise Wrong("number-unsound", text=text)
    sound = member_number(int(match[1]))
    if sound != f"W-{match[1]}-{match[2]}":
        raise Wrong("number-unsound", text=text)
    return sound


def day_written(text: str, days: str) -> str:
    """An ISO day; the order of day and month is that of the file."""
    return _day(text, days, past=False)


def past_day(text: str, days: str) -> str:
    read = _day(text, days, past=True)
    if read > today().isoformat():
        raise Wrong("day-to-come", text=read)
    return read


def _day(text: str, days: str, *, past: bool) -> str:
    try:
        read = read_day(text, days, past=past)
    except ShortYear:
        raise Wrong("short-year", text=text) from None
    if read is None:
        raise Wrong("no-day", text=text)
    return read.isoformat()


def born(text: str, days: str) -> str:
    """A day of birth, or a year alone as four figures."""
    read = text if re.fullmatch(r"\d{4}", text) else past_day(text, days)
    if read > today().isoformat():
        raise Wrong("day-to-come", text=read)
    if int(read[:4]) < EARLIEST_BIRTH:
        raise Wrong("birth-impossible", text=read[:4], first=EARLIEST_BIRTH)
    return read


def email(text: str, days: str) -> str:
    try:
        validate_email(text)
    except ValidationError:
        raise Wrong("no-email", text=text) from None
    return text


def publicity(text: str, days: str) -> str:
    """What somebody agreed to have shown."""
    for answers, meant in ((_YES, "listed"), (_RESULTS, "results"), (_NO, "number")):
        if text.casefold() in answers:
            return meant
    raise Wrong("no-answer", text=text)


def points(text: str, days: str) -> str:
    """Points in tenths, with a point or a comma; as text, so that nothing rounds them."""
    written = text.replace(",", ".") if text.count(",") == 1 and "." not in text else text
    try:
        value = Decimal(written)
    except InvalidOperation:
        raise Wrong("no-points", text=text) from None
    if not value.is_finite() or value > LARGEST_POINTS:
        raise Wrong("no-points", text=text)
    if value < 0:
        raise Wrong("points-below-nought", text=text)
    if value != value.quantize(TENTH):
        raise Wrong("points-of-hundredths", text=text)
    return f"{value:.1f}"
