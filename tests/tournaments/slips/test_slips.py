"""A format that nobody knows, from entry to certification: slips, signatures, findings, the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from saas_high_card.game import HIGH_CARD
from sanctioning.accounts.models.account import Account
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.ledger.models.ledger import LedgerEntry
from scoring.results.models import Standing
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast
from tests.support.refusals import code_of
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tournaments.events.models.event import Event
from tournaments.formats.registry import registered
from tournaments.games.models import Game
from tournaments.reports.services.reports import take_report
from tournaments.slips.event_folders import folder_of
from tournaments.slips.models import Slip, SlipSignature
from tournaments.slips.services.slips import (
    Reported,
    close_event,
    report_slip,
    report_slips,
    sign_slip,
    sign_slips,
)
from tournaments.teams.models.team import Team

FIRST, SECOND = "r1-t1", "r1-t2"


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with registered(HIGH_CARD):
        yield


@pytest.fixture
def evening(cast: Cast) -> tuple[Game, list[Team]]:
    """Four pairs at two tables."""
    event = team_event(cast, "high-card", "high-card-1")
    teams = enter_teams(cast, event, 4)
    return seat_in_order(cast, event, teams, {"cards": 1}), teams


def report(by: Person, game: Game, place: str, score: int, other: int, **more: Any) -> Slip:
    first = 1 if place == FIRST else 3
    typed = {f"team-{first}": score, f"team-{first + 1}": other}
    key = more.pop("key", f"{place}/{score}/{other}/{more.get('replaces', 0)}")
    return report_slip(by=by, game=game, place=place, typed=typed, idempotency_key=key, at=MARCH, **more)


def places(game: Game) -> list[tuple[int, int, int | None]]:
    folder = folder_of(game)
    sheet = getattr(game, "sheet", None)
    board = folder.slipping.board(folder.head, folder.standing, sheet.check_document if sheet else None)
    return [(line.place, line.team, line.figures[0]) for line in board.lines]


def test_an_event_of_a_new_format_from_entry_to_certification(cast: Cast, evening: Any) -> None:
    game, _teams = evening
    assert Event.objects.get(pk=game.event_id).games.count() == 1
    assert list(game.players.values_list("seat", flat=True)) == [None] * 8
    assert places(game) == [(0, 1, None), (0, 2, None), (0, 3, None), (0, 4, None)]
    first = report(cast.players[0], game, FIRST, 4, 6)
    second = report(cast.players[7], game, SECOND, 9, 1)
    game.refresh_from_db()
    assert (game.state, game.revision) == ("playing", 2)
    assert places(game) == [(1, 3, 9), (2, 2, 6), (3, 1, 4), (4, 4, 1)]
    assert code_of(partial(close_event, by=cast.director, game=game, at=MARCH)) == "slips-open"
    sign_slip(by=cast.players[2], slip=first, at=MARCH)
    sign_slip(by=cast.director, slip=second, at=MARCH)
    sent = close_event(by=cast.director, game=game, at=MARCH)
    assert (sent.version, sent.from_sheet, sent.findings.count()) == (1, True, 0)
    confirm_result(by=cast.players[0], game=game, at=MARCH)
    certify_result(by=cast.executor, game=game, at=MARCH)
    stands = Standing.objects.order_by("place", "id").values_list("place", "shared", "score")
    assert (
        list(stands) == [(1, False, 9)] * 2 + [(2, False, 6)] * 2 + [(3, False, 4)] * 2 + [(4, False, 1)] * 2
    )
    says_the_result(game)
    assert not LedgerEntry.objects.exists()
    done = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"enter team", "report slip", "sign slip", "take report", "certify result"} <= done


def says_the_result(game: Game) -> None:
    """Pages and programs show the result by team, with who played, as the board has it."""
    event, client = f"/events/{game.event.slug}/", Client()
    board = client.get(f"{event}live/").content.decode()
    for page in (event, f"{event}games/1/"):
        shown = client.get(page).content.decode()
        rows = re.findall(r"<b>(Team \d)</b>", shown)
        assert rows == ["Team 3", "Team 2", "Team 1", "Team 4"]
        assert rows == re.findall(r'<th scope="row">(Team \d)</th>', board)
        assert f'href="{event}live/"' in shown
    teams = client.get(f"/api/v1{event}").json()["games"][0]["teams"]
    assert teams == client.get(f"/api/v1{event}games/1/").json()["teams"]
    assert teams["columns"] == [{"title": "Points", "meaning": ""}]
    first = teams["lines"][0]
    assert (first["place"], first["name"], first["figures"], len(first["players"])) == (1, "Team 3", [9], 2)


def test_what_a_slip_breaks_is_found_at_once_and_mended_by_a_version(cast: Cast, evening: Any) -> None:
    game, _teams = evening
    slip = report(cast.players[0], game, FIRST, 4, 7)
    sign_slip(by=cast.players[2], slip=slip, at=MARCH)
    [finding] = folder_of(game).game.sheet.check_document["findings"]
    assert (finding["code"], HIGH_CARD.slips and HIGH_CARD.slips.place_of(folder_of(game).head, finding)) == (
        "points",
        FIRST,
    )
    again = partial(report, cast.players[1], game, FIRST, 3, 7)
    assert code_of(again) == "slip-reported"
    assert code_of(partial(again, replaces=1)) == "reason-missing"
    mended = again(replaces=1, reason="Read wrongly.")
    assert (mended.version, slip.body, mended.body["team-1"]) == (2, {"team-1": 4, "team-2": 7}, 3)
    game.sheet.refresh_from_db()
    assert game.sheet.check_document["findings"] == []
    assert code_of(partial(sign_slip, by=cast.players[2], slip=slip, at=MARCH)) == "slip-corrected"
    sign_slip(by=cast.players[2], slip=mended, at=MARCH)
    assert code_of(partial(sign_slip, by=cast.players[3], slip=mended, at=MARCH)) == "slip-signed"


@pytest.mark.both_databases
def test_who_may_hand_in_and_sign(cast: Cast, evening: Any) -> None:
    game, _teams = evening
    assert code_of(partial(report, cast.players[4], game, FIRST, 4, 6)) == "not-allowed"
    assert code_of(partial(report, cast.outsider, game, FIRST, 4, 6)) == "not-allowed"
    slip = report(cast.players[0], game, FIRST, 4, 6)
    assert code_of(partial(sign_slip, by=cast.players[0], slip=slip, at=MARCH)) == "signer-is-reporter"
    assert code_of(partial(sign_slip, by=cast.outsider, slip=slip, at=MARCH)) == "not-allowed"
    with pytest.raises(IntegrityError), transaction.atomic():
        SlipSignature.objects.create(slip=slip, reporter=slip.reporter, signer=slip.reporter, at=MARCH)


def test_sent_twice_is_one_slip(cast: Cast, evening: Any) -> None:
    game, _teams = evening
    send = partial(report, cast.players[0], game, FIRST, key="a key")
    assert send(4, 6) == send(4, 6)
    assert code_of(partial(send, 5, 5)) == "idempotency-key-reused"
    assert code_of(partial(report, cast.players[0], game, FIRST, 4, 6, key="")) == "idempotency-key-missing"
    assert Slip.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"team-1": "11", "team-2": 0}, "team-1"),
        ({"team-1": 1}, "team-2"),
        ({"team-1": True, "team-2": 9}, "team-1"),
        ({"team-1": 1, "team-2": 9, "team-3": 0}, "team-3"),
    ],
)
def test_fields_are_read_in_one_way(cast: Cast, evening: Any, typed: dict[str, Any], field: str) -> None:
    game, _teams = evening
    with pytest.raises(Refusal) as refusal:
        report_slip(by=cast.director, game=game, place=FIRST, typed=typed, idempotency_key="k", at=MARCH)
    assert (refusal.value.code, refusal.value.facts) == ("field-unreadable", {"field": field})


def test_no_slip_where_none_is_due(cast: Cast, evening: Any) -> None:
    game, _teams = evening
    report_nowhere = partial(
        report_slip, by=cast.director, game=game, place="r9-t9", typed={}, idempotency_key="k", at=MARCH
    )
    assert code_of(report_nowhere) == "slip-not-due"


def test_a_stack_is_kept_as_a_whole_and_checked_once(cast: Cast, evening: Any) -> None:
    game, _teams = evening
    stack = [
        Reported(place=FIRST, typed={"team-1": 4, "team-2": 6}, idempotency_key="a"),
        Reported(place=SECOND, typed={"team-3": 9, "team-4": 11}, idempotency_key="b"),
    ]
    with pytest.raises(Refusal) as refusal:
        report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    assert refusal.value.facts == {"field": "team-4", "place": SECOND}
    assert not Slip.objects.exists()
    stack[1] = Reported(place=SECOND, typed={"team-3": 9, "team-4": 1}, idempotency_key="b")
    kept = report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    assert report_slips(by=cast.director, game=game, reported=stack, at=MARCH) == kept
    game.refresh_from_db()
    assert (game.revision, Slip.objects.count()) == (1, 2)
    assert places(game)[0] == (1, 3, 9)
    assert code_of(partial(report_slips, by=cast.players[0], game=game, reported=stack)) == "not-allowed"
    signed = sign_slips(by=cast.players[5], slips=kept, at=MARCH)
    assert [signature.slip for signature in signed] == kept


@pytest.mark.both_databases
def test_the_whole_record_is_sent_by_whoever_runs_the_event_with_a_reason(cast: Cast, evening: Any) -> None:
    game, _teams = evening
    data = b"{}"
    send = partial(take_report, game=game, data=data, at=MARCH)
    assert code_of(partial(send, by=cast.players[0], idempotency_key="open")) == "not-allowed"
    first = report(cast.players[0], game, FIRST, 4, 6)
    second = report(cast.players[7], game, SECOND, 9, 1)
    sign_slip(by=cast.players[2], slip=first, at=MARCH)
    sign_slip(by=cast.director, slip=second, at=MARCH)
    closed = close_event(by=cast.director, game=game, at=MARCH)
    changed = bytes(closed.record) + b"\n"
    send = partial(take_report, game=game, data=changed, at=MARCH)
    assert code_of(partial(send, by=cast.players[0], idempotency_key="a", reason="Wrong")) == "not-allowed"
    assert code_of(partial(send, by=cast.director, idempotency_key="b", reason=" ")) == "reason-missing"
    taken = send(by=cast.director, idempotency_key="c", reason="Team 3 had eight.")
    assert (taken.version, taken.current) == (2, True)
    assert AuditEntry.objects.filter(action="take report").latest("id").why == "Team 3 had eight."


@pytest.mark.both_databases
def test_a_program_that_asks_for_a_wrong_page_closes_nothing(
    cast: Cast, evening: Any, client: Client
) -> None:
    game, _teams = evening
    for place, score, other, signer in ((FIRST, 4, 6, 2), (SECOND, 9, 1, 5)):
        sign_slip(by=cast.players[signer], slip=report(cast.director, game, place, score, other), at=MARCH)
    client.force_login(account_of(cast.director))
    address = f"/api/v1/events/{game.event.slug}/close/"
    refused = client.post(f"{address}?only=everything")
    assert (refused.status_code, list(refused.json()["facts"]["fields"])) == (400, ["only"])
    assert refused.json()["facts"]["known"] == {"only": ["missing", "unsigned", "troubled"]}
    assert not game.reports.exists()
    assert client.post(f"{address}?only=missing").status_code == 200
    assert game.reports.count() == 1


def account_of(person: Person) -> Account:
    assert person.account is not None
    return person.account


def test_the_page_and_the_api_take_a_whole_record_from_the_director_alone(
    cast: Cast, evening: Any, client: Client
) -> None:
    game, _teams = evening
    for place, score, other, signer in ((FIRST, 4, 6, 2), (SECOND, 9, 1, 5)):
        sign_slip(by=cast.players[signer], slip=report(cast.director, game, place, score, other), at=MARCH)
    closed = close_event(by=cast.director, game=game, at=MARCH)
    address = f"/events/{game.event.slug}/games/1/"
    client.force_login(account_of(cast.players[0]))
    assert f'href="{address}report/"' not in client.get(address).content.decode()
    assert client.get(f"{address}report/").status_code == 403
    client.force_login(account_of(cast.director))
    assert f'href="{address}report/"' in client.get(address).content.decode()
    record = bytes(closed.record) + b"\n"
    sent = client.post(f"{address}report/", {"text": record.decode(), "key": "page"})
    assert (sent.status_code, "reason" in sent.context["form"].errors) == (422, True)
    sent = client.post(f"{address}report/", {"text": record.decode(), "key": "page", "reason": "Eight."})
    assert sent.status_code == 302
    assert AuditEntry.objects.filter(action="take report").latest("id").why == "Eight."
    send = partial(client.post, data=bytes(closed.record), content_type="application/json")
    key = {"Idempotency-Key": "api"}
    assert send(f"/api/v1{address}reports/", headers=key).json()["code"] == "reason-missing"
    assert send(f"/api/v1{address}reports/?reason=Nine+after+all.", headers=key).status_code == 201


def test_a_page_that_is_sent_twice_hands_in_once(cast: Cast, evening: Any, client: Client) -> None:
    """Two presses, or back and once more: the key is the same, and so is the answer."""
    game, _teams = evening
    client.force_login(account_of(cast.players[0]))
    address = f"/events/{game.event.slug}/slips/{FIRST}/"
    typed = {"key": "page", "replaces": "0", "team-1": "4", "team-2": "6"}
    assert [client.post(address, typed).status_code for _press in range(2)] == [302, 302]
    again = {**typed, "key": "correction", "replaces": "1", "team-1": "5", "team-2": "5", "reason": "Read."}
    assert [client.post(address, again).status_code for _press in range(2)] == [302, 302]
    assert list(game.slips.values_list("version", flat=True)) == [1, 2]
    assert client.post(address, {**again, "key": "other", "replaces": "2", "reason": ""}).status_code == 422


def test_whoever_was_slower_sends_his_as_a_correction(cast: Cast, evening: Any, client: Client) -> None:
    game, _teams = evening
    report(cast.players[2], game, FIRST, 4, 6)
    client.force_login(account_of(cast.players[0]))
    address = f"/events/{game.event.slug}/slips/{FIRST}/"
    typed = {"key": "slower", "replaces": "0", "team-1": "5", "team-2": "5"}
    answer = client.post(address, typed)
    assert "is already reported, in version 1" in answer.content.decode()
    form = answer.context["form"]
    kept = {name: str(form[name].value()) for name in typed}
    assert (kept["replaces"], kept["team-1"], kept["key"] == "slower") == ("1", "5", False)
    assert client.post(address, {**kept, "reason": "Counted again."}).status_code == 302
    assert game.slips.get(version=2).body == {"team-1": 5, "team-2": 5}
