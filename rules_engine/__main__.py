"""The engine's command line: `python -m rules_engine check | decide | random | schema | …`.

Exit status: that of the command; `output.CANNOT_WRITE` where its output cannot be written (a reader who went
away is no fault: then it is what was found until then), `output.STOPPED` after Ctrl-C.
"""

import argparse
import sys
from collections.abc import Sequence

from rules_engine import check_command, random_command, schema_command
from rules_engine.decide import command as decide_command
from rules_engine.formats import FORMATS
from rules_engine.output import STOPPED, OutputLostError, finish, lost
from rules_engine.record_format import Command

_COMMANDS = {
    "check": Command("check reported games", check_command.add_arguments, check_command.run),
    "decide": Command(
        "answer questions that the rules settle by arithmetic",
        decide_command.add_arguments,
        decide_command.run,
    ),
    "random": Command("make a legal random record", random_command.add_arguments, random_command.run),
    "schema": Command(
        "print the JSON Schema of a record format", schema_command.add_arguments, schema_command.run
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    parser = argparse.ArgumentParser(prog="rules_engine", description="The law of the card games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    known = _COMMANDS | {name: one for format_ in FORMATS.values() for name, one in format_.commands.items()}
    for name, command in known.items():
        command.add_arguments(commands.add_parser(name, help=command.help, description=command.help))
    arguments = parser.parse_args(_completed(sys.argv[1:] if argv is None else argv))
    try:
        return finish(known[arguments.command].run(arguments))
    except OutputLostError as error:
        return lost(error)
    except KeyboardInterrupt:
        return STOPPED


def _completed(argv: Sequence[str]) -> Sequence[str]:
    return ["random", *random_command.completed(argv[1:])] if argv[:1] == ["random"] else argv


if __name__ == "__main__":
    sys.exit(main())
