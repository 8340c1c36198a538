"""Events made by hand, the smallest that show what a test is about, and short ways to check them.

`evening` is a true event of four teams over six rounds, of which the first game of each round is told hand by
hand and ends in a way of its own.
"""

import json
from typing import Any

from rules_engine.formats import check_document
from tests.rules_engine.columbus_whist import scoring_oracle
from tests.rules_engine.records import GONE, Json, copied, edited

__all__ = ["GONE", "Json", "check", "codes", "edited", "evening", "game", "hand", "places", "with_playoff"]

Place = tuple[str, int | None, int | None, int | None, int | None, int | None]


def check(record: Json) -> Json:
    """The check document of a record, as another program would read it."""
    document: Json = json.loads(json.dumps(check_document(copied(record)).as_document()))
    return document


def places(record: Json) -> list[Place]:
    """Code, round, table, hand, team and play-off of every finding."""
    return [
        (
            finding["code"],
            finding["round"],
            finding["table"],
            finding["hand"],
            finding["team"],
            finding["playoff"],
        )
        for finding in check(record)["findings"]
    ]


def codes(record: Json) -> list[str]:
    return [place[0] for place in places(record)]


def hand(by: int, bid: str, books: list[int] | None = None, **more: Any) -> Json:
    """A hand; where no books are told, `more` says what ended it."""
    trump = "uptown" if bid.endswith("no") else "H"
    document: Json = {"bid": bid, "by": by, "trump": trump}
    if books is not None:
        document["books"] = books
    return document | more


def game(teams: list[int], hands: list[Json], **more: Any) -> Json:
    """A game with its result by the oracle."""
    document: Json = {"teams": teams, "hands": hands}
    winner, points, ending = scoring_oracle.outcome(document)
    document |= {"winner": winner, "points": points, "ending": ending}
    return copied(document | more)


def result(teams: list[int], points: list[int], ending: str = "points") -> Json:
    return {"teams": teams, "points": points, "winner": teams[0], "ending": ending}


def games_told_hand_by_hand() -> list[Json]:
    """Games that end by points, two sets, odd, a renege, on the first hand, and below nothing."""
    seats = ["a1", "b1", "a2", "b2"]
    first = {"dealer": 2, "bids": ["2", "2 no", "pass", "pass"], "score": [0, 2]}
    second = {"dealer": 3, "bids": ["1", "pass", "pass", "3 special"], "trump": "C", "first_card": "9C"}
    third = {"dealer": 4, "bids": ["pass", "pass", "pass", "2"], "score": [3, 6]}
    played = [
        hand(2, "2 no", [5, 8], **first),
        hand(1, "3 special", [9, 4], **second, score=[3, 2]),
        hand(2, "2", [3, 10], **third),
    ]
    signed = [{"signed": 2, "by": "b1"}, {"changed": "4 for 3"}, {"signed": 1, "by": "a2"}]
    points = game([1, 2], played, players=seats, first_club=2, ready=[0, 300], sheet=signed)
    seen = {"kind": "exposed", "by": 1}
    looked = {"kind": "renege", "by": 4, "found": True, "turned_by": "director"}
    return [
        points,
        game([1, 3], [hand(1, "2", [7, 6]), hand(3, "2", [4, 9]), hand(1, "3", [8, 5])]),
        game([1, 4], [hand(4, "2 special", [4, 9]), hand(1, "1", [6, 7])]),
        game([1, 4], [hand(1, "4", [10, 3], score=[4, 0]), hand(1, "2", incidents=[looked], score=[9, 0])]),
        game([1, 3], [hand(3, "5 no", [4, 9])]),
        game([1, 2], [hand(2, "1", [6, 7]), hand(2, "6", incidents=[seen])]),
    ]


def evening(**edits: Any) -> Json:
    """Four teams; 2 and 4, then 2 and 3, and so on meet at the second table, told by the results alone."""
    first = games_told_hand_by_hand()
    others = [[4, 3], [4, 2], [2, 3], [2, 3], [2, 4], [4, 3]]
    second = [result(teams, [5, at - 3]) for at, teams in enumerate(others)]
    rounds = [list(pair) for pair in zip(first, second, strict=True)]
    teams = [{"name": f"Team {n}", "players": [f"{c}1", f"{c}2"]} for n, c in enumerate("abcd", 1)]
    record: Json = {"format": "columbus-whist/1", "ruleset": "columbus-first-club-2016", "id": "made by hand"}
    record |= {"teams": teams, "rounds": rounds, "qualifiers": 2}
    return edited(with_totals(record), edits)


def with_totals(record: Json) -> Json:
    """Totals, ranking and who goes on, counted from the results as reported."""
    count = len(record["teams"])
    totals = [[0, 0] for _ in range(count)]
    for sheet in [sheet for games in record["rounds"] for sheet in games]:
        for side, team in enumerate(sheet["teams"]):
            totals[team - 1][0] += sheet["winner"] == team
            totals[team - 1][1] += sheet["points"][side]
    best = sorted(range(1, count + 1), key=lambda team: totals[team - 1], reverse=True)
    ranks = {team: 1 + sum(other > totals[team - 1] for other in totals) for team in best}
    record["totals"] = totals
    record["ranking"] = [[ranks[team], team] for team in best]
    record["qualified"] = [team for team in best if ranks[team] <= record["qualifiers"]]
    return record


def with_playoff() -> Json:
    """Two teams who win three games each by five to nothing; the second wins the play-off."""
    rounds = [[result([1, 2] if at % 2 else [2, 1], [5, 0])] for at in range(6)]
    record: Json = {"format": "columbus-whist/1", "ruleset": "columbus-first-club-2016", "id": "tied"}
    record |= {"teams": [{"name": "Elm"}, {"name": "Fir"}], "rounds": rounds, "qualifiers": 1}
    record["playoffs"] = [
        {"teams": [1, 2], "games": [game([1, 2], [hand(2, "5", [1, 12])])], "order": [2, 1]}
    ]
    record |= {"totals": [[3, 15], [3, 15]], "ranking": [[1, 2], [2, 1]], "qualified": [2]}
    return copied(record)
