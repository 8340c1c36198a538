"""Amended records against the oracle's sums, and that amendments are a set: in any order, and back again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.whoopie import amended_record
from rules_engine.whoopie.amended_record import WHOLE, Amendment, Entry, amended_stanzas, undecided
from rules_engine.whoopie.document import IncidentDocument, RecordDocument
from rules_engine.whoopie.random.game import random_game
from tests.rules_engine.records import check, codes, copied, edited, game, numbers, table_of_four
from tests.rules_engine.whoopie import oracle
from tests.support.seeds import examples

Json = dict[str, Any]
SCORES = {"score-mismatch", "final-mismatch", "extrapolation", "entry-score"}
REVOKE: IncidentDocument = {"kind": "revoke-other", "player": "cat", "trick": 1}


def amended(record: Json, amendments: Sequence[Amendment]) -> Json:
    return cast(Json, amended_record.amended(cast(RecordDocument, record), amendments))


def put_in(stanza: int, *incidents: Entry) -> Amendment:
    return Amendment(stanza, adds=incidents)


def drawn(dice: Random, record: Json) -> list[Amendment]:
    """An amendment for each of some stanzas: incidents out and in; scores extrapolated or not."""
    amendments = []
    for number in dice.sample(range(1, len(record["stanzas"]) + 1), dice.randint(1, 4)):
        stanza = record["stanzas"][number - 1]
        seated = [player for player, _ in stanza["bids"]]
        known = [incident for incident in stanza.get("incidents", ()) if "player" in incident]
        amendments.append(
            Amendment(
                number,
                removes=dice.sample(known, dice.randint(0, len(known))),
                adds=[
                    {"kind": kind, "player": dice.choice(seated), "trick": 1}
                    for kind in dice.sample(("revoke-other", "revoke-self", "no-whoopie-call"), 2)
                ],
            )
        )
    gone = [absentee["player"] for absentee in record.get("absent", ())]
    return [*amendments, *(extrapolating(player, dice.random() < 0.5) for player in gone)]


def extrapolating(player: str, authorised: bool) -> Amendment:
    return Amendment(WHOLE, adds=({"player": player, "extrapolate": authorised},))


def lively(seed: int) -> tuple[Random, Json]:
    dice = Random(seed)
    record = random_game(
        dice.randint(3, 6), seed, stanzas=8, mishaps=0.7, newcomers=["new", "newer"], changes=True
    )
    return dice, record


@settings(max_examples=examples(60))
@given(st.integers(0, 10_000))
def test_amendments_are_a_set_and_give_what_the_oracle_sums(seed: int) -> None:
    dice, record = lively(seed)
    amendments = drawn(dice, record)
    reported = copied(record)
    stands = amended(record, amendments)
    assert record == reported, "what was reported is not touched"
    assert amended(record, []) == record
    assert amended(record, dice.sample(amendments, len(amendments))) == stands
    document = check(stands)
    assert stands["final"] == document["final"] == oracle.final(stands)
    for stanza, result in zip(stands["stanzas"], document["stanzas"], strict=True):
        assert stanza["scores"] == result["scores"]
    found_codes = {finding["code"] for finding in document["findings"]}
    assert not SCORES & found_codes


@settings(max_examples=examples(30))
@given(st.integers(0, 10_000))
def test_what_was_amended_back_is_what_was_reported(seed: int) -> None:
    dice, record = lively(seed)
    number = dice.randint(1, len(record["stanzas"]))
    seated = [player for player, _ in record["stanzas"][number - 1]["bids"]]
    incident: IncidentDocument = {"kind": "revoke-self", "player": dice.choice(seated), "trick": 1}
    with_incident = amended(record, [put_in(number, incident)])
    assert amended(with_incident, [Amendment(number, removes=[incident])]) == record
    assert amended(record, [put_in(number, incident), Amendment(number, removes=[incident])]) == record


@settings(max_examples=examples(40))
@given(st.integers(0, 10_000))
def test_bids_that_stand_otherwise_merge_player_by_player(seed: int) -> None:
    dice, record = lively(seed)
    number = dice.randint(1, len(record["stanzas"]))
    bids: dict[str, int] = dict(record["stanzas"][number - 1]["bids"])
    anew = {player: dice.randint(0, 9) for player in dice.sample(sorted(bids), dice.randint(2, len(bids)))}
    amendments = [Amendment(number, sets={"bids": [[player, bid]]}) for player, bid in anew.items()]
    stands = amended(record, amendments)
    assert amended(record, dice.sample(amendments, len(amendments))) == stands
    assert amended(record, [Amendment(number, sets={"bids": [list(bid) for bid in anew.items()]})]) == stands
    assert dict(stands["stanzas"][number - 1]["bids"]) == {**bids, **anew}
    assert stands["final"] == oracle.final(stands)
    back = [Amendment(number, sets={"bids": [[player, bids[player]]]}) for player in anew]
    assert amended(record, [*amendments, *back]) == record


def test_a_bid_that_stands_otherwise_is_held_against_what_is_known_of_the_tricks() -> None:
    """cat made 1, so she failed 0. Of dan it is only known that he failed another bid."""
    bid = Amendment(1, sets={"bids": [["cat", 0]]})
    record = table_of_four()
    assert amended(record, [bid])["stanzas"][0]["scores"]["cat"] == -1
    no_tricks = copied(record)
    for name in ("hands", "tricks", "taken", "defining"):
        no_tricks["stanzas"][0].pop(name, None)
    no_tricks["stanzas"][0]["made"] = {"ann": True, "bob": True, "cat": True, "dan": False}
    [first] = amended_stanzas(no_tricks["stanzas"][:1], [bid])
    assert first["made"] == {"ann": True, "bob": True, "cat": False, "dan": False}
    assert undecided(no_tricks["stanzas"][0], {"cat": 0, "dan": 0}) == ["dan"]
    assert undecided(record["stanzas"][0], {"cat": 0, "dan": 0}) == []


def test_what_is_set_of_some_players_leaves_the_others() -> None:
    record = table_of_four()
    taken = record["stanzas"][0]["taken"]
    [first] = amended_stanzas(record["stanzas"][:1], [Amendment(1, sets={"taken": {"ann": 5}})])
    assert first["taken"] == {**taken, "ann": 5}


def test_a_revoke_costs_four_and_the_bid() -> None:
    record = table_of_four()
    stands = amended(record, [put_in(2, REVOKE)])
    assert stands["stanzas"][0] == record["stanzas"][0]
    # cat's bid of 0 had failed with one trick taken: -1 stays -1, and four come on top
    assert stands["stanzas"][1]["scores"] == numbers("ann 1, bob 1, cat -2, dan 1")
    assert stands["stanzas"][2]["scores"] == numbers("ann 0, bob 3, cat 0, dan 5")
    assert stands["final"] == numbers("ann 0, bob 3, cat 0, dan 5")
    assert stands["stanzas"][1]["incidents"] == [REVOKE]


def test_of_equal_incidents_one_each_is_taken_out() -> None:
    call: IncidentDocument = {"kind": "no-whoopie-call", "player": "ann", "trick": 1}
    record = edited(table_of_four(), {"stanzas/0/incidents": [call, call]})
    out = Amendment(1, removes=[call])
    assert amended_stanzas(record["stanzas"], [out])[0]["incidents"] == [call]
    assert "incidents" not in amended_stanzas(record["stanzas"], [out, out])[0]
    assert "incidents" not in amended_stanzas(record["stanzas"], [out, out, out])[0]


def test_what_is_put_in_again_and_taken_out_leaves_the_first_in_its_place() -> None:
    call: IncidentDocument = {"kind": "no-whoopie-call", "player": "ann", "trick": 1}
    record = edited(table_of_four(), {"stanzas/0/incidents": [call, REVOKE]})
    stanzas = amended_stanzas(record["stanzas"], [put_in(1, call), Amendment(1, removes=[call])])
    assert stanzas[0]["incidents"] == [call, REVOKE]


def test_a_field_is_set_and_taken_out() -> None:
    record = table_of_four()
    made = {"ann": True, "bob": True, "cat": True, "dan": False}
    change = Amendment(1, sets={"made": made, "taken": None, "tricks": None})
    stands = amended(record, [change])
    assert stands["stanzas"][0]["made"] == made
    assert not {"taken", "tricks"} & set(stands["stanzas"][0])
    assert codes(stands) == []


def test_a_stanza_that_is_not_there_yet_is_left_alone() -> None:
    record = table_of_four()
    assert amended(record, [put_in(4, REVOKE)]) == record
    assert amended_stanzas(record["stanzas"][:1], [put_in(2, REVOKE)]) == record["stanzas"][:1]


def test_totals_written_down_before_are_left_out_of_a_game_that_runs() -> None:
    stanzas = amended_stanzas(table_of_four()["stanzas"], [put_in(2, REVOKE)])
    assert ["scores" in stanza for stanza in stanzas] == [True, False, False]


def test_a_record_without_totals_gets_none() -> None:
    record = table_of_four()
    for stanza in record["stanzas"]:
        del stanza["scores"]
    del record["final"]
    stands = amended(record, [put_in(1, REVOKE)])
    assert not any("scores" in stanza for stanza in stands["stanzas"])
    assert "final" not in stands
    # cat had made 1: her bid fails, and four come on top
    assert check(stands)["final"] == numbers("ann 0, bob 3, cat -4, dan 5")


def test_a_third_improper_information_costs_again_when_an_earlier_one_is_taken_out() -> None:
    looked: IncidentDocument = {"kind": "type-1", "player": "ann", "grounds": "improper-information"}
    thrice = amended(table_of_four(), [put_in(number, looked) for number in (1, 2, 3)])
    twice = amended(thrice, [Amendment(1, removes=[looked])])
    assert [stanza["scores"]["ann"] for stanza in thrice["stanzas"]] == [-5, -10, -11]
    assert [stanza["scores"]["ann"] for stanza in twice["stanzas"]] == [2, -3, -8], (
        "the third is now the second"
    )


def after_a_split() -> Json:
    """Three stanzas of group A; eve comes back with 7 from group B, fay left the parent with 5."""
    record = copied(table_of_four())
    for stanza in record["stanzas"]:
        for field in ("hands", "tricks", "scores", "defining"):
            stanza.pop(field, None)
    start = {"parent": "before", "group": "A", "after_stanza": 4, "cards": 1, "direction": "up"}
    record["start"] = start | {
        "scores": numbers("ann 0, bob 0, cat 0, dan 0, eve 3, fay 5"),
        "average": 0,
        "player_hands": 16,
    }
    del record["draw"], record["scorekeeper"]
    third = record["stanzas"][2]
    third["joins"] = [{"player": "eve", "left_of": "dan", "score": 7, "returns": True, "from": "B"}]
    third["taken"]["eve"] = 0
    third["bids"].insert(2, ["eve", 1])
    record["final"] = numbers("ann 0, bob 3, cat 4, dan 5, eve 6, fay 9")
    return game(record["stanzas"], **{name: record[name] for name in ("start", "final")})


def test_what_was_brought_from_related_games_stays() -> None:
    record = after_a_split()
    record["absent"] = [{"player": "fay", "extrapolate": True}]
    stands = amended(record, [put_in(2, REVOKE)])
    [join] = stands["stanzas"][2]["joins"]
    assert join["score"] == 7
    assert stands["final"] == numbers("ann 0, bob 3, cat 0, dan 5, eve 6, fay 9")


def test_a_score_is_extrapolated_by_appeal_and_no_more() -> None:
    record = random_game(5, 5, stanzas=14, changes=True)
    gone: Sequence[str] = [absentee["player"] for absentee in record.get("absent", ())]
    assert gone, "a game that somebody left"
    player = gone[0]
    without = amended(record, [extrapolating(player, False)])
    last = [stanza["scores"][player] for stanza in record["stanzas"] if player in stanza["scores"]][-1]
    assert without["final"][player] == last
    assert amended(without, [extrapolating(player, True)])["final"] == record["final"]
