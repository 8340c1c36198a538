"""The engine's commands: `check | decide | random | schema | …`.

Exit status: that of the command; `output.CANNOT_WRITE` where its output cannot be written (a reader who went
away is no fault: then it is what was found until then), `output.STOPPED` after Ctrl-C.
"""

import argparse
import signal
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from rules_engine.commands import check as check_command
from rules_engine.commands import decide as decide_command
from rules_engine.commands import random as random_command
from rules_engine.commands import schema as schema_command
from rules_engine.console.output import STOPPED, OutputLostError, finish, lost, prepared, put, tell
from rules_engine.formats import FORMATS
from rules_engine.record_format import ConsoleCommand

_COMMANDS = {
    "check": ConsoleCommand("check reported games", check_command.add_arguments, check_command.run),
    "decide": ConsoleCommand(
        "answer questions that the rules settle by arithmetic",
        decide_command.add_arguments,
        decide_command.run,
    ),
    "random": ConsoleCommand("make a legal random record", random_command.add_arguments, random_command.run),
    "schema": ConsoleCommand(
        "print the JSON Schema of a record format", schema_command.add_arguments, schema_command.run
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status.

    Raises:
        SystemExit: the arguments are wrong, or ask only for help.
    """
    prepared()
    try:
        return finish(_run(sys.argv[1:] if argv is None else argv))
    except OutputLostError as error:
        return lost(error)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return STOPPED


def _run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="rules_engine", description="The law of the card games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    known = _COMMANDS | {
        name: command for format_ in FORMATS.values() for name, command in format_.commands.items()
    }
    for name, command in known.items():
        command.add_arguments(commands.add_parser(name, help=command.help, description=command.help))
    arguments = _parsed(parser, _completed(argv))
    return known[arguments.command].run(arguments)


def _parsed(parser: argparse.ArgumentParser, argv: Sequence[str]) -> argparse.Namespace:
    """The arguments; what argparse has to say is written as all else is, where writing may fail."""
    output, complaint = StringIO(), StringIO()
    try:
        with redirect_stdout(output), redirect_stderr(complaint):
            return parser.parse_args(argv)
    except SystemExit:
        if output.getvalue():
            put(output.getvalue().rstrip("\n"))
            finish(0)
        tell(complaint.getvalue())
        raise


def _completed(argv: Sequence[str]) -> Sequence[str]:
    return ["random", *random_command.completed(argv[1:])] if argv[:1] == ["random"] else argv
