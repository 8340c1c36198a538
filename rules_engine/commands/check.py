"""`python -m rules_engine check FILE…`: one check document a file, or a readable report."""

import argparse
import json
from collections.abc import Iterator
from typing import get_args

from rules_engine.commands.files import read_input
from rules_engine.commands.output import put
from rules_engine.commands.report import report
from rules_engine.cycle_collection import CollectorRests
from rules_engine.formats import check_document, unreadable
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
