"""Lists on pages: heads that sort, a form that narrows, pages, a file, and what to do when empty.

Purpose: the one look of every list (`templates/components/list.html`). A page says its columns; what may be
asked, and which rows the asker sees, its source says (`sanctioning.kit.lists.lists`).
Invariants: it works without JavaScript; the file holds the whole list as it was narrowed, and nothing that
the page would not show to the same person.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Generic

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from sanctioning.kit.lists.csv_files import Value, csv_lines
from sanctioning.kit.lists.lists import COUNTED, Line, ListQuery, ListSource, Row, ask
from sanctioning.kit.wording.localised import day, tenths

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

MANY: Final = 6
SHORT: Final = 12
SORTED: Final = {"": "none", "up": "ascending", "down": "descending"}


@dataclass(frozen=True, kw_only=True)
class Column(Generic[Line]):
    """One column: `value` for the file, `show` or `template` for the page where that says it otherwise.

    A column without `value` is not in the file. `sort` is the order of the source that its head asks for.
    What is `bare` speaks for itself: a narrow screen shows it without its label. There what `leads` comes
    right after the name, and what the line above a group tells (`of_group`) is left out of its rows.
    """

    label: Text
    value: Callable[[Line], Value] | None = None
    show: Callable[[Line], str] | None = None
    template: str = ""
    sort: str = ""
    number: bool = False
    blue: bool = False
    wide: bool = False
    bare: bool = False
    leads: bool = False
    of_group: bool = False

    @property
    def css(self) -> str:
        kinds = (
            ("n", self.number),
            ("blue", self.blue),
            ("wide", self.wide),
            ("bare", self.bare),
            ("leads", self.leads),
            ("of-group", self.of_group),
        )
        return " ".join(name for name, holds in kinds if holds)


@dataclass(frozen=True, kw_only=True)
class Grouping(Generic[Line]):
    """How rows that follow each other are put under one line, in the orders that keep them together.

    `of` tells to which group a line belongs, and `title` or `template` what stands above, from the first line
    of it. One that is for `narrow` screens repeats what columns say on a wide one.
    """

    sorts: Sequence[str]
    of: Callable[[Line], object]
    title: Callable[[Line], str] | None = None
    template: str = ""
    narrow: bool = False


def by_month(sorts: Sequence[str], day_of: Callable[[Line], dt.date]) -> Grouping[Line]:
    """Under a line for each month."""
    return Grouping(
        sorts=sorts,
        of=lambda line: day_of(line).replace(day=1),
        title=lambda line: date_format(day_of(line), "F Y"),
    )


@dataclass(frozen=True, kw_only=True)
class Empty:
    """What is said where a list has no line: what is missing, and what to do next."""

    what: Text
    next: Text
    address: str = ""
    action: Text = ""


@dataclass(frozen=True, kw_only=True)
class ListTable(Generic[Line]):
    """A list as a page shows it; the first column names the thing of its line. One that is `below` other
    parts of its page is read on where it is, not from the top."""

    name: str
    label: Text
    columns: Sequence[Column[Line]]
    count: Callable[[int], str]
    empty: Empty
    prefix: str = ""
    below: bool = False
    grouping: Grouping[Line] | None = None


@dataclass(frozen=True, kw_only=True)
class ColumnHead:
    label: Text
    css: str
    address: str
    sorted: str


@dataclass(frozen=True, kw_only=True)
class ListCell(Generic[Line]):
    column: Column[Line]
    line: Line

    @property
    def css(self) -> str:
        """A day, a number and a single short word stand on one line; what is empty is left out on a phone."""
        value = self.column.value(self.line) if self.column.value else None
        said_otherwise = self.column.show is not None or self.column.template
        if self.column.value and value in (None, "") and not said_otherwise:
            return f"{self.column.css} none".strip()
        whole = isinstance(value, dt.date) or (
            isinstance(value, str) and len(value) <= SHORT and " " not in value
        )
        return f"{self.column.css} nowrap".strip() if whole else self.column.css

    @property
    def shown(self) -> str:
        """As HTML; text is escaped by the template."""
        if self.column.show is not None:
            return self.column.show(self.line)
        value = self.column.value(self.line) if self.column.value else ""
        return shown(value)


@dataclass(frozen=True, kw_only=True)
class ListGroup(Generic[Line]):
    """Rows under one line, which speaks of the `first` of them."""

    first: Line | None
    title: str
    rows: list[list[ListCell[Line]]]


class Listing(Generic[Row, Line]):
    """One list of a page: what the template asks for."""

    def __init__(self, table: ListTable[Line], asked: ListQuery[Row, Line], query: QueryDict) -> None:
        self.table = table
        self.asked = asked
        self._query = query

    @property
    def heads(self) -> list[ColumnHead]:
        return [self._head(column) for column in self.table.columns]

    @property
    def rows(self) -> Iterator[list[ListCell[Line]]]:
        for line in self.asked.lines:
            yield self._row(line)

    @property
    def grouping(self) -> Grouping[Line] | None:
        """None in an order that does not keep its groups together."""
        grouping = self.table.grouping
        return grouping if grouping and self.asked.sort.removeprefix("-") in grouping.sorts else None

    @property
    def groups(self) -> Iterator[ListGroup[Line]]:
        """The rows of the page; one group without a title where there are none."""
        grouping = self.grouping
        if grouping is None:
            yield ListGroup(first=None, title="", rows=list(self.rows))
            return
        for _group, lines in groupby(self.asked.lines, key=grouping.of):
            some = list(lines)
            title = grouping.title(some[0]) if grouping.title else ""
            yield ListGroup(first=some[0], title=title, rows=list(map(self._row, some)))

    def _row(self, line: Line) -> list[ListCell[Line]]:
        return [ListCell(column=column, line=line) for column in self.table.columns]

    @property
    def many(self) -> bool:
        """Whether the columns need a wide screen to stand beside each other."""
        return len(self.table.columns) >= MANY

    @property
    def found(self) -> int:
        return self.asked.found

    @property
    def count(self) -> str:
        if self.asked.counted is None:
            return self.table.count(self.asked.found)
        return _("more than %(lines)s") % {"lines": self.table.count(self.asked.counted)}

    @property
    def filters(self) -> forms.Form | None:
        return self.asked.form if self.asked.source.filters else None

    @property
    def foldable(self) -> bool:
        """Whether a narrow screen folds all choices but the first away."""
        return len(self.asked.form.fields) + bool(self.orders) > 1

    @property
    def orders(self) -> list[tuple[str, str]]:
        """The orders for a screen that shows no heads, each both ways."""
        named = [(column.sort, str(column.label)) for column in self.table.columns if column.sort]
        own = self.asked.source.order.removeprefix("-") not in dict(named)
        return [("", _("default order"))] * own + [
            choice
            for sort, label in named
            for choice in (
                (sort, _("%(column)s, ascending") % {"column": label}),
                (f"-{sort}", _("%(column)s, descending") % {"column": label}),
            )
        ]

    @property
    def order_box(self) -> str:
        """How the choice of an order is laid out, which a long list keeps on a wide screen."""
        return "list-order many" if self.many else "list-order"

    @property
    def others(self) -> list[tuple[str, str]]:
        """What else stands in the address and stays there when this list is asked something."""
        own = set(map(self.asked.named, ("sort", "page", "as", *self.asked.form.fields)))
        return [(key, value) for key, values in self._query.lists() if key not in own for value in values]

    @property
    def anchor(self) -> str:
        """Where a page of several lists, or of more than a list, is read on."""
        return f"#{self.table.name}" if self.table.prefix or self.table.below else ""

    @property
    def sort_name(self) -> str:
        return self.asked.named("sort")

    @property
    def before(self) -> str:
        return self._address(page=str(self.asked.page - 1)) if self.asked.page > 1 else ""

    @property
    def after(self) -> str:
        return self._address(page=str(self.asked.page + 1)) if self.asked.page < self.asked.pages else ""

    @property
    def file(self) -> str:
        """The address of the whole list as CSV."""
        return self._address(**{"as": "csv"})

    @property
    def all(self) -> str:
        """The address without any filter."""
        return self._address(**dict.fromkeys(self.asked.form.fields, ""))

    def csv(self) -> Iterator[bytes]:
        columns = [(str(column.label), column.value) for column in self.table.columns if column.value]
        rows = ([value(line) for _, value in columns] for line in self.asked.all_lines())
        return csv_lines([label for label, _ in columns], rows)

    def _head(self, column: Column[Line]) -> ColumnHead:
        now = self.asked.sort
        up, down = now == column.sort, now == f"-{column.sort}"
        # The first click on a column of numbers brings the most to the top.
        first = f"-{column.sort}" if column.number else column.sort
        turned = {column.sort: f"-{column.sort}", f"-{column.sort}": column.sort}
        return ColumnHead(
            label=column.label,
            css=column.css,
            address=self._address(sort=turned.get(now, first)) if column.sort else "",
            sorted=SORTED["up" if up else "down" if down else ""] if column.sort else "",
        )

    def _address(self, **changed: str) -> str:
        """The address with another answer to some questions, on the first page but where one is named."""
        query = self._query.copy()
        for name, value in {"page": "", "as": "", **changed}.items():
            query.pop(self.asked.named(name), None)
            if value:
                query[self.asked.named(name)] = value
        return f"?{query.urlencode()}{self.anchor}"


def listing(
    request: HttpRequest, source: ListSource[Row, Line], table: ListTable[Line]
) -> Listing[Row, Line]:
    """One list of a page, as the address asks for it."""
    asked = ask(source, request.GET.dict(), table.prefix, COUNTED)
    asked.require_page()
    return Listing(table, asked, request.GET)


def list_page(
    request: HttpRequest,
    template: str,
    lists: Mapping[str, Listing[Any, Any]],
    context: Mapping[str, object],
    status: int = 200,
) -> HttpResponse:
    """The page with its lists, or the file of the one whose file is asked for."""
    for shown_list in lists.values():
        if request.GET.get(shown_list.asked.named("as")) == "csv":
            return csv_answer(shown_list)
    return render(request, template, {**lists, **context}, status=status)


def csv_answer(shown_list: Listing[Any, Any]) -> HttpResponse:
    answer = StreamingHttpResponse(shown_list.csv(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{shown_list.table.name}.csv"'
    return answer  # type: ignore[return-value]  # a page is an HttpResponse but for this stream


def shown(value: Value) -> str:
    """A plain value on a page: days in words, points with one place, a dash for nothing."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Decimal):
        return tenths(value)
    if isinstance(value, int):
        return f"{value:,}"
    return day(value) if isinstance(value, dt.date) else str(value)


def link(address: str, text: str) -> str:
    return format_html('<a href="{}">{}</a>', address, text)
