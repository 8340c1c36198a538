"""Single faults put into true events, each at a place chosen at random.

A mutation takes a record of its own and a random source, spoils one thing, and says which codes the contract
allows for it; or None where the record offers no place for it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from rules_engine.military_whist.rotation import LETTERS, PAIRS
from tests.rules_engine.military_whist import flag_oracle
from tests.rules_engine.records import Json, copied

Spoiler = Callable[[Json, Random], set[str] | None]


def _hands(record: Json) -> list[Json]:
    return [hand for day in record["days"] for hand in day["hands"]]


def _hand(record: Json, random: Random) -> Json:
    hand: Json = random.choice(_hands(record))
    return hand


def _other(random: Random, things: Any, than: object) -> Any:
    return random.choice([thing for thing in things if thing != than])


def _table(record: Json, random: Random) -> int:
    return random.randrange(len(record["teams"]))


def _held_before(record: Json, hand: Json, table: int) -> int:
    """The flags of a table at the beginning of a hand, from the tricks of those before."""
    first = 1
    for day in record["days"]:
        held: int = day["before"][table]
        for played, cups in zip(day["hands"], flag_oracle.cups(day, first), strict=True):
            if played is hand:
                return held
            held = len(cups[table])
        first += len(day["hands"])
    raise LookupError("no such hand")


def who(record: Json, random: Random) -> set[str] | None:
    hand = _hand(record, random)
    hand["who"] = _other(random, PAIRS, hand["who"])
    return {"rotation-who"}


def dealer(record: Json, random: Random) -> set[str] | None:
    hand = _hand(record, random)
    hand["dealer"] = _other(random, LETTERS, hand["dealer"])
    return {"rotation-dealer"}


def trump(record: Json, random: Random) -> set[str] | None:
    hand = _hand(record, random)
    hand["trump"] = _other(random, ("H", "S", "D", "C", "NT Low", "NT High"), hand["trump"])
    return {"rotation-trump"}


def moved_elsewhere(record: Json, random: Random) -> set[str] | None:
    tables = len(record["teams"])
    if tables < 3:
        return None
    hand = _hand(record, random)
    hand["move"] = _other(random, range(1, tables), hand["move"])
    return {"rotation-move"}


def wrong_destination(record: Json, random: Random) -> set[str] | None:
    """One pair of a sheet of the leader's own sent elsewhere, where loans were made afterwards."""
    tables = len(record["teams"])
    day = random.choice(record["days"])
    last = max([loan["hand"] for loan in day.get("loans", [])], default=0)
    first = 1 if day is record["days"][0] else 1 + len(record["days"][0]["hands"])
    if tables < 3 or last <= first:
        return None
    del record["moves"]
    hand = day["hands"][random.randrange(last - first)]
    to = [(table + hand["move"]) % tables + 1 for table in range(tables)]
    team = random.randrange(tables)
    to[team] = _other(random, range(1, tables + 1), to[team])
    hand["move"] = to
    return {"move-home" if to[team] == team + 1 else "move-crowded"}


def tricks_too_many(record: Json, random: Random) -> set[str] | None:
    pair = _hand(record, random)["tricks"][_table(record, random)]
    pair[random.randrange(2)] += random.choice([-2, -1, 1, 2, 13])
    return {"trick-sum"}


def tricks_exchanged(record: Json, random: Random) -> set[str] | None:
    """Visitors' and home pair's tricks noted the wrong way round, where that makes other flags that the table
    has to pay."""
    hand = _hand(record, random)
    table = _table(record, random)
    if hand.get("incidents"):
        return None
    pair = hand["tricks"][table]
    flags = [flag_oracle.won(flag_oracle.points(hand["trump"], taken, [])) for taken in pair]
    if hand["won"][table] != flags[0] or flags[0] == min(flags[1], _held_before(record, hand, table)):
        return None
    pair.reverse()
    return {"flags-won", "loan-missing", "loan-unneeded"}


def flags_noted_wrong(record: Json, random: Random) -> set[str] | None:
    won = _hand(record, random)["won"]
    table = _table(record, random)
    won[table] = _other(random, (0, 1, 2, 3, -1), won[table])
    return {"flags-won", "loan-missing"}


def revoke_forgotten(record: Json, random: Random) -> set[str] | None:
    """A revoke that made a difference."""
    able = []
    for hand in _hands(record):
        for incident in hand.get("incidents", []):
            if incident["kind"] == "revoke":
                at = incident["table"] - 1
                others = [
                    o["by"] for o in hand["incidents"] if o["kind"] == "revoke" and o["table"] == at + 1
                ]
                counted = flag_oracle.points(hand["trump"], hand["tricks"][at][0], others)
                others.remove(incident["by"])
                without = flag_oracle.points(hand["trump"], hand["tricks"][at][0], others)
                if flag_oracle.won(counted) != flag_oracle.won(without) == 0 < hand["won"][at]:
                    able.append((hand, incident))
    if not able:
        return None
    hand, incident = random.choice(able)
    hand["incidents"].remove(incident)
    return {"flags-won"}


def counted_before(record: Json, random: Random) -> set[str] | None:
    random.choice(record["days"])["before"][_table(record, random)] += random.choice([-1, 1, 2])
    return {"count-before"}


def counted_after(record: Json, random: Random) -> set[str] | None:
    after = random.choice(record["days"])["after"]
    after[_table(record, random)] += random.choice([1, 2, 3])
    return {"count-after"}


def flag_in_the_wrong_cup(record: Json, random: Random) -> set[str] | None:
    """The sum is right, two tables are not."""
    after = random.choice(record["days"])["after"]
    at, to = random.sample(range(len(after)), 2)
    if not after[at]:
        return None
    after[at] -= 1
    after[to] += 1
    return {"count-after"}


def day_score(record: Json, random: Random) -> set[str] | None:
    random.choice(record["days"])["scores"][_table(record, random)] += random.choice([-30, 31, 77])
    return {"day-score"}


def total(record: Json, random: Random) -> set[str] | None:
    record["totals"][_table(record, random)] += random.choice([-300, 311, 777])
    return {"total"}


def total_carried_on(record: Json, random: Random) -> set[str] | None:
    """The score of a day and with it the total."""
    table = _table(record, random)
    slip = random.choice([-300, 311, 777])
    random.choice(record["days"])["scores"][table] += slip
    record["totals"][table] += slip
    return {"day-score"}


def ranking(record: Json, random: Random) -> set[str] | None:
    places = record["ranking"]
    at, to = random.sample(range(len(places)), 2)
    if places[at][0] == places[to][0]:
        return None
    places[at][1], places[to][1] = places[to][1], places[at][1]
    return {"ranking"}


def goes_on(record: Json, random: Random) -> set[str] | None:
    if not record.get("advancing") or len(record["teams"]) < 3:
        return None
    outside = [team for team in range(1, len(record["teams"]) + 1) if team not in record["advancing"]]
    record["advancing"][random.randrange(len(record["advancing"]))] = random.choice(outside)
    return {"advancing"}


def loan_to_the_rich(record: Json, random: Random) -> set[str] | None:
    day = random.choice(record["days"])
    first = 1 if day is record["days"][0] else 1 + len(record["days"][0]["hands"])
    day.setdefault("loans", []).append({"table": _table(record, random) + 1, "hand": first, "flags": 1})
    return {"loan-unneeded"}


def returned_too_much(record: Json, random: Random) -> set[str] | None:
    day = random.choice(record["days"])
    first = 1 if day is record["days"][0] else 1 + len(record["days"][0]["hands"])
    day.setdefault("returns", []).append({"table": _table(record, random) + 1, "hand": first, "flags": 5})
    return {"return-unfounded"}


def player_in_two_teams(record: Json, random: Random) -> set[str] | None:
    team, other = random.sample(record["teams"], 2)
    team["players"][random.choice(LETTERS)] = other["players"][random.choice(LETTERS)]
    return {"player-twice"}


def hand_lost(record: Json, random: Random) -> set[str] | None:
    hands = random.choice(record["days"])["hands"]
    hands.pop(random.randrange(len(hands)))
    return {"hand-count"}


def hand_doubled(record: Json, random: Random) -> set[str] | None:
    hands = random.choice(record["days"])["hands"]
    at = random.randrange(len(hands))
    hands.insert(at, copied(hands[at]))
    return {"hand-count"}


def _playoffs(record: Json, teams: int) -> list[Json]:
    return [playoff for playoff in record.get("playoffs", []) if len(playoff["teams"]) == teams]


def _extra(record: Json, random: Random) -> Json | None:
    hands = [hand for playoff in record.get("playoffs", []) for hand in playoff.get("hands", [])]
    return random.choice(hands) if hands else None


def tie_trump(record: Json, random: Random) -> set[str] | None:
    hand = _extra(record, random)
    if hand is None:
        return None
    hand["trump"] = _other(random, "HSDC", hand["trump"])
    return {"tie-trump"}


def tie_dealer(record: Json, random: Random) -> set[str] | None:
    hand = _extra(record, random)
    if hand is None:
        return None
    hand["dealer"] = _other(random, list(hand["cuts"][0]), hand["dealer"])
    return {"tie-dealer"}


def tie_tricks(record: Json, random: Random) -> set[str] | None:
    hand = _extra(record, random)
    if hand is None:
        return None
    hand["tricks"][random.randrange(2)] += random.choice([-1, 1])
    return {"trick-sum"}


def tie_won_by_the_other(record: Json, random: Random) -> set[str] | None:
    hand = _extra(record, random)
    if hand is None:
        return None
    hand["tricks"].reverse()
    return {"tie-order", "tie-pairing"}


def tie_bye(record: Json, random: Random) -> set[str] | None:
    three = _playoffs(record, 3)
    if not three:
        return None
    playoff = random.choice(three)
    playoff["bye"] = _other(random, playoff["teams"], playoff["bye"])
    return {"tie-bye"}


def tie_order(record: Json, random: Random) -> set[str] | None:
    able = _playoffs(record, 2) + _playoffs(record, 3)
    if not able:
        return None
    order = random.choice(able)["order"]
    at, to = random.sample(range(len(order)), 2)
    order[at], order[to] = order[to], order[at]
    return {"tie-order"}


def tie_hand_missing(record: Json, random: Random) -> set[str] | None:
    able = _playoffs(record, 2) + _playoffs(record, 3)
    if not able:
        return None
    random.choice(able)["hands"].pop()
    return {"tie-open"}


def ruling_missing(record: Json, random: Random) -> set[str] | None:
    able = [playoff for playoff in record.get("playoffs", []) if "ruling" in playoff]
    if not able:
        return None
    del random.choice(able)["ruling"]
    return {"tie-ruling"}


ANY_DETAIL: list[Spoiler] = [
    *(day_score, total, total_carried_on, ranking, goes_on, player_in_two_teams, counted_before),
    *(tie_trump, tie_dealer, tie_tricks, tie_won_by_the_other, tie_bye, tie_order, tie_hand_missing),
    *(ruling_missing,),
]
"""Faults that show at every level of detail; counts at the end of a day are another course where nothing
else tells the flags."""
FLAGS: list[Spoiler] = [
    *(who, dealer, trump, moved_elsewhere, counted_after, flag_in_the_wrong_cup, loan_to_the_rich),
    *(returned_too_much, hand_lost, hand_doubled, wrong_destination),
]
TRICKS: list[Spoiler] = [tricks_too_many, tricks_exchanged, flags_noted_wrong, revoke_forgotten]
