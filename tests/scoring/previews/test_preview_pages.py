"""The pages of a preview: asked for, watched, cancelled, read; and the same by API."""

from __future__ import annotations

import copy
import csv
from collections.abc import Sequence
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import draft_law, edit_law
from sanctioning.people.models.person import Person
from scoring.previews.models import PreviewPerson
from scoring.previews.services import previews
from scoring.previews.services.previews import ask_for_preview
from tests.cast import Cast
from tests.fixtures import SignIn
from tests.sanctioning.accounts.test_file_tokens import with_token

DRAFT = "/rules/versions/articles/2/"
FIGURES = (
    *("won_now", "won_blue_now", "won_draft", "won_blue_draft"),
    *("recorded_now", "recorded_blue_now", "recorded_draft", "recorded_blue_draft"),
)


class TestPreview:
    """From asking to the table, the games and the CSV; by page and by API."""

    @pytest.mark.both_databases
    def test_it_is_asked_for_watched_cancelled_and_read(
        self, season: Cast, sign_in: SignIn, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk = sign_in(season.managing)
        body = copy.deepcopy(EXAMPLE_ARTICLES)
        body["scales"]["special-event"]["tournament"]["points"]["3-4"] = ["20.0"]
        draft = draft_law(by=season.managing, law=Articles, title="Second version", body=body)
        monkeypatch.setattr(previews, "YEARS", 100)
        assert "None yet" in desk.get(f"{DRAFT}previews/").content.decode()
        address = desk.post(f"{DRAFT}previews/")["Location"]
        assert desk.post(f"{DRAFT}previews/").status_code == 409
        watched = desk.get(address)
        assert watched["Refresh"] == "3"
        assert "Waiting for a worker" in watched.content.decode()
        assert desk.post(f"{address}cancel/").status_code == 302
        assert "Continue" in desk.get(address).content.decode()
        assert desk.post(f"{address}cancel/").status_code == 409
        assert desk.post(f"{address}burn/").status_code == 404
        assert desk.post(f"{address}resume/").status_code == 302
        run_waiting(previews.PREVIEW_JOB)
        page = desk.get(address).content.decode()
        assert "Games that differ" in page
        assert "Won in this time" in page, "what was won is of some years"
        assert "Recorded in all" in page, "what was recorded is of all"
        assert 'href="/events/arden-special/games/1/"' in page
        Person.objects.filter(pk=season.players[0].pk).update(family_name="=1+1")
        table = b"".join(desk.get(f"{address}people.csv?kind=more")).decode().splitlines()
        by_token = with_token(season.managing).get(f"{address}people.csv?kind=more")
        assert b"".join(by_token).decode().splitlines() == table
        refused = with_token(season.outsider).get(f"{address}people.csv")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")
        assert len(table) == 2
        assert ",12.0,20.0," in table[1]
        assert "'=1+1, A" in next(csv.reader(table[1:])), "no formula for a spreadsheet"
        assert "No matches" in desk.get(f"{address}?kind=less&search=zzz").content.decode()
        edit_law(by=season.managing, version=draft, edit=1, title="Again", body=body)
        assert "The draft has been edited since" in desk.get(address).content.decode()
        listed = desk.get("/api/v1/law/articles/2/previews/").json()
        assert [preview["stale"] for preview in listed] == [True]
        shown = desk.get(f"/api/v1/law/articles/2/previews/{listed[0]['id']}/?order=name").json()
        assert (shown["totals"]["won_now"], shown["totals"]["won_draft"]) == ("12.0", "20.0")
        again = desk.post("/api/v1/law/articles/2/previews/")
        assert (again.status_code, again.json()["head"]["state"]) == (202, "queued")
        act = f"/api/v1/law/articles/2/previews/{again.json()['head']['id']}"
        assert desk.post(f"{act}/cancel/").json()["head"]["state"] == "cancelled"
        for stranger in (sign_in(season.director), sign_in(season.registrar)):
            assert stranger.get(address).status_code == 403
            assert stranger.get(f"/api/v1/law/articles/2/previews/{listed[0]['id']}/").status_code == 404
        assert client.get(address).status_code == 302

    @pytest.mark.usefixtures("waiting_counted_each_time")
    def test_its_page_asks_the_same_with_few_and_with_many(self, cast: Cast, desk: Client) -> None:
        draft = draft_law(by=cast.managing, law=Articles, title="Second version", body=EXAMPLE_ARTICLES)
        preview = ask_for_preview(by=cast.managing, articles=draft)
        address = f"{DRAFT}previews/{preview.pk}/"
        run_waiting(previews.PREVIEW_JOB)

        def lines(people: Sequence[Person]) -> None:
            PreviewPerson.objects.bulk_create(
                PreviewPerson(
                    preview=preview,
                    person=person,
                    **dict.fromkeys(FIGURES, Decimal("1.0")),
                    rank_now=0,
                    rank_draft=1,
                )
                for person in people
            )

        def asked() -> int:
            with CaptureQueriesContext(connection) as captured:
                assert desk.get(address).status_code == 200
            return len(captured)

        lines(cast.players[:2])
        few = asked()
        lines(cast.players[2:])
        assert asked() == few
        page = desk.get(f"{address}?kind=higher&search=birch").content.decode()
        assert "Birch, B" in page
        assert "Cedar" not in page
