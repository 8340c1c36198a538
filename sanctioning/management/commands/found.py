"""Set an empty installation up from a file, without a browser (docs/found.toml)."""

from __future__ import annotations

import sys
import tomllib
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sanctioning.kit.installation.tables import require_tables
from sanctioning.kit.refusals import Refusal
from sanctioning.setting_up.from_file import found_from


class Command(BaseCommand):
    help = "Sets the authority up from a TOML file; begun again it goes on where it was interrupted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="such as docs/found.toml")

    def handle(self, *, file: Path, **options: Any) -> None:
        require_tables()
        try:
            wanted = tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
            raise CommandError(f"{file} cannot be read: {wrong}") from wrong
        try:
            for line in found_from(wanted, folder=file.parent, ask_password=_password):
                self.stdout.write(line)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal


def _password() -> str:
    """Asked for twice, or the first line of standard input where nobody is at the keyboard."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass("Password of the Managing Executor: ")
    if password != getpass("Password again: "):
        raise CommandError("The two passwords differ. Start again.")
    return password
