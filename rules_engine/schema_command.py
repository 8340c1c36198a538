"""`python -m rules_engine schema [FORMAT]`: the JSON Schema of a record format."""

import argparse
import sys
from pathlib import Path

SCHEMAS = {"whoopie-game/1": Path(__file__).parent / "whoopie" / "whoopie-game-1.schema.json"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "format", nargs="?", default="whoopie-game/1", choices=sorted(SCHEMAS), metavar="FORMAT"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    sys.stdout.write(SCHEMAS[arguments.format].read_text(encoding="utf-8"))
    return 0
