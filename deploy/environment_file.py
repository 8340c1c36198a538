"""Runs a management command as the service does: with its settings, and as the user that its files belong to.

Purpose: `deploy/manage` reads `/etc/saas.env` by the rules of systemd's `EnvironmentFile`, so that one file
means the same to the services and to whoever looks after them.
Invariants: no value is run by a shell; a line that systemd would skip is named, without its value; as root it
becomes the owner of the folder in which the site keeps what it writes, so that PostgreSQL knows it and the
services can read what it makes.
"""

from __future__ import annotations

import os
import pwd
import re
import sys
from collections.abc import Iterator
from itertools import chain, takewhile
from pathlib import Path
from typing import Final, NoReturn

ROOT: Final = Path(__file__).resolve().parent.parent
OTHERWISE: Final = "/etc/saas.env"
NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class _Characters(Iterator[str]):
    """Those of a text, and the line that the last one given is in."""

    def __init__(self, text: str) -> None:
        self._rest = iter(text)
        self.line = 1

    def __next__(self) -> str:
        character = next(self._rest)
        self.line += character == "\n"
        return character


class EnvironmentFile:
    """What an environment file says, as systemd reads it, and the lines that systemd would pass over."""

    def __init__(self, text: str) -> None:
        self.values: dict[str, str] = {}
        self.faults: list[str] = []
        rest = _Characters(text.replace("\r\n", "\n") + "\n")
        for character in rest:
            if character in "#;":
                _bare("", rest)
            elif not character.isspace():
                line = rest.line
                name, assigned = _name(character, rest)
                value = _value(rest) if assigned else ""
                if assigned and NAME.fullmatch(name):
                    self.values[name] = value
                else:
                    self.faults.append(f"  line {line}: {_remedy(name, assigned)}")


def _remedy(name: str, assigned: bool) -> str:
    """What to do with a line; of what is no plain name nothing is shown, for it may hold a secret."""
    variable = name.removeprefix("export ").strip()
    if not assigned:
        return "there is no =; write NAME=value, or begin the line with # if it is a remark."
    if variable != name and NAME.fullmatch(variable):
        return f"“export {variable}=”: leave out “export”, which only a shell knows; systemd skips the line."
    return "what comes before the = is no name; write NAME=value, with letters, figures and _ in the name."


def values_of(text: str) -> dict[str, str]:
    """The variables of an environment file, as systemd reads it."""
    return EnvironmentFile(text).values


def _name(first: str, rest: Iterator[str]) -> tuple[str, bool]:
    """What stands before the `=`, and whether there is one in this line."""
    name = first
    for character in rest:
        if character in "=\n":
            return name.strip(), character == "="
        name += character
    return name, False


def _value(rest: Iterator[str]) -> str:
    """Quoted parts one after the other, then what stands bare up to the end of the line."""
    quoted = ""
    for character in rest:
        if character == "\n":
            break
        if character == "'":
            quoted += "".join(takewhile(lambda letter: letter != "'", rest))
        elif character == '"':
            quoted += _in_double_quotes(rest)
        elif not character.isspace():
            return quoted + _bare(character, rest)
    return quoted


def _in_double_quotes(rest: Iterator[str]) -> str:
    """A backslash is dropped before what it guards, and stays before anything else."""
    value = ""
    for character in rest:
        if character == '"':
            break
        if character == "\\":
            guarded = next(rest, "")
            value += {"\n": "", **dict.fromkeys('"\\`$', guarded)}.get(guarded, f"\\{guarded}")
        else:
            value += character
    return value


def _bare(first: str, rest: Iterator[str]) -> str:
    """Up to the end of the line, without the spaces there; a backslash is dropped, and joins two lines."""
    value, end = "", 0
    for character in chain(first, rest):
        if character == "\n":
            break
        guarded = next(rest, "") if character == "\\" else character
        value += guarded if guarded != "\n" else ""
        if character == "\\" or not character.isspace():
            end = len(value)
    return value[:end]


def main() -> NoReturn:
    path = Path(os.environ.get("SAAS_ENV", OTHERWISE))
    environment_file = EnvironmentFile(_read(path))
    if environment_file.faults:
        sys.exit("\n".join([f"{path} cannot be used as it is:", *environment_file.faults]))
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        **environment_file.values,
    }
    folder = Path(environment.get("SAAS_VAR") or ROOT / "var")
    if not folder.is_absolute():
        sys.exit(f"SAAS_VAR is “{folder}”; write the whole path of the folder, such as {ROOT / 'var'}.")
    if not folder.is_dir():
        sys.exit(
            f"There is no folder {folder} for what the site writes; docs/operator.md says how it is made."
        )
    environment.update(become_owner_of(folder))
    os.execve(sys.executable, [sys.executable, str(ROOT / "manage.py"), *sys.argv[1:]], environment)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except FileNotFoundError:
        sys.exit(f"There is no {path}. Copy deploy/systemd/saas.env there and write your own values into it.")
    except PermissionError:
        sys.exit(f"Only root and the site's own user may read {path}. Run this as root.")


def become_owner_of(folder: Path) -> dict[str, str]:
    """Go on as the user of the services, with his groups; gives what of the environment changes with it."""
    owner = folder.stat().st_uid
    if os.geteuid() == owner:
        return {}
    user = pwd.getpwuid(owner)
    if os.geteuid() != 0:
        sys.exit(f"{folder} belongs to {user.pw_name}, and so must what this makes. Run this as root.")
    os.initgroups(user.pw_name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    return {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name}


if __name__ == "__main__":
    main()
