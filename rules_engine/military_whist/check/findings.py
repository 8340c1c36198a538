"""A finding with the places of Military Whist: day, hand, table, play-off, each counting from 1."""

from rules_engine.findings import Finding, Place, Severity, found_at
from rules_engine.sentences import Said


def nowhere() -> Place:
    """The place of what belongs to no place."""
    return {"day": None, "hand": None, "table": None, "playoff": None}


def found(
    code: str,
    rule: str,
    message: Said,
    day: int | None = None,
    hand: int | None = None,
    table: int | None = None,
    playoff: int | None = None,
    severity: Severity = Severity.ERROR,
) -> Finding:
    """A finding; hands count through the whole event, whatever the day."""
    place = {"day": day, "hand": hand, "table": table, "playoff": playoff}
    return found_at(place, code, rule, message, severity)
