"""`python -m rules_engine check FILE…`: one check document a file, or a readable report."""

import argparse
import json
from collections.abc import Iterator
from typing import Any, get_args

from rules_engine.console.files import read_input
from rules_engine.console.output import printable, put
from rules_engine.cycle_collection import CollectorRests
from rules_engine.formats import check_document, format_of_check, unreadable
from rules_engine.justice.votes import MajorityOf
from rules_engine.reading import Malformed, load_json

OK, FAULTY, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game record, or - for standard input")
    parser.add_argument("--format", choices=("json", "text"), default="json", help="json (default) or text")
    parser.add_argument(
        "--majority-of",
        choices=get_args(MajorityOf),
        default="entitled",
        help="of whom the Articles ask for more than half where players vote by simple majority: "
        "those entitled (default), or the votes cast",
    )


def run(arguments: argparse.Namespace) -> int:
    """Check every file in turn; 0 without an error, 1 with one, 2 if a file could not be read."""
    status = OK
    for name, document in check_files(arguments.files, arguments.majority_of):
        status = max(status, _status(document))
        put(json.dumps(document) if arguments.format == "json" else report(name, document), status)
    return status


def check_files(
    names: list[str], majority_of: MajorityOf = "entitled"
) -> Iterator[tuple[str, dict[str, object]]]:
    """The check document of each file, one at a time, so that memory does not grow with their number."""
    for name in names:
        record: object = None
        try:
            with CollectorRests():
                record = load_json(read_input(name))
                document = check_document(record, majority_of).as_document()
        except Malformed as error:
            document = unreadable(record, error).as_document()
        yield name, document


def _status(document: dict[str, object]) -> int:
    if document["ok"]:
        return OK
    return UNREADABLE if document["id"] is None else FAULTY


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
