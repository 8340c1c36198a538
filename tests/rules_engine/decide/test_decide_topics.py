"""Each topic of `decide` at, just under and just over each limit."""

import pytest

from rules_engine.decide import answer
from tests.rules_engine.decide.questions import CERTIFICATE, HELD, ask, pointer


class TestDraw:
    def test_reasons(self):
        assert ask("draw")["reason"] == "b drew highest and keeps score. c drew lowest and deals first."
        tied = ask("draw", rounds=[{"a": "9C", "b": "9D", "c": "2S"}])
        assert (tied["scorekeeper"], tied["open"]) == (None, ["a", "b"])
        assert tied["reason"] == "c drew lowest and deals first. a, b are tied and draw again."

    def test_wrong_cards(self):
        assert pointer("draw", rounds=[{"a": "9C", "b": "9X"}]) == "/rounds/0/b"
        assert pointer("draw", rounds=[{"a": "9C", "b": ""}]) == "/rounds/0/b"
        assert pointer("draw", rounds=[{"a": "9C", "b": "9C"}]) == "/rounds/0"
        assert pointer("draw", rounds=[{"a": "9C", "b": "9D"}, {"a": "*", "b": "*", "c": "*"}]) == "/rounds/1"

    def test_two_to_ten_draw(self):
        deck = [rank + suit for rank in "23456" for suit in "SHD"]
        assert pointer("draw", rounds=[]) == "/rounds"
        for count in (0, 1, 11):
            assert (
                pointer("draw", rounds=[dict(zip("abcdefghijk"[:count], deck, strict=False))]) == "/rounds/0"
            )
        for count in (2, 10):
            drawn = dict(zip("abcdefghijk"[:count], deck, strict=False))
            assert len(ask("draw", rounds=[drawn])["open"]) == {2: 2, 10: 3}[count]


class TestStanzaScore:
    @pytest.mark.parametrize(
        ("bid", "taken", "incidents", "delta"),
        [
            (0, 0, [], 2),
            (3, 3, [], 5),
            (3, 2, [], -1),
            (3, 4, [], -1),
            (2, 2, [{"kind": "revoke-corrected"}], 3),
            (2, 2, [{"kind": "revoke-self"}], -2),
            (2, 1, [{"kind": "revoke-self"}], -2),
            (2, 2, [{"kind": "revoke-other"}], -5),
            (2, 2, [{"kind": "revoke-late"}], 4),
            (2, 2, [{"kind": "type-1", "grounds": "improper-information"}], -5),
            (2, 2, [{"kind": "type-1"}, {"kind": "type-1"}], -9),
            (2, 2, [{"kind": "type-1"}, {"kind": "type-1"}, {"kind": "type-1"}], -9),
            (2, 2, [{"kind": "no-whoopie-call"}] * 2, 2),
            (2, 2, [{"kind": "bid-out-of-turn", "bid": 2}], 3),
            (2, 2, [{"kind": "bid-out-of-turn", "bid": 0}], 4),
            (2, 2, [{"kind": "type-2-penalty", "points": 4, "fails_bid": True}], -5),
            (2, 2, [{"kind": "type-2-penalty", "points": 2}], 2),
            (2, 2, [{"kind": "adjusted-score", "points": 3}], 7),
            (2, 0, [{"kind": "adjusted-score", "points": 1}], 0),
            (2, 2, [{"kind": "type-2-penalty", "points": 0, "fails_bid": True}], -1),
            (2, 2, [{"kind": "wrong-card-count", "cards": 0}], 4),
            (2, 2, [{"kind": "exposed-card", "card": "9C", "trick": 1, "on_table": 0}], 4),
            (2, 2, [{"kind": "illegal-bid", "bid": 9}, {"kind": "changed-bid", "bid": 1}], 4),
        ],
    )
    def test_delta(self, bid, taken, incidents, delta):
        question = {"bid": bid, "cards": 5, "incidents": incidents}
        assert answer("stanza-score", question | {"taken": taken})["delta"] == delta
        assert answer("stanza-score", question | {"made": bid == taken})["delta"] == delta

    def test_the_dealer_pays_for_a_zero_out_of_turn(self):
        question = {"bid": 1, "made": True, "cards": 5, "incidents": [{"kind": "bid-out-of-turn", "bid": 0}]}
        assert answer("stanza-score", question)["delta"] == 3
        assert answer("stanza-score", question | {"dealer": True})["delta"] == 2

    def test_reason(self):
        given_ = ask("stanza-score", incidents=[{"kind": "revoke-other"}])
        assert given_["reason"] == "The bid of 1 is deemed to have failed: -1; revoke-other -4."
        assert ask("stanza-score", incidents=[])["reason"] == "The bid of 1 was made exactly: +3."
        assert ask("stanza-score", taken=0, incidents=[])["reason"] == "The bid of 1 failed: -1."

    def test_ranges(self):
        assert pointer("stanza-score", bid=6) == "/bid"
        assert pointer("stanza-score", bid=-1) == "/bid"
        assert pointer("stanza-score", taken=6) == "/taken"
        assert pointer("stanza-score", taken=-1) == "/taken"
        assert pointer("stanza-score", cards=0) == "/cards"
        assert pointer("stanza-score", cards=18) == "/cards"
        assert ask("stanza-score", bid=5, taken=5, incidents=[])["delta"] == 7
        assert ask("stanza-score", cards=1, bid=0, taken=0, incidents=[])["delta"] == 2
        assert ask("stanza-score", cards=17, bid=17, taken=17, incidents=[])["delta"] == 19

    def test_taken_or_made(self):
        assert pointer("stanza-score", taken=...) == ""
        assert ask("stanza-score", made=True)["delta"] == ask("stanza-score")["delta"]
        assert pointer("stanza-score", made=False) == "/made"
        assert pointer("stanza-score", taken=..., made=1) == "/made"

    @pytest.mark.parametrize(
        ("incident", "at"),
        [
            ({"kind": "nonsense"}, "/kind"),
            ({}, "/kind"),
            ({"kind": "revoke-self", "player": "a"}, "/player"),
            ({"kind": "revoke-self", "points": 1}, "/points"),
            ({"kind": "revoke-self", "trick": 0}, "/trick"),
            ({"kind": "bid-out-of-turn"}, ""),
            ({"kind": "bid-out-of-turn", "bid": -1}, "/bid"),
            ({"kind": "type-2-penalty"}, ""),
            ({"kind": "type-2-penalty", "points": 5}, "/points"),
            ({"kind": "type-2-penalty", "points": -1}, "/points"),
            ({"kind": "adjusted-score", "points": 0}, "/points"),
            ({"kind": "type-1", "grounds": "chaotic-action"}, "/grounds"),
            ({"kind": "type-2-finding", "roll": {"a": "yes"}}, "/roll/a"),
            ({"kind": "exposed-card", "card": "1C"}, "/card"),
            ({"kind": "exposed-card", "cards": ["9C", "1C"]}, "/cards/1"),
            ({"kind": "exposed-card", "on_table": 11}, "/on_table"),
            ({"kind": "wrong-card-count", "cards": ["9C"]}, "/cards"),
        ],
    )
    def test_incidents_are_read_strictly(self, incident, at):
        assert pointer("stanza-score", incidents=[{"kind": "revoke-late"}, incident]) == f"/incidents/1{at}"


class TestHandSizes:
    def test_without_start(self):
        assert answer("hand-sizes", {"players": [9] * 7})["cards"] == [1, 2, 3, 4, 5, 4, 3]
        assert answer("hand-sizes", {"players": []})["cards"] == []

    def test_start_is_held_to_the_limit(self):
        assert ask("hand-sizes", players=[10, 10], start={"cards": 17, "direction": "up"})["cards"] == [5, 4]

    def test_ranges(self):
        assert pointer("hand-sizes", players=[3, 2]) == "/players/1"
        assert pointer("hand-sizes", players=[10, 11]) == "/players/1"
        for cards in (0, 18):
            assert pointer("hand-sizes", start={"cards": cards, "direction": "up"}) == "/start/cards"
        assert pointer("hand-sizes", start={"cards": 1, "direction": "UP"}) == "/start/direction"
        assert pointer("hand-sizes", start={"cards": 1}) == "/start"


class TestExtrapolation:
    def test_no_negative_adjustment_and_none_without_authority(self):
        assert ask("extrapolation", final_scores=[5])["adjustment"] == 0
        assert ask("extrapolation", final_scores=[6])["adjustment"] == 0
        assert ask("extrapolation", final_scores=[7])["adjustment"] == 1
        refused = ask("extrapolation", authorised=False)
        assert (refused["adjustment"], refused["final"]) == (0, 3)
        assert (refused["sta"], refused["fta"]) == (6, 20)
        assert "not authorised" in refused["reason"]

    def test_averages_need_scores(self):
        assert pointer("extrapolation", last_stanza_scores=[]) == "/last_stanza_scores"
        assert pointer("extrapolation", final_scores=[]) == "/final_scores"


class TestSplit:
    def test_ten_are_enough_nine_are_not(self):
        assert ask("split")["allowed"] is True
        nine = ask("split", waiting=[])
        assert nine["allowed"] is False
        assert (nine["assigned"], nine["ranking"], nine["groups"], nine["scores"]) == (13, [], [], {})
        assert nine["reason"] == "9 wish to play; a split needs 10 or more."

    def test_groups(self):
        assert ask("split", groups=1)["allowed"] is False
        assert ask("split", groups=3)["allowed"] is True
        assert ask("split", groups=4)["allowed"] is False
        assert pointer("split", groups=0) == "/groups"

    def test_an_open_tie(self):
        tied = ask("split", draws=[])
        assert (tied["allowed"], tied["open"], tied["groups"]) == (True, ["b", "c"], [])
        assert len(tied["ranking"]) == 10

    def test_no_last_stanza(self):
        refused = ask("split", scores={}, draws=[])
        assert (refused["allowed"], refused["assigned"]) == (False, None)

    def test_nobody_twice(self):
        assert pointer("split", waiting=["w", "w"]) == "/waiting/1"
        assert pointer("split", waiting=["w", "a"]) == "/waiting/1"
        assert pointer("split", waiting=["r"]) == "/waiting/0"
        assert pointer("split", returning={"a": 1}) == "/returning/a"

    def test_draws(self):
        def draw(tied, rounds):
            return pointer("split", draws=[{"tied": tied, "rounds": rounds}])

        assert draw(["a", "b"], []) == "/draws/0/tied"
        assert draw(["b", "b"], []) == "/draws/0/tied/1"
        assert draw(["b", "c"], [{"b": "9C", "c": "9C"}]) == "/draws/0/rounds/0"
        assert draw(["b", "c"], [{"b": "9C", "c": "x"}]) == "/draws/0/rounds/0/c"


class TestOffspring:
    def test_at_the_limit(self):
        assert ask("offspring", cards=6)["direction"] == "down"
        assert ask("offspring", cards=6)["cards"] == 5
        assert ask("offspring", groups=[5, 10])["hand_sizes"][1][:3] == [5, 4, 3]

    def test_ranges(self):
        for seated in (2, 11):
            assert pointer("offspring", seated=seated) == "/seated"
        for cards in (0, 7, 18):
            assert pointer("offspring", cards=cards) == "/cards"
        for size in (2, 11):
            assert pointer("offspring", groups=[5, size]) == "/groups/1"
        assert pointer("offspring", groups=[]) == "/groups"
        assert pointer("offspring", player_hands=-1) == "/player_hands"
        assert ask("offspring", groups=[3, 10], player_hands=0)["player_hands"] == 0


class TestVote:
    def test_the_example_of_the_contract(self):
        assert answer("vote", {"motion": "type-2-points", "current": 6, "offenders": 1, "ayes": 4}) == {
            "electorate": 6,
            "needed": 4,
            "carried": True,
            "rule": "III/Penalties",
            "reason": "4 of 6 current players; more than half is 4.",
        }

    @pytest.mark.parametrize(
        ("motion", "needed"),
        [
            ("find-intentional-revoke", 5),
            ("find-chaotic-action", 6),
            ("type-2-points", 4),
            ("type-2-adjusted-score", 5),
            ("type-2-bar", 5),
            ("type-2-bar-with-playoffs", 6),
        ],
    )
    def test_seven_at_the_table_one_of_them_the_offender(self, motion, needed):
        question = {"motion": motion, "current": 7, "offenders": 1}
        assert answer("vote", question | {"ayes": needed})["carried"] is True
        assert answer("vote", question | {"ayes": needed - 1})["carried"] is False
        assert answer("vote", question | {"ayes": 0})["needed"] == needed

    def test_impossible_counts(self):
        assert pointer("vote", ayes=6) == "/ayes"
        assert pointer("vote", noes=2) == "/noes"
        assert pointer("vote", abstain=1) == "/abstain"
        assert pointer("vote", absent=1) == "/absent"
        assert pointer("vote", noes=-1) == "/noes"
        assert pointer("vote", offenders=7) == "/offenders"
        assert pointer("vote", current=-1) == "/current"
        assert pointer("vote", motion="type-3") == "/motion"

    def test_no_table(self):
        for current in (0, 1, 2, 11):
            refused = answer("vote", {"motion": "type-2-points", "current": current, "ayes": current})
            assert (refused["carried"], refused["rule"]) == (False, "I/Players")


class TestBar:
    def test_reach(self):
        scope = [
            {"kind": kind, "id": kind, "sanction": "S1"}
            for kind in ("rest-of-game", "game", "playoff", "special-event")
        ]
        common = ask("bar", motion="type-2-bar", scope=scope)
        assert common["effective"] == ["rest-of-game", "game"]
        assert common["out_of_reach"] == ["playoff", "special-event"]
        assert ask("bar", scope=scope)["out_of_reach"] == ["special-event"]
        assert ask("bar", scope=scope, sanction="S2")["out_of_reach"] == ["playoff", "special-event"]

    def test_reading(self):
        assert pointer("bar", motion="type-2-points") == "/motion"
        assert pointer("bar", scope=[{"kind": "playoff", "id": "P"}]) == "/scope/0"
        assert pointer("bar", scope=[{"kind": "party", "id": "P"}]) == "/scope/0/kind"
        assert pointer("bar", scope=[{"kind": "game"}]) == "/scope/0"


class TestAward:
    def test_number_of_finals(self):
        assert pointer("award", finals=[1, 2], players=...) == "/finals"
        assert pointer("award", finals=[], players=3) == "/finals"
        assert pointer("award", finals=list(range(11)), players=...) == ""
        assert ask("award", finals=list(range(10)), players=..., blue={})["points"][-3:] == [
            "1.0",
            "2.0",
            "4.0",
        ]
        assert ask("award", finals=list(range(11)), players=10)["points"][-3:] == ["1.0", "2.0", "4.0"]
        for players in (2, 11):
            assert pointer("award", players=players) == "/players"

    def test_reason(self):
        assert ask("award")["reason"].startswith("3 players: 1 paid place;")
        assert ask("award", players=5)["reason"].startswith("5 players: 2 paid places;")

    def test_scales(self):
        assert pointer("award", scale={"5-7": ["1.0"]}, blue={}) == "/scale"
        assert pointer("award", scale={"3-4": ["1.0", "0.5"]}) == "/scale/3-4"
        assert pointer("award", scale={"3": ["1.0"]}) == "/scale/3"
        assert pointer("award", scale={"3-4": ["1"]}) == "/scale/3-4/0"
        assert pointer("award", blue={"3-4": ["2.1"]}) == "/blue/3-4/0"
        assert ask("award", blue={"3-4": ["2.0"]})["blue"] == ["2.0", "0.0", "0.0"]
        assert pointer("award", scale={"3-4": ["1.0"]}, blue={"5-7": ["0.1"]}) == "/blue/5-7/0"

    def test_teams_win_by_their_places(self):
        assert ask("team-award", standing=[1, 2])["points"] == ["0.0", "0.0"]
        assert ask("team-award", standing=list(range(1, 13)), blue={})["points"][:4] == [
            "4.0",
            "2.0",
            "1.0",
            "0.0",
        ]
        assert pointer("team-award", standing=[1, 1, 2]) == "/standing/2"
        assert pointer("team-award", standing=[2, 1, 4]) == "/standing/2"
        assert pointer("team-award", standing=[]) == "/standing"
        assert pointer("team-award", standing=[1, 2, 3], scale={"5-7": ["1.0"]}, blue={}) == "/scale"


class TestDegree:
    def test_ends_of_the_ladder(self):
        none = answer("degree", {"recorded": "0.0", "blue": "0.0", "sanctioned_games": 0})
        assert (none["degree"], none["next"]) == (None, "Novice")
        assert none["needs"] == {"points": "0.0", "blue": "0.0"}
        assert none["reason"] == (
            "No degree: 0.0 recorded points, 0.0 of them blue. Novice needs a sanctioned game."
        )
        top = answer("degree", {"recorded": "1000.0", "blue": "200.0", "sanctioned_games": 1})
        assert (top["degree"], top["next"]) == ("Champion", None)
        assert top["needs"] == {"points": "0.0", "blue": "0.0"}
        assert top["reason"] == "Champion: 1000.0 recorded points, 200.0 of them blue."
        assert ask("degree")["reason"].endswith("Senior Master needs 70.0 more, and 8.0 more blue.")

    def test_reading(self):
        assert pointer("degree", blue="30.1") == "/blue"
        assert ask("degree", blue="30.0")["degree"] == "Master"
        assert pointer("degree", recorded="30") == "/recorded"
        assert pointer("degree", sanctioned_games=-1) == "/sanctioned_games"


class TestRecording:
    def test_24_9_and_25(self):
        held = HELD | {"total": "30.0"}
        for points, accepted in (("24.9", False), ("25.0", True), ("25.1", True)):
            done = ask("recording", held=held, certificates=[CERTIFICATE | {"points": points}])
            assert done["accepted"] is accepted
        refused = ask("recording", held=held, certificates=[CERTIFICATE | {"points": "24.9"}])
        assert refused["reason"] == "24.9 points, 0.1 short of 25.0, and no new degree."
        assert (refused["refused_for"], refused["total"], refused["short_of_25"]) == (
            "quantity",
            "30.0",
            "0.1",
        )

    def test_a_fault(self):
        faulty = CERTIFICATE | {"serial": "2", "state": "mutilated"}
        refused = ask("recording", certificates=[CERTIFICATE, faulty])
        assert (refused["refused_for"], refused["rest"]) == ("mutilated", "25.0")
        assert refused["reason"] == "A certificate is mutilated. The rest, 25.0 points, would be accepted."
        alone = ask("recording", certificates=[faulty])
        assert alone["reason"] == "A certificate is mutilated. The rest, 0.0 points, would not be accepted."

    def test_reading(self):
        assert pointer("recording", certificates=[CERTIFICATE | {"state": "lost"}]) == "/certificates/0/state"
        assert pointer("recording", certificates=[CERTIFICATE | {"blue": "25.1"}]) == "/certificates/0/blue"
        assert pointer("recording", held=HELD | {"blue": "0.1"}) == "/held/blue"
        assert pointer("recording", held={"total": "0.0"}) == "/held"


class TestAppeal:
    def test_steps(self):
        refused = ask("appeal", to="Managing")
        assert (refused["accepted"], refused["next"]) == (False, "Associate")
        assert ask("appeal", matter="chaotic-action", to="Managing")["rule"] == "III/Chaotic Action"
        merits = ask("appeal", matter="other-type-2-vote")
        assert (merits["accepted"], merits["next"], merits["rule"]) == (False, None, "III/Penalties")

    def test_reading(self):
        assert pointer("appeal", decided_by=["Acting", "Managing"]) == "/decided_by/1"
        assert pointer("appeal", decided_by=["Acting", "Clerk"]) == "/decided_by/1"
        assert pointer("appeal", to="Registrar") == "/to"
        assert pointer("appeal", matter="fee") == "/matter"


class TestColumbusGame:
    def test_reason(self):
        hands = [{"by": "first", "bid": "2", "books": 9}, {"by": "second", "bid": "4", "books": 10}]
        goes_on = ask("columbus-game", hands=hands, ready=..., left=...)
        assert (goes_on["over"], goes_on["points"]) == (False, [3, 4])
        assert goes_on["reason"] == "After 2 hands it stands 3 to 4."
