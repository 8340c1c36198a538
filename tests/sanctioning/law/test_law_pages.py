"""The pages of the law: public versions, drafts in tables, comparison, adoption; and the same by API."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import today
from sanctioning.kit.messages.models import Message
from sanctioning.law.examples import EXAMPLE_ARTICLES, EXAMPLE_FEES
from sanctioning.law.forms import LawField, body_from, form_of
from sanctioning.law.kinds_of_law import LAWS
from sanctioning.law.models.levels import Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
from sanctioning.law.selectors.versions import names_and_pairs
from sanctioning.law.services.versions import adopt_law, draft_law, edit_law, withdraw_law
from tests.cast import Cast
from tests.fixtures import TOMORROW, SignIn
from tests.support.keyed import keyed

DRAFT = "/rules/versions/articles/2/"


def fields(answer: Any) -> dict[str, str]:
    """The form of an answer as a browser would send it."""
    shown = answer.context
    sent = {name: str(shown["typed"][name]) for name in ("title", "first_day", "edit")}
    for group in shown["groups"]:
        for field in group.fields:
            sent[field.name] = field.value
        for table in group.tables:
            sent |= {cell.name: cell.value for row in table.rows for cell in row.cells if cell}
    return sent


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("articles", EXAMPLE_ARTICLES),
        ("fees", EXAMPLE_FEES),
        ("rules", {"sections": ["I", "II"], "amendments": [{"section": "II", "text": "One\nTwo"}]}),
    ],
)
def test_what_the_form_shows_is_read_back_as_it_was(cast: Cast, kind: str, body: dict[str, Any]) -> None:
    names, pairs = names_and_pairs()
    groups = form_of(LAWS[kind], body, names, pairs)
    shown: list[LawField] = [field for group in groups for field in group.fields]
    for table in (table for group in groups for table in group.tables):
        shown += [cell for row in table.rows for cell in row.cells if cell]
    read = body_from(LAWS[kind], {field.name: field.value for field in shown}, body, pairs)
    LAWS[kind].check(read)
    assert list(LAWS[kind].statements(read, names)) == list(LAWS[kind].statements(body, names))
    if kind == "articles":
        assert {**read, "scales": 0} == {**body, "scales": 0}


def test_everybody_reads_what_is_in_force_and_nobody_a_draft(
    cast: Cast, draft: Articles, client: Client, sign_in: SignIn
) -> None:
    for reader in (client, sign_in(cast.director)):
        page = reader.get("/rules/versions/").content.decode()
        assert "Articles of Administration, first version" in page
        assert "Second version" not in page
        assert reader.get("/rules/versions/articles/1/").status_code == 200
        assert reader.get("/rules/versions/rules/whoopie-1966/").status_code == 200
        for hidden in (DRAFT, f"{DRAFT}body.json", "/rules/versions/articles/1/compare/?with=2"):
            assert reader.get(hidden).status_code == 404
    assert b'href="/rules/versions/"' in client.get("/rules/").content


@pytest.mark.both_databases
@pytest.mark.parametrize("path", ["articles/99/", "articles/x/", "rules/none/", "law/1/", "fees/1/"])
def test_what_is_not_there_is_not_found(cast: Cast, client: Client, path: str) -> None:
    assert client.get(f"/rules/versions/{path}").status_code == 404


CELL = "scales/restricted/tournament/points/3-4/1"


def test_points_are_typed_with_a_comma_too(cast: Cast, draft: Articles, desk: Client) -> None:
    desk.cookies["django_language"] = "de"
    sent = fields(desk.get(f"{DRAFT}edit/"))
    assert sent["scales/open/club-game/points/5-7/1"] == "6,0"
    desk.post(f"{DRAFT}edit/", sent | {CELL: "2,7"})
    draft.refresh_from_db()
    assert draft.body["scales"]["restricted"]["tournament"]["points"]["3-4"] == ["2.7"]
    assert draft.body["scales"]["open"]["club-game"]["points"]["5-7"] == ["6.0", "2.0"]
    assert "<ins>6,0 · 2,0</ins>" in desk.get(DRAFT).content.decode()


@pytest.mark.parametrize(
    ("language", "field", "typed", "sentence"),
    [
        (
            "en-gb",
            CELL,
            "1.234",
            "restricted, tournament, 3 to 4 players, 1st place: “1.234” is not a number",
        ),
        ("de", CELL, "viel", "3 bis 4 Spieler, 1. Platz: „viel“ ist keine Zahl von Punkten."),
        ("en-gb", "college_quorum", "many", "Quorum of the College of Executors: “many” does not fit."),
    ],
)
def test_what_cannot_be_read_is_named_in_the_words_of_the_form(
    cast: Cast, draft: Articles, desk: Client, language: str, field: str, typed: str, sentence: str
) -> None:
    desk.cookies["django_language"] = language
    answer = desk.post(f"{DRAFT}edit/", fields(desk.get(f"{DRAFT}edit/")) | {field: typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert "scales/restricted" not in page[page.index('id="refusal"') :][:900]
    assert fields(answer)[field] == typed


def test_a_fee_that_cannot_be_read_is_named_in_the_words_of_the_form(cast: Cast, desk: Client) -> None:
    drafted = draft_law(by=cast.managing, law=FeeSchedule, title="Dearer", body=EXAMPLE_FEES)
    page = f"/rules/versions/fees/{drafted.reference}/edit/"
    sent = fields(desk.get(page))
    refused = desk.post(page, sent | {"event/open/tournament": "1.234"}).content.decode()
    assert "Events, open, tournament: “1.234” is not an amount of money." in refused
    desk.post(page, sent | {"event/open/tournament": "12,50"})
    drafted.refresh_from_db()
    assert drafted.body["event"]["open"]["tournament"] == "12.50"


def test_a_draft_shows_only_what_it_would_change(cast: Cast, draft: Articles, desk: Client) -> None:
    page = desk.get(DRAFT).content.decode()
    changes = page[page.index("What it would change") : page.index("Contents")]
    assert "open, club game: 5 to 7 players" in changes
    assert "<del>4.0 · 2.0</del>" in changes
    assert "<ins>6.0 · 2.0</ins>" in changes
    assert changes.count("<del>") == 1
    compared = desk.get(f"{DRAFT}compare/?with=1").content.decode()
    assert "<ins>6.0 · 2.0</ins>" in compared
    same = desk.get("/rules/versions/articles/1/compare/?with=1").content.decode()
    assert "They are the same" in same


def test_a_draft_is_edited_in_tables(cast: Cast, draft: Articles, desk: Client) -> None:
    sent = fields(desk.get(f"{DRAFT}edit/"))
    sent |= {"title": "Better", "college_quorum": "5", "penalties_without_merit": "a warning\n\na bow"}
    sent["scales/restricted/tournament/points/3-4/1"] = "2.7"
    answer = desk.post(f"{DRAFT}edit/", sent)
    assert (answer.status_code, answer["Location"]) == (302, DRAFT)
    draft.refresh_from_db()
    assert (draft.title, draft.edit, draft.first_day) == ("Better", 2, TOMORROW)
    assert draft.body["college_quorum"] == 5
    assert draft.body["penalties_without_merit"] == ["a warning", "a bow"]
    assert draft.body["scales"]["restricted"]["tournament"]["points"]["3-4"] == ["2.7"]
    assert draft.body["scales"]["open"]["club-game"]["points"]["5-7"] == ["6.0", "2.0"]


def test_what_cannot_be_read_is_shown_where_it_was_typed(cast: Cast, draft: Articles, desk: Client) -> None:
    sent = fields(desk.get(f"{DRAFT}edit/"))
    sent |= {"title": "Kept", "scales/open/tournament/points/8-10/2": "many"}
    answer = desk.post(f"{DRAFT}edit/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "open, tournament, 8 to 10 players, 2nd place: “many” is not a number of points." in page
    assert 'value="Kept"' in page
    assert (
        'value="many" inputmode="decimal" autocomplete="off" aria-label="open, tournament, 8-10 players, '
        in page
    )
    assert page.count('aria-invalid="true" aria-describedby="refusal"') == 3


def test_the_second_saver_is_told_and_keeps_what_he_typed(cast: Cast, draft: Articles, desk: Client) -> None:
    sent = {**fields(desk.get(f"{DRAFT}edit/")), "college_quorum": "7"}
    body = {**draft.body, "days_to_pay": 10}
    edit_law(by=cast.managing, version=draft, edit=1, title="Saved", body=body, first_day=TOMORROW)
    answer = desk.post(f"{DRAFT}edit/", sent)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "saved “Saved” in the meantime" in page
    meanwhile = page[page.index('id="meanwhile"') : page.index("law-form")]
    assert "<del>10 days</del>" in meanwhile
    assert "<ins>7 members</ins>" in meanwhile
    again = fields(answer)
    assert (again["edit"], again["college_quorum"], again["title"]) == ("2", "7", "Second version")
    assert desk.post(f"{DRAFT}edit/", again).status_code == 302


@pytest.mark.both_databases
def test_a_body_goes_out_and_comes_in_as_a_file(cast: Cast, draft: Articles, desk: Client) -> None:
    body = json.loads(desk.get(f"{DRAFT}body.json").content)
    assert body == draft.body
    body["college_quorum"] = 9
    sent = fields(desk.get(f"{DRAFT}edit/"))
    file = SimpleUploadedFile("articles.json", json.dumps(body).encode(), "application/json")
    assert desk.post(f"{DRAFT}edit/", {**sent, "file": file}).status_code == 302
    draft.refresh_from_db()
    assert draft.body["college_quorum"] == 9
    for number, wrong in enumerate(
        (b"{", b"[]", b'{"scales": []}', b'{"scales": {"open": 1}}', b"[" * 200_000), start=1
    ):
        file = SimpleUploadedFile("wrong.json", wrong, "application/json")
        answer = desk.post(f"{DRAFT}edit/", {**sent, "edit": "2", "file": file})
        assert answer.status_code == 422, number
    for odd in ("²", "9" * 5000):
        assert desk.post(f"{DRAFT}edit/", {**sent, "edit": odd}).status_code == 409
        assert (
            desk.post(f"{DRAFT}adopt/", {"first_day": TOMORROW.isoformat(), "edit": odd}).status_code == 409
        )


def test_a_draft_is_adopted_with_its_comparison_on_the_page(
    cast: Cast, draft: Articles, desk: Client
) -> None:
    page = desk.get(f"{DRAFT}adopt/").content.decode()
    assert "<ins>6.0 · 2.0</ins>" in page
    yesterday = (today() - dt.timedelta(days=1)).isoformat()
    answer = desk.post(f"{DRAFT}adopt/", {"edit": "1", "first_day": yesterday})
    assert answer.status_code == 422
    assert f'value="{yesterday}"' in answer.content.decode()
    assert desk.post(f"{DRAFT}adopt/", {"edit": "0", "first_day": TOMORROW}).status_code == 409
    assert desk.post(f"{DRAFT}adopt/", {"edit": "1", "first_day": TOMORROW}).status_code == 302
    history = Client().get("/rules/versions/").content.decode()
    assert "to come" in history
    assert "What it changed" in Client().get(DRAFT).content.decode()


def test_an_adopted_law_is_told_once_to_runners_and_executors(cast: Cast, draft: Articles) -> None:
    adopt_law(by=cast.managing, version=draft)
    letters = Message.objects.filter(kind="law-adopted")
    assert {letter.to for letter in letters} == {cast.director, cast.executor}
    message = letters.get(to=cast.director)
    assert message.subject.startswith("Second version is adopted, from ")
    assert "1 thing differs" in message.text
    assert message.path == DRAFT


def test_a_new_draft_is_a_copy_or_empty(cast: Cast, desk: Client) -> None:
    sent = {"title": "A copy", "copy_of": "1"}
    answer = desk.post("/rules/versions/articles/new/", sent)
    assert answer["Location"] == f"{DRAFT}edit/"
    assert Articles.objects.get(number=2).body == EXAMPLE_ARTICLES
    assert desk.post("/rules/versions/fees/new/", {"title": "Fees", "copy_of": ""}).status_code == 302
    assert FeeSchedule.objects.get().body == {"event": {}, "individual": {}}
    rules = {"title": "Amended", "copy_of": "whoopie-1966", "slug": "Whoopie 2027", "format": "whoopie"}
    refused = desk.post("/rules/versions/rules/new/", rules)
    assert refused.status_code == 422
    assert 'value="Whoopie 2027"' in refused.content.decode()
    assert desk.post("/rules/versions/rules/new/", {**rules, "slug": "whoopie-2027"}).status_code == 302
    sent = fields(desk.get("/rules/versions/rules/whoopie-2027/edit/"))
    sent |= {"section-1": "II", "text-1": "A revoke costs 2."}
    assert desk.post("/rules/versions/rules/whoopie-2027/edit/", sent).status_code == 302
    assert RuleSet.objects.get(slug="whoopie-2027").body["amendments"] == [
        {"section": "II", "text": "A revoke costs 2."}
    ]


def test_a_draft_is_withdrawn(cast: Cast, draft: Articles, desk: Client) -> None:
    assert desk.post(f"{DRAFT}withdraw/", {"why": "Too much."}).status_code == 302
    assert "withdrawn" in desk.get(DRAFT).content.decode()
    assert desk.post(f"{DRAFT}withdraw/").status_code == 409
    assert desk.get(f"{DRAFT}edit/").status_code == 200
    assert desk.get(f"{DRAFT}adopt/").status_code == 200


@pytest.mark.parametrize("page", ["edit/", "adopt/", "withdraw/"])
def test_drafts_are_for_the_managing_executor(
    cast: Cast, draft: Articles, sign_in: SignIn, page: str
) -> None:
    for person in (cast.director, cast.registrar, cast.executor):
        assert sign_in(person).post(f"{DRAFT}{page}").status_code == 403
    assert Client().post(f"{DRAFT}{page}").status_code == 302


@pytest.mark.both_databases
def test_levels_are_added_renamed_retired(cast: Cast, desk: Client, client: Client, sign_in: SignIn) -> None:
    assert "Add a level" not in client.get("/rules/levels/").content.decode()
    sent = {"slug": "juniors", "name": "juniors", "restricted": "on"}
    assert sign_in(cast.director).post("/rules/levels/level/add/", sent).status_code == 403
    assert desk.post("/rules/levels/level/add/", sent).status_code == 302
    again = desk.post("/rules/levels/level/add/", sent)
    assert (again.status_code, 'value="juniors"' in again.content.decode()) == (422, True)
    assert desk.post("/rules/levels/level/juniors/rename/", {"name": "young people"}).status_code == 302
    assert desk.post("/rules/levels/level/juniors/retire/").status_code == 302
    assert desk.post("/rules/levels/level/juniors/retire/").status_code == 409
    level = Level.objects.get(slug="juniors")
    assert (level.name, level.restricted, level.retired_on) == ("young people", True, today())
    assert desk.post("/rules/levels/level/juniors/bring-back/").status_code == 302
    for nothing in ("level/juniors/burn", "level/none/retire", "thing/juniors/retire"):
        assert desk.post(f"/rules/levels/{nothing}/").status_code == 404
    assert desk.post("/rules/levels/type/add/", {"slug": "pairs", "name": "pairs"}).status_code == 302


def test_the_page_of_levels_is_in_the_readers_language(cast: Cast, desk: Client) -> None:
    page = desk.get("/rules/levels/", headers={"Accept-Language": "de"}).content.decode()
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page)[:2] == ["Stufen", "Arten"]
    assert re.findall(r"<summary>([^<]*hinzufügen)</summary>", page) == [
        "Eine Stufe hinzufügen",
        "Eine Art hinzufügen",
    ]


def test_pages_of_the_law_ask_the_same_with_many_versions(cast: Cast, desk: Client) -> None:
    def more(count: int) -> None:
        for number in range(count):
            draft = draft_law(by=cast.managing, law=Articles, title=f"Number {number}", body=EXAMPLE_ARTICLES)
            if number % 3 == 1:
                days = dt.timedelta(days=Articles.objects.count())
                adopt_law(by=cast.managing, version=draft, first_day=today() + days)
            elif number % 3 == 2:
                withdraw_law(by=cast.managing, version=draft)

    def asked() -> list[int]:
        counts = []
        for path in ("/rules/versions/", DRAFT, f"{DRAFT}edit/", f"{DRAFT}adopt/", "/api/v1/law/articles/2/"):
            with CaptureQueriesContext(connection) as captured:
                assert desk.get(path).status_code == 200
            counts.append(len(captured))
        return counts

    more(3)
    few = asked()
    more(12)
    assert asked() == few


class TestApi:
    """Programs draft, edit, compare and adopt by the same services."""

    @pytest.mark.both_databases
    def test_from_draft_to_adoption(self, cast: Cast, desk: Client, client: Client) -> None:
        send: Callable[..., Any] = lambda path, data, method="post": getattr(desk, method)(  # noqa: E731
            f"/api/v1/{path}", data, content_type="application/json", **keyed()
        )
        draft = send("law/articles/", {"title": "By program", "copy_of": "1"})
        assert (draft.status_code, draft.json()["line"]["state"]) == (201, "draft")
        body = {**draft.json()["body"], "college_quorum": 4}
        edited = {"edit": 1, "title": "By program", "body": body}
        assert send("law/articles/2/", edited, "put").json()["line"]["edit"] == 2
        answer = send("law/articles/2/", edited, "put")
        assert (answer.status_code, answer.json()["code"]) == (409, "edited-meanwhile")
        wrong = send("law/articles/2/", {**edited, "edit": 2, "body": {"scales": 1}}, "put")
        assert (wrong.status_code, wrong.json()["facts"]) == (422, {"place": "scales"})
        [changed] = desk.get("/api/v1/law/articles/2/compare/?with=1").json()["differences"]
        assert (changed["old"], changed["new"]) == ("3 members", "4 members")
        assert client.get("/api/v1/law/articles/2/").status_code == 404
        adopted = send("law/articles/2/adopt/", {"edit": 2, "first_day": TOMORROW.isoformat()})
        assert adopted.json()["line"]["state"] == "to come"
        assert client.get("/api/v1/law/articles/2/").json()["changes"] == [changed]
        assert [
            version["state"] for version in client.get("/api/v1/law/").json() if version["kind"] == "articles"
        ] == [
            "to come",
            "in force",
        ]
        assert send("law/articles/2/withdraw/", {}).json()["code"] == "adopted-already"

    def test_others_are_refused(self, cast: Cast, client: Client, sign_in: SignIn) -> None:
        director = sign_in(cast.director)
        for path, named in (("law/articles/", "title"), ("levels/level/", "name")):
            data = {"slug": "mine", named: "Mine"}
            answer = director.post(f"/api/v1/{path}", data, content_type="application/json", **keyed())
            assert answer.status_code == 403
            assert client.post(f"/api/v1/{path}", data, content_type="application/json").status_code in (
                401,
                403,
            )

    @pytest.mark.both_databases
    def test_levels(self, cast: Cast, desk: Client, client: Client) -> None:
        added = desk.post("/api/v1/levels/level/", {"slug": "juniors", "name": "juniors", "restricted": True})
        assert (added.status_code, added.json()[-1]["restricted"]) == (201, True)
        assert desk.post("/api/v1/levels/type/", {"slug": "pairs", "name": "pairs"}).status_code == 201
        retired = desk.post("/api/v1/levels/type/pairs/retire/").json()[-1]
        assert retired["retired_on"] == today().isoformat()
        assert desk.post("/api/v1/levels/type/pairs/rename/", {"name": "two"}).json()[-1]["name"] == "two"
        assert desk.post("/api/v1/levels/type/pairs/bring-back/").json()[-1]["retired_on"] is None
        assert len(client.get("/api/v1/levels/").json()) == 8
