"""`python -m rules_engine random [FORMAT] --seed N …`: a legal random record.

Each format has arguments of its own; where none is named the default format is meant.
"""

import argparse
import json
from collections.abc import Sequence

from rules_engine.console.output import put
from rules_engine.formats import DEFAULT, FORMATS


def completed(arguments: Sequence[str]) -> list[str]:
    """A command line of this command with its format, where it was left out."""
    if arguments and (arguments[0] in FORMATS or arguments[0] in ("-h", "--help")):
        return list(arguments)
    return [DEFAULT.name, *arguments]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The formats, each with its arguments, which the help of the command tells too."""
    helps = []
    formats = parser.add_subparsers(dest="format", required=True, metavar="FORMAT")
    for name, known in FORMATS.items():
        of_format = formats.add_parser(name, help="the default" if known is DEFAULT else "")
        of_format.add_argument(
            "--seed", type=int, required=True, metavar="N", help="the same seed gives the same record"
        )
        known.random.add_arguments(of_format)
        helps.append(of_format.format_help())
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(helps)


def run(arguments: argparse.Namespace) -> int:
    """Print one record."""
    put(json.dumps(FORMATS[arguments.format].random.record(arguments)))
    return 0
