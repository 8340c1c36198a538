"""`python -m rules_engine schema [FORMAT]`: the JSON Schema of a record format."""

import argparse

from rules_engine.console.output import put
from rules_engine.formats import DEFAULT, FORMATS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "format", nargs="?", default=DEFAULT.name, choices=list(FORMATS), help=", ".join(FORMATS)
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    put(FORMATS[arguments.format].schema.read_text(encoding="utf-8").rstrip("\n"))
    return 0
