"""Ruling on irregularities: what follows is computed, amends the record, and can be replaced."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction

from rules_engine.whoopie.amended_record import amended_stanzas
from rules_engine.whoopie.rulings import FORMS
from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH, Cast
from tests.support.play import body_for, report, table
from tests.tournaments.justice.rulings.ruling_cases import CASES, REVOKE, SEATS, Case
from tournaments.games.game_families import family_of, table_of
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.rulings.selectors.amendments import amendments_of
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.justice.votes.models import Offender, Violation

SAID: dict[str, Any] = {"what": "It happened at the third trick.", "reason": "So says the rule."}


class Undone(Exception):
    """Ends a transaction of which nothing is to stay."""


def seats_of(game: Game) -> dict[str, str]:
    """The record ids by seat; N deals stanza 1."""
    family = family_of(game)
    sitting = table_of(game, family.players_of(game), family.stays_in(game))
    dealer = family.games[game.pk].first_dealer
    assert dealer is not None
    at = sitting.index(dealer.record_id)
    return dict(zip(SEATS, [*sitting[at:], *sitting[:at]], strict=True))


def ruled(cast: Cast, game: Game, irregularity: str, facts: dict[str, Any], **more: Any) -> Ruling:
    arguments: dict[str, Any] = {"by": cast.executor, "stanza": 1, **SAID, **more}
    return rule_on(game=game, irregularity=irregularity, facts=facts, at=MARCH, **arguments)


def refused(
    code: str, cast: Cast, game: Game, irregularity: str, facts: dict[str, Any], **more: Any
) -> Refusal:
    with pytest.raises(Refusal) as caught:
        ruled(cast, game, irregularity, facts, **more)
    assert caught.value.code == code
    return caught.value


def improper(cast: Cast, game: Game, player: str, stanza: int = 1) -> Ruling:
    return ruled(cast, game, "improper-information", {"player": player, "act": "looked"}, stanza=stanza)


def adds(game: Game, stanza: int = 1) -> list[dict[str, Any]]:
    standing = Amendment.objects.standing().filter(game=game, stanza=stanza)
    return [incident for amendment in standing for incident in amendment.adds]


def bids_standing(game: Game) -> dict[str, int]:
    [body] = amended_stanzas([version.body for version in game.stanza_versions.all()], amendments_of(game))
    return dict(body["bids"])


def simple_body(cast: Cast, game: Game, **more: Any) -> dict[str, Any]:
    now = table(cast, game)
    return {**body_for(now, {}), **more}


def test_each_irregularity_as_the_text_has_it(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    for case in (case.at(seats) for case in CASES):
        with suppress(Undone), transaction.atomic():
            ruling = ruled(cast, game, case.irregularity, case.facts, trick=1)
            assert {name: ruling.outcome[name] for name in case.says} == case.says, case
            assert adds(game) == case.adds, case
            assert ruling.section.startswith(("I/", "II/", "III/"))
            changes = bool(case.adds) or ruling.outcome["standing"] is not None
            assert Amendment.objects.filter(ruling=ruling).exists() == changes
            assert ruling.concerned.exists()
            raise Undone


def test_the_cases_cover_all_rows_and_forms() -> None:
    assert {case.irregularity for case in CASES} == set(FORMS)
    rows = {row for case in CASES for row in case.row.split()}
    assert {"W-30"} | {f"W-{number}" for number in range(42, 75)} <= rows


def test_what_the_scorekeeper_wrote_of_the_same_matter_gives_way(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    wrote = {"kind": "revoke-self", "player": seats["S"], "trick": 1}
    other = {"kind": "revoke-self", "player": seats["E"], "trick": 1}
    report(cast, game, simple_body(cast, game, incidents=[wrote, other]))
    case = next(case for case in CASES if case.row == "W-71 W-73").at(seats)
    ruling = ruled(cast, game, "revoke", case.facts, trick=1)
    [amendment] = ruling.amendments.all()
    assert amendment.removes == [wrote, *case.adds]
    assert amendment.adds == case.adds


def test_a_ruling_that_finds_nothing_takes_away_what_was_written(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    wrote = {"kind": "revoke-other", "player": seats["S"], "trick": 1}
    report(cast, game, simple_body(cast, game, incidents=[wrote]))
    case = Case("", "revoke", {**REVOKE, "held_suit": False}, {}).at(seats)
    [amendment] = ruled(cast, game, "revoke", case.facts, trick=1).amendments.all()
    assert (amendment.removes, amendment.adds) == ([wrote], [])


def test_a_matter_is_ruled_once_and_then_only_replaced(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    late = Case("", "revoke", {**REVOKE, "bidding_begun": True}, {}).at(seats).facts
    first = ruled(cast, game, "revoke", late, trick=1)
    other = Case("", "revoke", {**REVOKE, "next_plays": [["{E}", "3D"]]}, {}).at(seats).facts
    refusal = refused("ruled-already", cast, game, "revoke", other, trick=1)
    assert refusal.facts["field"] == "supersedes"
    second = ruled(cast, game, "revoke", other, trick=1, supersedes=first)
    [ended] = first.amendments.all()
    assert (ended.ended_by_ruling, ended.ended_at) == (second, MARCH)
    assert adds(game) == [{"kind": "revoke-other", "player": seats["S"], "trick": 1}]
    ruled(cast, game, "revoke", {**other, "held_suit": False}, trick=1, supersedes=second)
    assert adds(game) == []


def test_a_ruling_sent_twice_is_one(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    facts = Case("", "revoke", REVOKE, {}).at(seats).facts
    ruling = ruled(cast, game, "revoke", facts, trick=1, key="phone-1")
    assert ruled(cast, game, "revoke", facts, trick=1, key="phone-1") == ruling
    assert Amendment.objects.count() == 1


def test_the_third_improper_information_is_type_2_by_itself_and_costs_nothing(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    assert improper(cast, game, seats["W"]).outcome["points"] == -4
    improper(cast, game, seats["E"])
    report(cast, game, simple_body(cast, game))
    shown = {"player": seats["W"], "cards": ["2S"], "in_turn": False, "on_purpose": True}
    second = ruled(cast, game, "exposed-card", shown, stanza=2, trick=1)
    assert [outcome["incident"] for outcome in second.outcome["besides"]] == ["type-1"]
    third = improper(cast, game, seats["W"], stanza=2)
    assert (third.outcome["incident"], third.outcome["points"]) == ("type-2-finding", 0)
    violation = Violation.objects.get()
    assert (violation.ruling, violation.kind, violation.stanza, violation.found_at) == (
        third,
        "improper-information",
        2,
        MARCH,
    )
    assert Offender.objects.get().player.record_id == seats["W"]
    assert improper(cast, game, seats["E"], stanza=2).outcome["points"] == -4


def test_an_earlier_act_that_the_scorekeeper_wrote_counts_and_the_same_one_does_not(
    cast: Cast, game: Game
) -> None:
    seats = seats_of(game)
    wrote = {"kind": "type-1", "player": seats["W"], "grounds": "improper-information"}
    report(cast, game, simple_body(cast, game, incidents=[wrote]))
    report(cast, game, simple_body(cast, game, incidents=[wrote]))
    same = improper(cast, game, seats["W"], stanza=2)
    assert (same.facts["earlier"], same.outcome["incident"]) == (1, "type-1")
    assert improper(cast, game, seats["W"], stanza=2).outcome["incident"] == "type-2-finding"


def test_facts_are_refused_at_their_field(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    facts = Case("", "revoke", REVOKE, {}).at(seats).facts
    wrong: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
        ("irregularity", "cheating", {}, {}),
        ("card", "revoke", {**facts, "card": "1C"}, {"trick": 1}),
        ("player", "revoke", {**facts, "player": "nobody"}, {"trick": 1}),
        ("trick", "revoke", facts, {}),
        ("trick", "revoke", facts, {"trick": 0}),
        ("stanza", "revoke", facts, {"trick": 1, "stanza": 3}),
        (
            "stanza",
            "illegal-bid",
            {"player": seats["E"], "bid": 9, "cards": 5, "led": False},
            {"stanza": None},
        ),
        (
            "turn",
            "bid-out-of-turn",
            {"player": seats["E"], "bid": 1, "cards": 5, "dealer": False, "turn": seats["E"]},
            {},
        ),
    ]
    for field, irregularity, wrong_facts, more in wrong:
        refusal = refused("fact-wrong", cast, game, irregularity, wrong_facts, **more)
        assert (refusal.facts["field"], refusal.status) == (field, 422)
    assert not Ruling.objects.exists()


def test_facts_that_the_record_tells_are_filled_in_and_not_contradicted(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    report(cast, game, simple_body(cast, game))
    cards = game.stanza_versions.get().body["cards"]
    bid = {"player": seats["N"], "bid": 0, "turn": seats["E"]}
    ruling = ruled(cast, game, "bid-out-of-turn", bid)
    assert (ruling.facts["dealer"], ruling.facts["cards"]) == (True, cards)
    refusal = refused("fact-wrong", cast, game, "bid-out-of-turn", {**bid, "cards": cards + 1})
    assert refusal.facts == {"field": "cards"}
    refusal = refused("fact-wrong", cast, game, "bid-out-of-turn", {**bid, "dealer": False})
    assert refusal.facts == {"field": "dealer"}


def test_the_card_that_gave_the_denomination_is_told_by_the_record(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    report(cast, game, simple_body(cast, game, defining="5D"))
    laid = {"player": seats["E"], "card": "5S", "called": False}
    refusal = refused("fact-wrong", cast, game, "no-whoopie-call", {**laid, "defining": "6D"}, trick=1)
    assert refusal.facts == {"field": "defining"}
    ruling = ruled(cast, game, "no-whoopie-call", laid, trick=1)
    assert (ruling.facts["defining"], ruling.outcome["points"]) == ("5D", -1)


def test_the_bid_that_stands_is_the_records_and_no_other_player_is_touched(cast: Cast, game: Game) -> None:
    seats = seats_of(game)
    body = simple_body(cast, game)
    taken = {player: int(player == seats["E"]) for player in seats.values()}
    dealt = {name: body[name] for name in ("cards", "dealer")} | {"taken": taken}
    report(cast, game, {**dealt, "bids": [[player, 0] for player, _bid in body["bids"]]})
    changed = {"player": seats["S"], "first": 1, "then": 0, "same_breath": False}
    first = ruled(cast, game, "changed-bid", changed)
    early = {"player": seats["W"], "bid": 1, "turn": seats["E"]}
    ruled(cast, game, "bid-out-of-turn", early)
    bids = bids_standing(game)
    assert bids == {seats["N"]: 0, seats["E"]: 0, seats["S"]: 1, seats["W"]: 1}
    ruled(cast, game, "changed-bid", {**changed, "same_breath": True}, supersedes=first)
    assert bids_standing(game) == {**bids, seats["S"]: 0}


def test_a_bid_of_which_the_report_cannot_tell_if_it_was_made_waits_for_the_tricks(
    cast: Cast, game: Game
) -> None:
    seats = seats_of(game)
    report(cast, game, simple_body(cast, game))
    changed = {"player": seats["S"], "first": 0, "then": 1, "same_breath": False}
    refusal = refused("fact-wrong", cast, game, "changed-bid", changed)
    assert "without the tricks taken" in refusal.sentence


def test_a_question_of_another_section_is_ruled_without_an_effect(cast: Cast, game: Game) -> None:
    ruling = rule_on(by=cast.executor, game=game, section="I/Bidding", at=MARCH, **SAID)
    assert (ruling.kind, ruling.section, ruling.outcome) == ("play", "I/Bidding", {})
    assert ruling.concerned.count() == 4
    with pytest.raises(Refusal) as caught:
        rule_on(by=cast.executor, game=game, at=MARCH, **SAID)
    assert caught.value.code == "section-missing"
    with pytest.raises(Refusal) as caught:
        rule_on(by=cast.director, game=game, section="I/Bidding", at=MARCH, **SAID)
    assert caught.value.code == "not-allowed"
