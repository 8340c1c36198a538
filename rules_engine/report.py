"""A check document as a report to read."""

from typing import Any


def report(name: str, document: dict[str, Any]) -> str:
    """The findings first, then the ranking, then what could not be checked."""
    findings = document["findings"]
    lines = [f"{name}: {_verdict(document)}"]
    lines += [f"  {_finding(finding)}" for finding in findings]
    if document["ranking"]:
        lines.append(f"  {len(document['stanzas'])} stanzas, {document['player_hands']} player-hands")
        lines += [f"  {place:>3}. {player}  {score}" for place, player, score in document["ranking"]]
    if document["not_checked"]:
        lines.append("  not checked: " + "; ".join(document["not_checked"]))
    return "\n".join(lines).encode("utf-8", "backslashreplace").decode("utf-8")


def _verdict(document: dict[str, Any]) -> str:
    if document["id"] is None:
        return "cannot be read as a record"
    count = len(document["findings"])
    if not count:
        return f"{document['id']} is a true record"
    return f"{document['id']} has {count} finding{'s' if count > 1 else ''}"


def _finding(finding: dict[str, Any]) -> str:
    place = [f"{what} {finding[what]}" for what in ("stanza", "trick") if finding[what] is not None]
    if finding.get("pointer") is not None:
        place.append(finding["pointer"] or "the whole document")
    where = ", ".join(place) or "the game"
    return f"{finding['severity']} {finding['code']} ({where}): {finding['message']} [{finding['rule']}]"
