"""What may be asked of an address is told before anybody asks wrongly, and after that too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.test import Client

from sanctioning.api_docs.schema import schema
from sanctioning.kit.lists import api as kit_api
from sanctioning.kit.lists.lists import ListQuery, ListSource, ask
from tests.cast import Cast
from tests.fixtures import SignIn

# Whose values an installation makes itself, or that come with its packages.
OF_THE_SITE: Final = frozenset({"level", "section", "card_game", "game", "irregularity", "degree", "kind"})
FLAGS: Final = {"messages": "unread", "events": "places", "invoices": "overdue", "rulings": "guiding"}
PAGED: Final = ("sort", "page", "size", "cursor", "fields")


def queries() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Each parameter of each reading, with its address and operation."""
    for path, operations in schema()["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query":
                    yield path, operation, parameter


def test_every_parameter_says_what_it_asks() -> None:
    silent = [
        f"{operation['operationId']}: {parameter['name']}"
        for _path, operation, parameter in queries()
        if not parameter.get("description")
    ]
    assert silent == []


def lists() -> list[tuple[str, str, tuple[str, ...]]]:
    """The filters of every list without a place in its address, with the values that they name."""
    return [
        (path, parameter["name"], tuple(parameter["schema"].get("enum", ())))
        for path, operation, parameter in queries()
        if "{" not in path
        and parameter["name"] not in PAGED
        and any(other["name"] == "page" for other in operation["parameters"])
    ]


@pytest.mark.parametrize(("path", "name", "values"), lists(), ids=lambda value: str(value))
def test_a_filter_names_the_values_that_it_takes(
    cast: Cast, sign_in: SignIn, path: str, name: str, values: tuple[str, ...]
) -> None:
    answers = [sign_in(who).get(path, {name: "zzz"}) for who in (cast.managing, cast.registrar)]
    answer = next((answer for answer in answers if answer.status_code != 403), answers[0])
    if answer.status_code == 200:
        assert values == (), "It takes anything, and names a few."
        return
    problem = answer.json()
    known = problem["facts"].get("known", {}).get(name)
    if known is None:
        return
    assert ", ".join(known) in problem["sentence"]
    assert name in OF_THE_SITE or known == ["true", "false"] or list(values) == sorted(known)


@pytest.mark.parametrize("path", sorted({path for path, _name, _values in lists()}))
def test_a_program_narrows_a_list_by_whatever_its_page_does(
    cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    sources: list[ListSource[Any, Any]] = []

    def noted(source: ListSource[Any, Any], query: Any) -> ListQuery[Any, Any]:
        sources.append(source)
        return ask(source, query)

    monkeypatch.setattr(kit_api, "ask", noted)
    for who in (cast.managing, cast.registrar):
        sign_in(who).get(path)
    parameters = schema()["paths"][path]["get"]["parameters"]
    declared = {parameter["name"] for parameter in parameters if parameter["in"] == "query"}
    for source in sources[:1]:
        assert declared.difference(PAGED) == {list_filter.name for list_filter in source.filters}
        [sorts] = [parameter["schema"]["enum"] for parameter in parameters if parameter["name"] == "sort"]
        assert {name for name in sorts if name[0] != "-"} == set(source.sorts)


@pytest.mark.parametrize("value", ["0", "no", "zzz", "1", ""])
def test_a_yes_or_a_no_is_true_or_false(cast: Cast, sign_in: SignIn, value: str) -> None:
    for path, name in (
        ("messages", "unread"),
        ("events", "places"),
        ("invoices", "overdue"),
        ("rulings", "guiding"),
    ):
        answer = sign_in(cast.managing).get(f"/api/v1/{path}/", {name: value})
        assert answer.status_code == 400, path
        assert answer.json()["facts"]["known"] == {name: ["true", "false"]}
        for right in ("true", "false"):
            assert sign_in(cast.managing).get(f"/api/v1/{path}/", {name: right}).status_code == 200


@pytest.mark.parametrize("asked", ["month=", "page=", "sort="])
def test_what_is_never_empty_is_refused_when_it_is(cast: Cast, asked: str) -> None:
    refused = Client().get(f"/api/v1/events/?{asked}")
    assert (refused.status_code, list(refused.json()["facts"]["fields"])) == (400, [asked[:-1]])


def test_false_narrows_nothing(cast: Cast) -> None:
    every, none_left_out = (
        Client().get("/api/v1/events/", {"when": "all", **asked}).json()
        for asked in ({}, {"places": "false"})
    )
    assert every == none_left_out


def test_what_a_filter_wants_is_answered(season: Cast) -> None:
    client = Client()
    for path in ("/api/v1/events/", "/api/v1/results/"):
        asked = {"when": "all"} if "events" in path else {}
        [line, *_others] = client.get(path, asked).json()
        assert line["level_slug"]
        narrowed = client.get(path, {**asked, "level": line["level_slug"]}).json()
        assert line in narrowed
