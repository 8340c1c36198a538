"""Every list of the site: as many queries with three rows as with three hundred, and its whole file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from sanctioning.identity.lookup import listed
from sanctioning.kit.lists import pages
from sanctioning.kit.lists.pages import Listing
from sanctioning.people.models.person import Person
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.support import bulk, bulk_justice


@dataclass(frozen=True)
class Page:
    """`grow` adds so many rows; `who` looks, nobody where it is empty; `name` is the list in the page."""

    path: str
    grow: Callable[[Cast, int], Any]
    who: str = ""
    name: str = "list"


PAGES = [
    Page("/results/", bulk.certified_games),
    Page("/players/", bulk.people),
    Page("/clubs/", bulk.clubs),
    Page("/calendar/?when=over", bulk.events),
    Page("/ledger/", bulk.ledger_entries),
    Page("/degrees/", bulk.degrees),
    Page("/series/", bulk.series),
    Page("/registrar/certificates/", bulk.degree_certificates, "registrar"),
    Page("/authority/trail/", bulk.acts, "managing"),
    Page("/authority/executors/", bulk.terms, "managing"),
    Page("/events/entered/entries/", bulk.entries),
    Page("/me/messages/", bulk.messages, "director"),
    Page("/jobs/", bulk.jobs, "registrar"),
    Page("/people/", bulk.people, "registrar"),
    Page("/authority/bars/", bulk_justice.bars, "managing"),
    Page("/rulings/", bulk_justice.rulings),
    Page("/appeals/", bulk_justice.appeals, "managing", "appeals"),
    Page("/letters/", bulk_justice.letters, "managing"),
    Page("/cases/", bulk_justice.cases, "managing"),
    Page("/authority/clubs/", bulk.waiting_clubs, "managing"),
    Page("/authority/offices/", bulk.terms, "managing"),
    Page("/fees/", bulk.invoices, "registrar", "invoices"),
    Page("/fees/", bulk.receipts, "registrar", "receipts"),
    Page("/clubs/arden-whoopie-club/account/", bulk.invoices, "director", "invoices"),
    Page("/clubs/arden-whoopie-club/account/", bulk.invoices, "director", "entries"),
]


def looked_at(client: Client, page: Page) -> tuple[Listing[Any, Any], int]:
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(page.path)
    assert answer.status_code == 200
    return answer.context[page.name], len(captured)


def file_of(client: Client, page: Page, listing: Listing[Any, Any]) -> tuple[list[dict[str, str]], int]:
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(page.path.partition("?")[0] + listing.file)
        text = b"".join(answer).decode("utf-8-sig")
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(text))), len(captured)


@pytest.mark.usefixtures("waiting_counted_each_time")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.path}-{page.name}")
def test_a_list_asks_as_often_with_three_rows_as_with_a_hundred(
    cast: Cast, sign_in: SignIn, page: Page
) -> None:
    who: Person | None = getattr(cast, page.who) if page.who else None
    client = sign_in(who) if who else Client()
    page.grow(cast, 3)
    few, queries = looked_at(client, page)
    lines, read = file_of(client, page, few)
    assert len(lines) == few.found
    page.grow(cast, 97)
    many, asked_again = looked_at(client, page)
    assert (many.found, asked_again) == (few.found + 97, queries)
    lines, read_again = file_of(client, page, many)
    assert (len(lines), read_again) == (many.found, read)
    is_sorted_and_paged(client, page, many)
    assert list(lines[0]) == [str(column.label) for column in many.table.columns if column.value]


@override_settings(WAITING_COUNT_SECONDS=settings.WAITING_COUNT_SECONDS)
def is_sorted_and_paged(client: Client, page: Page, shown: Listing[Any, Any]) -> None:
    """Each head sorts, and no row of the first page stands on the second. Nobody counts queries here, so the
    masthead may keep its own count."""
    assert any(head.sorted in ("ascending", "descending") for head in shown.heads)
    for head in (head for head in shown.heads if head.address):
        sorted_list = client.get(page.path.partition("?")[0] + head.address).context[page.name]
        assert sorted_list.asked.sort.removeprefix("-") in head.address
    further = client.get(page.path.partition("?")[0] + shown.after).context[page.name]
    assert further.asked.page == 2
    size = shown.asked.source.size
    assert not set(shown.asked.rows[:size]) & set(further.asked.rows[size : 2 * size])


def test_a_page_counts_no_further_than_it_must_and_a_later_one_to_the_end(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "COUNTED", 100)
    bulk.people(cast, 170)
    total = listed().count()
    first = " ".join(Client().get("/players/").content.decode().split())
    assert "more than 100 players" in first
    assert "Page 1 of" not in first
    assert Client().get("/players/?page=2").context["list"].after
    third = " ".join(Client().get("/players/?page=3").content.decode().split())
    assert f"{total} players" in third
    assert f"Page 3 of {-(-total // 50)}" in third
    assert Client().get("/players/?page=90").status_code == 404
    assert int(Client().get("/api/v1/players/")["X-Total-Count"]) == total


def test_an_address_that_asks_nonsense_is_answered_all_the_same(db: None) -> None:
    answer = Client().get("/results/?sort=password&page=first&since=yesterday")
    assert answer.status_code == 200
    shown = answer.context["list"]
    assert (shown.asked.sort, shown.asked.page, shown.found) == ("-certified", 1, 0)
    assert "This is not a date" in answer.content.decode()


def test_two_lists_of_one_page_are_filtered_and_sorted_apart(cast: Cast, sign_in: SignIn) -> None:
    bulk.invoices(cast, 2)
    bulk.receipts(cast, 3)
    shown = sign_in(cast.registrar).get("/fees/?receipts-search=Payer+1&receipts-sort=-payer").context
    assert [line.payer for line in shown["receipts"].asked.rows] == ["Payer 1"]
    assert (shown["receipts"].asked.sort, shown["invoices"].found) == ("-payer", 2)


def test_a_page_past_the_end_is_a_page_that_says_so(db: None) -> None:
    for path in ("/results/", "/players/", "/clubs/"):
        assert Client().get(f"{path}?page=1").status_code == 200
        answer = Client().get(f"{path}?page=9999")
        assert (answer.status_code, "This list has 1 pages." in answer.content.decode()) == (404, True)


def test_an_empty_list_says_what_to_do_next(db: None) -> None:
    for path, words in (
        ("/results/", "See what is coming up"),
        ("/players/", "Players are listed here"),
        ("/clubs/", "Register a club"),
    ):
        assert words in Client().get(path).content.decode()
