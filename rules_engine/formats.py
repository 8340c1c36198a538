"""The record formats that the engine knows. A further game is listed here and nowhere else."""

from rules_engine.bid_whist.format import BID_WHIST
from rules_engine.columbus_whist.format import COLUMBUS_WHIST
from rules_engine.justice.votes import MajorityOf
from rules_engine.military_whist.format import MILITARY_WHIST
from rules_engine.reading import Malformed
from rules_engine.record_format import CheckResult, RecordFormat
from rules_engine.whoopie.format import WHOOPIE

FORMATS: dict[str, RecordFormat] = {
    known.name: known for known in (WHOOPIE, MILITARY_WHIST, BID_WHIST, COLUMBUS_WHIST)
}
DEFAULT = WHOOPIE
"""Meant where a command names no format, and what answers for a document that names none."""


def check_document(document: object, majority_of: MajorityOf = "entitled") -> CheckResult:
    """Check a parsed record by the format that it names, under Articles that count a simple majority so.

    Raises:
        Malformed: it is no record of a known format, or not a readable one.
    """
    if not isinstance(document, dict):
        raise Malformed("", "an object is expected")
    name = document.get("format")
    if not isinstance(name, str) or name not in FORMATS:
        raise Malformed("/format", f"one of {', '.join(FORMATS)} is expected")
    known = FORMATS[name]
    return known.check(document) if known.check_under is None else known.check_under(majority_of, document)


def unreadable(document: object, error: Malformed) -> CheckResult:
    """The check of what could not be read, by the format that the document names if it names one."""
    name = document.get("format") if isinstance(document, dict) else None
    known = FORMATS.get(name, DEFAULT) if isinstance(name, str) else DEFAULT
    return known.unreadable(error)


def format_of_check(check_name: object) -> RecordFormat:
    """The format whose checks have this name."""
    return next(known for known in FORMATS.values() if known.check_name == check_name)
