"""Scoring of a game in another way: from its hands as JSON, without anything of the engine.

`story` writes down for every hand who gained what, and `outcome` reads the end from that list: it looks for
the first hand after which the history so far is one of a finished game.
"""

from typing import Any

Json = dict[str, Any]
Line = tuple[int, int, bool, int, str]
"""Team, points, whether that was a set, the number bid, and what awarded the game to that team ("")."""


def story(game: Json) -> list[Line]:
    return [_line(hand, game["teams"]) for hand in game["hands"]]


def _line(hand: Json, teams: list[int]) -> Line:
    number = int(hand["bid"][0])
    bidder = hand["by"]
    (other,) = [team for team in teams if team != bidder]
    for incident in hand.get("incidents", []):
        kind, chose = incident["kind"], incident.get("choice")
        (rival,) = [team for team in teams if team != incident.get("by", other)]
        if kind == "renege" and incident["found"]:
            return rival, 0, False, number, "renege"
        if kind == "no-direction":
            return other, 0, False, number, "no-direction"
        if kind == "count-of-bidders":
            return bidder, -number, True, number, ""
        if kind in ("exposed", "out-of-turn", "stopped") and chose != "continue":
            return incident["by"], -number, True, number, ""
        if kind == "count-of-others" and chose == "points":
            return bidder, number, False, number, ""
    above = hand["books"][teams.index(bidder)] - 6
    return (bidder, above, False, number, "") if above >= number else (bidder, -number, True, number, "")


def outcome(game: Json) -> tuple[int | None, list[int], str | None]:
    """Winner, points of both teams and how it ended, or nobody and nothing while it goes on."""
    lines = story(game)
    first, second = game["teams"]
    for end in range(1, len(lines) + 1):
        history = lines[:end]
        points = {team: sum(line[1] for line in history if line[0] == team) for team in (first, second)}
        sets = {team: sum(line[2] for line in history if line[0] == team) for team in (first, second)}
        last, _, is_set, number, awarded = history[-1]
        rival = second if last == first else first
        ways: list[tuple[str, int, int]] = []
        if awarded:
            ways.append((awarded, last, 5))
        if is_set and number == 1:
            ways.append(("odd", rival, 5))
        if sets[last] == 2:
            ways.append(("sets", rival, 5))
        if points[last] <= -5:
            by_bidder = game["hands"][0]["by"] == last
            ways.append(("first-hand", rival, 5) if end == 1 and by_bidder else ("minus", rival, 0))
        if points[last] >= 5:
            ways.append(("points", last, 0))
        if ways:
            how, winner, more = ways[0]
            points[winner] += more
            return winner, [points[first], points[second]], how
    return None, [sum(line[1] for line in lines if line[0] == team) for team in (first, second)], None
