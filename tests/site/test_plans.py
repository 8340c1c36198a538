"""Every list is read by index, however long it grows: what PostgreSQL would do is asked of it.

Whole tables are made to look costly, so that the plan is the same with ten rows as with a million: it then
reads a whole table only where no index serves. A list is asked as it comes, in each of its orders both ways,
narrowed in each of its ways, and each time for the first page and a later one.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest
from django import forms
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from sanctioning.bars.selectors import bars
from sanctioning.clubs.selectors import clubs_waiting
from sanctioning.fees.selectors.fees import account_entries, invoices_of, invoices_open, receipts
from sanctioning.kit.clock import today
from sanctioning.kit.jobs.selectors import long_jobs
from sanctioning.kit.lists.lists import ListSource, ask
from sanctioning.kit.lists.pages import ListTable
from sanctioning.kit.messages.selectors import threads_of
from sanctioning.offices.selectors import authority_terms
from sanctioning.people.models.person import Person
from sanctioning.people.selectors.registry import people
from sanctioning.trail.selectors import trail
from sanctioning.webhooks.models import Webhook
from sanctioning.webhooks.selectors.webhooks import deliveries_of
from scoring.certificates.selectors.lists import certificates
from scoring.degrees.selectors.lists import holders
from scoring.imports.models import Import
from scoring.imports.selectors import import_rows, imports
from scoring.ledger.selectors.lists import ledger
from scoring.players.selectors.clubs import clubs
from scoring.players.selectors.players import players
from scoring.results.selectors.results import results
from scoring.series.selectors import all_series
from tests.cast import Cast, registered_event
from tournaments.entries.selectors.entries import entrants
from tournaments.events.selectors.calendar import events
from tournaments.executors.selectors.executors import all_executors
from tournaments.justice.appeals.selectors.appeals import appeals_for
from tournaments.justice.cases.selectors.cases import cases
from tournaments.justice.cases.selectors.letters import letters

ROOT = Path(__file__).resolve().parent.parent.parent
LAYERS = ("sanctioning", "tournaments", "scoring")
WHOLE = re.compile(r"Seq Scan on (\w+)")
SOURCES: Final[dict[str, Callable[[Cast], ListSource[Any, Any]]]] = {
    "appeals": lambda cast: appeals_for(asker=cast.managing),
    "bars": lambda cast: bars(today()),
    "calendar": lambda cast: events(asker=None),
    "cases": lambda cast: cases(asker=cast.managing),
    "certificates": lambda cast: certificates(asker=cast.registrar),
    "clubs": lambda cast: clubs(),
    "clubs-to-decide-on": lambda cast: clubs_waiting(asker=cast.managing),
    "deliveries": lambda cast: deliveries_of(webhook=Webhook(pk=1)),
    "entries": lambda cast: account_entries(cast.club),
    "executors": lambda cast: all_executors(asker=cast.managing),
    "holders": lambda cast: holders(),
    "imports": lambda cast: imports(),
    "invoices": lambda cast: invoices_of(cast.club),
    "ledger": lambda cast: ledger(),
    "letters": lambda cast: letters(asker=cast.managing),
    "long-work": lambda cast: long_jobs(asker=cast.managing),
    "archived-messages": lambda cast: threads_of(asker=cast.managing, archived=True),
    "messages": lambda cast: threads_of(asker=cast.managing),
    "open-invoices": lambda cast: invoices_open(asker=cast.managing),
    "people": lambda cast: people(asker=cast.registrar),
    "players": lambda cast: players(),
    "receipts": lambda cast: receipts(asker=cast.managing),
    "results": lambda cast: results(),
    "rows": lambda cast: import_rows(Import(pk=1)),
    "series": lambda cast: all_series(),
    "terms": lambda cast: authority_terms(asker=cast.managing),
    "trail": lambda cast: trail(asker=cast.managing),
}
ENTRANTS: Final = "entries of an event"
SMALL: Final = frozenset(
    {
        *("sanctioning_bar", "sanctioning_club", "scoring_import"),
        *("tournaments_appeal", "tournaments_case", "tournaments_series"),
    }
)
"""A few hundred rows after many years: by what no index holds, these are sorted whole."""
SEARCHED: Final = frozenset({"sanctioning_person"})
"""Looked through from end to end for a part of a name."""


def tables() -> Iterator[str]:
    """The names of all lists."""
    files = chain.from_iterable((ROOT / layer).rglob("lists.py") for layer in LAYERS)
    for file in files:
        module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        for _name, table in inspect.getmembers(module, lambda member: isinstance(member, ListTable)):
            yield table.name


def questions(source: ListSource[Any, Any]) -> Iterator[dict[str, str]]:
    """What an address may ask of a list, one thing after the other."""
    yield {}
    for sort in source.sorts:
        yield from ({"sort": sort}, {"sort": f"-{sort}"})
    for list_filter in source.filters:
        yield {list_filter.name: sample_of(list_filter.field)}


def sample_of(field: forms.Field) -> str:
    """Something that narrows a list by that field."""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return next((str(key) for key, _words in choices if key), "")
    if isinstance(field, forms.RegexField):
        return f"{today():%Y-%m}"
    if isinstance(field, forms.DateField):
        return today().isoformat()
    return "on" if isinstance(field, forms.BooleanField) else "north"


def read_whole(source: ListSource[Any, Any]) -> set[str]:
    """The tables that a list reads from end to end for a page, whatever is asked of it."""
    return {table for question in questions(source) for table in read_for(source, question)}


def read_for(source: ListSource[Any, Any], question: dict[str, str]) -> Iterator[str]:
    """The same for one question. Two queries show a page: which rows stand on it, and these in full."""
    rows, size = ask(source, question).rows, source.size
    keys = rows.values("pk")
    for asked in (keys[:size], keys[7 * size : 8 * size], rows.filter(pk__in=(1, 2, 3))):
        names = set(WHOLE.findall(plan_of(asked))) - SMALL
        yield from names - SEARCHED if "search" in question else names


def plan_of(rows: QuerySet[Any, Any]) -> str:
    """Empty where Django sees that nothing can be found."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        try:
            return rows.explain()
        except EmptyResultSet:
            return ""
        finally:
            cursor.execute("SET LOCAL enable_seqscan = on")


def test_the_plan_of_every_list_is_read() -> None:
    assert set(tables()) == set(SOURCES)


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_list_without_an_index_is_named() -> None:
    without = ListSource(
        rows=Person.objects.filter(publicity="listed"),
        lines=list,
        sorts={"registered": ("registered_at",)},
        order="registered",
    )
    assert read_whole(without) == {"sanctioning_person"}


@pytest.mark.postgresql
@pytest.mark.django_db
def test_no_list_reads_a_growing_table_from_end_to_end(cast: Cast) -> None:
    whole = {name: read_whole(source(cast)) for name, source in SOURCES.items()}
    whole[ENTRANTS] = read_whole(entrants(registered_event(cast, "Spring Meeting")))
    assert {name: sorted(names) for name, names in whole.items() if names} == {}
