"""The questions of an event that `decide` answers: who goes on, and how the Boston pot is split."""

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.boston import pot
from rules_engine.columbus_whist.reader import MOST_CENTS, MOST_TEAMS
from rules_engine.columbus_whist.standings import PLAYED_OFF, Score, standings
from rules_engine.reading import Malformed, child, fields, integer, mapping, names

MOST_BOSTONS = 1_000


def qualifiers(question: object) -> dict[str, object]:
    """Topic "columbus-qualifiers": the ranking, and who goes on if the officials take so many."""
    asked = fields(question, "", ("teams", "qualifiers"), ("order",))
    read = mapping(asked["teams"], "/teams")
    if not 1 <= len(read) <= MOST_TEAMS:
        raise Malformed("/teams", f"1 to {MOST_TEAMS} teams are expected")
    teams = list(read)
    scores = [_read_score(read[team], child("/teams", team)) for team in teams]
    count = integer(asked["qualifiers"], "/qualifiers", 0, len(teams))
    done = standings(scores, count)
    order = names(asked.get("order", []), "/order")
    if order:
        tied = [teams[team - 1] for team in done.tied]
        if sorted(order) != sorted(tied):
            raise Malformed("/order", "the teams that are tied at the line are expected")
        played = tuple([teams.index(team) + 1 for team in order])
        done = standings(scores, count, {frozenset(played): played})
    reason = f"{len(done.qualified)} of {len(teams)} teams go on."
    if done.tied:
        how = "play one game" if len(done.tied) == PLAYED_OFF else "are the officials' to decide"
        reason = f"{', '.join(teams[team - 1] for team in done.tied)} are tied at the line and {how}."
    return {
        "ranking": [[place, teams[team - 1]] for place, team in done.ranking],
        "qualified": [teams[team - 1] for team in done.qualified],
        "tied": [teams[team - 1] for team in done.tied],
        "rule": rules.TIES if done.tied else rules.MOST_GAMES,
        "reason": reason,
    }


def _read_score(value: object, pointer: str) -> Score:
    read = fields(value, pointer, ("won", "points"))
    return Score(
        integer(read["won"], child(pointer, "won"), 0), integer(read["points"], child(pointer, "points"))
    )


def boston_pot(question: object) -> dict[str, object]:
    """Topic "columbus-pot": who shares the Boston pot, and how much each has, in cents."""
    asked = fields(question, "", ("cents", "teams"))
    cents = integer(asked["cents"], "/cents", 0, MOST_CENTS)
    read = mapping(asked["teams"], "/teams")
    if not 1 <= len(read) <= MOST_TEAMS:
        raise Malformed("/teams", f"1 to {MOST_TEAMS} teams are expected")
    teams = list(read)
    bostons: dict[int, int] = {}
    won: dict[int, int] = {}
    for at, team in enumerate(teams):
        pointer = child("/teams", team)
        one = fields(read[team], pointer, ("won",), ("bostons",))
        won[at] = integer(one["won"], child(pointer, "won"), 0)
        bostons[at] = integer(one.get("bostons", 0), child(pointer, "bostons"), 0, MOST_BOSTONS)
    done = pot(cents, bostons, won)
    how = "most Bostons" if done.hit else "no Boston; most games won"
    rest = f"; {done.left} left over stay with the officials" if done.left else ""
    return {
        "winners": [teams[at] for at in done.winners],
        "share": done.share,
        "left": done.left,
        "hit": done.hit,
        "rule": rules.BOSTON,
        "reason": f"By the end of the fourth game: {how}; {done.share} cents each{rest}.",
    }
