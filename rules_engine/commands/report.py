"""A check document as a report to read; no name in it begins a line of its own."""

from typing import Any

from rules_engine.commands.output import printable
from rules_engine.formats import format_of_check


def report(name: str, document: dict[str, Any]) -> str:
    """The findings first, then what the format has to say, then what could not be checked."""
    findings = document["findings"]
    lines = [f"{name}: {_verdict(document)}"]
    lines += [f"  {_finding(finding)}" for finding in findings]
    lines += [f"  {line}" for line in format_of_check(document["format"]).summary(document)]
    if document.get("not_checked"):
        lines.append("  not checked: " + "; ".join(document["not_checked"]))
    return "\n".join([printable(line) for line in lines])


def _verdict(document: dict[str, Any]) -> str:
    if document["id"] is None:
        return "cannot be read as a record"
    count = len(document["findings"])
    if not count:
        return f"{document['id']} is a true record"
    return f"{document['id']} has {count} finding{'s' if count > 1 else ''}"


def _finding(finding: dict[str, Any]) -> str:
    place = [f"{what} {where}" for what, where in finding.items() if type(where) is int]
    if finding.get("pointer") is not None:
        place.append(finding["pointer"] or "the whole document")
    where = ", ".join(place) or "the game"
    return f"{finding['severity']} {finding['code']} ({where}): {finding['message']} [{finding['rule']}]"
