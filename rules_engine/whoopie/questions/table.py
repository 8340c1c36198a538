"""Questions from the table: the opening draw, one stanza's score, hand sizes, extrapolation."""

from rules_engine import draws
from rules_engine.draw_reading import read_rounds
from rules_engine.reading import Malformed, boolean, child, choice, fields, integer, items
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie import averages, scoring
from rules_engine.whoopie import hand_sizes as sizes
from rules_engine.whoopie.questions.incidents import incident_effects

MOST_CARDS = sizes.limit(FEWEST_PLAYERS)
FEWEST_DRAWING = 2


def draw(question: object) -> dict[str, object]:
    """Topic "draw": who keeps score and who deals first."""
    terms = fields(question, "", ("rounds",))
    rounds = read_rounds(terms["rounds"], "/rounds")
    if not rounds:
        raise Malformed("/rounds", "at least one round is expected")
    if not FEWEST_DRAWING <= len(rounds[0]) <= MOST_PLAYERS:
        raise Malformed("/rounds/0", f"{FEWEST_DRAWING} to {MOST_PLAYERS} players are expected")
    drawn = draws.resolve(rounds)
    sentences = []
    if drawn.scorekeeper is not None:
        sentences.append(f"{drawn.scorekeeper} drew highest and keeps score.")
    if drawn.first_dealer is not None:
        sentences.append(f"{drawn.first_dealer} drew lowest and deals first.")
    if drawn.open:
        sentences.append(f"{', '.join(drawn.open)} are tied and draw again.")
    return {
        "scorekeeper": drawn.scorekeeper,
        "first_dealer": drawn.first_dealer,
        "open": list(drawn.open),
        "rule": draws.RULE,
        "reason": " ".join(sentences),
    }


def stanza_score(question: object) -> dict[str, object]:
    """Topic "stanza-score": the change of one player's score in one stanza."""
    terms = fields(question, "", ("bid", "cards"), ("taken", "made", "dealer", "incidents"))
    cards = integer(terms["cards"], "/cards", 1, MOST_CARDS)
    bid = integer(terms["bid"], "/bid", 0, cards)
    made = _made(terms, bid, cards)
    dealer = boolean(terms.get("dealer", False), "/dealer")
    effects = incident_effects(terms.get("incidents", []), "/incidents", dealer)
    fails = any(effect.fails_bid for _, effect in effects)
    delta = scoring.stanza_delta(bid, made, (effect for _, effect in effects))
    outcome = "is deemed to have failed" if fails else "was made exactly" if made else "failed"
    parts = [f"The bid of {bid} {outcome}: {scoring.base_score(bid, made and not fails):+d}"]
    parts += [f"{kind} {effect.points:+d}" for kind, effect in effects if effect.points]
    return {"delta": delta, "rule": scoring.RULE, "reason": f"{'; '.join(parts)}."}


def _made(terms: dict[str, object], bid: int, cards: int) -> bool:
    if "taken" not in terms and "made" not in terms:
        raise Malformed("", "field 'taken' or 'made' is missing")
    if "taken" not in terms:
        return boolean(terms["made"], "/made")
    made = integer(terms["taken"], "/taken", 0, cards) == bid
    if "made" in terms and boolean(terms["made"], "/made") is not made:
        raise Malformed("/made", "contradicts the bid and the tricks taken")
    return made


def hand_sizes(question: object) -> dict[str, object]:
    """Topic "hand-sizes": the cards of each stanza."""
    terms = fields(question, "", ("players",), ("start",))
    players = [
        integer(seated, child("/players", index), FEWEST_PLAYERS, MOST_PLAYERS)
        for index, seated in enumerate(items(terms["players"], "/players"))
    ]
    start = read_hand(terms["start"], "/start") if "start" in terms else None
    return {
        "cards": list(sizes.sequence(players, start)),
        "rule": sizes.RULE,
        "reason": "Up by one to the most that leaves a card to turn up, down by one to 1, and up again.",
    }


def read_hand(value: object, pointer: str) -> sizes.Hand:
    """A hand, an object of "cards" and "direction"."""
    hand = fields(value, pointer, ("cards", "direction"))
    cards = integer(hand["cards"], child(pointer, "cards"), 1, MOST_CARDS)
    return cards, read_direction(hand["direction"], child(pointer, "direction"))


def read_direction(value: object, pointer: str) -> sizes.Direction:
    """ "up" or "down"."""
    return choice(value, pointer, sizes.DIRECTIONS)


def extrapolation(question: object) -> dict[str, object]:
    """Topic "extrapolation": the final score of a player who left early."""
    terms = fields(question, "", ("score", "last_stanza_scores", "final_scores", "authorised"))
    done = averages.extrapolate(
        integer(terms["score"], "/score"),
        _scores(terms["last_stanza_scores"], "/last_stanza_scores"),
        _scores(terms["final_scores"], "/final_scores"),
        boolean(terms["authorised"], "/authorised"),
    )
    return {
        "sta": done.sta,
        "fta": done.fta,
        "adjustment": done.adjustment,
        "final": done.final,
        "rule": averages.RULE_EXTRAPOLATION,
        "reason": done.reason,
    }


def _scores(value: object, pointer: str) -> list[int]:
    scores = [integer(score, child(pointer, index)) for index, score in enumerate(items(value, pointer))]
    if not scores:
        raise Malformed(pointer, "at least one score is expected")
    return scores
