"""Exports on pages and for programs: set up, run, fetched by their owner and by whoever has the address."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.test import Client

from sanctioning.kit.jobs.services.jobs import run_waiting
from scoring.exports.models import Export
from scoring.exports.services.exports import add_export
from scoring.exports.services.making import EXPORT_JOB
from tests.cast import Cast
from tests.support.keyed import keyed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
API = "/api/v1/exports/"
ASKED = {"file": "csv", "every": "weekly", "way": "link"}


def export_of_ledger(cast: Cast) -> Export:
    return add_export(by=cast.registrar, what="ledger", of="", file="csv", every="weekly", way="link")


@pytest.fixture
def registrar(cast: Cast, client: Client) -> Client:
    assert cast.registrar.account is not None
    client.force_login(cast.registrar.account)
    return client


def test_the_registrar_sets_one_up_and_fetches_its_file(cast: Cast, registrar: Client) -> None:
    assert "No exports yet" in registrar.get("/exports/").content.decode()
    assert registrar.post("/exports/", {"subject": "people/", **ASKED}).status_code == 422
    refused = registrar.post("/exports/", {"subject": "ledger/", **ASKED, "file": "xlsx"})
    assert (refused.status_code, "cannot be chosen here" in refused.content.decode()) == (422, True)
    address = registrar.post("/exports/", {"subject": "ledger/", **ASKED}).headers["Location"]
    assert "A file is being made" in registrar.get(address).content.decode()
    run_waiting(EXPORT_JOB)
    page = registrar.get(address).content.decode()
    export = Export.objects.get()
    run = export.runs.get()
    assert f'href="{address}files/{run.pk}/"' in page
    file = registrar.get(f"{address}files/{run.pk}/")
    assert file.headers["Content-Disposition"].startswith('attachment; filename="ledger-')
    assert b"Entry" in b"".join(file)
    assert "every Monday" in registrar.get("/exports/").content.decode()
    for act in ("pause", "resume", "run"):
        assert registrar.post(f"{address}{act}/").status_code == 302
    assert registrar.post(f"{address}run/").status_code == 409
    assert registrar.post(f"{address}remove/").headers["Location"] == "/exports/"
    assert registrar.get(address).status_code == 404


def test_whoever_has_the_address_fetches_the_latest_file(cast: Cast, registrar: Client) -> None:
    export = export_of_ledger(cast)
    line = registrar.get(f"{API}{export.pk}/").json()["export"]
    address = urlsplit(line["address"]).path
    anybody = Client()
    assert anybody.get(address).status_code == 404
    run_waiting(EXPORT_JOB)
    file = anybody.get(address)
    assert (file.status_code, file.headers["X-Robots-Tag"]) == (200, "noindex")
    assert "no-store" in file.headers["Cache-Control"]
    assert anybody.get(f"/exports/{export.pk}/files/{export.runs.get().pk}/").status_code == 302
    registrar.post(f"/exports/{export.pk}/withdraw-address/")
    assert anybody.get(address).status_code == 404
    registrar.post(f"/exports/{export.pk}/new-address/")
    assert anybody.get(address).status_code == 404


def test_programs_do_the_same(cast: Cast, registrar: Client) -> None:
    body = {"what": "roster", "of": "whoopie", **ASKED, "file": "xlsx", "every": "published"}
    key = keyed()
    made = registrar.post(API, body, content_type="application/json", **key)
    assert made.status_code == 201, made.content
    number = made.json()["export"]["id"]
    assert made.json()["under_way"] is True
    again = registrar.post(API, body, content_type="application/json", **key)
    assert (again.json(), Export.objects.count()) == (made.json(), 1)
    run_waiting(EXPORT_JOB)
    [line] = registrar.get(API).json()
    assert (line["title"], line["next_on"], line["stopped"]) == ("Roster of Whoopie", None, "")
    paused = registrar.post(f"{API}{number}/pause/", content_type="application/json")
    assert paused.json()["export"]["paused"] is True
    refused = registrar.post(f"{API}{number}/run/", content_type="application/json", **keyed())
    assert (refused.status_code, refused.json()["code"]) == (409, "export-off")
    assert registrar.delete(f"{API}{number}/").status_code == 204
    assert registrar.get(f"{API}{number}/").status_code == 404


def test_others_do_not_see_it(cast: Cast, client: Client) -> None:
    export = export_of_ledger(cast)
    assert cast.players[0].account is not None
    client.force_login(cast.players[0].account)
    page = client.get("/exports/").content.decode()
    assert "The registrar exports rosters and the ledger" in page
    assert '<form class="form"' not in page
    assert client.get(f"/exports/{export.pk}/").status_code == 404
    assert client.post(f"/exports/{export.pk}/remove/").status_code == 404
    assert client.get(f"{API}{export.pk}/").status_code == 404
    body = {"what": "ledger", **ASKED}
    refused = client.post(API, body, content_type="application/json", **keyed())
    assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")
