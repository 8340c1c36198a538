"""A director rules at an event of slips: from the slip to the ruling, on pages and for programs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import Cast
from tests.support.keyed import keyed
from tests.support.team_events import enter_teams, seat_in_order, signed_in, team_event
from tournaments.games.models import Game

EVENING = {"level": "open", "days": [[2, 2]], "moves": "circle", "pattern": "sample"}
REVOKE = "military-whist-revoke"


@pytest.fixture
def game(cast: Cast) -> Game:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    return seat_in_order(cast, event, enter_teams(cast, event, 3), EVENING)


def read(client: Any, address: str, expected: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == expected, answer.content.decode()
    return " ".join(answer.content.decode().split())


def test_from_a_slip_to_a_ruling_that_is_final(cast: Cast, game: Game) -> None:
    executor, event = signed_in(cast.executor), f"/events/{game.event.slug}/"
    rule = f"{event}games/1/rule/"
    slip = read(executor, f"{event}slips/d1-before-1/")
    assert f"{rule}?place=d1-before-1" in slip
    assert "No rulings here." in slip
    choose = read(executor, f"{rule}?place=d1-before-1")
    assert f"irregularity={REVOKE}&amp;place=d1-before-1" in choose
    assert "Whoopie" not in choose.split("<main")[1].split("</main")[0]
    form = read(executor, f"{rule}?irregularity={REVOKE}&place=d1-before-1")
    assert 'value="d1-before-1" selected' in form
    assert 'name="stanza"' not in form
    facts = {"irregularity": REVOKE, "place": "d1-before-1", "team": "1", "found": "late", "key": "k"}
    wrong = executor.post(rule, {**facts, "team": "2"})
    assert wrong.status_code == 422
    assert "This team does not play there." in wrong.content.decode()
    weighed = executor.post(rule, {**facts, "do": "weigh"}).content.decode()
    assert "awarded 2 tricks" in weighed
    keep = {"what": "A club under the spade.", "reason": "Found late.", "do": "keep"}
    answer = executor.post(rule, {**facts, **keep})
    assert answer.headers["Location"] == f"{event}games/1/rulings/1/"
    page = read(signed_in(cast.players[0]), f"{event}games/1/rulings/1/")
    assert "You cannot appeal. 4 and 10b" in page
    assert "9g (M-22)" in page
    assert "Appeal against this ruling" not in page
    assert "A club under the spade." in read(signed_in(cast.players[0]), f"{event}slips/d1-before-1/")
    read(signed_in(cast.outsider), f"{event}games/1/rulings/1/", 403)


def test_the_director_finds_the_way_to_rule_and_rules(cast: Cast, game: Game) -> None:
    director, event = signed_in(cast.director), f"/events/{game.event.slug}/"
    rule = f"{event}games/1/rule/"
    for page in ("slips/", "slips/d1-before-1/", "games/1/rulings/"):
        assert f'href="{rule}' in read(director, f"{event}{page}")
        assert f'href="{rule}' not in read(signed_in(cast.players[0]), f"{event}{page}")
    text = read(director, rule)
    assert "What happened?" in text
    assert 'href="/executor/"' not in text
    assert 'href="/executor/"' in read(signed_in(cast.executor), rule)
    facts = {"irregularity": REVOKE, "place": "", "team": "1", "found": "late", "key": "k", "do": "keep"}
    assert director.post(rule, {**facts, "what": "A club.", "reason": "Found late."}).status_code == 302
    assert cast.director.name in read(director, f"{event}games/1/rulings/1/")
    refused = read(signed_in(cast.players[0]), rule, 403)
    assert "Ask somebody who runs the event and does not play in it, or its Acting Executor" in refused


def test_another_question_is_ruled_on_with_its_rule(cast: Cast, game: Game) -> None:
    executor, rule = signed_in(cast.executor), f"/events/{game.event.slug}/games/1/rule/"
    assert "The rule" in read(executor, f"{rule}?irregularity=question")
    sent = {"irregularity": "question", "section": "11", "place": "", "team": "", "key": "k", "do": "keep"}
    form = {"what": "A signal.", "reason": "It was seen."}
    assert executor.post(rule, {**sent, **form}).status_code == 302
    assert game.rulings.get().section == "11"


def test_programs_weigh_and_rule(cast: Cast, game: Game) -> None:
    executor, address = signed_in(cast.executor), f"/api/v1/events/{game.event.slug}/games/1/rulings/"
    matter = {"irregularity": REVOKE, "facts": {"team": "1", "found": "in-time"}}
    weighed = executor.post(f"{address}weigh/", matter, content_type="application/json")
    assert weighed.json()["effect"]["said"] == ["The card goes back to the offender's hand."]
    body = {**matter, "what": "A club.", "reason": "In time."}
    answer = executor.post(address, body, content_type="application/json", **keyed())
    assert answer.status_code == 201, answer.content
    assert answer.json()["line"]["section"] == "M-22/9g"


def test_whoever_runs_the_event_sees_its_calls_beside_the_slips(cast: Cast, game: Game) -> None:
    event = f"/events/{game.event.slug}/"
    player = signed_in(cast.players[0])
    assert 'value="Table 1, Team 1"' in read(player, f"{event}games/1/calls/?about=Table+1,+Team+1")
    player.post(f"{event}games/1/calls/", {"kind": "irregularity", "about": "Table 1, a revoke", "key": "k"})
    assert "Table 1, a revoke" in read(signed_in(cast.director), f"{event}slips/")
    assert "Table 1, a revoke" not in read(player, f"{event}slips/")


def test_the_case_book_knows_the_irregularities_of_every_game(cast: Cast) -> None:
    assert "Military Whist: A revoke" in read(signed_in(cast.outsider), "/rulings/")
