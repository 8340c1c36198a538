"""Violations of the spirit of the game in a record: repetition, findings, penalties, adjusted scores.

Section III and readings 45 to 56. Thresholds are integer arithmetic written here, for 3 to 10 players, at,
just under and over each limit.
"""

from collections.abc import Callable

import pytest

from rules_engine.formats import check_document
from rules_engine.justice.votes import MajorityOf
from tests.rules_engine.records import FOUR, Json, bids, check, codes, game, numbers, places

LOOKED = {"kind": "type-1", "player": "bob", "grounds": "improper-information"}
THIRD = {"kind": "type-2-finding", "player": "bob", "grounds": "improper-information"}


def roll(players: list[str], ayes: int, otherwise: str = "no") -> dict[str, str]:
    return {player: "aye" if at < ayes else otherwise for at, player in enumerate(players)}


def stanzas(*incidents: list[Json], seats: list[str] | None = None) -> list[Json]:
    """One score-level stanza for each list of incidents; the first player after the dealer takes everything,
    and nobody bids more than 0."""
    players = FOUR if seats is None else seats
    bodies = []
    for number, happened in enumerate(incidents, 1):
        dealer = (len(players) - 2 + number) % len(players)
        order = players[dealer + 1 :] + players[: dealer + 1]
        bodies.append(
            {
                "cards": number,
                "dealer": players[dealer],
                "bids": [[player, 0] for player in order],
                "taken": {player: number if player == order[0] else 0 for player in players},
                "incidents": happened,
            }
        )
    return bodies


def chaos(player: str, ayes: dict[str, str]) -> Json:
    return {"kind": "type-2-finding", "player": player, "grounds": "chaotic-action", "roll": ayes}


def penalty(player: str, ayes: dict[str, str], points: int = 2, fails_bid: bool = False) -> Json:
    vote = {"kind": "type-2-penalty", "player": player, "points": points, "roll": ayes}
    return vote | ({"fails_bid": True} if fails_bid else {})


def adjusted(player: str, ayes: dict[str, str], points: int = 2) -> Json:
    return {"kind": "adjusted-score", "player": player, "points": points, "roll": ayes}


def intent(ayes: dict[str, str]) -> Json:
    return {"kind": "type-2-finding", "player": "p1", "grounds": "intentional-revoke", "roll": ayes}


def by_chaos(players: list[str], ayes: dict[str, str]) -> list[Json]:
    return [chaos("p1", ayes)]


def by_intent(players: list[str], ayes: dict[str, str]) -> list[Json]:
    return [intent(ayes)]


def by_penalty(players: list[str], ayes: dict[str, str]) -> list[Json]:
    return [chaos("p1", roll(players, len(players))), penalty("p1", ayes)]


def by_adjustment(players: list[str], ayes: dict[str, str]) -> list[Json]:
    return [chaos("p1", roll(players, len(players))), adjusted("p2", ayes)]


@pytest.mark.parametrize("answer", ["no", "abstain", "absent"])
@pytest.mark.parametrize("count", range(3, 11))
@pytest.mark.parametrize(
    ("motion", "carries"),
    [
        (by_chaos, lambda ayes, voters: 4 * ayes >= 3 * voters),
        (by_intent, lambda ayes, voters: 3 * ayes >= 2 * voters),
        (by_penalty, lambda ayes, voters: 2 * ayes > voters),
        (by_adjustment, lambda ayes, voters: 3 * ayes >= 2 * voters),
    ],
)
def test_every_number_of_ayes(
    motion: Callable[[list[str], dict[str, str]], list[Json]],
    carries: Callable[[int, int], bool],
    count: int,
    answer: str,
) -> None:
    players = [f"p{number}" for number in range(1, count + 1)]
    outcomes = []
    for ayes in range(count + 1):
        record = game(stanzas(motion(players, roll(players, ayes, answer)), seats=players), players)
        outcomes.append(codes(record))
    expected = [[] if carries(ayes, count) else ["incident-unsupported"] for ayes in range(count + 1)]
    assert outcomes == expected
    assert [] in outcomes
    assert ["incident-unsupported"] in outcomes


def test_limits_written_out() -> None:
    """The fewest ayes at 3, 4, … 10 players, worked out by hand."""

    def fewest(motion: Callable[[list[str], dict[str, str]], list[Json]], count: int) -> int:
        players = [f"p{number}" for number in range(1, count + 1)]
        return next(
            ayes
            for ayes in range(count + 1)
            if not codes(game(stanzas(motion(players, roll(players, ayes)), seats=players), players))
        )

    assert [fewest(by_chaos, count) for count in range(3, 11)] == [3, 3, 4, 5, 6, 6, 7, 8]
    assert [fewest(by_intent, count) for count in range(3, 11)] == [2, 3, 4, 4, 5, 6, 6, 7]
    assert [fewest(by_penalty, count) for count in range(3, 11)] == [2, 3, 3, 4, 4, 5, 5, 6]
    assert [fewest(by_adjustment, count) for count in range(3, 11)] == [2, 3, 4, 4, 5, 6, 6, 7]


ALL = roll(FOUR, 4)


@pytest.mark.parametrize(
    ("happened", "changes"),
    [
        ([chaos("bob", ALL)], {"bob": 2}),
        ([chaos("bob", ALL), penalty("bob", ALL, 4)], {"bob": -2}),
        ([chaos("bob", ALL), penalty("bob", ALL, 4, True)], {"bob": -5}),
        ([chaos("bob", ALL), penalty("bob", ALL, 0, True)], {"bob": -1}),
        ([chaos("bob", ALL), adjusted("cat", ALL, 3)], {"bob": 2, "cat": 5}),
        ([chaos("bob", ALL), adjusted("cat", ALL, 3), adjusted("dan", ALL, 1)], {"cat": 5, "dan": 3}),
        ([chaos("bob", ALL), chaos("ann", ALL), *[adjusted("cat", ALL, 3)] * 2], {"cat": 8}),
        ([penalty("bob", ALL, 1), chaos("bob", ALL)], {"bob": 1}),
        (
            [chaos("bob", ALL), chaos("cat", ALL), penalty("cat", ALL, 1), penalty("bob", ALL, 3)],
            {"bob": -1, "cat": 1},
        ),
    ],
)
def test_what_votes_do_to_the_score(happened: list[Json], changes: dict[str, int]) -> None:
    document = check(game(stanzas(happened)))
    assert document["findings"] == []
    assert {player: document["stanzas"][0]["delta"][player] for player in changes} == changes


@pytest.mark.parametrize(
    "happened",
    [
        [chaos("bob", ALL), penalty("bob", ALL, 5)],
        [chaos("bob", ALL), penalty("bob", ALL, -1)],
        [chaos("bob", ALL), penalty("bob", ALL, 0)],
        [chaos("bob", ALL), penalty("bob", ALL), penalty("bob", ALL)],
        [chaos("bob", ALL), penalty("cat", ALL)],
        [chaos("bob", ALL), adjusted("bob", ALL)],
        [chaos("bob", ALL), adjusted("cat", ALL), adjusted("cat", ALL)],
        [chaos("bob", ALL), chaos("cat", ALL), adjusted("cat", ALL), adjusted("cat", ALL)],
        [chaos("bob", ALL), adjusted("cat", ALL, 0)],
        [chaos("bob", ALL), adjusted("cat", ALL, -2)],
    ],
)
def test_what_no_vote_can_do(happened: list[Json]) -> None:
    assert codes(game(stanzas(happened))) == ["incident-unsupported"]


def test_a_penalty_may_be_voted_in_a_later_stanza() -> None:
    assert codes(game(stanzas([chaos("bob", ALL)], [penalty("bob", ALL)]))) == []
    assert codes(game(stanzas([penalty("bob", ALL)], [chaos("bob", ALL)]))) == ["incident-unsupported"]


def test_the_third_improper_information_is_type_2() -> None:
    third = game(stanzas([LOOKED], [LOOKED], [LOOKED]))
    assert places(third) == [("repetition", 3, None, "bob")]
    assert [stanza["delta"]["bob"] for stanza in check(third)["stanzas"]] == [-5, -5, 2]
    assert codes(game(stanzas([LOOKED], [LOOKED], [THIRD]))) == []
    assert codes(game(stanzas([LOOKED], [LOOKED], [THIRD, penalty("bob", ALL, 4, True)]))) == []
    assert codes(game(stanzas([LOOKED], [THIRD]))) == ["incident-unsupported"]


def test_improper_information_counts_for_each_player() -> None:
    other = LOOKED | {"player": "cat"}
    assert codes(game(stanzas([LOOKED], [LOOKED, other], [other]))) == []
    assert places(game(stanzas([LOOKED, other], [other], [other, LOOKED]))) == [
        ("repetition", 3, None, "cat")
    ]


def test_who_scored_the_third_as_type_1_is_told_once() -> None:
    played = stanzas([LOOKED], [LOOKED], [LOOKED])
    for stanza, score in zip(played, (-5, -10, -15), strict=True):
        stanza["scores"] = {"bob": score}
    assert codes(game(played)) == ["repetition"]


def test_an_offender_who_left_can_be_voted_on() -> None:
    seats = [*FOUR, "eve"]
    first = stanzas([], seats=seats)[0]
    second: Json = {
        "cards": 2,
        "dealer": "ann",
        "leaves": ["eve"],
        "bids": bids("bob 0, cat 0, dan 0, ann 0"),
    }
    second["taken"] = numbers("ann 0, bob 2, cat 0, dan 0")
    second["incidents"] = [chaos("eve", ALL), penalty("eve", ALL, 3, True), adjusted("cat", ALL, 1)]
    record = game([first, second], seats)
    document = check(record)
    assert document["findings"] == []
    assert document["final"] == numbers("ann 1, bob 1, cat 5, dan 4, eve -1")


def after_changes(*incidents: Json) -> list[Json]:
    """Three stanzas: dan leaves and eve sits down after the first, fay sits down after the second; the
    incidents are those of the first."""
    first, second, third = stanzas([], [], [])
    first["incidents"] = list(incidents)
    second |= {"leaves": ["dan"], "joins": [{"player": "eve", "left_of": "cat", "score": 1}]}
    second |= {"bids": bids("bob 0, cat 0, eve 0, ann 0"), "taken": numbers("bob 2, cat 0, eve 0, ann 0")}
    third |= {"joins": [{"player": "fay", "left_of": "ann", "score": 2}]}
    third |= {"dealer": "fay", "bids": bids("bob 0, cat 0, eve 0, ann 0, fay 0")}
    third["taken"] = numbers("bob 3, cat 0, eve 0, ann 0, fay 0")
    return [first, second, third]


@pytest.mark.parametrize(
    ("after", "voters", "lawful"),
    [
        (None, "ann bob cat dan", True),
        (None, "ann bob cat eve", False),
        (0, "ann bob cat dan", True),
        (1, "ann bob cat dan", True),
        (1, "ann bob cat eve", True),
        (1, "ann bob cat", True),
        (1, "ann bob cat dan eve", True),
        (1, "ann bob eve dan", False),
        (1, "ann bob cat fay", False),
        (2, "ann bob cat eve", True),
        (2, "ann bob cat eve fay", True),
        (2, "ann bob cat dan", False),
        (2, "ann bob fay", False),
        (3, "ann bob cat eve fay", True),
        (3, "ann bob fay", False),
        (3, "ann bob", False),
        (3, "ann bob fay gus", False),
        (3, "a b c d e f g h i j k", False),
        (4, "ann bob cat eve fay", False),
        (-1, "ann bob cat dan", False),
    ],
)
def test_the_roll_is_that_of_the_opening_of_the_vote(after: int | None, voters: str, lawful: bool) -> None:
    """Reading 47: whoever came or left since the act; between two stanzas both tables may have been there."""
    players = voters.split()
    vote = chaos("bob", roll(players, len(players)))
    if after is not None:
        vote["voted_after"] = after
    assert codes(game(after_changes(vote))) == ([] if lawful else ["incident-unsupported"])


def test_a_vote_is_not_opened_before_the_act() -> None:
    vote = chaos("bob", ALL) | {"voted_after": 0}
    assert codes(game(stanzas([vote]))) == []
    assert codes(game(stanzas([], [vote]))) == ["incident-unsupported"]


@pytest.mark.parametrize("count", range(3, 11))
def test_more_than_half_of_the_votes_cast_where_the_articles_count_those(count: int) -> None:
    players = [f"p{number}" for number in range(1, count + 1)]
    guilty = chaos("p1", roll(players, count))
    for ayes in range(count + 1):
        for noes in range(count + 1 - ayes):
            votes = ["aye"] * ayes + ["no"] * noes + ["abstain"] * (count - ayes - noes)
            vote = penalty("p1", dict(zip(players, votes, strict=True))) | {"majority_of": "cast"}
            record = game(stanzas([guilty, vote], seats=players), players)
            counted = [finding.code for finding in check_document(record, "cast").findings]
            assert counted == ([] if ayes > noes else ["incident-unsupported"])
            del vote["majority_of"]
            record = game(stanzas([guilty, vote], seats=players), players)
            assert [finding.code for finding in check_document(record, "cast").findings] == counted


@pytest.mark.parametrize(("claimed", "articles"), [("cast", "entitled"), ("entitled", "cast")])
def test_a_record_does_not_choose_its_own_majority(claimed: str, articles: MajorityOf) -> None:
    """One aye of seven would take four points."""
    players = [f"p{number}" for number in range(1, 8)]
    vote = penalty("p1", roll(players, 1, "abstain"), 4) | {"majority_of": claimed}
    record = game(stanzas([chaos("p1", roll(players, 7)), vote], seats=players), players)
    [finding] = check_document(record, articles).findings
    assert (finding.code, finding.rule) == ("incident-unsupported", "III/Penalties")
    assert claimed in finding.message
    assert articles in finding.message


@pytest.mark.parametrize(
    ("leaves", "joins", "voters", "lawful"),
    [
        ([], [], "ann bob cat eve fay", True),
        (["fay"], [], "ann bob cat eve", True),
        (["fay"], [], "ann bob cat eve fay", True),
        (["fay"], [], "ann bob eve", False),
        ([], ["gus"], "ann bob cat eve fay gus", True),
        ([], ["gus"], "ann bob cat eve fay", True),
        (["fay"], ["gus"], "ann bob cat eve gus", True),
        (["fay"], ["gus"], "ann bob cat eve gus hal", False),
        ([], [], "ann bob cat eve fay hal", False),
    ],
)
def test_the_record_says_who_came_and_went_after_its_last_stanza(
    leaves: list[str], joins: list[str], voters: str, lawful: bool
) -> None:
    players = voters.split()
    vote = chaos("bob", roll(players, len(players))) | {"voted_after": 3}
    record = game(after_changes(vote), after_last={"leaves": leaves, "joins": joins})
    assert codes(record) == ([] if lawful else ["incident-unsupported"])


def test_newcomers_vote_and_leavers_do_not() -> None:
    first = stanzas([])[0]
    second: Json = {
        "cards": 2,
        "dealer": "ann",
        "leaves": ["dan"],
        "bids": bids("bob 0, eve 0, cat 0, ann 0"),
    }
    second["joins"] = [{"player": "eve", "left_of": "bob", "score": 1}]
    second["taken"] = numbers("ann 0, bob 2, cat 0, eve 0")
    second["incidents"] = [chaos("cat", roll(["ann", "bob", "cat", "eve"], 3))]
    assert codes(game([first, second])) == []
    second["incidents"] = [chaos("cat", ALL)]
    assert codes(game([first, second])) == ["incident-unsupported"]
