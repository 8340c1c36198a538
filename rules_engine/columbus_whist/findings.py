"""A finding with the places of Columbus Whist: round, table, hand, team, play-off, each counting from 1."""

from rules_engine.findings import Finding, Severity

Place = dict[str, int | str | None]


def nowhere() -> Place:
    """The place of what belongs to no place."""
    return {"round": None, "table": None, "hand": None, "team": None, "playoff": None}


def found(
    code: str,
    rule: str,
    message: str,
    place: Place | None = None,
    severity: Severity = Severity.ERROR,
) -> Finding:
    """A finding at a place; of a play-off, `table` is the game of it."""
    return Finding(
        code, rule, message, None, None, None, severity, None, nowhere() if place is None else place
    )
