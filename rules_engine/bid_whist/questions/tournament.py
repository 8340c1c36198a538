"""The questions of Bid Whist that `decide` answers: a hand, a round's pairing, standings, the bracket."""

from collections.abc import Mapping, Sequence

from rules_engine.bid_whist import bracket as brackets
from rules_engine.bid_whist import rules
from rules_engine.bid_whist import standings as tables
from rules_engine.bid_whist.bids import BY_TEXT, HIGHEST, Bid
from rules_engine.bid_whist.bracket import Pair, Slot
from rules_engine.bid_whist.pairing import (
    FEWEST_TEAMS,
    MOST_TEAMS,
    Pairing,
    Round,
    fewest_repeats,
    first_round,
    meetings,
    moving_on,
    next_round,
    repeats,
)
from rules_engine.bid_whist.reneges import FAULTS, RULES, awarded, may_call
from rules_engine.bid_whist.scoring import CalledRenege, ScoredHand, hand_points
from rules_engine.reading import (
    Malformed,
    boolean,
    child,
    choice,
    fields,
    integer,
    items,
    names,
    team_numbers,
    text,
)

SIDES = ("bidders", "others")
MOST_EARLIER = 3
MOST_POINTS = 1_000_000


def hand(question: object) -> dict[str, object]:
    """Topic "bid-hand": what the bidders and the others earn in a hand."""
    terms = fields(question, "", (), ("bid", "made", "set", "renege"))
    bid = _bid(terms["bid"], "/bid") if "bid" in terms else None
    if [name in terms for name in ("made", "set", "renege")].count(True) != 1:
        raise Malformed("", "one of made, set, renege is expected")
    if "renege" in terms:
        return _reneged(terms["renege"], bid)
    if bid is None:
        raise Malformed("", "field 'bid' is missing")
    made: int | None = None
    if "made" in terms:
        made = integer(terms["made"], "/made", bid.level, HIGHEST)
    elif terms["set"] is not True:
        raise Malformed("/set", "true is expected")
    won = hand_points(ScoredHand(0, bid, made))
    double = ", doubled" if bid.doubled else ""
    result = f"{bid} was set" if made is None else f"{bid} was made at {made}"
    return {
        "points": dict(zip(SIDES, won, strict=True)),
        "rule": rules.NO_POINTS if bid.doubled else rules.TRUMP_POINTS,
        "reason": f"{result}: {sum(won)} points to the {SIDES[0] if won[0] else SIDES[1]}{double}.",
    }


def _reneged(value: object, bid: Bid | None) -> dict[str, object]:
    renege = fields(value, "/renege", ("fault", "by"), ("called_by", "improper", "warned", "follows_suit"))
    fault = choice(renege["fault"], "/renege/fault", FAULTS)
    by = SIDES.index(choice(renege["by"], "/renege/by", SIDES))
    called_by = SIDES.index(choice(renege.get("called_by", SIDES[1 - by]), "/renege/called_by", SIDES))
    improper = _bid(renege["improper"], "/renege/improper") if "improper" in renege else None
    call = may_call(
        fault,
        own=called_by == by,
        warnings=int(boolean(renege.get("warned", False), "/renege/warned")),
        follows_suit=boolean(renege.get("follows_suit", False), "/renege/follows_suit"),
        no_bid=bid is None or bid.doubled,
    )
    award = awarded(fault, bid, improper)
    if award is None:
        raise Malformed("/renege", "a bid that could be awarded is expected")
    if not call.allowed:
        return {"points": None, "rule": call.rule, "reason": call.reason}
    won = hand_points(ScoredHand(None, bid, None, CalledRenege(fault, by, improper)))
    return {
        "points": dict(zip(SIDES, won, strict=True)),
        "rule": RULES[fault],
        "reason": f"If they call the renege the {SIDES[1 - by]} get {award}, {sum(won)} points.",
    }


def _bid(value: object, pointer: str) -> Bid:
    return BY_TEXT[choice(value, pointer, BY_TEXT)]


def pairing(question: object) -> dict[str, object]:
    """Topic "bid-pairing": the games of the next round, with its repeats and the fewest that there can be."""
    terms = fields(question, "", ("teams", "seed"), ("late", "earlier"))
    numbers = team_numbers(terms["teams"], "/teams", MOST_TEAMS)
    seed = text(terms["seed"], "/seed")
    late = _late(terms.get("late", 0), numbers)
    rounds = items(terms.get("earlier", []), "/earlier")
    if len(rounds) > MOST_EARLIER:
        raise Malformed("/earlier", f"no more than {MOST_EARLIER} rounds are expected")
    earlier = [_read_round(entry, child("/earlier", at)) for at, entry in enumerate(rounds)]
    if earlier:
        games = next_round(earlier, seed, numbers)
    else:
        games = first_round([number for number in numbers if number not in late], seed, late)
    met = meetings(earlier)
    again = repeats(games, met)
    picked = next((game.picked for game in games if game.picked is not None), None)
    reason = f"Round {len(earlier) + 1} of {len(numbers)} teams: {again} meetings are repeats."
    if picked is not None:
        reason += f" Team {picked} is picked to play the odd team, for nothing,"
        reason += " and goes on or stays as at its own table."
    return {
        "games": [
            {name: value for name, value in game._asdict().items() if value is not None} for game in games
        ],
        "moving": sorted(moving_on(games)),
        "repeats": again,
        "fewest": fewest_repeats(numbers, met),
        "rule": rules.MOVING if earlier else rules.DRAW,
        "reason": reason,
    }


def _late(value: object, numbers: Sequence[int]) -> Sequence[int]:
    """How many of the teams came late, the last ones, or their numbers."""
    if not isinstance(value, list):
        return numbers[len(numbers) - integer(value, "/late", 0, len(numbers)) :]
    late = [team for team in value if type(team) is int and team in numbers]
    if len(set(late)) != len(value):
        raise Malformed("/late", "numbers of the teams are expected, none of them twice")
    return late


def _read_round(value: object, pointer: str) -> Round:
    """A round before, of the teams that were there then."""
    games: list[Pairing] = []
    own: list[int] = []
    for at, entry in enumerate(items(value, pointer)):
        place = child(pointer, at)
        read = fields(entry, place, ("stays", "moves"), ("table", "picked"))
        stays = integer(read["stays"], child(place, "stays"), 1, MOST_TEAMS)
        moves = integer(read["moves"], child(place, "moves"), 1, MOST_TEAMS)
        table = integer(read.get("table", at + 1), child(place, "table"), 1, MOST_TEAMS)
        picked: int | None = None
        if "picked" in read:
            picked = integer(read["picked"], child(place, "picked"), 1, MOST_TEAMS)
            if picked not in (stays, moves):
                raise Malformed(child(place, "picked"), "a team of this game is expected")
        own += [team for team in (stays, moves) if team != picked]
        games.append(Pairing(table, stays, moves, picked))
    if not own or len(set(own)) != len(own):
        raise Malformed(pointer, "one game of its own for each team is expected")
    if sum([game.picked is not None for game in games]) != len(own) % 2:
        raise Malformed(pointer, "a team is picked where one is left over, and nowhere else")
    return tuple(games)


def standings(question: object) -> dict[str, object]:
    """Topic "bid-standings": rounds won, then points; who plays on, and which ties must be settled."""
    terms = fields(question, "", ("teams", "games"), ("orders",))
    teams = names(terms["teams"], "/teams")
    if not FEWEST_TEAMS <= len(teams) <= MOST_TEAMS:
        raise Malformed("/teams", f"{FEWEST_TEAMS} to {MOST_TEAMS} teams are expected")
    number = {team: at for at, team in enumerate(teams)}
    results = [
        _read_result(game, child("/games", at), number)
        for at, game in enumerate(items(terms["games"], "/games"))
    ]
    orders: dict[frozenset[int], list[int]] = {}
    for at, entry in enumerate(items(terms.get("orders", []), "/orders")):
        order = _numbers(entry, child("/orders", at), number)
        orders[frozenset(order)] = order
    rows = tables.standings(tables.scores(range(len(teams)), results))
    field = tables.field_size(len(teams))
    seeded = tables.seeding(rows, field, orders)
    reason = f"{field} of {len(teams)} teams play on."
    if seeded.open:
        groups = "; ".join([", ".join([teams[team] for team in tie.teams]) for tie in seeded.open])
        reason += f" Equal, and to be told apart: {groups}."
    return {
        "ranking": [[row.place, teams[row.team], row.won, row.points] for row in rows],
        "field": field,
        "seeds": [teams[team] for team in seeded.seeds],
        "open": [
            {"teams": [teams[team] for team in tie.teams], "seats": tie.seats, "by": _settled_by(tie)}
            for tie in seeded.open
        ],
        "rule": rules.STANDINGS,
        "reason": reason,
    }


def _settled_by(tie: tables.Tie) -> str:
    if not tie.at_the_cut:
        return "draw"
    return "hand" if tie.rule == rules.SINGLE_HAND else "director"


def _read_result(value: object, pointer: str, number: Mapping[str, int]) -> tables.RoundResult:
    read = fields(value, pointer, ("teams", "points"), ("winner", "picked"))
    two = _numbers(read["teams"], child(pointer, "teams"), number)
    if len(two) != 2:
        raise Malformed(child(pointer, "teams"), "two teams are expected")
    points = items(read["points"], child(pointer, "points"))
    if len(points) != 2:
        raise Malformed(child(pointer, "points"), "two numbers are expected")
    first, second = (
        integer(won, child(child(pointer, "points"), at), 0, MOST_POINTS) for at, won in enumerate(points)
    )
    named = {
        name: _named(read[name], child(pointer, name), number, two)
        for name in ("winner", "picked")
        if name in read
    }
    by_points = None if first == second else two[0] if first > second else two[1]
    return tables.RoundResult(
        (two[0], two[1]), (first, second), named.get("winner", by_points), named.get("picked")
    )


def _numbers(value: object, pointer: str, number: Mapping[str, int]) -> list[int]:
    named = names(value, pointer)
    for at, name in enumerate(named):
        if name not in number:
            raise Malformed(child(pointer, at), "no such team")
    return [number[name] for name in named]


def _named(value: object, pointer: str, number: Mapping[str, int], allowed: Sequence[int]) -> int:
    team = number.get(text(value, pointer))
    if team is None or team not in allowed:
        raise Malformed(pointer, "a team of this game is expected")
    return team


def bracket(question: object) -> dict[str, object]:
    """Topic "bid-bracket": the games of the next stage, and the first places once they are known."""
    terms = fields(question, "", ("seeds",), ("winners", "third"))
    seeds = names(terms["seeds"], "/seeds")
    if len(seeds) not in (2, 4, 8, 16, 32, 64):
        raise Malformed("/seeds", "2, 4, 8, 16, 32 or 64 teams are expected")
    pairs: tuple[Pair, ...] = brackets.first_stage(range(len(seeds)))
    semi_finals: tuple[Pair, ...] = ()
    semi_winners: list[Slot] = []
    winners: list[Slot] = []
    for at, entry in enumerate(items(terms.get("winners", []), "/winners")):
        place = child("/winners", at)
        if not pairs:
            raise Malformed(place, "the final has been played")
        winners = _read_winners(entry, place, pairs, seeds)
        if len(pairs) == 2:
            semi_finals, semi_winners = pairs, winners
        last, pairs = pairs, brackets.next_stage(winners)
        if not pairs:
            semi_winners = semi_winners or list(last[0])
    third_pair: list[Slot] = []
    if len(semi_winners) == 2 and semi_finals:
        third_pair = [
            brackets.loser(pair, winner) for pair, winner in zip(semi_finals, semi_winners, strict=True)
        ]
    third: Slot = None
    if "third" in terms:
        third = _read_winner(terms["third"], "/third", third_pair, seeds)
    places: tuple[Slot, ...] = ()
    if not pairs:
        places = tuple(brackets.medals(semi_finals, semi_winners, winners[0], third))
    stage = brackets.stage_name(2 * len(pairs)) if pairs else None
    due = f"{stage} is next." if stage else "The final has been played."
    return {
        "stage": stage,
        "blinds": bool(pairs) and brackets.blinds_required(2 * len(pairs)),
        "games": [[_name(team, seeds) for team in pair] for pair in pairs],
        "third": [_name(team, seeds) for team in third_pair],
        "places": [_name(team, seeds) for team in places],
        "rule": rules.BRACKET if pairs else rules.FINALS,
        "reason": due,
    }


def _read_winners(value: object, pointer: str, pairs: Sequence[Pair], seeds: Sequence[str]) -> list[Slot]:
    listed = items(value, pointer)
    if len(listed) != len(pairs):
        raise Malformed(pointer, f"a winner of each of {len(pairs)} games is expected, or an empty name")
    return [
        None if name == "" else _read_winner(name, child(pointer, at), pair, seeds)
        for at, (name, pair) in enumerate(zip(listed, pairs, strict=True))
    ]


def _read_winner(value: object, pointer: str, pair: Sequence[Slot], seeds: Sequence[str]) -> int:
    name = text(value, pointer)
    for team in pair:
        if team is not None and seeds[team] == name:
            return team
    raise Malformed(pointer, "a team of this game is expected")


def _name(team: Slot, seeds: Sequence[str]) -> str | None:
    return None if team is None else seeds[team]
