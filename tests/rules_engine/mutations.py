"""Single faults put into true records, each at a place chosen at random.

A mutation takes a record of its own and a random source, spoils one thing, and says which codes the contract
allows for it; or None where the record offers no place for it.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

from rules_engine.cards import DECK, TEXT
from tests.rules_engine.records import Json

Spoiler = Callable[[Json, Random], set[str] | None]

PLAY_CODES = {"card-not-held", "card-repeated", "revoke", "play-turn", "taken-mismatch", "penalty-card"}


def _stanza(record: Json, random: Random, field: str = "cards") -> Json | None:
    """One that has the field (and more than one trick where it is about tricks)."""
    able = [stanza for stanza in record["stanzas"] if field in stanza]
    return random.choice(able) if able else None


def _another_card(random: Random, card: str) -> str:
    return random.choice([TEXT[other] for other in DECK if TEXT[other] != card])


def final_score(record: Json, random: Random) -> set[str] | None:
    player = random.choice(list(record["final"]))
    record["final"][player] += random.choice([-30, -3, -1, 1, 2, 30])
    absent = {entry["player"] for entry in record.get("absent", [])}
    return {"extrapolation"} if player in absent else {"final-mismatch"}


def final_missing(record: Json, random: Random) -> set[str] | None:
    del record["final"][random.choice(list(record["final"]))]
    return {"final-mismatch"}


def running_total(record: Json, random: Random) -> set[str] | None:
    stanza = record["stanzas"][random.randrange(len(record["stanzas"]))]
    player = random.choice(list(stanza["scores"]))
    stanza["scores"][player] += random.choice([-30, 30, 47])
    return {"score-mismatch"}


def running_total_continued(record: Json, random: Random) -> set[str] | None:
    at = random.randrange(len(record["stanzas"]))
    player = random.choice(list(record["stanzas"][at]["scores"]))
    slip = random.choice([-30, 30, 47])
    for stanza in record["stanzas"][at:]:
        if player in stanza["scores"]:
            stanza["scores"][player] += slip
        for join in stanza.get("joins", []):
            if join["player"] == player and stanza is not record["stanzas"][at]:
                join["score"] += slip
    if player in record["stanzas"][-1]["scores"]:
        record["final"][player] += slip
    return {"score-mismatch"}


def entry_score(record: Json, random: Random) -> set[str] | None:
    joins = [join for stanza in record["stanzas"] for join in stanza.get("joins", [])]
    if not joins:
        return None
    random.choice(joins)["score"] += random.choice([-20, 20])
    return {"entry-score"}


def dealer_named_wrong(record: Json, random: Random) -> set[str] | None:
    stanza = record["stanzas"][random.randrange(1, len(record["stanzas"]))]
    stanza["dealer"] = random.choice([player for player, _ in stanza["bids"] if player != stanza["dealer"]])
    return {"dealer-rotation"}


def cards_named_wrong(record: Json, random: Random) -> set[str] | None:
    stanza = random.choice(record["stanzas"])
    stanza["cards"] += random.choice([1, 2, -1] if stanza["cards"] > 1 else [1, 2])
    return {"cards-per-player"}


def first_dealer(record: Json, random: Random) -> set[str] | None:
    seats = [player for player in record["seats"] if player != record["first_dealer"]]
    record["first_dealer"] = random.choice(seats)
    return {"first-dealer-draw"}


def scorekeeper(record: Json, random: Random) -> set[str] | None:
    seats = [player for player in record["seats"] if player != record["scorekeeper"]]
    record["scorekeeper"] = random.choice(seats)
    return {"scorekeeper-draw"}


def bid_dropped(record: Json, random: Random) -> set[str] | None:
    bids = random.choice(record["stanzas"])["bids"]
    bids.pop(random.randrange(len(bids)))
    return {"bid-missing"}


def bids_exchanged(record: Json, random: Random) -> set[str] | None:
    bids = random.choice(record["stanzas"])["bids"]
    at, to = random.sample(range(len(bids)), 2)
    bids[at], bids[to] = bids[to], bids[at]
    return {"bid-order"}


def bid_beyond(record: Json, random: Random) -> set[str] | None:
    stanza = random.choice(record["stanzas"])
    random.choice(stanza["bids"])[1] = random.choice([-1, stanza["cards"] + 1, 99])
    return {"bid-range"}


def bid_of_dealer(record: Json, random: Random) -> set[str] | None:
    stanza = random.choice(record["stanzas"])
    forbidden = stanza["cards"] - sum(bid for _, bid in stanza["bids"][:-1])
    if forbidden < 0:
        return None
    stanza["bids"][-1][1] = forbidden
    return {"bid-dealer-sum"}


def taken_too_many(record: Json, random: Random) -> set[str] | None:
    taken = random.choice(record["stanzas"])["taken"]
    taken[random.choice(list(taken))] += random.choice([1, 2])
    return {"taken-sum"}


def taken_by_another(record: Json, random: Random) -> set[str] | None:
    stanza = random.choice(record["stanzas"])
    taken = stanza["taken"]
    loser = random.choice([player for player in taken if taken[player] > 0])
    winner = random.choice([player for player in taken if player != loser])
    taken[loser] -= 1
    taken[winner] += 1
    return {"taken-mismatch"}


def _plays(stanza: Json, random: Random) -> list[list[str]]:
    plays: list[list[str]] = random.choice(stanza["tricks"])
    return plays


def card_changed(record: Json, random: Random) -> set[str] | None:
    """To one that the player does not have, where hands are told: whoever was dealt too many has some that
    were never played, and could have played one of those."""
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    entry = random.choice(_plays(stanza, random))
    card = _another_card(random, entry[1])
    if card in _unplayed(stanza, entry[0]):
        return None
    entry[1] = card
    return PLAY_CODES | {"incident-unsupported"}


def _unplayed(stanza: Json, player: str) -> Counter[str]:
    played = Counter(card for plays in stanza["tricks"] for holder, card in plays if holder == player)
    return Counter(stanza.get("hands", {}).get(player, ())) - played


def card_of_another_game(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    random.choice(_plays(stanza, random))[1] = random.choice(["1S", "JK", "QX", "**", "tc", "11D"])
    return {"card-invalid"}


def card_played_twice(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    entry = random.choice(_plays(stanza, random))
    others = [card for plays in stanza["tricks"] for _, card in plays if card not in (entry[1], "*")]
    if not others:
        return None
    entry[1] = random.choice(others)
    return {"card-not-held", "card-repeated"} if "hands" in stanza else {"card-repeated"}


def cards_exchanged(record: Json, random: Random) -> set[str] | None:
    """Two players' cards of one trick change places; of two jokers nobody could tell."""
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    first, second = random.sample(_plays(stanza, random), 2)
    if first[1] == second[1]:
        return None
    first[1], second[1] = second[1], first[1]
    return PLAY_CODES | {"incident-unsupported"}


def turns_exchanged(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    plays = _plays(stanza, random)
    at, to = random.sample(range(len(plays)), 2)
    plays[at], plays[to] = plays[to], plays[at]
    return {"play-turn"}


def trick_dropped(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    stanza["tricks"].pop(random.randrange(len(stanza["tricks"])))
    return {"trick-count"}


def trick_doubled(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    at = random.randrange(len(stanza["tricks"]))
    stanza["tricks"].insert(at, [list(entry) for entry in stanza["tricks"][at]])
    return {"trick-count"}


def card_dropped(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    plays = _plays(stanza, random)
    plays.pop(random.randrange(len(plays)))
    return {"trick-size"}


def card_added(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    plays = _plays(stanza, random)
    plays.insert(random.randrange(1, len(plays) + 1), list(random.choice(plays)))
    return {"trick-size"}


def hand_short(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "hands")
    if stanza is None:
        return None
    hand = stanza["hands"][random.choice(list(stanza["hands"]))]
    if not hand:
        return None
    hand.pop(random.randrange(len(hand)))
    return {"hand-size"}


def hand_other_card(record: Json, random: Random) -> set[str] | None:
    """Another card than was dealt; in place of one that was never played one that somebody has, since nobody
    could tell an undealt one."""
    stanza = _stanza(record, random, "hands")
    if stanza is None:
        return None
    player = random.choice(list(stanza["hands"]))
    hand = stanza["hands"][player]
    if not hand:
        return None
    at = random.randrange(len(hand))
    played = [card for plays in stanza["tricks"] for who, card in plays if who == player]
    if played.count(hand[at]) >= hand.count(hand[at]):
        hand[at] = _another_card(random, hand[at])
        return {"card-not-held", "card-repeated"}
    dealt = [card for held in stanza["hands"].values() for card in held if card not in ("*", hand[at])]
    if not dealt:
        return None
    hand[at] = random.choice(dealt)
    return {"card-repeated"}


def defining_dealt(record: Json, random: Random) -> set[str] | None:
    stanza = _stanza(record, random, "tricks")
    assert stanza is not None
    dealt = [card for plays in stanza["tricks"] for _, card in plays if card != "*"]
    if not dealt:
        return None
    stanza["defining"] = random.choice(dealt)
    return {"card-repeated"}


def _incidents(record: Json, *kinds: str) -> list[tuple[Json, Json]]:
    return [
        (stanza, incident)
        for stanza in record["stanzas"]
        for incident in stanza.get("incidents", [])
        if incident["kind"] in kinds
    ]


def roll_short(record: Json, random: Random) -> set[str] | None:
    rolls = [incident for _, incident in _incidents(record, *VOTED) if "roll" in incident]
    if not rolls:
        return None
    roll = random.choice(rolls)["roll"]
    del roll[random.choice(list(roll))]
    return {"incident-unsupported"}


def roll_refused(record: Json, random: Random) -> set[str] | None:
    rolls = [incident for _, incident in _incidents(record, *VOTED) if "roll" in incident]
    if not rolls:
        return None
    roll = random.choice(rolls)["roll"]
    for player in roll:
        roll[player] = random.choice(["no", "abstain", "absent"])
    return {"incident-unsupported"}


def incident_in_no_trick(record: Json, random: Random) -> set[str] | None:
    incidents = _incidents(record, "no-whoopie-call", "revoke-self", "revoke-other", "revoke-late")
    if not incidents:
        return None
    stanza, incident = random.choice(incidents)
    incident["trick"] = random.choice([0, -1, stanza["cards"] + 1, 99])
    return {"incident-unsupported", "revoke"}


def call_forgotten(record: Json, random: Random) -> set[str] | None:
    return _forget(record, random, "no-whoopie-call") and {"score-mismatch"}


def revoke_forgotten(record: Json, random: Random) -> set[str] | None:
    kind = random.choice(["revoke-self", "revoke-other", "revoke-late"])
    return _forget(record, random, kind) and {"revoke"}


def _forget(record: Json, random: Random, kind: str) -> set[str] | None:
    incidents = _incidents(record, kind)
    if not incidents:
        return None
    stanza, incident = random.choice(incidents)
    stanza["incidents"].remove(incident)
    return {kind}


VOTED = ("type-2-finding", "type-2-penalty", "adjusted-score")
ANY_LEVEL: list[Spoiler] = [
    *(final_score, final_missing, running_total, running_total_continued, entry_score),
    *(first_dealer, scorekeeper, bid_dropped, bids_exchanged, bid_beyond, bid_of_dealer, taken_too_many),
    *(dealer_named_wrong, cards_named_wrong, roll_short, roll_refused, call_forgotten),
]
PLAY_LEVEL: list[Spoiler] = [
    *(taken_by_another, card_changed, card_of_another_game, card_played_twice, cards_exchanged),
    *(turns_exchanged, trick_dropped, trick_doubled, card_dropped, card_added, hand_short),
    *(hand_other_card, defining_dealt, incident_in_no_trick, revoke_forgotten),
]
