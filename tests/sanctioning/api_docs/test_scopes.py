"""Which scope an operation needs is told by its description, and by the refusal of a token that lacks it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import resolve

from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.services.tokens import make_token
from sanctioning.accounts.token_scopes import opens
from sanctioning.api_docs.schema import schema
from tests.cast import Cast

EXTENSION = "x-scope"


def test_every_operation_names_the_scopes_that_reach_it() -> None:
    for path, operations in schema()["paths"].items():
        for method, operation in operations.items():
            scopes = operation[EXTENSION]
            if operation["operationId"] == "make_token":
                continue
            assert "full" in scopes, (path, method)
            if method == "get" and operation["operationId"] != "table_link":
                assert scopes == ApiToken.Scope.values
            else:
                assert "read" not in scopes
                assert all(f"`{scope}`" in operation["description"] for scope in scopes)
    tables = schema()["paths"]["/api/v1/events/{slug}/games/{game}/table/stanzas/"]["post"]
    assert tables[EXTENSION] == ["report", "run", "full"]


@pytest.mark.parametrize("scope", ApiToken.Scope.values)
def test_no_token_makes_another_and_the_schema_says_so(cast: Cast, scope: str) -> None:
    account = cast.outsider.account
    assert account is not None
    _row, secret = make_token(by=account, name="Scripts", scope=scope)
    client = Client(headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": "a key"})
    refused = client.post("/api/v1/tokens/", {"name": "Another"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "token-by-token")
    assert client.get("/api/v1/tokens/").status_code == 200
    operations = schema()["paths"]["/api/v1/tokens/"]
    said = operations["post"]
    assert (said[EXTENSION], said["security"]) == ([], [{"cookieAuth": []}])
    assert "no token" in said["description"]
    assert operations["get"][EXTENSION] == ApiToken.Scope.values


def test_what_it_says_is_what_a_token_may(cast: Cast) -> None:
    match = resolve("/api/v1/invoices/1/pay/")
    endpoint = match.func.cls  # type: ignore[attr-defined]
    said = schema()["paths"]["/api/v1/invoices/{number}/{act}/"]["post"][EXTENSION]
    assert said == [scope for scope in ApiToken.Scope.values[1:] if opens(scope, endpoint, "pay")]


def test_the_refusal_says_which_scope_is_needed(cast: Cast) -> None:
    account = cast.registrar.account
    assert account is not None
    for scope, code in (("read", "token-reads-only"), ("report", "token-reaches-not")):
        _row, secret = make_token(by=account, name="Scripts", scope=scope)
        client = Client(headers={"Authorization": f"Bearer {secret}"})
        refused = client.post("/api/v1/bank/", {"text": ""}, content_type="application/json").json()
        assert refused["code"] == code
        assert refused["facts"] == {"scope": scope, "needs": ["records", "full"]}
        assert "keep the records, everything you may do" in refused["remedy"]
