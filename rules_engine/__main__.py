"""The engine's command line: `python -m rules_engine check | decide | replay | random | schema`."""

import argparse
import os
import sys
from collections.abc import Sequence

from rules_engine import check_command, schema_command
from rules_engine.decide import command as decide_command
from rules_engine.whoopie import random_command, replay_command

_COMMANDS = {
    "check": (check_command, "check reported games"),
    "decide": (decide_command, "answer questions that the rules settle by arithmetic"),
    "replay": (replay_command, "show a stanza trick by trick"),
    "random": (random_command, "make a legal random game"),
    "schema": (schema_command, "print the JSON Schema of a record format"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    parser = argparse.ArgumentParser(prog="rules_engine", description="The law of the card games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, summary) in _COMMANDS.items():
        module.add_arguments(commands.add_parser(name, help=summary, description=summary))
    arguments = parser.parse_args(argv)
    try:
        status: int = _COMMANDS[arguments.command][0].run(arguments)
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
