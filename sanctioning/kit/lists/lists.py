"""Lists: what a selector offers to be sorted, narrowed and paged, and what somebody asked of it.

Purpose: one way for every list of the site and the API. A selector says which rows the asker may see, by
what they are sorted and narrowed, and how rows become lines; `ask` reads the question from an address.
Invariants: the database narrows, sorts, counts and pages; only the rows of one page become lines, in a
constant number of queries; the order is total, so that no row stands on two pages or on none.
Terms: row (of the database), line (what is shown of it, a frozen dataclass), source (a selector's offer).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final, Generic, TypeVar, cast

from django import forms
from django.db.models import Expression, F, Model, QuerySet
from django.db.models.expressions import OrderBy
from django.utils.translation import gettext as _

from sanctioning.kit.lists.cursors import Key, Stretch, stretch_of
from sanctioning.kit.lists.paging import is_page, page_among, page_asked, pages_of

Row = TypeVar("Row", bound=Model)
Line = TypeVar("Line")
PAGE: Final = 50
COUNTED: Final = 1000
"""So far a page counts its lines: to count a million takes longer than to show fifty."""
AT_ONCE: Final = 500


@dataclass(frozen=True, kw_only=True)
class Filter(Generic[Row]):
    """One way to narrow a list: the field that asks, and what its answer leaves over."""

    name: str
    field: forms.Field
    narrow: Callable[[QuerySet[Row], Any], QuerySet[Row]]


@dataclass(frozen=True, kw_only=True)
class ListSource(Generic[Row, Line]):
    """What a selector offers.

    `sorts` names each order by the fields of the database that make it, upward; an expression stands for a
    field that may be empty, which comes last both ways. `order` is the one that is meant where none is
    asked for; "-" before it turns it round.
    """

    rows: QuerySet[Row]
    lines: Callable[[Sequence[Row]], Sequence[Line]]
    sorts: Mapping[str, tuple[str | F | Expression, ...]]
    order: str
    filters: tuple[Filter[Row], ...] = ()
    size: int = PAGE


class ListQuery(Generic[Row, Line]):
    """The answer to what was asked of a source; nothing is read before it is looked at.

    Lines are counted up to `bound`, where there is one, unless the page that is asked for lies beyond.
    """

    def __init__(
        self,
        source: ListSource[Row, Line],
        query: Mapping[str, str],
        prefix: str = "",
        bound: int | None = None,
    ) -> None:
        self.source = source
        self.prefix = prefix
        self._asked = query
        self._bound = bound if bound is not None and self._wanted * source.size <= bound else None

    def named(self, name: str) -> str:
        """Under which name an address asks this list for something."""
        return f"{self.prefix}-{name}" if self.prefix else name

    @cached_property
    def form(self) -> forms.Form:
        """The filters as they were asked for, each wrong one with its error."""
        form = forms.Form(self._asked, prefix=self.prefix, auto_id="list_%s")
        for list_filter in self.source.filters:
            form.fields[list_filter.name] = list_filter.field
        return form

    @cached_property
    def sort(self) -> str:
        """The order in use."""
        wanted = self._asked.get(self.named("sort"), "")
        return wanted if wanted.removeprefix("-") in self.source.sorts else self.source.order

    def require_page(self) -> None:
        """Refuse a page past the last one, also where nothing of the list would be looked at."""
        if self.named("page") in self._asked:
            self._page()

    @property
    def errors(self) -> dict[str, list[str]]:
        """What cannot be answered, by the name under which it was asked."""
        wrong = {name: [str(error) for error in errors] for name, errors in self.form.errors.items()}
        wanted = self._asked.get(self.named("sort"), "")
        if wanted and wanted != self.sort:
            known = ", ".join(self.source.sorts)
            wrong["sort"] = [_("You can sort by %(names)s.") % {"names": known}]
        page = self._asked.get(self.named("page"), "")
        if page and not is_page(page):
            wrong["page"] = [_("A page is a whole number from 1.")]
        return wrong

    @property
    def known(self) -> dict[str, list[str]]:
        """Which values each wrong filter takes, where it takes one of several."""
        return {
            name: [str(value) for value, _words in cast(Any, field.choices) if value]
            for name, field in self.form.fields.items()
            if name in self.form.errors and isinstance(field, forms.ChoiceField)
        }

    @cached_property
    def narrowed(self) -> bool:
        """Whether a filter is in use."""
        return bool(self.form.errors) or any(map(self._given, self.source.filters))

    @cached_property
    def rows(self) -> QuerySet[Row]:
        """All rows that were asked for, in their order."""
        rows = self.source.rows
        if not self.form.is_valid():
            return rows.none()
        for list_filter in self.source.filters:
            if self._given(list_filter):
                rows = list_filter.narrow(rows, self.form.cleaned_data[list_filter.name])
        return rows.order_by(*self._ordering())

    @cached_property
    def found(self) -> int:
        """How many lines there are; one more than the bound where there are more than that."""
        if self._bound is None:
            return self.rows.count()
        return self.rows.order_by().values("pk")[: self._bound + 1].count()

    @property
    def counted(self) -> int | None:
        """The bound, where there are more lines than were counted."""
        return self._bound if self._bound is not None and self.found > self._bound else None

    @property
    def pages(self) -> int:
        return pages_of(self.found, self.source.size)

    @property
    def page(self) -> int:
        """The page that was asked for; one past the last is refused."""
        return self._page()

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The lines of the page that was asked for."""
        first = (self.page - 1) * self.source.size
        return self.source.lines(slice_of(self.rows, first, self.source.size) if self.found else [])

    def after(self, cursor: str) -> tuple[Sequence[Line], str]:
        """The lines behind a place in the list, and the cursor of what follows, empty at the end.

        Raises:
            Refusal: `cursor-unknown`.
        """
        stretch = self.stretch(cursor)
        return self.source.lines(list(self.rows.filter(pk__in=stretch.ids))), stretch.next

    def stretch(self, cursor: str) -> Stretch:
        """Which rows lie behind a place in the list."""
        return stretch_of(self.rows, self._keys, order=self.sort, cursor=cursor, size=self.source.size)

    def all_lines(self) -> Iterator[Line]:
        """Every line of the list, read some hundred rows at a time."""
        rows = self.rows.iterator(chunk_size=AT_ONCE)
        while chunk := list(islice(rows, AT_ONCE)):
            yield from self.source.lines(chunk)

    def _page(self) -> int:
        return page_among(self._wanted, self.pages)

    @property
    def _wanted(self) -> int:
        return page_asked({"page": self._asked.get(self.named("page"), "")})

    def _given(self, list_filter: Filter[Row]) -> bool:
        self.form.is_valid()
        return self.form.cleaned_data.get(list_filter.name) not in (*list_filter.field.empty_values, False)

    def _ordering(self) -> list[OrderBy]:
        return [
            OrderBy(key.expression, descending=key.is_descending, nulls_last=key.may_be_empty or None)
            for key in self._keys
        ]

    @property
    def _keys(self) -> list[Key]:
        """By what the list is sorted; the primary key makes the order total."""
        down = self.sort.startswith("-")
        fields = self.source.sorts[self.sort.removeprefix("-")]
        return [*(_key(field, down) for field in fields), Key(F("pk"), down, may_be_empty=False)]


def ask(
    source: ListSource[Row, Line], query: Mapping[str, str], prefix: str = "", bound: int | None = None
) -> ListQuery[Row, Line]:
    """What an address asks of a source; `prefix` tells several lists of one page apart."""
    return ListQuery(source, query, prefix, bound)


def flags_of(source: ListSource[Row, Line]) -> list[str]:
    """The filters that take a yes or a no."""
    return [
        list_filter.name
        for list_filter in source.filters
        if isinstance(list_filter.field, forms.BooleanField)
    ]


def _key(field: str | F | Expression, down: bool) -> Key:
    if isinstance(field, str):
        return Key(F(field.removeprefix("-")), field.startswith("-") != down, may_be_empty=False)
    return Key(field, down, may_be_empty=True)


def slice_of(rows: QuerySet[Row], first: int, most: int) -> list[Row]:
    """So many of the sorted rows at most, from one on, which 0 counts. Two queries: of one with many joins,
    PostgreSQL does not always see that there are few rows to join."""
    keys = list(rows.values_list("pk", flat=True)[first : first + most])
    return list(rows.filter(pk__in=keys))
