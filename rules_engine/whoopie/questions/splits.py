"""Questions about dividing a game: the groups, and how each begins."""

from rules_engine.draw_reading import read_draw
from rules_engine.reading import Malformed, child, fields, integer, items, mapping, names
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie import splitting
from rules_engine.whoopie.hand_sizes import limit
from rules_engine.whoopie.questions.table import MOST_CARDS, read_direction

MOST_GROUPS = 1_000


def split(question: object) -> dict[str, object]:
    """Topic "split": who plays in which group."""
    terms = fields(question, "", ("scores", "groups"), ("waiting", "returning", "draws"))
    scores = _scores(terms["scores"], "/scores")
    returning = _scores(terms.get("returning", {}), "/returning")
    waiting = names(terms.get("waiting", []), "/waiting")
    for player in returning:
        if player in scores:
            raise Malformed(child("/returning", player), "is seated already")
    for index, player in enumerate(waiting):
        if player in scores or player in returning:
            raise Malformed(child("/waiting", index), "is seated or returning already")
    groups = integer(terms["groups"], "/groups", 1, MOST_GROUPS)
    draws = [
        read_draw(draw, child("/draws", index))
        for index, draw in enumerate(items(terms.get("draws", []), "/draws"))
    ]
    try:
        done = splitting.split(scores, waiting, returning, groups, draws)
    except splitting.DrawWithoutTie as error:
        raise Malformed(f"/draws/{error.index}/tied", str(error)) from None
    return {
        "allowed": done.allowed,
        "assigned": done.assigned,
        "ranking": list(done.ranking),
        "groups": [list(group) for group in done.groups],
        "scores": done.scores,
        "open": list(done.open),
        "rule": splitting.RULE,
        "reason": done.reason,
    }


def _scores(value: object, pointer: str) -> dict[str, int]:
    return {
        player: integer(score, child(pointer, player)) for player, score in mapping(value, pointer).items()
    }


def offspring(question: object) -> dict[str, object]:
    """Topic "offspring": the first hands of each group; "cards" is what the parent's last stanza dealt."""
    terms = fields(question, "", ("seated", "cards", "direction", "groups", "player_hands"))
    seated = integer(terms["seated"], "/seated", FEWEST_PLAYERS, MOST_PLAYERS)
    cards = integer(terms["cards"], "/cards", 1, MOST_CARDS)
    if cards > limit(seated):
        raise Malformed("/cards", f"{seated} players are dealt at most {limit(seated)}")
    direction = read_direction(terms["direction"], "/direction")
    groups = [
        integer(size, child("/groups", index), FEWEST_PLAYERS, MOST_PLAYERS)
        for index, size in enumerate(items(terms["groups"], "/groups"))
    ]
    if not groups:
        raise Malformed("/groups", "at least one group is expected")
    player_hands = integer(terms["player_hands"], "/player_hands", 0)
    first = splitting.offspring(seated, cards, direction, groups, player_hands)
    return {
        "cards": first.cards,
        "direction": first.direction,
        "hand_sizes": [list(sizes) for sizes in first.hand_sizes],
        "player_hands": first.player_hands,
        "rule": splitting.RULE,
        "reason": f"The parent as last seated would have dealt {first.cards} next, going {first.direction}; "
        "then each group's own limit holds.",
    }
