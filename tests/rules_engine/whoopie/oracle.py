"""The rules of play and scoring once more, slow and plain, written from the rule text for the tests.

Nothing of the engine is used. Cards are their texts. The trick oracle looks at each card by itself: which
suits were trump at the moment when it was laid, from the last card that changed trump.
"""

from typing import Any, NamedTuple

RANKS = "23456789TJQKA"
JOKER = "*"


class Condition(NamedTuple):
    """What lasts from trick to trick: trump "S", "H", "D", "C", "J" or "" before anything is fixed, and the
    denomination of the Whoopie cards, "" before it is fixed."""

    trump: str
    denomination: str


def opening(defining: str) -> Condition:
    return Condition("", "") if defining == JOKER else Condition(defining[1], defining[0])


def trick(cards: list[str], before: Condition) -> tuple[int, Condition]:
    """The position of the winning card, and the condition after the trick."""
    led = cards[0]
    if before.denomination == "":
        if led == JOKER:
            return 0, before
        before = Condition(led[1], led[0])
    changers = [card == JOKER or card[0] == before.denomination for card in cards]
    verdicts = []
    for at, card in enumerate(cards):
        last = max((other for other in range(at + 1) if changers[other]), default=None)
        if last is None:
            suits = led[1] if before.trump == "J" else before.trump
        elif cards[last] != JOKER:
            suits = cards[last][1]
        else:
            suits = "SHDC" if led == JOKER else led[1]
        rank = before.denomination if card == JOKER else card[0]
        is_trump = card == JOKER or card[1] in suits
        follows = led != JOKER and card != JOKER and card[1] == led[1]
        verdicts.append((is_trump, is_trump or follows, RANKS.index(rank)))
    trumps = [at for at, verdict in enumerate(verdicts) if verdict[0]]
    able = trumps or [at for at, verdict in enumerate(verdicts) if verdict[1]]
    highest = max(verdicts[at][2] for at in able)
    winner = next(at for at in able if verdicts[at][2] == highest)
    last = max((other for other in range(len(cards)) if changers[other]), default=None)
    trump = before.trump if last is None else "J" if cards[last] == JOKER else cards[last][1]
    return winner, Condition(trump, before.denomination)


def winners(stanza: dict[str, Any]) -> tuple[list[str], Condition]:
    """Who won each trick of a play-level stanza, and the condition after the last."""
    condition = opening(stanza["defining"])
    won = []
    for plays in stanza["tricks"]:
        at, condition = trick([card for _, card in plays], condition)
        won.append(plays[at][0])
    return won, condition


def delta(stanza: dict[str, Any], player: str, bid: int, improper_before: int = 0) -> int:
    """What a stanza changes for one player; `improper_before` are his type 1 violations so far."""
    change, fails, improper = 0, False, improper_before
    for incident in stanza.get("incidents", []):
        if incident.get("player") != player:
            continue
        kind = incident["kind"]
        if kind in ("no-whoopie-call", "revoke-corrected", "revoke-self"):
            change -= 1
        if kind == "revoke-other":
            change -= 4
        if kind in ("revoke-self", "revoke-other"):
            fails = True
        if kind == "bid-out-of-turn" and (player == stanza["dealer"] or incident["bid"] != 0):
            change -= 1
        if kind == "type-1":
            improper += 1
            if improper < 3:
                change -= 4
                fails = True
        if kind == "type-2-penalty":
            change -= incident["points"]
            fails = fails or incident.get("fails_bid", False)
        if kind == "adjusted-score":
            change += incident["points"]
    makes = stanza["taken"][player] == bid and not fails
    return change + (2 + bid if makes else -1)


def lineups(record: dict[str, Any]) -> list[list[str]]:
    """Who sat where in each stanza."""
    seated = list(record["seats"])
    result = []
    for stanza in record["stanzas"]:
        for join in stanza.get("joins", []):
            seated.insert(seated.index(join["left_of"]) + 1, join["player"])
        seated = [player for player in seated if player not in stanza.get("leaves", [])]
        result.append(list(seated))
    return result


def totals(record: dict[str, Any]) -> list[dict[str, int]]:
    """Everybody's score after each stanza of a game from its first deal on, leavers' too."""
    score = dict.fromkeys(record["seats"], 0)
    improper: dict[str, int] = {}
    after: list[dict[str, int]] = []
    before: list[str] = []
    for stanza, seated in zip(record["stanzas"], lineups(record), strict=True):
        for join in stanza.get("joins", []):
            if join["player"] not in score:
                score[join["player"]] = floor_average(score, before) if before else 0
        changed = dict(score)
        for player, bid in stanza["bids"]:
            changed[player] += delta(stanza, player, bid, improper.get(player, 0))
        for incident in stanza.get("incidents", []):
            if incident["kind"] == "type-1":
                improper[incident["player"]] = improper.get(incident["player"], 0) + 1
        score = changed
        after.append(dict(score))
        before = seated
    return after


def floor_average(score: dict[str, int], players: list[str]) -> int:
    total = sum(score[player] for player in players)
    quotient = abs(total) // len(players)
    if total >= 0:
        return quotient
    return -quotient if quotient * len(players) == -total else -quotient - 1


def final(record: dict[str, Any]) -> dict[str, int]:
    """Final scores, extrapolation included."""
    after, sat = totals(record), lineups(record)
    result = dict(after[-1])
    steady = [player for player in sat[-1] if all(player in seated for seated in sat[-3:])] or sat[-1]
    ending = floor_average(after[-1], steady)
    for entry in record.get("absent", []):
        player = entry["player"]
        last = max(at for at, seated in enumerate(sat) if player in seated)
        gain = ending - floor_average(after[last], sat[last])
        if entry["extrapolate"] and gain > 0:
            result[player] += gain
    return result


def places(scores: dict[str, int]) -> set[tuple[int, str, int]]:
    """Place, player, score; a place is one more than the number of those ahead."""
    return {
        (1 + sum(other > score for other in scores.values()), player, score)
        for player, score in scores.items()
    }
