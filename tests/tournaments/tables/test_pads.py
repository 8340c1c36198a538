"""The pad of a table by its link: whose its stanzas are, what it opens, and until when."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.services.certification import confirm_result
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.support.play import drawn_table, play, random_body, table
from tournaments.calls.services.calls import call_executor
from tournaments.events.services.announcements import announce, take_down
from tournaments.games.models import Game
from tournaments.reports.models.report import Confirmation, Report
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.selectors.pads import Pad, pad_of_game
from tournaments.tables.services.pads import report_by_link
from tournaments.tables.services.stanzas import SentStanza, report_stanza
from tournaments.tables.services.table_links import (
    link_of_secret,
    make_link,
    secret_of,
    secrets_of,
    withdraw_link,
)

ADDRESS = "/api/v1/events/spring-whoopie/games/1/pad/"


@pytest.fixture
def game(cast: Cast) -> Game:
    game = drawn_table(cast, cast.players[:5])
    play(cast, game, 2, Random(1))
    return game


@pytest.fixture
def secret(cast: Cast, game: Game) -> str:
    return secret_of(make_link(by=cast.director, game=game, at=MARCH))


def holder(secret: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Table {secret}")
    return client


def account_of(person: Person) -> APIClient:
    client = APIClient()
    assert person.account is not None
    client.force_login(person.account)
    return client


def send(client: APIClient, body: Any, *, number: int, key: str, **more: object) -> Any:
    asked = "&".join(f"{name}={value}" for name, value in {"number": number, **more}.items())
    return client.post(
        f"{ADDRESS}stanzas/?{asked}",
        json.dumps(body),
        content_type="application/json",
        headers={"Idempotency-Key": key},
    )


def keeper(cast: Cast, game: Game) -> Person:
    game.refresh_from_db()
    assert game.scorekeeper is not None
    return game.scorekeeper.person


def test_what_the_check_found_is_said_in_the_readers_language(cast: Cast, game: Game, secret: str) -> None:
    body = random_body(table(cast, game), Random(2))
    body["bids"][0][1] = body["cards"] + 5
    answer = send(holder(secret), body, number=3, key="one")
    [error] = [finding for finding in answer.json()["table"]["findings"] if finding["code"] == "bid-range"]
    assert (error["said"], error["said_rule"]) == (error["message"], "Section I, Bidding")
    german = holder(secret).get(ADDRESS, headers={"accept-language": "de"}).json()["table"]["findings"]
    [in_german] = [finding for finding in german if finding["code"] == "bid-range"]
    assert in_german["message"] == error["message"]
    assert "angesagt" in in_german["said"]


def with_answer(pad: Any, answer: Any) -> Any:
    """The pad as a phone keeps it after its stanza was counted."""
    table, stanzas = answer["table"], answer["table"]["stanzas"]
    first = stanzas[0]["number"] - 1
    merged = {**pad["table"], **table, "stanzas": [*pad["table"]["stanzas"][:first], *stanzas]}
    coming = [deal for deal in pad["coming"] if deal["number"] >= table["due"]["number"]]
    coming += answer.pop("further")
    return {**pad, **answer, "table": merged, "coming": coming}


def test_the_answer_to_a_stanza_is_all_that_a_pad_has_not_heard(cast: Cast, game: Game, secret: str) -> None:
    client = holder(secret)
    for number in range(3, 8):
        before = client.get(ADDRESS).json()
        body = random_body(table(cast, game), Random(number))
        if number == 5:
            body["bids"][0][1] = body["cards"] + 5
        answer = send(client, body, number=number, key=str(number)).json()
        assert answer.pop("met") == before["told"]
        assert [stanza["number"] for stanza in answer["table"]["stanzas"]] == [number]
        after, whole = with_answer(before, answer), client.get(ADDRESS).json()
        assert {**after, "asked_at": 0} == {**whole, "asked_at": 0}
        assert any(finding["said"] for finding in after["table"]["findings"]) == (number >= 5)


def test_a_pad_that_missed_something_is_told_to_ask_again(cast: Cast, game: Game, secret: str) -> None:
    client, body = holder(secret), random_body(table(cast, game), Random(2))
    heard = client.get(ADDRESS).json()["told"]
    call_executor(by=None, game=game, kind="seats", about="A place?", at=MARCH)
    assert client.get(ADDRESS).json()["told"] != heard
    answer = send(client, body, number=3, key="one").json()
    assert answer["met"] not in ("", heard)
    assert send(client, body, number=3, key="one").json()["met"] == ""
    assert send(client, body, number=3, key="two", replaces=1, reason="A slip").json()["met"] == ""


@pytest.mark.both_databases
def test_a_call_made_by_mistake_is_withdrawn_on_the_pad(cast: Cast, game: Game, secret: str) -> None:
    call = call_executor(by=None, game=game, kind="seats", at=MARCH)
    elsewhere = drawn_table(cast, cast.players[4:8], event=game.event)
    other = call_executor(by=None, game=elsewhere, kind="seats", at=MARCH)
    act = f"{ADDRESS}withdraw-call/"
    assert holder(secret).post(act, {"call": other.pk}, format="json").status_code == 404
    assert holder(secret).post(act, {}, format="json").status_code == 400
    assert account_of(cast.outsider).post(act, {"call": call.pk}, format="json").status_code == 403
    assert holder(secret).post(act, {"call": call.pk}, format="json").json()["calls"] == []
    call.refresh_from_db()
    assert (call.ended, call.ended_by) == ("withdrawn", None)
    again = call_executor(by=None, game=game, kind="seats", at=MARCH)
    account_of(cast.director).post(act, {"call": again.pk}, format="json")
    again.refresh_from_db()
    assert again.ended_by == cast.director


@pytest.mark.both_databases
def test_a_pad_hears_what_the_director_announces(cast: Cast, game: Game, secret: str) -> None:
    client = holder(secret)
    heard = client.get(ADDRESS).json()
    assert heard["announcements"] == []
    announcement = announce(by=cast.director, event=game.event, text="Supper at eight.")
    hung = client.get(ADDRESS, headers={"If-None-Match": f'"{heard["told"]}"'})
    assert [line["text"] for line in hung.json()["announcements"]] == ["Supper at eight."]
    take_down(by=cast.director, announcement=announcement)
    down = client.get(ADDRESS, headers={"If-None-Match": hung.headers["ETag"]})
    assert down.json()["announcements"] == []


def test_a_link_stands_on_the_card_until_the_final_sheet_is_confirmed(cast: Cast) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    reported(cast, game, record_of(cast.players[:4]))
    link = make_link(by=cast.director, game=game, at=MARCH)
    assert secrets_of([Game.objects.get(pk=game.pk)]) == {game.pk: secret_of(link)}
    confirm_result(by=cast.director, game=game, at=MARCH)
    assert secrets_of([Game.objects.get(pk=game.pk)]) == {}


def test_the_first_stanza_makes_a_table_play_so_its_pad_asks_again(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    client = holder(secret_of(make_link(by=cast.director, game=game, at=MARCH)))
    answer = send(client, random_body(table(cast, game), Random(2)), number=1, key="one").json()
    assert (answer["met"], answer["table"]["state"]) == ("", "playing")


def test_a_stanza_takes_eleven_questions_however_many_were_played(
    cast: Cast, game: Game, secret: str
) -> None:
    """Where nothing of the table is kept; what the game has nothing of is not asked for."""
    statements_asked = 11
    read, read_and_unchanged = (10, 12) if connection.vendor == "postgresql" else (9, 10)
    client = holder(secret)
    client.get(ADDRESS)
    for number in range(3, 12):
        body = random_body(table(cast, game), Random(number))
        with CaptureQueriesContext(connection) as asked:
            assert send(client, body, number=number, key=str(number)).status_code == 201
        statements = [query["sql"] for query in asked if "SAVEPOINT" not in query["sql"]]
        assert len(statements) == statements_asked, statements
    with CaptureQueriesContext(connection) as asked:
        assert client.get(ADDRESS).status_code == 200
    assert len(asked) == read
    with CaptureQueriesContext(connection) as asked:
        heard = client.get(ADDRESS).headers["ETag"]
        assert client.get(ADDRESS, headers={"If-None-Match": heard}).status_code == 304
    assert len(asked) == read_and_unchanged


@pytest.mark.both_databases
def test_whoever_runs_the_event_sees_the_pad_of_a_table_and_others_do_not(cast: Cast, game: Game) -> None:
    for person, sees in ((cast.director, True), (cast.outsider, False)):
        pad = pad_of_game(game=Game.objects.get(pk=game.pk), asker=person, link=None)
        assert (pad is not None) == sees


def test_a_link_withdrawn_since_it_was_read_writes_nothing(cast: Cast, game: Game, secret: str) -> None:
    link = link_of_secret(secret)
    assert link is not None
    sent = SentStanza(number=3, body=random_body(table(cast, game), Random(2)), idempotency_key="one")
    withdraw_link(by=cast.director, game=game, at=MARCH)
    with pytest.raises(Refusal) as refused:
        report_by_link(link=link, sent=sent, at=MARCH)
    assert refused.value.code == "link-withdrawn"
    assert not StanzaVersion.objects.filter(number=3).exists()


@pytest.mark.both_databases
def test_a_key_counts_for_its_game_alone(cast: Cast, game: Game, secret: str) -> None:
    other = drawn_table(cast, cast.players[5:9], event=game.event)
    body = random_body(table(cast, other), Random(2))
    report_stanza(by=cast.director, game=other, number=1, body=body, idempotency_key="one", at=MARCH)
    answer = send(holder(secret), random_body(table(cast, game), Random(2)), number=3, key="one")
    assert answer.status_code == 201
    assert StanzaVersion.objects.filter(idempotency_key="one", game__in=[game, other]).count() == 2


def test_the_pad_has_the_deals_to_come_and_the_answer_that_nothing_is_new(game: Game, secret: str) -> None:
    client = holder(secret)
    answer = client.get(ADDRESS)
    pad = answer.json()
    assert pad["by_link"]
    assert pad["coming"][0]["number"] == 3
    assert pad["coming"][0]["cards"] == 3
    assert [deal["cards"] for deal in pad["coming"][7:10]] == [10, 9, 8]
    assert pad["last"] == 30
    assert pad["table"]["acts"]["report"]
    again = client.get(ADDRESS, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_stanza_by_link_is_the_scorekeepers_and_counts_once(cast: Cast, game: Game, secret: str) -> None:
    client, body = holder(secret), random_body(table(cast, game), Random(2))
    assert send(client, body, number=3, key="one").status_code == 201
    assert send(client, body, number=3, key="one").status_code == 201
    kept = StanzaVersion.objects.get(number=3)
    assert (kept.reporter, kept.link) == (keeper(cast, game), TableLink.objects.get())
    entry = AuditEntry.objects.filter(action="report stanza").latest("pk")
    assert entry.after is not None
    assert entry.after["link"] == kept.link_id
    corrected = send(client, body, number=3, key="two", replaces=1, reason="A slip of the pen")
    [stanza] = corrected.json()["table"]["stanzas"]
    assert (stanza["number"], stanza["version"], stanza["by_link"]) == (3, 2, True)
    Game.objects.filter(pk=game.pk).update(scorekeeper=None, opening_draw=[])
    assert send(client, body, number=4, key="three").json()["code"] == "no-scorekeeper"
    again = send(client, body, number=3, key="one")
    assert again.status_code == 201, "what was kept is kept, also while nobody keeps score"


@pytest.mark.both_databases
def test_who_is_signed_in_reports_in_his_own_name_also_through_the_link(
    cast: Cast, game: Game, secret: str
) -> None:
    body = random_body(table(cast, game), Random(2))
    for who, client in ((cast.director, account_of(cast.director)), (keeper(cast, game), APIClient())):
        client.credentials(HTTP_AUTHORIZATION=f"Table {secret}")
        number = Game.objects.get(pk=game.pk).stanzas_played + 1
        body = random_body(table(cast, game), Random(number))
        assert send(client, body, number=number, key=str(number)).status_code == 201
        assert StanzaVersion.objects.get(number=number).reporter == who
    assert StanzaVersion.objects.filter(link=None).count() == 3


@pytest.mark.both_databases
def test_whoever_keeps_the_score_by_link_does_not_confirm_it(cast: Cast, game: Game, secret: str) -> None:
    client = holder(secret)
    assert client.post(f"{ADDRESS}close/", {"sure": True}, format="json").status_code == 200
    report = Report.objects.get()
    scorekeeper = keeper(cast, game)
    assert report.reporter == scorekeeper
    with pytest.raises(Refusal, match="cannot confirm"):
        confirm_result(by=scorekeeper, game=game, at=MARCH)
    with pytest.raises(IntegrityError), transaction.atomic():
        Confirmation.objects.create(report=report, reporter=scorekeeper, confirmer=scorekeeper, at=MARCH)
    other = next(player for player in cast.players[:5] if player != scorekeeper)
    assert client.get(ADDRESS).status_code == 200
    for finding in report.findings.filter(severity="error"):
        finding.settled_at, finding.settled_by, finding.reason = MARCH, cast.executor, "So."
        finding.save()
    confirm_result(by=other, game=game, at=MARCH)
    over = client.get(ADDRESS)
    assert (over.status_code, over.json()["code"]) == (403, "link-over")


def test_a_link_opens_its_own_table_until_it_is_withdrawn(cast: Cast, game: Game, secret: str) -> None:
    elsewhere = drawn_table(cast, cast.players[5:9], event=game.event)
    client = holder(secret)
    assert client.get(ADDRESS.replace("games/1", f"games/{elsewhere.number}")).status_code == 403
    assert client.post(ADDRESS.replace("pad", "table") + "close/", {}).status_code in (401, 403)
    assert holder("not-a-secret").get(ADDRESS).status_code == 401
    second = secret_of(make_link(by=cast.executor, game=game, at=MARCH))
    refused = client.get(ADDRESS)
    assert (refused.status_code, refused.json()["code"]) == (403, "link-withdrawn")
    assert "new link" in refused.json()["remedy"]
    body = random_body(table(cast, game), Random(2))
    assert send(client, body, number=3, key="one").status_code == 403
    assert send(holder(second), body, number=3, key="one").status_code == 201
    withdraw_link(by=cast.director, game=game, at=MARCH)
    assert holder(second).get(ADDRESS).status_code == 403
    with pytest.raises(Refusal, match="may not"):
        make_link(by=cast.players[0], game=game, at=MARCH)


def test_people_come_and_go_on_the_pad(cast: Cast, game: Game, secret: str) -> None:
    client = holder(secret)
    sat = client.post(
        f"{ADDRESS}sit/", {"player": cast.players[7].number, "left_of": cast.players[0].number}, format="json"
    )
    assert [seat["player"] for seat in sat.json()["table"]["seated"]][1] == cast.players[7].number
    assert len(sat.json()["coming"][0]["order"]) == 6
    left = client.post(f"{ADDRESS}leave/", {"player": cast.players[7].number}, format="json")
    assert len(left.json()["table"]["seated"]) == 5
    assert client.post(f"{ADDRESS}split/", {}, format="json").status_code == 404


def test_nobody_keeps_the_score_where_cards_are_not_drawn(cast: Cast) -> None:
    from tests.cast import open_table, sanctioned_event

    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    secret = secret_of(make_link(by=cast.director, game=game, at=MARCH))
    assert holder(secret).get(ADDRESS).json()["coming"] == []
    refused = send(holder(secret), {}, number=1, key="one")
    assert (refused.status_code, refused.json()["code"]) == (409, "no-scorekeeper")


@pytest.mark.both_databases
def test_the_secret_is_kept_nowhere_and_made_again_only_by_the_sites_own_key(
    cast: Cast, game: Game, secret: str
) -> None:
    link = TableLink.objects.get()
    assert secret not in json.dumps(list(TableLink.objects.values()), default=str)
    assert len(secret) == 27
    with override_settings(SECRET_KEY="another"):
        assert secret_of(link) == ""
        assert link_of_secret(secret) == link
    for change in ({"withdrawn_at": None, "withdrawn_by": None}, {"sha256": "x"}):
        withdraw_link(by=cast.director, game=game, at=MARCH)
        with pytest.raises(DatabaseError, match="withdrawn, never changed"), transaction.atomic():
            TableLink.objects.filter(pk=link.pk).update(**change)
    with pytest.raises(DatabaseError, match="withdrawn, never changed"), transaction.atomic():
        TableLink.objects.all().delete()


def test_a_pad_gone_wild_is_told_to_wait(game: Game, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.tables.api.pads import PadThrottle

    assert PadThrottle().parse_rate(PadThrottle.rate) == (4 * 60, 60)
    PadThrottle.cache.clear()
    monkeypatch.setattr(PadThrottle, "rate", "2/min")
    client = holder(secret)
    answers = [client.get(ADDRESS) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["facts"]["wait"] > 0
    assert [answer["RateLimit"].split(";")[1] for answer in answers] == ["r=1", "r=0", "r=0"]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"pad";q=2;w=60'}
    assert int(answers[2]["Retry-After"]) > 0
    PadThrottle.cache.clear()


def test_a_pad_goes_on_while_redis_is_down(game: Game, secret: str) -> None:
    nowhere = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    with override_settings(CACHES={**settings.CACHES, "default": nowhere}):
        assert holder(secret).get(ADDRESS).status_code == 200


@pytest.mark.both_databases
def test_the_pad_is_written_as_its_serializer_describes_it(cast: Cast, game: Game) -> None:
    pad = pad_of_game(game=Game.objects.get(pk=game.pk), asker=cast.director, link=None)
    assert pad is not None
    described = serializer_for(Pad)().to_representation(pad)
    assert as_data(pad) == described
