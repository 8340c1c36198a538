"""Questions about an event as a whole: who sits where in a round, who qualifies in a series."""

from rules_engine import seating, series
from rules_engine.draw_reading import read_draw
from rules_engine.reading import Malformed, child, choice, fields, integer, items, names, points, text
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS

MODES = ("draw", "balanced")
MOST_SEATED = 1_000


def seats(question: object) -> dict[str, object]:
    """Topic "seating": the tables of a round, as the seed gives them."""
    terms = fields(question, "", ("players", "seed"), ("mode", "preferred", "earlier"))
    players = names(terms["players"], "/players")
    if not FEWEST_PLAYERS <= len(players) <= MOST_SEATED:
        raise Malformed("/players", f"{FEWEST_PLAYERS} to {MOST_SEATED} players are expected")
    preferred = integer(terms.get("preferred", seating.PREFERRED), "/preferred", FEWEST_PLAYERS, MOST_PLAYERS)
    earlier = [
        names(table, child("/earlier", index))
        for index, table in enumerate(items(terms.get("earlier", []), "/earlier"))
    ]
    seat = (
        seating.balanced if choice(terms.get("mode", "draw"), "/mode", MODES) == "balanced" else seating.drawn
    )
    sizes = seating.table_sizes(len(players), preferred)
    seated = seat(players, sizes, text(terms["seed"], "/seed"), earlier)
    return {
        "tables": [list(table) for table in seated.tables],
        "repeats": seated.repeats,
        "new_meetings": seated.new_meetings,
        "rule": seating.RULE,
        "reason": f"{len(players)} players at {len(sizes)} tables; {seated.new_meetings} pairs meet for the "
        f"first time and {seated.repeats} again.",
    }


def qualifiers(question: object) -> dict[str, object]:
    """Topic "qualifiers": who plays in the playoff and the consolation of a series."""
    terms = fields(
        question, "", ("standings", "basis", "playoff"), ("consolation", "ties", "draws", "declined")
    )
    standings = [
        _read_standing(standing, child("/standings", index))
        for index, standing in enumerate(items(terms["standings"], "/standings"))
    ]
    names([standing.player for standing in standings], "/standings")
    draws = [
        read_draw(draw, child("/draws", index))
        for index, draw in enumerate(items(terms.get("draws", []), "/draws"))
    ]
    done = series.qualify(
        standings,
        choice(terms["basis"], "/basis", series.BASES),
        integer(terms["playoff"], "/playoff", 1),
        integer(terms.get("consolation", 0), "/consolation", 0),
        choice(terms.get("ties", "draw"), "/ties", series.TIES),
        draws,
        names(terms.get("declined", []), "/declined"),
    )
    reason = f"{len(done.playoff)} in the playoff, {len(done.consolation)} in the consolation."
    if done.open:
        reason = f"{', '.join(done.open)} are tied at the line and draw."
    return {
        "ranking": [list(group) for group in done.ranking],
        "playoff": list(done.playoff),
        "consolation": list(done.consolation),
        "open": list(done.open),
        "rule": series.RULE,
        "reason": reason,
    }


def _read_standing(value: object, pointer: str) -> series.SeriesStanding:
    standing = fields(value, pointer, ("player", "points", "places"))
    won = points(standing["points"], child(pointer, "points"))
    places = tuple(
        integer(place, child(child(pointer, "places"), index), 1)
        for index, place in enumerate(items(standing["places"], child(pointer, "places")))
    )
    return series.SeriesStanding(text(standing["player"], child(pointer, "player")), won, places)
