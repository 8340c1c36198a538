"""Charges and demands: who makes them, what they say, and what the law forbids to be voted on."""

from __future__ import annotations

from random import Random
from typing import Any

from rules_engine.justice.motions import OBSTACLES
from scoring.results.services.certification import confirm_result
from tests.cast import MARCH, Cast, open_table, record_of, reported, sanctioned_event
from tests.support.play import play
from tests.support.refusals import refused
from tests.support.votes import BAR, POINTS, charged, closed, opened, violation_found
from tournaments.games.models import Game
from tournaments.justice.votes.models import Violation
from tournaments.justice.votes.selectors.votes import matters_of
from tournaments.justice.votes.services.ballots import answer_vote, close_vote, enter_answer
from tournaments.justice.votes.services.charges import charge
from tournaments.justice.votes.services.votes import demand_vote, open_vote
from tournaments.justice.votes.words import OBSTACLE_WORDS
from tournaments.tables.services.seating import get_up


def test_every_obstacle_of_the_law_has_its_words() -> None:
    assert set(OBSTACLE_WORDS) == set(OBSTACLES)


FORBIDDEN: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("type-2-points", {"points": 5, "fails_bid": False}, "points-out-of-range"),
    ("type-2-points", {"points": 0, "fails_bid": False}, "no-penalty"),
    ("type-2-adjusted-score", {"points": 0, "injured": "ash"}, "adjustment-not-positive"),
    ("type-2-adjusted-score", {"points": 2, "injured": "birch"}, "injured-is-an-offender"),
    ("type-2-bar", {"scope": []}, "bar-of-nothing"),
    ("type-2-bar", {"scope": [{"kind": "event", "id": "the-final"}]}, "bar-out-of-reach"),
    ("type-2-bar-with-playoffs", {"scope": [{"kind": "event", "id": "the-final"}]}, "bar-out-of-reach"),
    ("type-2-bar", {"scope": [{"kind": "event", "id": "the-special"}]}, "bar-out-of-reach"),
    ("type-2-bar-with-playoffs", {"scope": [{"kind": "event", "id": "the-special"}]}, "bar-out-of-reach"),
    ("type-2-bar", {**BAR, "letter": True}, "letter-without-bar"),
)


def test_a_vote_that_the_law_forbids_is_refused_by_a_ruling(cast: Cast, game: Game) -> None:
    players = cast.players[:4]
    by_name = {"ash": players[0].number, "birch": players[1].number}
    sanctioned_event(cast, name="The Final", level="series-playoff-consolation")
    sanctioned_event(cast, name="The Special", level="special-event")
    charge_only = charged(game, players[0], players[1])
    violation = violation_found(cast, game, players, players[1])
    refusals = [
        (
            opened(
                cast,
                violation,
                players[0],
                motion,
                {**terms, "injured": by_name.get(terms.get("injured", ""))},
            ),
            code,
        )
        for motion, terms, code in FORBIDDEN
    ]
    of_chaos = opened(cast, charge_only, players[0], "find-chaotic-action", penalised_by="II/Revokes")
    refusals.append((of_chaos, "penalised-otherwise"))
    for vote, code in refusals:
        assert (vote.state, code, OBSTACLES[code][1] in vote.reason) == ("refused", code, True)
        assert vote.ruling is not None
        assert (vote.ruling.kind, vote.ruling.outcome) == ("vote", {"held": False})
        assert not vote.roll.exists()
    charge_only.refresh_from_db()
    assert charge_only.penalised_by == "II/Revokes"


def test_a_penalty_waits_for_its_finding_and_for_who_sits_there(cast: Cast, game: Game) -> None:
    players = cast.players[:4]
    violation = charged(game, players[0], players[1])
    assert "finding comes first" in opened(cast, violation, players[0], "type-2-points", POINTS).reason
    play(cast, game, 1, Random(1))
    for player in players[2:]:
        get_up(by=cast.director, game=game, person=player, at=MARCH)
    vote = opened(cast, violation, players[2], "find-chaotic-action")
    assert "Fewer than 3 sit" in vote.reason
    assert "Only a player who sits" in vote.reason


def test_who_may_charge_demand_open_and_answer(cast: Cast, game: Game) -> None:
    ash, birch = cast.players[:2]
    arguments: dict[str, Any] = {
        "game": game,
        "kind": "chaotic-action",
        "stanza": 1,
        "act": "So.",
        "offenders": [birch.number],
    }
    for stranger in (cast.outsider, cast.director, cast.executor):
        refused("not-allowed", charge, by=stranger, **arguments)
    by_executor = charge(by=cast.executor, for_player=ash.number, **arguments, at=MARCH)
    assert by_executor.charged_by is not None
    assert by_executor.charged_by.person == ash
    refused("not-allowed", charge, by=birch, for_player=ash.number, **arguments)
    put: dict[str, Any] = {"violation": by_executor, "motion": "find-chaotic-action"}
    refused("not-allowed", demand_vote, by=cast.outsider, **put)
    vote = demand_vote(by=cast.executor, for_player=ash.number, **put, at=MARCH)
    refused("demanded-already", demand_vote, by=ash, **put)
    refused("not-allowed", open_vote, by=ash, vote=vote)
    refused("vote-state", answer_vote, by=ash, vote=vote, answer="aye")
    vote = open_vote(by=cast.executor, vote=vote, at=MARCH)
    refused("open-already", demand_vote, by=ash, **put)
    refused("not-allowed", answer_vote, by=cast.outsider, vote=vote, answer="aye")
    refused("not-allowed", answer_vote, by=cast.executor, vote=vote, answer="aye")
    refused("not-allowed", enter_answer, by=ash, vote=vote, player=birch.number, answer="no")
    refused("not-on-the-roll", enter_answer, by=cast.executor, vote=vote, player="X", answer="no")
    refused("answer-unknown", answer_vote, by=ash, vote=vote, answer="maybe")
    refused("not-allowed", close_vote, by=ash, vote=vote)
    assert matters_of(game=game, asker=cast.outsider) is None
    assert matters_of(game=game, asker=cast.director) is None
    assert matters_of(game=game, asker=cast.managing) is not None


def test_a_charge_says_all_of_itself(cast: Cast, game: Game) -> None:
    arguments: dict[str, Any] = {
        "kind": "chaotic-action",
        "stanza": 1,
        "act": "So.",
        "offenders": [cast.players[1].number],
    }
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"kind": "improper-information"}, "ruled-not-charged"),
        ({"kind": "rudeness"}, "violation-kind"),
        ({"act": "  "}, "act-missing"),
        ({"offenders": []}, "offenders-missing"),
        ({"offenders": ["X"]}, "player-not-in-game"),
        ({"stanza": 2}, "no-such-stanza"),
        ({"stanza": None}, "no-such-stanza"),
    )
    for changes, code in wrong:
        refused(code, charge, by=cast.players[0], game=game, **{**arguments, **changes})
    first, again = (charge(by=cast.players[0], game=game, **arguments, key="one", at=MARCH) for _ in range(2))
    assert first == again


def test_terms_that_say_nothing_are_refused_at_once(cast: Cast, game: Game) -> None:
    violation = charged(game, cast.players[0], cast.players[1])
    wrong: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("find-intentional-revoke", {}, "motion"),
        ("type-2-points", {}, "points"),
        ("type-2-points", {"points": "4"}, "points"),
        ("type-2-points", {"points": -1}, "points"),
        ("type-2-bar", {"scope": [{"kind": "moon"}]}, "scope"),
        ("type-2-bar", {"scope": ["moon"]}, "scope"),
        ("type-2-bar", {"scope": [{"kind": "event", "id": "nowhere"}]}, "scope"),
        ("type-2-bar", {"scope": [{"kind": "level", "id": "open"}]}, "last_day"),
        ("type-2-bar", {**BAR, "last_day": "soon"}, "last_day"),
        ("type-2-bar", {**BAR, "last_day": "2024-01-01"}, "last_day"),
    )
    for motion, terms, field in wrong:
        put = {"by": cast.players[0], "violation": violation, "motion": motion, "terms": terms}
        assert refused("terms-unreadable", demand_vote, **put).facts == {"field": field}
    refused("motion-unknown", demand_vote, by=cast.players[0], violation=violation, motion="hang-him")


def test_a_vote_pending_keeps_the_final_sheet_open(cast: Cast) -> None:
    players = cast.players[:4]
    game = open_table(cast, sanctioned_event(cast), players)
    reported(cast, game, record_of(players))
    game.refresh_from_db()
    violation = charged(game, players[0], players[1])
    vote = demand_vote(by=players[0], violation=violation, motion="find-chaotic-action", at=MARCH)
    refused("vote-pending", confirm_result, by=cast.director, game=game)
    closed(cast, open_vote(by=cast.executor, vote=vote, at=MARCH))
    confirm_result(by=cast.director, game=game, at=MARCH)
    refused(
        "final-sheet-confirmed",
        charge,
        by=players[0],
        game=game,
        kind="chaotic-action",
        stanza=1,
        act="So.",
        offenders=[players[1].number],
    )
    late = Violation.objects.create(
        game=game, kind="chaotic-action", stanza=1, act="So.", charged_by=violation.charged_by, at=MARCH
    )
    assert "final sheet is confirmed" in opened(cast, late, players[0], "find-chaotic-action").reason
