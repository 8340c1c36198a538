"""Lists for programs: size, members of a line, and cursors, in every order of every list."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from jsonschema_rs import Draft202012Validator

from sanctioning.api_docs.schema import schema
from sanctioning.kit.database_clock import Now
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.selectors import long_jobs
from sanctioning.kit.lists.cursors import START
from sanctioning.kit.lists.lists import ListQuery, ask
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.sanctioning.kit.test_lists import PAGES, Page
from tests.sanctioning.kit.test_messages import client_of
from tests.support import bulk

PLAYERS = "/api/v1/players/"


def next_of(answer: Any) -> str:
    linked = re.search(r'<([^>]*)>; rel="next"', answer.get("Link", ""))
    return linked[1] if linked else ""


def read_by_cursor(asked: ListQuery[Any, Any]) -> list[int]:
    ids: list[int] = []
    cursor = START
    while cursor:
        assert len(ids) <= asked.found, "it does not end"
        stretch = asked.stretch(cursor)
        ids += stretch.ids
        cursor = stretch.next
    return ids


@pytest.mark.both_databases
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.path}-{page.name}")
def test_by_cursor_every_row_comes_once_in_the_order_of_the_pages(
    cast: Cast, sign_in: SignIn, page: Page
) -> None:
    who: Person | None = getattr(cast, page.who) if page.who else None
    client = sign_in(who) if who else Client()
    page.grow(cast, 9)
    source = client.get(page.path).context[page.name].asked.source
    for sort in source.sorts:
        for order in (sort, f"-{sort}"):
            asked = ask(replace(source, size=4), {"sort": order})
            assert read_by_cursor(asked) == list(asked.rows.values_list("pk", flat=True)), order


@pytest.mark.both_databases
def test_moments_of_the_database_are_read_by_cursor_once_each(db: None) -> None:
    """SQLite compares moments as texts, so its own must look like those that Python sends."""
    rows = Job.objects.bulk_create(Job(kind="sanctioning.mail", key=f"{n}") for n in range(7))
    for at, row in enumerate(rows):
        finished = Now() if at % 2 else timezone.now()
        Job.objects.filter(pk=row.pk).update(state=Job.State.DONE, finished_at=finished)
    asked = ask(replace(long_jobs(asker=None), rows=Job.objects.all(), size=2), {"sort": "-finished"})
    assert sorted(read_by_cursor(asked)) == [row.pk for row in rows]


@pytest.mark.both_databases
def test_a_list_read_by_cursor_ends_and_misses_nobody_who_comes_behind(cast: Cast) -> None:
    bulk.people(cast, 7)
    client = Client()
    before = {line["number"] for line in client.get(PLAYERS, {"size": "200"}).json()}
    address, read = f"{PLAYERS}?cursor=start&size=3&sort=name", []
    while address:
        answer = client.get(address)
        assert "X-Total-Count" not in answer
        read += [line["number"] for line in answer.json()]
        if len(read) == 3:
            register_person(by=cast.registrar, given_names="Aaron", family_name="Aa")
        address = next_of(answer)
    assert sorted(read) == sorted(before)


def test_a_cursor_holds_for_the_list_in_the_order_in_which_it_was_given(cast: Cast) -> None:
    bulk.people(cast, 7)
    client = Client()
    further = next_of(client.get(PLAYERS, {"cursor": START, "size": "3", "sort": "name"}))
    for wrong in (further.replace("sort=name", "sort=-name"), f"{PLAYERS}?cursor=made-up"):
        refused = client.get(wrong)
        assert (refused.status_code, refused.json()["code"]) == (400, "cursor-unknown")
    both = client.get(PLAYERS, {"cursor": START, "page": "1"})
    assert "not for both" in both.json()["facts"]["fields"]["cursor"][0]


def test_the_size_of_a_page_may_be_chosen_up_to_a_bound(cast: Cast) -> None:
    bulk.people(cast, 7)
    client = Client()
    assert len(client.get(PLAYERS, {"size": "2"}).json()) == 2
    assert "size=2" in next_of(client.get(PLAYERS, {"size": "2"}))
    for wrong in ("0", "201", "9" * 5000, "two"):
        refused = client.get(PLAYERS, {"size": wrong})
        assert refused.json()["facts"]["fields"]["size"] == ["A size is a whole number from 1 to 200."]


def test_lines_have_the_members_that_are_asked_for(cast: Cast) -> None:
    client = Client()
    [line, *_others] = client.get(PLAYERS, {"fields": "number,name"}).json()
    assert set(line) == {"name", "number"}
    assert set(client.get(PLAYERS).json()[0]) > set(line)
    refused = client.get(PLAYERS, {"fields": "name,password"})
    assert refused.status_code == 400
    assert refused.json()["facts"]["fields"]["fields"][0].startswith("A line has ")


@pytest.mark.parametrize("name", ["fields", "page", "size", "sort"])
def test_what_has_a_form_of_its_own_is_not_left_empty(cast: Cast, name: str) -> None:
    refused = Client().get(PLAYERS, {name: ""})
    assert refused.status_code == 400
    assert list(refused.json()["facts"]["fields"]) == [name]
    assert Client().get("/api/v1/results/", {"until": ""}).status_code == 400


def test_lines_with_fewer_members_are_described(cast: Cast) -> None:
    document = schema()
    answer = document["paths"][PLAYERS]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    shapes = [
        document["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
        for shape in answer["items"]["anyOf"]
    ]
    [line] = Client().get(PLAYERS, {"fields": "number", "size": "1"}).json()
    valid = [Draft202012Validator(shape).is_valid(line) for shape in shapes]
    assert valid == [False, True]


def test_a_parameter_that_nothing_reads_is_refused(cast: Cast) -> None:
    client = Client()
    refused = client.get(PLAYERS, {"serch": "Ann"})
    assert refused.status_code == 400
    assert refused.json()["code"] == "parameter-unknown"
    assert refused.json()["facts"]["unknown"] == ["serch"]
    assert "`search`" in refused.json()["remedy"]
    assert client.head(PLAYERS, {"search": "Ash"}).status_code == 200
    alone = client_of(cast.managing).get("/api/v1/me/data/", {"fields": "name"})
    assert alone.json()["remedy"] == "Leave it out."
