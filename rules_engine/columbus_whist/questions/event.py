"""The questions of an event that `decide` answers: who meets whom, who goes on, how the pot is split."""

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.boston_pot import pot
from rules_engine.columbus_whist.pairing import drawn
from rules_engine.columbus_whist.reader.event import MOST_CENTS, MOST_TEAMS
from rules_engine.columbus_whist.record import MOST_BOSTONS
from rules_engine.columbus_whist.standings import PLAYED_OFF, Score, standings
from rules_engine.reading import (
    Malformed,
    boolean,
    child,
    fields,
    integer,
    items,
    mapping,
    names,
    team_numbers,
    text,
)

MOST_TABLES = 20_000


def pairing(question: object) -> dict[str, object]:
    """Topic "columbus-pairing": who meets whom in the next round that is drawn, and who sits out."""
    terms = fields(question, "", ("teams", "seed"), ("balanced", "earlier", "done"))
    teams = team_numbers(terms["teams"], "/teams", MOST_TEAMS)
    tables = items(terms.get("earlier", []), "/earlier")
    if len(tables) > MOST_TABLES:
        raise Malformed("/earlier", f"no more than {MOST_TABLES} tables are expected")
    earlier = [_read_table(table, child("/earlier", at)) for at, table in enumerate(tables)]
    done = _read_teams(terms.get("done", []), "/done", 0, len(teams))
    balanced = boolean(terms.get("balanced", False), "/balanced")
    round_ = drawn(teams, text(terms["seed"], "/seed"), earlier, done, balanced=balanced)
    reason = f"{len(round_.pairs)} tables: {round_.repeats} meetings are repeats."
    if round_.out:
        reason += f" {', '.join(f'Team {team}' for team in round_.out)}: no game."
    return {
        "tables": [list(pair) for pair in round_.pairs],
        "out": list(round_.out),
        "repeats": round_.repeats,
        "rule": rules.SIX_GAMES,
        "reason": reason,
    }


def _read_table(value: object, pointer: str) -> list[int]:
    return _read_teams(value, pointer, 1, 2)


def _read_teams(value: object, pointer: str, least: int, most: int) -> list[int]:
    """Numbers of teams, none of them twice."""
    read = [integer(team, child(pointer, at), 1, MOST_TEAMS) for at, team in enumerate(items(value, pointer))]
    if not least <= len(read) <= most or len(set(read)) != len(read):
        raise Malformed(pointer, f"{least} to {most} teams are expected, none of them twice")
    return read


def qualifiers(question: object) -> dict[str, object]:
    """Topic "columbus-qualifiers": the ranking, and who goes on if the officials take so many."""
    terms = fields(question, "", ("teams", "qualifiers"), ("order",))
    read = mapping(terms["teams"], "/teams")
    if not 1 <= len(read) <= MOST_TEAMS:
        raise Malformed("/teams", f"1 to {MOST_TEAMS} teams are expected")
    teams = list(read)
    scores = [_read_score(read[team], child("/teams", team)) for team in teams]
    count = integer(terms["qualifiers"], "/qualifiers", 0, len(teams))
    done = standings(scores, count)
    order = names(terms.get("order", []), "/order")
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
    terms = fields(question, "", ("cents", "teams"))
    cents = integer(terms["cents"], "/cents", 0, MOST_CENTS)
    read = mapping(terms["teams"], "/teams")
    if not 1 <= len(read) <= MOST_TEAMS:
        raise Malformed("/teams", f"1 to {MOST_TEAMS} teams are expected")
    teams = list(read)
    bostons: dict[int, int] = {}
    won: dict[int, int] = {}
    for at, team in enumerate(teams):
        pointer = child("/teams", team)
        entry = fields(read[team], pointer, ("won",), ("bostons",))
        won[at] = integer(entry["won"], child(pointer, "won"), 0)
        bostons[at] = integer(entry.get("bostons", 0), child(pointer, "bostons"), 0, MOST_BOSTONS)
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
